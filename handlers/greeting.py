"""Makes the row with the greeting in a group."""

from collections.abc import Collection

from bot.telegram.outbox.rows import KEPT, Kind, Rank, Row, RowIds


def greeting_row(
    row_ids: RowIds, chat_id: int, rights: Collection[str], kind: Kind = Kind.SEND, thread_id: int = 0
) -> Row:
    """Returns the row that greets a group in which the bot has these rights, or edits the greeting after a change
    of them."""
    shown = {"rights": [*rights]}
    args = {KEPT: shown} if kind is Kind.EDIT else shown
    return Row(
        row_ids.next(), chat_id, kind, "greeting", Rank.NEWS, thread_id=thread_id, slot="greeting", args=args
    )
