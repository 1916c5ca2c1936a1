"""The buttons of the question that `/leave` asks in a running game: give the seat up, or keep it."""

from aiogram import F, Router
from aiogram.types import CallbackQuery

from bot.games.game_registry import GameRegistry
from bot.games.leave_question import LeaveQuestion
from bot.games.seat_handover import SeatHandover, holds_a_seat, is_offered
from bot.telegram.buttons.callback_data import SeatTap
from bot.telegram.replies import Replies
from handlers.tap_answers import answer, say, too_late

router = Router(name="leave_question")


@router.callback_query(SeatTap.filter(F.wish.in_({"leave", "stay"})))
async def leave_or_stay(
    query: CallbackQuery,
    callback_data: SeatTap,
    games: GameRegistry,
    leave_question: LeaveQuestion,
    seats: SeatHandover,
    replies: Replies,
    receipt: str,
) -> None:
    """Answers the question whether to give up a seat: offers it, or withdraws that. Only its holder can."""
    game = await games.find(callback_data.game)
    seat, leaves = callback_data.seat, callback_data.wish == "leave"
    if game is None or not holds_a_seat(game, seat):
        await too_late(replies, query)
        return
    if game.person_on(seat) != query.from_user.id:
        await answer(query, await say(replies, query, "seat-no-holder"))
        return
    asked, offered = game.lobby.asked_to_leave(seat) is not None, is_offered(game, seat)
    if not asked and (leaves or not offered):
        await too_late(replies, query)
        return
    if not leaves:
        await leave_question.stay(game, seat, receipt)
    elif not offered:
        await seats.seek_successor(game, seat, receipt)
    await answer(query, await say(replies, query, "seat-is-sought" if leaves else "seat-kept"))
