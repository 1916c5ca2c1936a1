"""Buttons of a lobby that turn its screen, and those that choose what the table plays."""

from aiogram import F, Router
from aiogram.types import CallbackQuery

from bot.games.game_registry import GameRegistry
from bot.games.lobby import Phase
from bot.games.lobby_screens import OF_THE_RULES, LobbyScreen, after_choice, screen_of, turned
from bot.games.lobby_transactions import Lobbies
from bot.games.sitting_down import answer_key
from bot.group_settings.change_refused import ChangeRefused
from bot.group_settings.quick_changes import RULES, quickly_changed
from bot.group_settings.settings_editor import SettingsEditor
from bot.language.role_names import ruleset_name
from bot.language.translator import Translator
from bot.permissions import AdminAction, Permissions
from bot.telegram.buttons.callback_data import LobbyTap, TableChoiceTap
from bot.telegram.replies import Replies
from handlers.group_settings.tapped_group import why_refused
from handlers.lobby.permitted_lobby import lobby_for_tap
from handlers.tap_answers import answer, language_of_tapper, say

router = Router(name="lobby.table_choices")
GEAR = "gear"
TURNS = {f"to-{screen.value or 'main'}": screen for screen in LobbyScreen}
"""The screens by what their buttons carry."""


@router.callback_query(LobbyTap.filter(F.wish.in_({GEAR, *TURNS})))
async def turn_screen(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    receipt: str,
) -> None:
    """Shows another screen of the lobby. ⚙️ opens the quick card for those who may change the rules, for others
    the rest."""
    game = await games.find(callback_data.game)
    if game is None or game.lobby.phase is not Phase.OPEN:
        await answer(query, await say(replies, query, "lobby-no-not-open"))
        return
    lobby, wish = game.lobby, callback_data.wish
    why_not = "lobby-no-tournament" if lobby.tournament else ""
    if not why_not and (wish == GEAR or TURNS[wish] in OF_THE_RULES):
        why_not = await permissions.why_not(
            lobby.chat_id, AdminAction.CHANGE_TABLE, query.from_user.id, lobby.opener
        )
    screen = TURNS.get(wish, LobbyScreen.MORE if why_not else LobbyScreen.CARD)
    if why_not and screen in OF_THE_RULES:
        await answer(query, await say(replies, query, why_not))
        return
    if screen is screen_of(lobby) and await games.refresh(game):
        await answer(query)
        return
    done = await lobbies.change_lobby(game.id, lambda old: turned(old, screen), receipt)
    key = answer_key(done, "")
    await answer(query, await say(replies, query, key) if key else "")


@router.callback_query(TableChoiceTap.filter())
async def choose(
    query: CallbackQuery,
    callback_data: TableChoiceTap,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    words: Translator,
    settings_editor: SettingsEditor,
    receipt: str,
) -> None:
    """Makes a choice of the group, which the open table takes over at once."""
    tap = callback_data
    game = await lobby_for_tap(games, permissions, replies, query, tap.game, AdminAction.CHANGE_TABLE)
    if game is None:
        return
    if game.lobby.tournament:
        await answer(query, await say(replies, query, "lobby-no-tournament"))
        return
    language = await language_of_tapper(replies, query)
    try:
        done = await settings_editor.apply(
            game.lobby.chat_id,
            lambda group: quickly_changed(group, tap.what, tap.value),
            receipt,
            lambda _: [],
            after_choice,
            game.id,
        )
    except ChangeRefused as refused:
        await answer(query, why_refused(replies, words, language, refused), alert=True)
        return
    if tap.what == RULES:
        name = ruleset_name(words, language, done.group.ruleset)
        await answer(query, await say(replies, query, "lobby-rules-chosen", ruleset=name))
        return
    await answer(query, await say(replies, query, "lobby-choice-made"))
