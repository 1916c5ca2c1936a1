"""/leave and the button «Встать»: frees a seat in a lobby; in a running game asks whether to give the seat up."""

from collections.abc import Callable

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.leave_question import LeaveQuestion
from bot.games.lobby_transactions import Lobbies
from bot.games.running_game import RunningGame
from bot.games.seat_handover import holds_a_seat
from bot.games.sitting_down import answer_key
from bot.telegram.buttons.callback_data import LobbyTap
from bot.telegram.outbox.rows import Row
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP, PRIVATE
from handlers.identify import thread_of
from handlers.tap_answers import answers, patiently, reply, say

router = Router(name="lobby.leave")
STOOD_UP = frozenset({"lobby-stood-up", ""})
"""Outcomes without a separate answer: the message of the lobby shows them, or a question follows."""


@router.callback_query(LobbyTap.filter(F.wish == "stand"))
async def stand(
    query: CallbackQuery, callback_data: LobbyTap, lobbies: Lobbies, replies: Replies, receipt: str
) -> None:
    user_id = query.from_user.id

    async def stood_up() -> str:
        done = await lobbies.change_lobby(callback_data.game, lambda lobby: lobby.stand(user_id), receipt)
        return await say(replies, query, answer_key(done, "lobby-stood-up"))

    await patiently(replies, query, stood_up())


@router.message(Command("leave"), IN_GROUP)
async def leave(
    message: Message,
    games: GameRegistry,
    lobbies: Lobbies,
    leave_question: LeaveQuestion,
    replies: Replies,
    receipt: str,
) -> None:
    game = await games.table_in(message.chat.id, thread_of(message))
    if game is None or message.from_user is None:
        await reply(replies, message, "no-table")
        return
    key = await _stand_up(lobbies, leave_question, game, message.from_user.id, receipt)
    if key not in STOOD_UP:
        await reply(replies, message, key)


@router.message(Command("leave"), PRIVATE)
async def leave_in_private(
    message: Message,
    games: GameRegistry,
    group_rows: GroupRows,
    lobbies: Lobbies,
    leave_question: LeaveQuestion,
    replies: Replies,
    receipt: str,
) -> None:
    """Lets people leave from the private chat, because they may be muted in the group."""
    person = message.chat.id
    tables = sorted(await games.tables_of(person), key=lambda game: game.lobby.solo)
    if tables and tables[0].lobby.solo:  # nobody can take over the only seat of a person
        await replies.tell(group_rows.stop_question(tables[0].lobby))
        return
    key = "leave-nowhere"
    if tables:
        key = await _stand_up(
            lobbies,
            leave_question,
            tables[0],
            person,
            receipt,
            in_private=True,
            more=lambda: answers(replies.text(person, "lobby-stood-up")),
        )
    if key not in STOOD_UP:
        await replies.tell(replies.text(person, key))


async def _stand_up(
    lobbies: Lobbies,
    leave_question: LeaveQuestion,
    game: RunningGame,
    user_id: int,
    receipt: str,
    *,
    in_private: bool = False,
    more: Callable[[], list[Row]] = list,
) -> str:
    """Frees the seat in a lobby, or asks whether to give it up. Returns the key of the outcome; `more` makes rows
    that are stored with a freed seat."""
    seat = game.lobby.seat_of(user_id)
    if holds_a_seat(game, seat):
        return await leave_question.ask(game, seat, receipt, in_private=in_private)
    done = await lobbies.change_lobby(game.id, lambda lobby: lobby.stand(user_id), receipt, lambda _: more())
    return answer_key(done, "lobby-stood-up")
