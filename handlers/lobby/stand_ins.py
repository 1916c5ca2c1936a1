"""Buttons of a lobby that fill it with computer players or send them away, all at once or one by one."""

from aiogram import F, Router
from aiogram.types import CallbackQuery

from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby, LobbyRefusal
from bot.games.lobby_filling import emptied, filled
from bot.games.lobby_transactions import Lobbies
from bot.games.sitting_down import answer_key, stand_ins_allowed
from bot.language.translator import Translator
from bot.permissions import AdminAction, Permissions
from bot.storage.groups import Groups
from bot.telegram.buttons.callback_data import LobbyTap
from bot.telegram.replies import Replies
from handlers.lobby.permitted_lobby import lobby_for_tap
from handlers.tap_answers import answer, say

router = Router(name="lobby.stand_ins")
STAND_IN_NAMES = 16


ANSWERS = {
    "fill": "lobby-filled",
    "empty": "lobby-emptied",
    "add-bot": "lobby-bot-added",
    "remove-bot": "lobby-bot-removed",
}


@router.callback_query(LobbyTap.filter(F.wish.in_(ANSWERS)))
async def stand_ins(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    words: Translator,
    receipt: str,
) -> None:
    wish = callback_data.wish
    game = await lobby_for_tap(games, permissions, replies, query, callback_data.game, AdminAction.ADD_STAND_INS)
    if game is None:
        return
    if not stand_ins_allowed(game.lobby):
        await answer(query, await say(replies, query, "lobby-no-no-stand-ins"))
        return
    group = await groups.get(game.lobby.chat_id)
    names = [words.plain(group.language or "ru", f"stand-in-name-{number}") for number in range(1, STAND_IN_NAMES)]

    def change(lobby: Lobby) -> Lobby | LobbyRefusal:
        match wish:
            case "fill":
                return filled(lobby, names)
            case "empty":
                return emptied(lobby)
            case "remove-bot":
                return lobby.remove_stand_in()
            case _:
                taken = {guest.name for guest in lobby.guests}
                return lobby.add_stand_in(next((name for name in names if name not in taken), "Bot"))

    done = await lobbies.change_lobby(callback_data.game, change, receipt)
    count = len(done.guests) if isinstance(done, Lobby) else 0
    await answer(query, await say(replies, query, answer_key(done, ANSWERS[wish]), count=count))
