"""/solo and its buttons: one person against computer players, in their private chat."""

from dataclasses import replace

from aiogram import F, Router
from aiogram.filters import Command, CommandStart
from aiogram.types import CallbackQuery, Message

from bot.games.announcements import group_row, stage_slot
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby, Phase
from bot.games.lobby_transactions import Lobbies
from bot.games.running_game import RunningGame
from bot.games.solo_games import SoloGames
from bot.storage.people import People
from bot.telegram.buttons.callback_data import SoloGameTap, SoloHintsTap, SoloTap
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds
from bot.telegram.replies import Replies
from handlers.filters import PRIVATE
from handlers.tap_answers import answer, patiently, say

router = Router(name="solo_game")


@router.message(Command("solo"), PRIVATE)
@router.message(CommandStart(deep_link=True, magic=F.args == "solo"), PRIVATE)
async def solo(message: Message, solo_games: SoloGames, replies: Replies) -> None:
    await replies.tell(await _choice(solo_games, replies, message.chat.id))


@router.callback_query(SoloTap.filter())
async def solo_by_button(query: CallbackQuery, solo_games: SoloGames, replies: Replies) -> None:
    if not _in_private(query):
        await answer(query, await say(replies, query, "tap-old"))
        return
    await replies.tell(await _choice(solo_games, replies, query.from_user.id))
    await answer(query)


@router.callback_query(SoloGameTap.filter())
async def begin(
    query: CallbackQuery, callback_data: SoloGameTap, solo_games: SoloGames, replies: Replies, receipt: str
) -> None:
    if not _in_private(query):
        await answer(query, await say(replies, query, "tap-old"))
        return

    async def begun() -> str:
        done = await solo_games.begin(query.from_user.id, callback_data.ruleset, callback_data.size, receipt)
        return await say(replies, query, done.key, **done.args)

    await patiently(replies, query, begun())


@router.callback_query(SoloHintsTap.filter())
async def hints(
    query: CallbackQuery,
    callback_data: SoloHintsTap,
    games: GameRegistry,
    lobbies: Lobbies,
    people: People,
    row_ids: RowIds,
    replies: Replies,
    receipt: str,
) -> None:
    """Switches the hints, in this game and those to come."""
    game = await games.find(callback_data.game)
    if game is None or game.lobby.chat_id != query.from_user.id or game.lobby.phase is not Phase.PLAYING:
        await answer(query, await say(replies, query, "tap-old"))
        return
    on = bool(callback_data.on)
    await people.change(query.from_user.id, hints=on)
    await lobbies.change_lobby(
        game.id, lambda lobby: replace(lobby, hints=on), receipt, lambda lobby: _shown_anew(game, lobby, row_ids)
    )
    await answer(query, await say(replies, query, "hints-on" if on else "hints-off"))


async def _choice(solo_games: SoloGames, replies: Replies, user_id: int) -> Row:
    """Returns the message in which a person chooses the rules, or the reason why they cannot play now."""
    why_not = await solo_games.why_not(user_id)
    return replies.note(user_id, "solo") if why_not is None else replies.text(user_id, why_not.key, **why_not.args)


def _in_private(query: CallbackQuery) -> bool:
    return query.message is not None and query.message.chat.id == query.from_user.id


def _shown_anew(game: RunningGame, lobby: Lobby, row_ids: RowIds) -> list[Row]:
    """Returns edits of the two messages that show the hints or their switch."""
    changed = replace(game, lobby=lobby)
    return [
        group_row(changed, row_ids.next, Kind.EDIT, page, Rank.RESULT, slot=slot)
        for page, slot in (("table", "table"), ("stage", stage_slot(game.table)))
    ]
