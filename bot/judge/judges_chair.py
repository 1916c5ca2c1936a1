"""The judge's chair of a table: who may take, offer and leave it, and who may be named judge or side judge.

Pure functions: each returns a changed lobby, or why not.
"""

from dataclasses import replace

from bot.games.lobby import Lobby, LobbyRefusal, Phase


def take_chair(lobby: Lobby, user_id: int, name: str, now: int) -> Lobby | LobbyRefusal:
    if lobby.phase not in (Phase.OPEN, Phase.PLAYING):
        return LobbyRefusal.NOT_OPEN
    if lobby.has(user_id) or lobby.seat_of(user_id):
        return LobbyRefusal.PLAYS
    sides = tuple(pair for pair in lobby.side_judges if pair[0] != user_id)
    taken = replace(lobby, chair=(*lobby.chair, (now, user_id, name)), side_judges=sides, chair_offered=0)
    return taken.with_witnesses()


def name_judge(lobby: Lobby, namer: int, user_id: int, name: str, now: int) -> Lobby | LobbyRefusal:
    """Makes a person the judge on the order of the admin `namer`; 0 if the admin is anonymous."""
    if lobby.phase is Phase.PLAYING and not namer:
        return LobbyRefusal.NAMER_HIDDEN
    if lobby.phase is Phase.PLAYING and (lobby.has(namer) or lobby.seat_of(namer)):
        return LobbyRefusal.NAMER_PLAYS
    return LobbyRefusal.CHAIR_TAKEN if lobby.judge == user_id else take_chair(lobby, user_id, name, now)


def leave_chair(lobby: Lobby, now: int) -> Lobby | LobbyRefusal:
    """Removes the judge, and with them the side judges they have named: the bot judges alone."""
    if not lobby.judge:
        return LobbyRefusal.NO_JUDGE
    return replace(lobby, chair=(*lobby.chair, (now, 0, "")), side_judges=(), chair_offered=0)


def offer_chair(lobby: Lobby, user_id: int) -> Lobby | LobbyRefusal:
    if lobby.has(user_id) or lobby.seat_of(user_id):
        return LobbyRefusal.PLAYS
    return replace(lobby, chair_offered=user_id)


def name_side_judge(lobby: Lobby, user_id: int, name: str) -> Lobby | LobbyRefusal:
    """Makes a person a side judge; a person who is one already stops being one."""
    if user_id in dict(lobby.side_judges):
        return replace(lobby, side_judges=tuple(pair for pair in lobby.side_judges if pair[0] != user_id))
    if lobby.has(user_id) or lobby.seat_of(user_id):
        return LobbyRefusal.PLAYS
    if user_id == lobby.judge:
        return LobbyRefusal.CHAIR_TAKEN
    return replace(lobby, side_judges=(*lobby.side_judges, (user_id, name))).with_witnesses()
