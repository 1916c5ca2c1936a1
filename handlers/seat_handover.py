"""Buttons to take over a seat in mid-game, to give it to a computer player, and to come back to it."""

from aiogram import F, Router
from aiogram.types import CallbackQuery

from bot.core.action_limits import ActionLimits, GroupAction
from bot.core.clock import Clock
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Lobby, Phase
from bot.games.running_game import RunningGame
from bot.games.seat_handover import SeatHandover, is_offered, seat_news
from bot.games.sitting_down import SeatAnswer, seat_answer
from bot.permissions import AdminAction, Permissions
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.buttons.callback_data import SeatTap
from bot.telegram.outbox.rows import Row
from bot.telegram.replies import Replies
from engine.options import StandIns
from handlers.filters import OutsideItsGroup
from handlers.tap_answers import answer, patiently, say, take_keyboard_away, too_late

router = Router(name="seat_handover")


@router.callback_query(SeatTap.filter(F.wish.in_({"take", "bot"})), OutsideItsGroup())
async def outside_group(query: CallbackQuery, replies: Replies) -> None:
    """Refuses a tap outside of the group: only a person who sees the table may take a seat and get its card."""
    await answer(query, await say(replies, query, "tap-old"))


@router.callback_query(SeatTap.filter(F.wish == "take"))
async def take(
    query: CallbackQuery,
    callback_data: SeatTap,
    games: GameRegistry,
    group_rows: GroupRows,
    seats: SeatHandover,
    replies: Replies,
    groups: Groups,
    people: People,
    clock: Clock,
    action_limits: ActionLimits,
    bot_name: str,
    receipt: str,
) -> None:
    game = await games.find(callback_data.game)
    seat = callback_data.seat
    if game is None or not is_offered(game, seat):
        await answer(query, await say(replies, query, "seat-no-sought"))
        return
    person = await people.get(query.from_user.id)
    if not person.reachable:
        await answer(query, url=f"https://t.me/{bot_name}?start=hello")
        return
    if game.lobby.seat_of(person.user_id):
        await answer(query, await say(replies, query, "lobby-no-already-seated"))
        return
    if person.user_id in (await groups.get(game.lobby.chat_id)).kept_away:
        await answer(query, await say(replies, query, "lobby-no-kept-away"))
        return
    if not _may_change_hands(clock, action_limits, query, game, seat):
        await answer(query, await say(replies, query, "seat-no-so-often"))
        return
    await patiently(
        replies, query, _take(games, group_rows, seats, replies, groups, people, query, game, seat, receipt)
    )


async def _take(
    games: GameRegistry,
    group_rows: GroupRows,
    seats: SeatHandover,
    replies: Replies,
    groups: Groups,
    people: People,
    query: CallbackQuery,
    game: RunningGame,
    seat: int,
    receipt: str,
) -> str:
    person = await people.get(query.from_user.id)

    def rows(lobby: Lobby) -> list[Row]:
        return [group_rows.sentence(lobby, "seat-taken", slot=seat_news(seat), seat=seat, name=person.name)]

    done = await seats.reseat(game.id, seat, person.user_id, person.name, receipt, rows)
    told = await seat_answer(games, groups, game.lobby, person.user_id, done)
    return await say(replies, query, told.key, **told.args)


@router.callback_query(SeatTap.filter(F.wish == "bot"))
async def give_to_stand_in(
    query: CallbackQuery,
    callback_data: SeatTap,
    games: GameRegistry,
    seats: SeatHandover,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    action_limits: ActionLimits,
    receipt: str,
) -> None:
    game = await games.find(callback_data.game)
    seat = callback_data.seat
    if game is None or not is_offered(game, seat):
        await answer(query, await say(replies, query, "seat-no-sought"))
        return
    if game.lobby.rules.options.stand_ins is StandIns.OFF:
        await answer(query, await say(replies, query, "lobby-no-no-stand-ins"))
        return
    owner = game.person_on(seat) == query.from_user.id
    chat_id, tapper = game.lobby.chat_id, query.from_user.id
    if not owner and not await permissions.is_admin(chat_id, tapper, AdminAction.SEAT_STAND_IN):
        await answer(query, await say(replies, query, "seat-no-not-yours"))
        return
    if not _may_change_hands(clock, action_limits, query, game, seat):
        await answer(query, await say(replies, query, "seat-no-so-often"))
        return
    await seats.hand_over_to_stand_in(game, seat, receipt, wanted=True)
    await answer(query, await say(replies, query, "tap-accepted"))


@router.callback_query(SeatTap.filter(F.wish == "back"))
async def come_back(
    query: CallbackQuery,
    callback_data: SeatTap,
    games: GameRegistry,
    group_rows: GroupRows,
    seats: SeatHandover,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    people: People,
    clock: Clock,
    action_limits: ActionLimits,
    receipt: str,
) -> None:
    """Gives a seat back to the person for whom a computer player stands in, and to nobody else."""
    game = await games.find(callback_data.game)
    seat, user_id = callback_data.seat, query.from_user.id
    if game is None or game.lobby.phase is not Phase.PLAYING or game.lobby.stood_in_for(seat) != user_id:
        await too_late(replies, query)
        return
    if seat not in game.table.alive:
        await answer(query, await say(replies, query, "seat-no-out"))
        await take_keyboard_away(query)
        return
    if not _may_change_hands(clock, action_limits, query, game, seat):
        await answer(query, await say(replies, query, "seat-no-so-often"))
        return
    await patiently(
        replies,
        query,
        _come_back(games, group_rows, seats, permissions, replies, groups, people, query, game, seat, receipt),
    )
    if game.lobby.seat_of(user_id) == seat:
        await take_keyboard_away(query)


async def _come_back(
    games: GameRegistry,
    group_rows: GroupRows,
    seats: SeatHandover,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    people: People,
    query: CallbackQuery,
    game: RunningGame,
    seat: int,
    receipt: str,
) -> str:
    why_not = await _why_not_back(permissions, groups, game.lobby.chat_id, query.from_user.id)
    if why_not is not None:
        return await say(replies, query, why_not.key, **why_not.args)
    return await _take(games, group_rows, seats, replies, groups, people, query, game, seat, receipt)


async def _why_not_back(permissions: Permissions, groups: Groups, chat_id: int, user_id: int) -> SeatAnswer | None:
    """Returns why this person may not come back; None if they may. The button in private stays even if the admins
    have kept them away since.

    Raises the error if Telegram does not answer, as `is_member` does.
    """
    group = await groups.get(chat_id)
    if user_id in group.kept_away:
        return SeatAnswer("lobby-no-kept-away")
    if not await permissions.is_member(chat_id, user_id):
        return SeatAnswer("join-group-first", {"group": group.title})
    return None


def _may_change_hands(
    clock: Clock, action_limits: ActionLimits, query: CallbackQuery, game: RunningGame, seat: int
) -> bool:
    """Is another change of this seat by this person within the limit? There is one, because each change is
    announced; it is per person, so that one person cannot use up the limit of others."""
    key = (game.id, seat, query.from_user.id)
    return action_limits.allows(GroupAction.CHANGE_HANDS, key, clock.now())
