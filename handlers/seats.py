"""Taking a seat: from the lobby's button, by a command, or from the private chat."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from bot.host import Host
from bot.live import Live
from bot.lobby import Lobby, LobbyRefusal

SEATED = "lobby-seated"


class SeatAnswer(NamedTuple):
    """A key of the locales and its arguments."""

    key: str
    args: Mapping[str, Any] = {}


async def take_seat(host: Host, live: Live, user_id: int, receipt: str) -> SeatAnswer:
    """Seat a person, or say why not."""
    group = await host.directory.group(live.lobby.chat_id)
    if user_id in group.kept_away:
        return SeatAnswer("lobby-no-kept-away")
    elsewhere = [table for table in await host.service.tables_of(user_id) if table.id != live.id]
    if elsewhere and not group.several_tables:
        other = await host.directory.group(elsewhere[0].lobby.chat_id)
        return SeatAnswer("lobby-no-elsewhere", {"group": other.title})
    person = await host.directory.person(user_id)
    done = await host.service.change_lobby(live.id, lambda lobby: lobby.sit(user_id, person.name), receipt)
    return SeatAnswer(answer_key(done, SEATED))


def answer_key(done: Lobby | LobbyRefusal | None, fine: str) -> str:
    match done:
        case None:
            return "tap-old"
        case LobbyRefusal():
            return f"lobby-no-{done}"
        case _:
            return fine
