"""/newgame and the button «Новая игра»: opens a lobby."""

from dataclasses import replace

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby_opening import OPENED, TABLE_IS_THERE, LobbyOpening
from bot.games.open_questions import keys_looked_for
from bot.games.step_properties import PUBLIC_STAGES
from bot.games.table_links import link_to_table
from bot.permissions import Permissions
from bot.storage.groups import Groups
from bot.telegram.buttons.callback_data import GroupTap
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import CHECKED, Kind, Rank, Row, RowIds
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP
from handlers.identify import thread_of, writes_as_group
from handlers.lobby.open_lobby import open_lobby
from handlers.tap_answers import answer, reply, say

router = Router(name="lobby.new_game")


@router.message(Command("newgame", "game"), IN_GROUP)
async def new_game(
    message: Message,
    games: GameRegistry,
    lobby_opening: LobbyOpening,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    outbox: Outbox,
    row_ids: RowIds,
    group_rows: GroupRows,
    receipt: str,
) -> None:
    user = message.from_user
    if user is None:
        return
    chat_id, thread_id = message.chat.id, thread_of(message)
    as_group = writes_as_group(message)
    key = await open_lobby(lobby_opening, permissions, chat_id, thread_id, user.id, receipt, as_group=as_group)
    if key == TABLE_IS_THERE:
        game = await games.table_in(chat_id, thread_id)
        group = await groups.get(chat_id)
        url = await link_to_table(outbox.sent_messages, group, game.lobby) if game is not None else ""
        await (reply(replies, message, "table-is-here", url=url) if url else reply(replies, message, key))
        await replies.tell(*await _table_looked_for(games, row_ids, group_rows, chat_id, thread_id))
    elif key != OPENED:
        await reply(replies, message, key)


@router.callback_query(GroupTap.filter(F.wish == "open"))
async def new_game_by_button(
    query: CallbackQuery, lobby_opening: LobbyOpening, permissions: Permissions, replies: Replies, receipt: str
) -> None:
    message = query.message
    if message is None or message.chat.type == "private":
        await answer(query, await say(replies, query, "tap-old"))
        return
    # Telegram gives bots only the chat, not the topic, of a message that is too old.
    thread_id = thread_of(message) if isinstance(message, Message) else 0
    key = await open_lobby(lobby_opening, permissions, message.chat.id, thread_id, query.from_user.id, receipt)
    await answer(query, await say(replies, query, key))


async def _table_looked_for(
    games: GameRegistry, row_ids: RowIds, group_rows: GroupRows, chat_id: int, thread_id: int
) -> list[Row]:
    """Returns rows that send the message of the existing table again if it was deleted, and that of the running
    step, which has the keys."""
    game = await games.table_in(chat_id, thread_id)
    if game is None:
        return []
    shown = "lobby" if game.state is None else "table"
    rows = [replace(group_rows.row(game.lobby, Kind.EDIT, shown, Rank.EDIT, shown), args={CHECKED: True})]
    if game.state is not None and game.table.step in PUBLIC_STAGES:
        rows.append(keys_looked_for(game, row_ids.next))
    return rows
