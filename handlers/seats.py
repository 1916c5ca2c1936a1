"""Taking a seat: from the lobby's button, by a command, or from the private chat."""

from bot.host import Host
from bot.live import Live
from bot.lobby import Lobby, LobbyRefusal


async def take_seat(host: Host, live: Live, user_id: int, receipt: str) -> str:
    """Seat a person, or the key of why not."""
    group = await host.directory.group(live.lobby.chat_id)
    if user_id in group.kept_away:
        return "lobby-no-kept-away"
    elsewhere = [table for table in await host.service.tables_of(user_id) if table.id != live.id]
    if elsewhere and not group.several_tables:
        return "lobby-no-elsewhere"
    person = await host.directory.person(user_id)
    done = await host.service.change_lobby(live.id, lambda lobby: lobby.sit(user_id, person.name), receipt)
    return answer_key(done, "lobby-seated")


def answer_key(done: Lobby | LobbyRefusal | None, fine: str) -> str:
    match done:
        case None:
            return "tap-old"
        case LobbyRefusal():
            return f"lobby-no-{done}"
        case _:
            return fine
