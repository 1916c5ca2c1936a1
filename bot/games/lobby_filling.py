"""Computer players that fill a lobby up to a number of players, and leave it all at once. Pure."""

from collections.abc import Iterable
from dataclasses import replace

from bot.games.lobby import Lobby, LobbyRefusal
from engine.house_rules import find_ruleset


def fill_to(lobby: Lobby) -> int:
    """Returns the number of players up to which computer players are offered: the official one, or the nearest
    that can play; 0 if as many sit there already."""
    official = find_ruleset(lobby.ruleset).official_size
    size = next((size for size in lobby.sizes if size >= official), lobby.sizes[-1])
    return size if len(lobby.guests) < size else 0


def filled(lobby: Lobby, names: Iterable[str]) -> Lobby | LobbyRefusal:
    """Returns the lobby with a computer player on each seat that is missing; `names` are tried in their order."""
    size = fill_to(lobby)
    if not size:
        return LobbyRefusal.ENOUGH
    after: Lobby | LobbyRefusal = lobby
    free = (name for name in names if name not in {guest.name for guest in lobby.guests})
    while isinstance(after, Lobby) and len(after.guests) < size:
        after = after.add_stand_in(next(free, "Bot"))
    return replace(after, filled_to=size) if isinstance(after, Lobby) else after


def emptied(lobby: Lobby) -> Lobby | LobbyRefusal:
    """Returns the lobby without its computer players."""
    without = lobby.remove_stand_in()
    while isinstance(without, Lobby) and without.stand_ins:
        without = without.remove_stand_in()
    return replace(without, filled_to=0) if isinstance(without, Lobby) else without
