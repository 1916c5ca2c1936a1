"""Seats that change hands in mid-game: somebody has to go, somebody takes over, somebody comes back."""

from collections.abc import Sequence
from dataclasses import replace

from aiogram import F, Router
from aiogram.types import CallbackQuery

from bot.admins import AdminDeed
from bot.callbacks import SeatTap
from bot.deed_limits import Deed
from bot.host import Host, seat_news, seat_slot
from bot.live import Live
from bot.lobby import Lobby, Phase
from bot.outbox.rows import Kind, Rank, Row
from engine.options import StandIns
from handlers.answers import answer, patiently, say, take_keyboard_away, too_late
from handlers.places import Elsewhere
from handlers.seats import seat_answer, why_kept_out

router = Router(name="seatings")


async def offer_seat(host: Host, live: Live, seat: int, receipt: str, more: Sequence[Row] = ()) -> None:
    """Who has to go asks the table for somebody else."""
    stand_in = live.lobby.rules.options.stand_ins is not StandIns.OFF

    stands = _is_offered(live, seat)
    repeated = not host.deed_limits.allows(Deed.SEEK, (live.id, seat), host.clock.now())

    def asks(lobby: Lobby) -> list[Row]:
        if stands and repeated:  # the message that seeks is there already
            return [*more]
        free = host.service.group_row(lobby, Kind.SEND, "seat-free", Rank.ANSWER, seat_slot(seat))
        args = {"game": lobby.id, "seat": seat, "name": lobby.names[seat - 1], "stand_in": stand_in}
        return [replace(free, args=args), *more]

    await host.service.change_lobby(live.id, lambda lobby: lobby.offer(seat), receipt, asks)


@router.callback_query(SeatTap.filter(F.wish.in_({"take", "bot"})), Elsewhere())
async def elsewhere(query: CallbackQuery, host: Host) -> None:
    """Only whoever can see the table takes a seat at it, card and all."""
    await answer(query, await say(host, query, "tap-old"))


@router.callback_query(SeatTap.filter(F.wish == "take"))
async def take(query: CallbackQuery, callback_data: SeatTap, host: Host, receipt: str) -> None:
    live = await host.service.live(callback_data.game)
    seat = callback_data.seat
    if live is None or not _is_offered(live, seat):
        await answer(query, await say(host, query, "seat-no-sought"))
        return
    person = await host.directory.person(query.from_user.id)
    if not person.reachable:
        await answer(query, url=f"https://t.me/{host.bot_name}?start=hello")
        return
    if live.lobby.seat_of(person.user_id):
        await answer(query, await say(host, query, "lobby-no-already-seated"))
        return
    if person.user_id in (await host.directory.group(live.lobby.chat_id)).kept_away:
        await answer(query, await say(host, query, "lobby-no-kept-away"))
        return
    if not _may_change_hands(host, query, live, seat):
        await answer(query, await say(host, query, "seat-no-so-often"))
        return
    await patiently(host, query, _take(host, query, live, seat, receipt))


async def _take(host: Host, query: CallbackQuery, live: Live, seat: int, receipt: str) -> str:
    person = await host.directory.person(query.from_user.id)

    def rows(lobby: Lobby) -> list[Row]:
        taken = host.service.tidings(lobby, "seat-taken", slot=seat_news(seat), seat=seat, name=person.name)
        return [taken, host.seat_filled(lobby, seat)]

    done = await host.service.reseat(live.id, seat, person.user_id, person.name, receipt, rows)
    told = await seat_answer(host, live.lobby, person.user_id, done)
    return await say(host, query, told.key, **told.args)


@router.callback_query(SeatTap.filter(F.wish == "bot"))
async def let_bot(query: CallbackQuery, callback_data: SeatTap, host: Host, receipt: str) -> None:
    live = await host.service.live(callback_data.game)
    seat = callback_data.seat
    if live is None or not _is_offered(live, seat):
        await answer(query, await say(host, query, "seat-no-sought"))
        return
    if live.lobby.rules.options.stand_ins is StandIns.OFF:
        await answer(query, await say(host, query, "lobby-no-no-stand-ins"))
        return
    owner = live.person_on(seat) == query.from_user.id
    chat_id, tapper = live.lobby.chat_id, query.from_user.id
    if not owner and not await host.admins.is_admin(chat_id, tapper, AdminDeed.SEAT_STAND_IN):
        await answer(query, await say(host, query, "seat-no-not-yours"))
        return
    if not _may_change_hands(host, query, live, seat):
        await answer(query, await say(host, query, "seat-no-so-often"))
        return
    await host.hand_over_to_stand_in(live, seat, receipt)
    await answer(query, await say(host, query, "tap-accepted"))


@router.callback_query(SeatTap.filter(F.wish == "back"))
async def come_back(query: CallbackQuery, callback_data: SeatTap, host: Host, receipt: str) -> None:
    """Only the person whom a computer player stands in for gets the seat back."""
    live = await host.service.live(callback_data.game)
    seat, user_id = callback_data.seat, query.from_user.id
    if live is None or live.lobby.phase is not Phase.PLAYING or live.lobby.stood_in_for(seat) != user_id:
        await too_late(host, query)
        return
    if seat not in live.table.alive:
        await answer(query, await say(host, query, "seat-no-out"))
        await take_keyboard_away(query)
        return
    if not _may_change_hands(host, query, live, seat):
        await answer(query, await say(host, query, "seat-no-so-often"))
        return
    await patiently(host, query, _come_back(host, query, live, seat, receipt))
    if live.lobby.seat_of(user_id) == seat:
        await take_keyboard_away(query)


async def _come_back(host: Host, query: CallbackQuery, live: Live, seat: int, receipt: str) -> str:
    """The button is in private, where it stays whatever the group has decided since."""
    why_not = await why_kept_out(host, live.lobby.chat_id, query.from_user.id)
    if why_not is not None:
        return await say(host, query, why_not.key, **why_not.args)
    return await _take(host, query, live, seat, receipt)


def _may_change_hands(host: Host, query: CallbackQuery, live: Live, seat: int) -> bool:
    """Each time the table is told who sits there. By person: who may not have the seat keeps nobody from it."""
    key = (live.id, seat, query.from_user.id)
    return host.deed_limits.allows(Deed.CHANGE_HANDS, key, host.clock.now())


def _is_offered(live: Live, seat: int) -> bool:
    if live.lobby.phase is not Phase.PLAYING or not 1 <= seat <= len(live.lobby.seating):
        return False
    return seat in live.table.alive and (seat, live.person_on(seat)) in live.lobby.offered
