"""What the message of a lobby shows under the list: the main buttons, or one of the screens behind ⚙️. Pure."""

from dataclasses import replace
from enum import StrEnum

from bot.core.phase import Phase
from bot.games.lobby import Lobby, LobbyRefusal


class LobbyScreen(StrEnum):
    """Stored with lobbies and sent with buttons: values never change."""

    MAIN = ""
    EVENING = "evening"
    """What kind of evening is it? Asked before the first table of a group."""
    DOCUMENTS = "documents"
    """Which of the sport documents?"""
    MORE = "more"
    CARD = "card"
    """The quick card, for those who may change the rules."""
    CARD_DOCUMENTS = "which"


WAY_BACK = {
    LobbyScreen.DOCUMENTS: LobbyScreen.EVENING,
    LobbyScreen.MORE: LobbyScreen.MAIN,
    LobbyScreen.CARD: LobbyScreen.MAIN,
    LobbyScreen.CARD_DOCUMENTS: LobbyScreen.CARD,
}
ASKING = frozenset({LobbyScreen.EVENING, LobbyScreen.DOCUMENTS})
OF_THE_RULES = ASKING | {LobbyScreen.CARD, LobbyScreen.CARD_DOCUMENTS}
"""Screens that change the rules."""


def screen_of(lobby: Lobby) -> LobbyScreen:
    """Returns the lobby's screen; the main one if a newer release has stored another."""
    return LobbyScreen(lobby.screen) if lobby.screen in {*LobbyScreen} else LobbyScreen.MAIN


def turned(lobby: Lobby, screen: LobbyScreen) -> Lobby | LobbyRefusal:
    """Returns the lobby with another screen."""
    if lobby.phase is not Phase.OPEN:
        return LobbyRefusal.NOT_OPEN
    return replace(lobby, screen=screen.value)


def after_choice(lobby: Lobby) -> Lobby:
    """Returns the lobby after a choice of rules: the question is answered, the card stays open."""
    screen = screen_of(lobby)
    if screen in ASKING:
        return replace(lobby, screen=LobbyScreen.MAIN.value)
    return replace(lobby, screen=LobbyScreen.CARD.value) if screen is LobbyScreen.CARD_DOCUMENTS else lobby
