"""Carries out a speaker's phrases and answers them.

Nominations and their withdrawal count in the own minute (S0 4.4.2-4.4.4, S1, S3 4.3.6-4.3.9, S4 3.3.7-3.3.8) and
in the free talk, in which S2 has the players name candidates; the end of the word counts in every word (S0 4.3.5,
S3 4.3.5, S4 3.3.9). A claim forfeits the best move, and giving up is asked once more (S1). All commands of one
message are submitted together; its refusals are one short answer. Who almost says a move is told once how to say
it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from bot.core.clock import Clock
from bot.core.recent_requests import RecentRequests
from bot.games.announcements import reply_row
from bot.games.news_lines import NOTHING, Reply, line, seats
from bot.games.running_game import RunningGame
from bot.games.submissions import Submissions
from bot.phrases.reader import Heard, PhraseReader, phrase_reader_for
from bot.telegram.outbox.rows import RowIds
from bot.telegram.replies import Replies
from engine.api import perform
from engine.commands import JUDGE, Command, Reason, Rejected, Verb
from engine.events import StepName
from engine.game import Game
from engine.legal_moves import verify
from engine.steps.last_word_and_best_move import claim_costs
from engine.steps.speech import order_of_nominations
from engine.table import Table

TALKS = (StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD)
NOMINATIONS = (StepName.SPEECH, StepName.DISCUSSION)
"""Steps in which somebody may be nominated."""
TOLD_ONCE_MS = 24 * 3_600_000
SUPPORTED = frozenset({"phystech"})
"""Rule sets whose judge answers a nomination that stands already with «поддержано» (S4 3.3.7)."""
ABOUT_A_SEAT = frozenset({Reason.ALREADY_NOMINATED, Reason.BAD_TARGET})
"""Reasons that concern one seat only: another nomination may still be accepted."""
TABLES = 200
"""How many phrase readers are cached, one per rule set and names of a table."""
NOTHING_HEARD = Heard()


@lru_cache(TABLES)
def _listener(ruleset: str, names: tuple[str, ...]) -> PhraseReader:
    return phrase_reader_for(ruleset, range(1, len(names) + 1), dict(enumerate(names, start=1)))


def heard_at(game: RunningGame, text: str) -> Heard:
    """Returns what the text says by the rules of this table and with the names shown there."""
    return _listener(game.table.rules.ruleset.id, game.lobby.names).hear(text)


def is_heard(table: Table, seat: int) -> bool:
    """Returns whether what this seat says may be a move: the speaker's words, in a free talk everybody's. In a
    pause all may talk, and nothing they say is a move."""
    if table.paused or table.time_out_by:
        return False
    if table.step is StepName.DISCUSSION:
        return seat in table.alive
    return table.step in TALKS and seat == table.speaker


async def speaker_says(
    row_ids: RowIds,
    submissions: Submissions,
    replies: Replies,
    recent_requests: RecentRequests,
    clock: Clock,
    game: RunningGame,
    seat: int,
    text: str,
    receipt: str,
    author: int,
) -> None:
    if not is_heard(game.table, seat):
        return
    said = heard_at(game, text)
    if said == NOTHING_HEARD:
        return
    turn = Turn(game, seat, said)
    turn.take()
    reply = turn.reply()
    for key in turn.hints():
        which = (key, game.id, game.table.number, seat)
        if not recent_requests.has(which, clock.now(), TOLD_ONCE_MS):
            recent_requests.note(which, clock.now())
            reply = reply._replace(lines=(*reply.lines, line(key)))
    for key, _ in reply.lines:
        replies.count_refusal(key)
    answer = [] if reply == NOTHING else [reply_row(game, row_ids.next, reply)]
    if turn.accepted:
        first, *then = turn.accepted
        # The end of the speech or a lost right is announced in a separate message, which contains the answer.
        news = any(command.verb in (Verb.PASS, Verb.CLAIM) for command in turn.accepted)
        await submissions.submit(
            game.id,
            first,
            receipt,
            author,
            then=then,
            more=() if news else answer,
            reply=reply if news else NOTHING,
        )
        return
    if turn.refused:
        outcome = await submissions.submit(game.id, turn.refused[0], receipt, author)
        if not isinstance(outcome, Rejected):
            return  # it has had its effect before, or another process has changed the game meanwhile
    await replies.tell(*answer)


@dataclass
class Turn:
    """One message of a speaker, whose commands are tried one by one on a copy of the game."""

    game: RunningGame
    seat: int
    said: Heard
    accepted: list[Command] = field(default_factory=list)
    refused: list[Command] = field(default_factory=list)
    _why: dict[str, list[int]] = field(default_factory=dict)
    """Refusals: the seats concerned, by the key of the answer."""

    def __post_init__(self) -> None:
        self._trial = Game(self.game.position.copy())
        self._step = self._table.number
        if self._table.silent:  # may nominate, and has no word (S0 6.4, S3 5.4, S1)
            self.said = replace(self.said, claim=False, surrender=False)
        if self._table.step is StepName.DISCUSSION:  # nobody's minute ends, and thanks are meant for somebody
            self.said = replace(self.said, passed=self.said.says_pass, almost_passes=False)

    @property
    def _table(self) -> Table:
        return self._trial.table

    def take(self) -> None:
        """Tries the commands in the order in which they were said, the end of the speech last."""
        said = self.said
        self._nominate(said.taken_back)
        if said.withdraw:
            self._withdraw(said.withdrawn)
        self._nominate(said.kept)
        if said.claim and claim_costs(self._table, self.seat):
            self._try(Command(JUDGE, Verb.CLAIM, (self.seat,), step=self._step))
        if said.passed and not self._gives_up:
            self._try(self._own(Verb.READY if self._table.step is StepName.DISCUSSION else Verb.PASS))

    def reply(self) -> Reply:
        lines = (line(key, seats=seats(of)) if of else line(key) for key, of in self._why.items())
        return Reply(tuple(lines), self.seat if self._gives_up else 0)

    def hints(self) -> Iterator[str]:
        """Yields the keys of texts that say how to make the moves that were almost made."""
        nominates = any(by == self.seat for by, _ in self._table.nominations)
        if self.said.almost_nominates and self._table.step in NOMINATIONS and not nominates:
            yield "nomination-almost"
        if self.said.almost_passes:
            yield "pass-almost"

    @property
    def _gives_up(self) -> bool:
        """Does the speaker say that they surrender, and may they? Independent of their card."""
        view = self.game.position.views[self.seat]
        return self.said.surrender and not isinstance(verify(view, self._own(Verb.SURRENDER)), Reason)

    def _own(self, verb: Verb, *named: int) -> Command:
        return Command(self.seat, verb, named, step=self._step)

    def _try(self, command: Command) -> Reason | None:
        rejected = perform(self._trial, command)
        (self.accepted if rejected is None else self.refused).append(command)
        return None if rejected is None else rejected.reason

    def _nominate(self, named: Sequence[int]) -> None:
        """Tries the nominations one after another, until one is accepted or no other can be."""
        refused: dict[str, list[int]] = {}
        for target in order_of_nominations(self._table.rules.options, tuple(named)):
            reason = self._try(self._own(Verb.NOMINATE, target))
            if reason is None:
                refused = {key: of for key, of in refused.items() if key == "nomination-supported"}
                break
            refused.setdefault(self._why_not_nominated(target, reason), []).append(target)
            if reason not in ABOUT_A_SEAT:
                break
        for key, of in refused.items():
            self._why.setdefault(key, []).extend(of)

    def _why_not_nominated(self, target: int, reason: Reason) -> str:
        table = self._table
        match reason:
            case Reason.ALREADY_NOMINATED:
                supports = table.rules.ruleset.id.partition("+")[0] in SUPPORTED
                return "nomination-supported" if supports else "nomination-stands"
            case Reason.ALREADY_DONE:
                return "nomination-second"
            case Reason.BAD_TARGET if target not in table.alive:
                return "nomination-out"
            case Reason.BAD_TARGET:
                return "nomination-voted-on" if target in table.voted_on else "nomination-alibi"
            case _:
                return "nomination-not-now"

    def _withdraw(self, named: int) -> None:
        table = self._table
        own = next((target for by, target in table.nominations if by == self.seat), 0)
        if named and own and named != own and table.rules.options.withdraw:
            self._why.setdefault("withdrawal-not-own", []).append(named)
            return
        reason = self._try(self._own(Verb.WITHDRAW))
        if reason is None:
            self._why.clear()  # refusals of what was said before the withdrawal do not matter any more
            return
        if not table.rules.options.withdraw:
            key = "withdrawal-forbidden"
        else:
            key = "withdrawal-nothing" if reason is Reason.BAD_TARGET else "withdrawal-not-now"
        self._why.setdefault(key, [])
