"""Submits what judges decide on the panel, and switches its pages."""

from collections.abc import Sequence

from bot.core.clock import Clock
from bot.games.announcements import panel_row
from bot.games.running_game import RunningGame
from bot.games.submissions import Accepted, Outdated, Repeated, Still, Submissions
from bot.judge.panel_commands import undo_opens_cards_again
from bot.storage import UnitOfWork
from bot.telegram.buttons.callback_data import JudgeTap
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds
from engine.commands import Command, Rejected, Verb
from engine.events import Winner
from engine.points import why_no_bonus
from engine.state import State


class JudgeRulings:
    def __init__(self, row_ids: RowIds, submissions: Submissions, outbox: Outbox, clock: Clock) -> None:
        self._row_ids = row_ids
        self._submissions = submissions
        self._outbox = outbox
        self._clock = clock

    def open_page(self, game: RunningGame, person: int, page: JudgeTap | None = None) -> None:
        """Switches the panel to a page, by default the first. Not stored: a restart brings back the first page."""
        if page is None:
            game.screens.pop(person, None)
        else:
            game.screens[person] = page
        self._outbox.add_unstored([panel_row(game.lobby, self._row_ids.next, person, Kind.EDIT, Rank.PROMPT)])

    async def panel_message(self, game: RunningGame, person: int) -> int:
        """Returns the id of the message that shows the panel; 0 if none was sent."""
        sent = await self._outbox.sent_messages.find(person, f"{game.id}:panel")
        return sent.message_id if sent is not None else 0

    async def submit(
        self,
        game: RunningGame,
        command: Command,
        receipt: str,
        person: int,
        still: Still,
        more: Sequence[Row] = (),
    ) -> str:
        """Submits a ruling; returns the key of the answer's text, empty if it was submitted before."""
        if command.verb is Verb.UNDO and undo_opens_cards_again(game.position):
            return "judge-no-undo"
        before = game.position
        outcome = await self._submissions.submit(game.id, command, receipt, person, still, more)
        self.open_page(game, person)
        match outcome:
            case Accepted():
                return "tap-accepted"
            case Repeated():
                return ""
            case Outdated():
                return "judge-outdated"
            case Rejected() if command.verb is Verb.UNDO:
                return "judge-no-undo"
            case Rejected() if command.verb is Verb.BONUS:
                return why_bonus_refused(before, command)
            case Rejected(reason=reason):
                return f"judge-no-{reason}"
            case _:
                return "tap-old"

    async def propose(self, game: RunningGame, tap: JudgeTap, side_judge: int, receipt: str) -> None:
        """Sends a side judge's proposal to the judge."""
        args = {
            "verb": tap.verb.value if tap.verb else "",
            "seat": tap.seat,
            "code": tap.code,
            "value": tap.value,
            "consent": tap.consent,
            "by": side_judge,
        }
        row = Row(
            self._row_ids.next(), game.lobby.judge, Kind.SEND, "proposal", Rank.PROMPT, game_id=game.id, args=args
        )
        # Stored with its receipt, so that a tap delivered twice by Telegram makes one proposal.
        await self._outbox.post([row], UnitOfWork().add_receipt(key=receipt, at_ms=self._clock.now()))
        self.open_page(game, side_judge)


def why_bonus_refused(state: State, command: Command) -> str:
    """Returns the key of the text that names the limit which a refused bonus would break."""
    seat, value = command.seats[0], command.value or 0
    if state.table.closed:
        return "judge-no-not-allowed"
    if state.table.winner is Winner.DRAW:
        return "bonus-no-draw"
    if seat in state.table.bonuses:
        return "bonus-no-given"
    if not command.consent and why_no_bonus(state, seat, value, consent=True) is None:
        return "bonus-no-consent"
    return "bonus-no-limit"
