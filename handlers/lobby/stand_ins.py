"""Buttons of a lobby that add a computer player or remove one."""

from aiogram import F, Router
from aiogram.types import CallbackQuery

from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby, LobbyRefusal
from bot.games.lobby_transactions import Lobbies
from bot.games.sitting_down import answer_key, stand_ins_allowed
from bot.language.translator import Translator
from bot.storage.groups import Groups
from bot.telegram.buttons.callback_data import LobbyTap
from bot.telegram.replies import Replies
from handlers.tap_answers import answer, say

router = Router(name="lobby.stand_ins")
STAND_IN_NAMES = 16


@router.callback_query(LobbyTap.filter(F.wish.in_({"add-bot", "remove-bot"})))
async def stand_ins(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    lobbies: Lobbies,
    replies: Replies,
    groups: Groups,
    words: Translator,
    receipt: str,
) -> None:
    game = await games.find(callback_data.game)
    if game is None or not stand_ins_allowed(game.lobby):
        await answer(query, await say(replies, query, "lobby-no-no-stand-ins"))
        return
    group = await groups.get(game.lobby.chat_id)

    def change(lobby: Lobby) -> Lobby | LobbyRefusal:
        if callback_data.wish == "remove-bot":
            return lobby.remove_stand_in()
        taken = {guest.name for guest in lobby.guests}
        names = (
            words.plain(group.language or "ru", f"stand-in-name-{number}") for number in range(1, STAND_IN_NAMES)
        )
        return lobby.add_stand_in(next((name for name in names if name not in taken), "Bot"))

    done = await lobbies.change_lobby(callback_data.game, change, receipt)
    key = "lobby-bot-added" if callback_data.wish == "add-bot" else "lobby-bot-removed"
    count = len(done.guests) if isinstance(done, Lobby) else 0
    await answer(query, await say(replies, query, answer_key(done, key), count=count))
