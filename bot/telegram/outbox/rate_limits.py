"""Rate limits below Telegram's own: per chat, per group and for the bot as a whole."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.pace import Pace
from bot.telegram.outbox.rows import Kind, Rank, Row

MINUTE_MS = 60_000
LEAST_KEPT = 500
PACED = frozenset({Kind.SEND, Kind.FILE, Kind.COPY, Kind.EDIT, Kind.CLOSE, Kind.RETURN})
"""Calls that Telegram's limits for messages count. Pins and deletions have limits of their own."""
KEPT_FROM_ASIDES, KEPT_FROM_OTHERS = 2, 1
"""Calls that a bucket reserves for more urgent rows: the end of a step and the next one are told at once, however
much people ask for. The second number is for edits, and for news that no clock waits for."""
KEPT_FROM_CHANGES = 4
"""Calls in a minute that changes of a table leave: a game that begins right after them is not held up."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Rate limits below Telegram's own, which are about 1 a second in a chat, 20 a minute in a group, 30 a second
    in all."""

    chat_burst: int = 3
    chat_gap_ms: int = 1_000
    group_a_minute: int = 12
    edits_a_minute: int = 9
    """Limit for edits, and for news that no clock waits for. It is lower, so that room is left for the stages of
    every game."""
    all_a_minute: int = 18
    """Limit for everything in a group, the last edits of steps included. These count for no other limit: where
    everybody speaks for seconds only, the next speaker does not wait for them."""
    bot_a_second: float = 22.0
    bot_burst: int = 4
    """Together with `bot_a_second` at most 26 calls in any second: calls that a busy machine has delayed arrive
    together with the next ones."""
    edit_gap_ms: int = 5_000
    soft_gap_ms: int = 300_000
    asides_a_minute: int = 6
    """Limit for rows that people cause in a group. They are counted apart: together with rows of games 18 a minute
    at most."""
    quick_change_gap_ms: int = 1_500
    quick_changes: int = 9
    change_gap_ms: int = 12_000
    """Limits for edits of a table's message that people cause in a group, such as the list of a lobby: so many may
    follow each other quickly, so that the list is right after every tap, then one in each longer gap. They count
    for no other limit but `all_a_minute`."""
    answers_a_minute: int = 5
    """Limit for answers among these rows. It is lower, so that there is room for news for a table."""
    answers_at_once: int = 10
    answers_in_group_at_once: int = 4
    """Answers at once to one person in a group: some of the few that a group gets in a minute are left for
    others."""
    answer_again_ms: int = 5_000
    """Milliseconds in which the same answer is not repeated in the same place, no matter who asks."""
    private_gap_ms: int = 1_200
    """As `chat_gap_ms`, in a private chat. A whole solo game is played there, without the limits of a minute that
    leave room in a group: a call that the network delays must not meet Telegram's limit with the next one."""


class Bucket:
    """Allows a burst of calls, then one call in each gap."""

    __slots__ = ("_burst", "_full_at", "_gap")

    def __init__(self, burst: int, gap: float) -> None:
        self._burst = burst
        self._gap = gap
        self._full_at = 0.0

    def ready_at(self, now: float, kept: int = 0) -> float:
        """Returns when the next call may be made if `kept` calls of the burst are left for others."""
        return max(now, self._full_at - max(self._burst - 1 - kept, 0) * self._gap)

    def take(self, now: float) -> None:
        self._full_at = max(now, self._full_at) + self._gap

    @property
    def full_at(self) -> float:
        """When the whole burst is available again."""
        return self._full_at

    def give_back(self) -> None:
        self._full_at -= self._gap


def is_change(row: Row) -> bool:
    """Returns whether people have changed what a message about a table shows."""
    return row.about_table and row.kind in (Kind.EDIT, Kind.CLOSE)


def kept_from(row: Row, *, waited_for: bool = False) -> int:
    """Returns how many calls of a bucket this row has to leave for others; none if a clock waits for it."""
    if waited_for:
        return 0
    if row.aside:
        return KEPT_FROM_ASIDES
    can_wait = row.kind is Kind.EDIT or row.rank >= Rank.NEWS
    return KEPT_FROM_OTHERS if can_wait and not row.step else 0


class ChatRateLimits:
    """Rate limits of one chat: tell when its next call may be made."""

    __slots__ = (
        *("_asides", "_bucket", "_changes", "_edited", "_is_group", "_limits", "_minute", "_others", "_pace"),
        *("blocked_until", "pins_blocked_until"),
    )

    def __init__(self, limits: Limits, pace: Pace, *, is_group: bool) -> None:
        self._limits = limits
        self._pace = pace
        self._is_group = is_group
        gap_ms = limits.chat_gap_ms if is_group else limits.private_gap_ms
        self._bucket = Bucket(limits.chat_burst, pace.scale(gap_ms))
        self._changes = Bucket(limits.quick_changes, pace.scale(limits.change_gap_ms))
        self._minute: deque[float] = deque()
        self._asides: deque[float] = deque()
        self._others: deque[float] = deque()
        """Times of the calls in the last minute: `_others` for last edits of steps and changes of tables,
        `_minute` for other rows of games, `_asides` for other rows that people have caused."""
        self._edited: dict[str, float] = {}
        self.blocked_until = self.pins_blocked_until = 0.0

    def block(self, row: Row, until: float) -> None:
        """Notes a wait that Telegram has demanded for a row. A wait for pins and deletions does not delay
        messages."""
        if row.kind in PACED:
            self.blocked_until = max(self.blocked_until, until)
        else:
            self.pins_blocked_until = max(self.pins_blocked_until, until)

    def ready_at(self, row: Row, now: float, *, waited_for: bool = False) -> float:
        """Returns when the row may be sent. `waited_for`: a more urgent message can only come after it, so that it
        is as urgent."""
        kept = kept_from(row, waited_for=waited_for)
        ready = max(self._bucket.ready_at(now, kept), self.blocked_until, row.due_ms)
        if row.kind not in PACED:
            ready = max(ready, self.pins_blocked_until)
        if self._is_group:
            ready = max(ready, self._window(row, now, waited_for=waited_for))
            ready = self._changes.ready_at(ready) if is_change(row) else ready
        if row.kind is Kind.EDIT and row.slot in self._edited and (gap := self._edit_gap(row)):
            ready = max(ready, self._edited[row.slot] + self._pace.scale(gap))
        return ready

    def _edit_gap(self, row: Row) -> int:
        """Returns how many milliseconds lie between two edits of one message."""
        match row.rank:
            case Rank.EDIT:
                return self._limits.edit_gap_ms
            case Rank.SOFT:
                return self._limits.soft_gap_ms
            case _:
                return self._limits.quick_change_gap_ms if is_change(row) else 0

    def _window(self, row: Row, now: float, *, waited_for: bool) -> float:
        """Returns when the number of calls in the last minute allows this row."""
        limits, minute = self._limits, self._pace.scale(MINUTE_MS)
        for past in (self._minute, self._asides, self._others):
            while past and past[0] <= now - minute:
                past.popleft()
        everything = sorted((*self._minute, *self._asides, *self._others))
        counted: list[tuple[Sequence[float], int]] = [(everything, limits.all_a_minute)]
        if is_change(row):
            counted.append((everything, limits.all_a_minute - KEPT_FROM_CHANGES))
        elif row.aside:
            both = sorted((*self._minute, *self._asides))
            counted += [
                (self._asides, limits.asides_a_minute if row.about_table else limits.answers_a_minute),
                (both, limits.group_a_minute),
            ]
        elif row.kind is not Kind.CLOSE:
            urgent = waited_for or row.step or (row.rank <= Rank.RESULT and row.kind is not Kind.EDIT)
            counted.append((self._minute, limits.group_a_minute if urgent else limits.edits_a_minute))
        return max((past[len(past) - most] + minute for past, most in counted if len(past) >= most), default=now)

    def is_idle(self, now: float) -> bool:
        """Tells whether no past call counts for a limit any more."""
        longest = self._pace.scale(max(MINUTE_MS, self._limits.soft_gap_ms))
        latest = max((*self._minute, *self._asides, *self._others, *self._edited.values()), default=0.0)
        buckets = max(self._bucket.full_at, self._changes.full_at)
        return max(buckets, self.blocked_until, self.pins_blocked_until, latest + longest) <= now

    def take(self, row: Row, now: float) -> None:
        self._bucket.take(now)
        if self._is_group:
            times = self._asides if row.aside else self._minute
            (self._others if row.kind is Kind.CLOSE or is_change(row) else times).append(now)
            if is_change(row):
                self._changes.take(now)
        if row.slot:
            self._edited[row.slot] = now
            if len(self._edited) > 64:
                del self._edited[next(iter(self._edited))]


class RateLimits:
    """Rate limits of all chats, and of the bot as a whole."""

    def __init__(self, limits: Limits, pace: Pace) -> None:
        self.pace = pace
        self._limits = limits
        self._bot = Bucket(limits.bot_burst, pace.scale(1000 / limits.bot_a_second))
        self._chats: dict[int, ChatRateLimits] = {}
        self._look_again_at = LEAST_KEPT
        """Number of remembered chats above which idle ones are dropped."""
        self._reserved: set[int] = set()
        """Ids of rows in flight whose call is already counted in the bot's bucket; otherwise all rows that are due
        at the same moment would find it free."""

    def of_chat(self, chat_id: int) -> ChatRateLimits:
        found = self._chats.get(chat_id)
        if found is None:
            found = self._chats[chat_id] = ChatRateLimits(self._limits, self.pace, is_group=chat_id < 0)
        return found

    def ready_at(self, now: float, *, aside: bool = False) -> float:
        """Returns when the bot may make its next call, no matter into which chat."""
        return self._bot.ready_at(now, KEPT_FROM_ASIDES if aside else 0)

    def block(self, chat_id: int, until: float) -> None:
        chat = self.of_chat(chat_id)
        chat.blocked_until = max(chat.blocked_until, until)

    def put_off(self, row: Row, until: float) -> None:
        """Blocks the chat for this kind of row until then, because Telegram has demanded a wait."""
        self.of_chat(row.chat_id).block(row, until)

    def reserve(self, row: Row, now: float) -> None:
        if row.kind in PACED:
            self._reserved.add(row.id)
            self._bot.take(now)

    def take(self, row: Row, now: float) -> None:
        """Counts a call for the limits of its chat and, unless it was reserved, of the bot."""
        if row.id in self._reserved:
            self._reserved.discard(row.id)
        else:
            self._bot.take(now)
        self.of_chat(row.chat_id).take(row, now)
        if len(self._chats) > self._look_again_at:
            self._chats = {chat: pacing for chat, pacing in self._chats.items() if not pacing.is_idle(now)}
            self._look_again_at = max(LEAST_KEPT, 2 * len(self._chats))

    def release(self, row: Row) -> None:
        """Cancels the reservation of a row if no call was made."""
        if row.id in self._reserved:
            self._reserved.discard(row.id)
            self._bot.give_back()
