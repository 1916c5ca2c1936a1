"""Who may write in the group at each moment of a game, and whether the bot can mute others. Pure functions."""

from bot.games.lobby import Lobby
from bot.storage.groups import Group
from engine.events import StepName
from engine.options import Offences
from engine.table import Table

SPEAKING = (StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD)


def may_write(table: Table) -> frozenset[int]:
    """Returns the seats that may write in the group now; players who are out stay silent until the end, because
    they may know cards."""
    everybody = frozenset(range(1, table.size + 1))
    if table.step in (StepName.OVER, StepName.DEAL):
        return everybody
    if table.paused or nobody_is_silenced(table):
        return everybody & {*table.alive, *table.words, table.speaker}
    if table.time_out_by:
        return frozenset()
    if table.step in SPEAKING:
        return frozenset() if table.silent else frozenset({table.speaker})
    if table.step is StepName.DISCUSSION:
        return frozenset(table.alive)
    return frozenset()


def nobody_is_silenced(table: Table) -> bool:
    """Does this table leave it to the players when they talk?"""
    return table.rules.ruleset.among_friends and table.rules.options.offences is Offences.OFF


def nominates_only(table: Table, seat: int) -> bool:
    """Is it the turn of a seat that has lost its speech, and may only nominate?"""
    return table.silent and table.speaker == seat and not (table.paused or table.time_out_by)


def to_be_free(table: Table, *, chat_is_closed: bool) -> frozenset[int]:
    """Returns the seats that are not to be muted individually.

    Players who have seen their card are muted during the deal, so that the first night does not begin with ten
    calls at once. Where the whole chat is closed at night and all may write by day, no living player is muted.
    """
    free = may_write(table)
    if table.step is StepName.DEAL and not table.paused and not nobody_is_silenced(table):
        return free - frozenset(table.seen)
    if chat_is_closed and StepName.SPEECH not in table.rules.steps:
        return free | frozenset(table.alive)
    return free


def speaks(group: Group, lobby: Lobby) -> bool:
    """Is this game played in a voice chat, where nobody has to be muted?"""
    return group.voice if lobby.voice is None else lobby.voice


def can_mute(group: Group, *, voice: bool) -> bool:
    return group.is_supergroup and "can_restrict_members" in group.rights and not voice
