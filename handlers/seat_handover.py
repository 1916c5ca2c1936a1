"""Seats that change hands in mid-game: somebody has to go, somebody takes over, somebody comes back."""

from collections.abc import Sequence
from dataclasses import replace

from aiogram import F, Router
from aiogram.types import CallbackQuery

from bot.core.action_limits import ActionLimits, GroupAction
from bot.core.clock import Clock
from bot.games.game_registry import GameRegistry
from bot.games.lobbies import Lobbies
from bot.games.lobby import Lobby, Phase
from bot.games.running_game import RunningGame
from bot.games.seat_handover import SeatHandover, seat_news, seat_slot
from bot.permissions import AdminAction, Permissions
from bot.storage.directory import Directory
from bot.telegram.buttons.callback_data import SeatTap
from bot.telegram.outbox.rows import Kind, Rank, Row
from bot.telegram.replies import Replies
from engine.options import StandIns
from handlers.filters import Elsewhere
from handlers.take_seat import seat_answer, why_kept_out
from handlers.tap_answers import answer, patiently, say, take_keyboard_away, too_late

router = Router(name="seat_handover")


async def offer_seat(
    games: GameRegistry,
    lobbies: Lobbies,
    clock: Clock,
    action_limits: ActionLimits,
    live: RunningGame,
    seat: int,
    receipt: str,
    more: Sequence[Row] = (),
) -> None:
    """Who has to go asks the table for somebody else."""
    stand_in = live.lobby.rules.options.stand_ins is not StandIns.OFF

    stands = _is_offered(live, seat)
    repeated = not action_limits.allows(GroupAction.SEEK, (live.id, seat), clock.now())

    def asks(lobby: Lobby) -> list[Row]:
        if stands and repeated:  # the message that seeks is there already
            return [*more]
        free = games.group_row(lobby, Kind.SEND, "seat-free", Rank.ANSWER, seat_slot(seat))
        args = {"game": lobby.id, "seat": seat, "name": lobby.names[seat - 1], "stand_in": stand_in}
        return [replace(free, args=args), *more]

    await lobbies.change_lobby(live.id, lambda lobby: lobby.offer(seat), receipt, asks)


@router.callback_query(SeatTap.filter(F.wish.in_({"take", "bot"})), Elsewhere())
async def elsewhere(query: CallbackQuery, replies: Replies) -> None:
    """Only whoever can see the table takes a seat at it, card and all."""
    await answer(query, await say(replies, query, "tap-old"))


@router.callback_query(SeatTap.filter(F.wish == "take"))
async def take(
    query: CallbackQuery,
    callback_data: SeatTap,
    games: GameRegistry,
    lobbies: Lobbies,
    seats: SeatHandover,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    action_limits: ActionLimits,
    bot_name: str,
    receipt: str,
) -> None:
    live = await games.live(callback_data.game)
    seat = callback_data.seat
    if live is None or not _is_offered(live, seat):
        await answer(query, await say(replies, query, "seat-no-sought"))
        return
    person = await directory.people.get(query.from_user.id)
    if not person.reachable:
        await answer(query, url=f"https://t.me/{bot_name}?start=hello")
        return
    if live.lobby.seat_of(person.user_id):
        await answer(query, await say(replies, query, "lobby-no-already-seated"))
        return
    if person.user_id in (await directory.groups.get(live.lobby.chat_id)).kept_away:
        await answer(query, await say(replies, query, "lobby-no-kept-away"))
        return
    if not _may_change_hands(clock, action_limits, query, live, seat):
        await answer(query, await say(replies, query, "seat-no-so-often"))
        return
    await patiently(replies, query, _take(games, lobbies, seats, replies, directory, query, live, seat, receipt))


async def _take(
    games: GameRegistry,
    lobbies: Lobbies,
    seats: SeatHandover,
    replies: Replies,
    directory: Directory,
    query: CallbackQuery,
    live: RunningGame,
    seat: int,
    receipt: str,
) -> str:
    person = await directory.people.get(query.from_user.id)

    def rows(lobby: Lobby) -> list[Row]:
        taken = games.tidings(lobby, "seat-taken", slot=seat_news(seat), seat=seat, name=person.name)
        return [taken, seats.seat_filled(lobby, seat)]

    done = await seats.reseat(live.id, seat, person.user_id, person.name, receipt, rows)
    told = await seat_answer(lobbies, directory, live.lobby, person.user_id, done)
    return await say(replies, query, told.key, **told.args)


@router.callback_query(SeatTap.filter(F.wish == "bot"))
async def let_bot(
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
    live = await games.live(callback_data.game)
    seat = callback_data.seat
    if live is None or not _is_offered(live, seat):
        await answer(query, await say(replies, query, "seat-no-sought"))
        return
    if live.lobby.rules.options.stand_ins is StandIns.OFF:
        await answer(query, await say(replies, query, "lobby-no-no-stand-ins"))
        return
    owner = live.person_on(seat) == query.from_user.id
    chat_id, tapper = live.lobby.chat_id, query.from_user.id
    if not owner and not await permissions.is_admin(chat_id, tapper, AdminAction.SEAT_STAND_IN):
        await answer(query, await say(replies, query, "seat-no-not-yours"))
        return
    if not _may_change_hands(clock, action_limits, query, live, seat):
        await answer(query, await say(replies, query, "seat-no-so-often"))
        return
    await seats.hand_over_to_stand_in(live, seat, receipt)
    await answer(query, await say(replies, query, "tap-accepted"))


@router.callback_query(SeatTap.filter(F.wish == "back"))
async def come_back(
    query: CallbackQuery,
    callback_data: SeatTap,
    games: GameRegistry,
    lobbies: Lobbies,
    seats: SeatHandover,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    action_limits: ActionLimits,
    receipt: str,
) -> None:
    """Only the person whom a computer player stands in for gets the seat back."""
    live = await games.live(callback_data.game)
    seat, user_id = callback_data.seat, query.from_user.id
    if live is None or live.lobby.phase is not Phase.PLAYING or live.lobby.stood_in_for(seat) != user_id:
        await too_late(replies, query)
        return
    if seat not in live.table.alive:
        await answer(query, await say(replies, query, "seat-no-out"))
        await take_keyboard_away(query)
        return
    if not _may_change_hands(clock, action_limits, query, live, seat):
        await answer(query, await say(replies, query, "seat-no-so-often"))
        return
    await patiently(
        replies,
        query,
        _come_back(games, lobbies, seats, permissions, replies, directory, query, live, seat, receipt),
    )
    if live.lobby.seat_of(user_id) == seat:
        await take_keyboard_away(query)


async def _come_back(
    games: GameRegistry,
    lobbies: Lobbies,
    seats: SeatHandover,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    query: CallbackQuery,
    live: RunningGame,
    seat: int,
    receipt: str,
) -> str:
    """The button is in private, where it stays whatever the group has decided since."""
    why_not = await why_kept_out(permissions, directory, live.lobby.chat_id, query.from_user.id)
    if why_not is not None:
        return await say(replies, query, why_not.key, **why_not.args)
    return await _take(games, lobbies, seats, replies, directory, query, live, seat, receipt)


def _may_change_hands(
    clock: Clock, action_limits: ActionLimits, query: CallbackQuery, live: RunningGame, seat: int
) -> bool:
    """Each time the table is told who sits there. By person: who may not have the seat keeps nobody from it."""
    key = (live.id, seat, query.from_user.id)
    return action_limits.allows(GroupAction.CHANGE_HANDS, key, clock.now())


def _is_offered(live: RunningGame, seat: int) -> bool:
    if live.lobby.phase is not Phase.PLAYING or not 1 <= seat <= len(live.lobby.seating):
        return False
    return seat in live.table.alive and (seat, live.person_on(seat)) in live.lobby.offered
