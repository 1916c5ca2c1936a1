"""The judge's panel in the private chat: its pages, rulings and other actions. /judge there sends it anew."""

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.games.announcements import panel_row
from bot.games.game_registry import GameRegistry
from bot.games.running_game import RunningGame
from bot.games.seat_handover import SeatHandover
from bot.judge.appointment import JudgeAppointment
from bot.judge.panel_commands import mark
from bot.judge.panel_taps import PAGES, command_of, page_exists
from bot.judge.rulings import JudgeRulings
from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap
from bot.telegram.outbox.rows import RowIds
from bot.telegram.replies import Replies
from engine.events import StepName
from engine.options import StandIns
from handlers.filters import PRIVATE
from handlers.judge.proposals import decide, propose
from handlers.tap_answers import answer, patiently, say, take_keyboard_away

router = Router(name="judge.panel")


@router.message(Command("judge"), PRIVATE)
async def panel_again(message: Message, games: GameRegistry, row_ids: RowIds, replies: Replies) -> None:
    """Sends the panel again, when it has scrolled out of sight."""
    judged = [game for game in await games.judged_by(message.chat.id) if game.state is not None]
    if not judged:
        await replies.tell(replies.text(message.chat.id, "judge-no-panel"))
        return
    judged[0].screens.pop(message.chat.id, None)
    await replies.tell(panel_row(judged[0].lobby, row_ids.next, message.chat.id))


@router.callback_query(JudgeTap.filter())
async def tapped(
    query: CallbackQuery,
    callback_data: JudgeTap,
    games: GameRegistry,
    seats: SeatHandover,
    replies: Replies,
    appointment: JudgeAppointment,
    judge_rulings: JudgeRulings,
    receipt: str,
) -> None:
    game = await games.find(callback_data.game)
    message = query.message
    private = message is not None and message.chat.type == "private"
    if game is None or game.state is None or not private or query.from_user.id not in game.lobby.judges:
        # The same words for everybody who does not judge this game now, whatever they tapped.
        await answer(query, await say(replies, query, "judge-not-you"))
        return
    if callback_data.wish in PAGES:
        if not page_exists(game, callback_data):
            await answer(query, await say(replies, query, "tap-old"))
            return
        judge_rulings.open_page(game, query.from_user.id, callback_data)
        await answer(query)
        return
    await patiently(
        replies, query, _act(query, callback_data, seats, replies, appointment, judge_rulings, game, receipt)
    )


async def _act(
    query: CallbackQuery,
    tap: JudgeTap,
    seats: SeatHandover,
    replies: Replies,
    appointment: JudgeAppointment,
    judge_rulings: JudgeRulings,
    game: RunningGame,
    receipt: str,
) -> str:
    """Carries out the tapped action; returns what to answer."""
    person = query.from_user.id
    leads = person == game.lobby.judge
    if not 0 <= tap.seat <= game.table.size:
        return await say(replies, query, "tap-old")
    match tap.wish:
        case JudgeAction.DO if leads:
            return await _rule(query, tap, replies, judge_rulings, game, receipt)
        case JudgeAction.DO:
            return await propose(query, tap, replies, judge_rulings, game, receipt)
        case JudgeAction.ACCEPT | JudgeAction.REFUSE if leads:
            return await decide(query, tap, replies, judge_rulings, game)
        case JudgeAction.LEAVE if leads:
            await appointment.leave(game, receipt, person)
            return await say(replies, query, "chair-left")
        case JudgeAction.STAND_IN | JudgeAction.SEEK if leads and tap.seat:
            return await _replace(query, tap, seats, replies, judge_rulings, game, receipt)
        case _:
            return await say(replies, query, "judge-only")


async def _rule(
    query: CallbackQuery,
    tap: JudgeTap,
    replies: Replies,
    judge_rulings: JudgeRulings,
    game: RunningGame,
    receipt: str,
) -> str:
    command = command_of(game, tap)
    if command is None:
        return await say(replies, query, "tap-old")
    key = await judge_rulings.submit(
        game, command, receipt, query.from_user.id, lambda now: mark(now, tap.verb, tap.seat) == tap.seen
    )
    text = await say(replies, query, key) if key else ""
    await _take_old_keyboard_away(query, judge_rulings, game)
    return text


async def _replace(
    query: CallbackQuery,
    tap: JudgeTap,
    seats: SeatHandover,
    replies: Replies,
    judge_rulings: JudgeRulings,
    game: RunningGame,
    receipt: str,
) -> str:
    """Gives the seat of an absent player to a computer player, or asks the group for a successor."""
    seat = tap.seat
    if game.table.step is StepName.OVER or seat not in game.table.alive or not game.person_on(seat):
        await _take_old_keyboard_away(query, judge_rulings, game)
        return await say(replies, query, "tap-old")
    if tap.wish is JudgeAction.STAND_IN and game.table.rules.options.stand_ins is StandIns.OFF:
        return await say(replies, query, "lobby-no-no-stand-ins")
    if tap.wish is JudgeAction.SEEK:
        await seats.seek_successor(game, seat, receipt)
    else:
        await seats.hand_over_to_stand_in(game, seat, receipt)
    await _take_old_keyboard_away(query, judge_rulings, game)
    return await say(replies, query, "tap-accepted")


async def _take_old_keyboard_away(query: CallbackQuery, judge_rulings: JudgeRulings, game: RunningGame) -> None:
    """Removes the keyboard of the tapped message, unless it is the panel: a question, or an older panel."""
    panel = await judge_rulings.panel_message(game, query.from_user.id)
    if panel and query.message is not None and panel != query.message.message_id:
        await take_keyboard_away(query)
