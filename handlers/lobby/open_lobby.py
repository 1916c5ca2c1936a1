"""Opens a lobby in a group, for `/newgame` and for «Ещё раз»."""

from bot.games.lobby import Guest
from bot.games.lobby_opening import LobbyOpening
from bot.permissions import AdminAction, Permissions


async def open_lobby(
    lobby_opening: LobbyOpening,
    permissions: Permissions,
    chat_id: int,
    thread_id: int,
    user_id: int,
    receipt: str,
    company: tuple[Guest, ...] = (),
    invited: tuple[Guest, ...] = (),
    *,
    as_group: bool = False,
) -> str:
    """Opens a lobby by `LobbyOpening.open` if this person may; returns the key of the answer."""
    return (
        await lobby_opening.why_not(chat_id, thread_id)
        or await permissions.why_not(chat_id, AdminAction.OPEN_TABLE, user_id, as_group=as_group)
        or await lobby_opening.open(chat_id, thread_id, user_id, receipt, company, invited)
    )
