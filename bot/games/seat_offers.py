"""Seats on offer as messages: the question whether to leave, the offer to the group, and how each of them ended.

How it ended stands in the message itself, which then has no buttons. Also here: the ways back of those for whom a
computer player stands in, and the judge's question about a player who does not answer.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from bot.games.group_rows import GroupRows
from bot.games.lobby import AskedToLeave, Lobby
from bot.games.running_game import RunningGame
from bot.games.submissions import Occasion
from bot.storage import UnitOfWork
from bot.telegram.outbox.rows import KEPT, Args, Kind, Rank, Row, RowIds
from engine import events as ev
from engine.events import Event, StepName
from engine.options import StandIns


class Ended(StrEnum):
    """How an offer ended; the texts are `seat-ended-…` and `way-back-…` in the locales."""

    TAKEN = "taken"
    COMPUTER = "bot"
    """A computer player has the seat."""
    STAYS = "stays"
    BACK = "back"
    """The person for whom a computer player stood in has come back."""
    SOUGHT = "sought"
    """The judge has asked the group for a successor; ends the question to the judge only."""
    OUT = "out"
    OVER = "over"
    STOPPED = "stopped"


def seat_slot(seat: int) -> str:
    """The slot of the message in the group: the question to the holder, then the offer."""
    return f"seat-free:{seat}"


class SeatOfferRows:
    def __init__(self, row_ids: RowIds, group_rows: GroupRows) -> None:
        self._row_ids = row_ids
        self._group_rows = group_rows

    def question(self, before: Lobby, lobby: Lobby, seat: int, group: str) -> list[Row]:
        """Returns the rows that ask the holder whether to leave; a question that stood `before` is deleted."""
        asked, now = before.asked_to_leave(seat), lobby.asked_to_leave(seat)
        assert now is not None, "it is a change that notes the question"
        rows = [self._question(before, asked, Kind.DELETE)] if asked is not None else []
        args = {"group": group} if now.in_private else {"asked": True}
        return [*rows, replace(self._question(lobby, now, Kind.SEND), args=_seat_args(lobby, seat) | args)]

    def offered_again(self, lobby: Lobby, seat: int) -> list[Row]:
        """Returns the rows that send an offer again further down."""
        sent = replace(self._group(lobby, seat, Kind.SEND), args=_seat_args(lobby, seat))
        return [self._group(lobby, seat, Kind.DELETE), sent]

    def offer(self, before: Lobby, seat: int) -> list[Row]:
        """Returns the rows that offer the seat to the group: in the message of the question, if it was asked
        there. `before`: the lobby before that."""
        asked = before.asked_to_leave(seat)
        if asked is not None and not asked.in_private:
            row = self._question(before, asked, Kind.EDIT)
            return [replace(row, args=_seat_args(before, seat) | {KEPT: {"asked": False}})]
        rows = [replace(self._group(before, seat, Kind.SEND), args=_seat_args(before, seat))]
        if asked is not None:
            rows.append(replace(self._question(before, asked, Kind.EDIT), args={KEPT: {"answered": True}}))
        return rows

    def ended(self, before: Lobby, seat: int, how: Ended, by: str = "") -> list[Row]:
        """Returns the last edits of all messages about a seat, as it was before this end."""
        args = {"seat": seat, "name": before.names[seat - 1], "ended": how.value, "by": by}
        asked, rows = before.asked_to_leave(seat), list[Row]()
        if before.is_offered(seat) or (asked is not None and not asked.in_private):
            rows.append(self._group(before, seat, Kind.CLOSE))
        if asked is not None and asked.in_private:
            rows.append(self._private(before, seat, Kind.CLOSE, "give-up-seat", asked.person))
        if absent := before.stood_in_for(seat):
            rows.append(self._private(before, seat, Kind.CLOSE, "come-back", absent))
        return [replace(row, args=args) for row in (*rows, *self._judges_question(before, seat))]

    def all_ended(self, lobby: Lobby, seats: Sequence[int], how: Ended) -> list[Row]:
        return [row for seat in seats for row in self.ended(lobby, seat, how)]

    def way_back(self, lobby: Lobby, seat: int, person: int, *, wanted: bool) -> Row:
        """Returns the row by which a person for whom a computer player stands in can come back. `wanted`: they
        have asked for it."""
        row = self._private(lobby, seat, Kind.SEND, "come-back", person)
        return replace(row, args={"game": lobby.id, "seat": seat, "wanted": wanted})

    def judges_question(self, lobby: Lobby, seat: int, code: str) -> Row:
        row = self._private(lobby, seat, Kind.SEND, "absent-ask", lobby.judge)
        own = {"name": f"№ {seat} {lobby.names[seat - 1]}", "code": code}
        return replace(row, args=_seat_args(lobby, seat) | own)

    def judge_sought(self, lobby: Lobby, seat: int) -> list[Row]:
        """Returns the last edit of the question to the judge, who has asked the group for a successor."""
        args = {"seat": seat, "name": lobby.names[seat - 1], "ended": Ended.SOUGHT.value}
        return [replace(row, args=args) for row in self._judges_question(lobby, seat)]

    def _judges_question(self, lobby: Lobby, seat: int) -> list[Row]:
        # An edit, because nothing is stored about whether the judge was asked: without a message it does nothing.
        return [self._private(lobby, seat, Kind.EDIT, "absent-ask", lobby.judge)] if lobby.judge else []

    def _question(self, lobby: Lobby, asked: AskedToLeave, kind: Kind) -> Row:
        if asked.in_private:
            return self._private(lobby, asked.seat, kind, "give-up-seat", asked.person)
        return self._group(lobby, asked.seat, kind)

    def _group(self, lobby: Lobby, seat: int, kind: Kind) -> Row:
        return self._group_rows.row(lobby, kind, "seat-free", Rank.ANSWER, seat_slot(seat))

    def _private(self, lobby: Lobby, seat: int, kind: Kind, page: str, person: int) -> Row:
        return Row(self._row_ids.next(), person, kind, page, Rank.NEWS, slot=f"{lobby.id}:{page}:{seat}")


def _seat_args(lobby: Lobby, seat: int) -> Args:
    return {"game": lobby.id, "seat": seat, "name": lobby.names[seat - 1], "stand_in": has_stand_ins(lobby)}


def has_stand_ins(lobby: Lobby) -> bool:
    return lobby.rules.options.stand_ins is not StandIns.OFF


class SeatOffersEnd:
    """Ends the messages about the seats that leave, and about all when the game is over."""

    occasion = Occasion(frozenset({ev.Left, ev.GameEnded}))

    def __init__(self, rows: SeatOfferRows) -> None:
        self._rows = rows

    async def join(self, changed: RunningGame, happened: Sequence[Event], work: UnitOfWork) -> list[Row]:  # noqa: ARG002
        lobby, over = changed.lobby, changed.table.step is StepName.OVER
        gone = [seat for event in happened if isinstance(event, ev.Left) for seat in event.seats]
        seats = sorted({*gone, *changed.table.alive}) if over else sorted(gone)
        changed.lobby = lobby.without_offers(seats)
        return self._rows.all_ended(lobby, seats, Ended.OVER if over else Ended.OUT)
