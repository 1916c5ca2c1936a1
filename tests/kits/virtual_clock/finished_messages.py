"""What messages of finished steps still show: keys that are refused, clocks that count to nothing.

A step's messages have to be finished when the messages of the next step are out, and the outbox is empty or ten
seconds have passed. Two clocks must never run in one chat, not even for a moment.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from engine import events as ev
from tests.kits.virtual_clock.chats import Look, Shown
from tests.kits.virtual_clock.evenings import GROUP, Evening
from tests.kits.virtual_clock.journal_facts import compare, public_facts
from tests.kits.virtual_clock.public_protocol import TITLE, Fact, read_protocol
from tests.kits.virtual_clock.wordings import WORDINGS

STEP_KEY = re.compile(r"^[mp]:(?P<game>[^:]+):(?P<step>\d+):(?P<verb>[^:]*)")
"""Callback data of a move, and of a choice that grows: both are refused when their step is over."""
BY_THE_JUDGE = frozenset({"foul", "pardon", "undone"})
NEWS_COME_WITHIN_MS = 60_000
"""How much later than the step's own messages the news of the judge's decisions may come, at speed 1: the limit of
a group is one of a minute."""
ROUNDING_MS = 1_500
"""Clocks count whole seconds, and a step ends a moment after its time."""


class Finding(NamedTuple):
    """A message that shows what it should not."""

    chat: str
    text: str
    what: str

    def __str__(self) -> str:
        return f"{self.chat}: «{self.text}» {self.what}"


class Steps:
    """When the steps of an evening began and ended, as the host ran them."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self.began: dict[int, int] = {}
        for moment in evening.moments:
            self.began.setdefault(moment.step, moment.at)
        numbers = sorted(self.began)
        self._ended: dict[int, int] = {
            number: self.began[following] for number, following in pairwise(numbers) if following > number
        }
        self.last = numbers[-1]

    def ended(self, number: int) -> int | None:
        """Returns when a step ended; steps that were over in the same moment as they began end with the next."""
        if number < self.last:
            return min(at for step, at in self.began.items() if step > number)
        return self._evening.stopped_at

    def deadlines(self) -> Iterator[tuple[int, int]]:
        """Yields by when the messages of each finished step have to be finished, and when the step ended."""
        ends = [*self._ended.values(), *([self._evening.stopped_at] if self._evening.stopped_at else [])]
        for end in ends:
            deadline = self._evening.settled_after(end)
            if deadline is not None:
                yield deadline, end

    def running_since(self, moment: int) -> int:
        """Returns when the step began that runs at a moment; after the end of the game, when that came."""
        stopped = self._evening.stopped_at
        if stopped is not None and stopped <= moment:
            return stopped
        return max((at for at in self.began.values() if at <= moment), default=0)

    def runs_at(self, moment: int) -> bool:
        """Whether some step runs at a moment."""
        stopped = self._evening.stopped_at
        if stopped is not None:
            return moment < stopped
        return moment < self.began[self.last]


def stale_keys(evening: Evening) -> list[Finding]:
    """Returns the messages with a key for a step that is over."""
    steps, found = Steps(evening), []
    pressed = _pressed_cards(evening)
    for message in evening.telegram.shown.values():
        for look, _, until in message.spans():
            for key in look.keys:
                tap = STEP_KEY.match(key.data)
                if tap is None or tap["game"] != evening.live.id:
                    continue
                over = steps.ended(int(tap["step"]))
                if tap["verb"] == "seen":
                    over = min(filter(None, (over, pressed.get(message.chat))), default=None)
                deadline = None if over is None else evening.settled_after(over)
                if deadline is not None and (until is None or until > deadline):
                    found.append(_finding(message, look, f"has the key «{key.label}»"))
                    break
    return _once(found)


def _pressed_cards(evening: Evening) -> dict[int, int]:
    """Returns when each person has pressed the key of their card."""
    return {
        evening.person_on(event.seat): at
        for at, event in evening.journal()
        if isinstance(event, ev.CardSeen) and evening.person_on(event.seat)
    }


def finished_clocks(evening: Evening) -> list[Finding]:
    """Returns the messages that show the clock of a step that is over. The pinned table is not among them."""
    steps, found = Steps(evening), []
    for deadline, end in steps.deadlines():
        # Whether the game was over when this step was: its own last step has a later deadline.
        began, runs = steps.running_since(deadline), steps.runs_at(end)
        for message in evening.telegram.shown.values():
            look = _look_at(message, deadline)
            if look is None or _is_table(message):
                continue
            past = any(until < deadline - ROUNDING_MS for until in look.ends)
            in_words = _counts_in_words(evening, look) and (look.at < began or not runs)
            if past or in_words or (look.ends and not runs):
                found.append(_finding(message, look, "shows a clock"))
    return _once(found)


def two_clocks(evening: Evening) -> list[Finding]:
    """Returns the messages whose clock ran while that of an earlier message in the same chat ran still. The pinned
    table is not among them."""
    found = []
    for chat in evening.telegram.chats():
        running = sorted(
            (
                (since, until, message, look)
                for message in evening.telegram.of(chat)
                if not _is_table(message)
                for since, until, look in _running(evening, message)
            ),
            key=lambda each: each[0],
        )
        for place, (_, until, message, _) in enumerate(running):
            for later, end, other, look in running[place + 1 :]:
                if later >= until:
                    break
                if other is not message and end > later:
                    why = f"counts while another clock still does, for {(min(until, end) - later) / 1000:.1f} s"
                    found.append(_finding(other, look, why))
    return _once(found)


def _running(evening: Evening, message: Shown) -> Iterator[tuple[float, float, Look]]:
    """Yields from when to when the clock of a message ran."""
    for look, since, until in message.spans():
        end = float("inf") if until is None else until
        if _counts_in_words(evening, look):
            yield since, end, look
        elif look.ends:
            yield since, min(end, max(look.ends)), look


def facts_told_late(evening: Evening) -> list[str]:
    """Returns the public facts that the group did not tell yet when the messages of the step in which they
    happened had to be finished. What the judge decides is news that no clock waits for: it has longer."""
    steps, journal, language = Steps(evening), evening.journal(), evening.plan.language
    found = []
    for deadline, end in steps.deadlines():
        facts = public_facts([event for at, event in journal if at <= end])
        soon = _read(evening, deadline, language)
        later = _read(evening, deadline + NEWS_COME_WITHIN_MS // evening.plan.speed, language)
        missing = compare(facts, soon).missing
        late = [fact for fact in missing if fact.what not in BY_THE_JUDGE] + [
            fact for fact in compare(facts, later).missing if fact.what in BY_THE_JUDGE
        ]
        found += [f"{fact}, {(deadline - end) / 1000:.1f} s after the step" for fact in late]
    return found


def _read(evening: Evening, moment: int, language: str) -> list[Fact]:
    """Returns what the group told at a moment."""
    looks = [_look_at(message, moment) for message in evening.telegram.of(GROUP)]
    return read_protocol([look.text for look in looks if look is not None], language)


def other_ends_in_the_table(evening: Evening) -> list[Finding]:
    """Returns the looks of the pinned table that count to another end than the message of the running step, or to
    an end that is past."""
    steps, found = Steps(evening), []
    for deadline, _ in steps.deadlines():
        for message in evening.telegram.shown.values():
            look = _look_at(message, deadline)
            if look is None or not _is_table(message) or not look.ends:
                continue
            ends = {
                end
                for other in evening.telegram.of(message.chat)
                if not _is_table(other) and (seen := _look_at(other, deadline)) is not None
                for end in seen.ends
                if end >= deadline - ROUNDING_MS
            }
            if look.ends[0] < deadline - ROUNDING_MS or (ends and look.ends[0] not in ends):
                away = (look.ends[0] - min(ends, default=deadline)) / 1000
                found.append(Finding("the group", look.text.splitlines()[1], f"is {away:.0f} s away"))
    return found


def _counts_in_words(evening: Evening, look: Look) -> bool:
    wording = WORDINGS[evening.plan.language]
    return any(
        wording[what].search(line) is not None
        for what in ("ten seconds", "vote soon")
        for line in look.text.splitlines()
    )


def _look_at(message: Shown, moment: int) -> Look | None:
    """Returns how a message looked at a moment, after all that happened in it."""
    if message.deleted_at is not None and message.deleted_at <= moment:
        return None
    return next((look for look in reversed(message.looks) if look.at <= moment), None)


def _is_table(message: Shown) -> bool:
    return message.now.text.startswith(TITLE)


def _finding(message: Shown, look: Look, what: str) -> Finding:
    where = "the group" if message.chat < 0 else f"the chat of {message.chat}"
    said = next((line for line in look.text.splitlines() if line), "")
    return Finding(where, f"{message.id}: {said}", what)


def _once(found: list[Finding]) -> list[Finding]:
    """Keeps one finding of each message."""
    return list({(finding.chat, finding.text.split(":")[0]): finding for finding in reversed(found)}.values())[
        ::-1
    ]
