"""The messages of a tournament as outbox rows."""

from bot.telegram.outbox import page_names
from bot.telegram.outbox.rows import Kind, Rank, Row
from bot.tournaments.tournament import Room, Tournament


def overview_row(number: int, tournament: Tournament, kind: Kind, **args: int) -> Row:
    """Returns the row that sends or edits the tournament's message in its own group."""
    return Row(
        number,
        tournament.chat_id,
        kind,
        page_names.TOURNAMENT,
        Rank.NEWS if kind is Kind.SEND else Rank.EDIT,
        thread_id=tournament.thread_id,
        slot=f"cup:{tournament.id}",
        args={"tournament": tournament.id, **args},
    )


def standings_row(number: int, tournament_id: str, room: Room) -> Row:
    args = {"tournament": tournament_id}
    return Row(
        number, room.chat_id, Kind.SEND, page_names.STANDINGS, Rank.NEWS, thread_id=room.thread_id, args=args
    )
