"""A player protests against a result; the chief judge of the tournament, or an admin of the group, rules."""

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.admins import AdminDeed
from bot.archive import last_in, last_of, lobby_of
from bot.callbacks import AppealTap, ProtestTap
from bot.host import Host
from bot.lobby import Lobby, Phase
from bot.outbox.rows import Kind, Rank, Row
from bot.tournaments.office import seat_in
from bot.tournaments.wishes import AppealWish
from engine.events import Winner
from engine.protests import Entry, Fate, Ruling, Verdict
from engine.protests import Refusal as ProtestRefusal
from handlers.answers import answer, answers, say
from handlers.people import thread_of
from handlers.tournament import leads

router = Router(name="protests")
LONGEST_REASON = 400
NOTED = "protest-noted"


def protest_row(host: Host, lobby: Lobby, seat: int, kind: Kind, asked: str = "") -> Row:
    return Row(
        host.service.next_id(),
        lobby.chat_id,
        kind,
        "protest",
        Rank.NEWS if kind is Kind.SEND else Rank.EDIT,
        thread_id=lobby.thread_id,
        slot=f"protest:{lobby.id}:{seat}",
        args={"game": lobby.id, "seat": seat, "asked": asked},
    )


@router.message(Command("protest"))
async def by_command(message: Message, command: CommandObject, host: Host, receipt: str) -> None:
    user = message.from_user.id if message.from_user else 0
    chat, thread, store = message.chat.id, thread_of(message), host.service.database
    game = await (last_of(store, user) if chat > 0 else last_in(store, chat, thread))
    why = " ".join((command.args or "").split())[:LONGEST_REASON]
    key = await _file(host, game, user, why, receipt, host.text(chat, NOTED, thread))
    if key != NOTED:
        await host.tell(host.text(chat, key, thread))


@router.callback_query(ProtestTap.filter())
async def by_button(query: CallbackQuery, callback_data: ProtestTap, host: Host, receipt: str) -> None:
    key = await _file(host, callback_data.game, query.from_user.id, "", receipt)
    await answer(query, await say(host, query, key), alert=True)


async def _file(host: Host, game: str, user: int, why: str, receipt: str, *told: Row) -> str:
    """File it and show it to whoever rules; returns what to answer."""
    lobby = await lobby_of(host.service.database, game) if game else None
    if lobby is None or lobby.phase is not Phase.OVER:
        return "protest-none"
    rows = answers(protest_row(host, lobby, seat_in(lobby, user), Kind.SEND), *told)
    filed = await host.office.protest(lobby, user, why, receipt, rows)
    return f"protest-no-{filed}" if isinstance(filed, ProtestRefusal) else NOTED


@router.callback_query(AppealTap.filter())
async def ruled(query: CallbackQuery, callback_data: AppealTap, host: Host, receipt: str) -> None:
    tap = callback_data
    lobby = await lobby_of(host.service.database, tap.game)
    here = query.message is not None and lobby is not None and query.message.chat.id == lobby.chat_id
    if lobby is None or not here or not 1 <= tap.seat <= len(lobby.names):
        await answer(query, await say(host, query, "tap-old"))
        return
    if not await _rules(host, lobby, query.from_user.id):
        await answer(query, await say(host, query, "protest-only-chief"), alert=True)
        return
    if tap.wish is AppealWish.CHANGE:
        await host.tell(protest_row(host, lobby, tap.seat, Kind.EDIT, tap.winner or "winner"))
        await answer(query)
        return
    rows = [protest_row(host, lobby, tap.seat, Kind.EDIT)]
    if lobby.tournament:
        standings = host.note(lobby.chat_id, "standings", lobby.thread_id, tournament=lobby.tournament)
        rows += answers(standings)
    done = await _decide(host, lobby, tap, receipt, rows)
    if isinstance(done, Entry):
        await answer(query, await say(host, query, "protest-decided"))
        return
    await answer(query, await say(host, query, f"protest-no-{done}"), alert=True)


async def _rules(host: Host, lobby: Lobby, user_id: int) -> bool:
    tournament = await host.office.find(lobby.tournament) if lobby.tournament else None
    if tournament is not None:
        return await leads(host, tournament, user_id, AdminDeed.RULE_PROTEST)
    return await host.admins.is_admin(lobby.chat_id, user_id, AdminDeed.RULE_PROTEST)


async def _decide(
    host: Host, lobby: Lobby, tap: AppealTap, receipt: str, rows: list[Row]
) -> Entry | ProtestRefusal:
    office = host.office
    match tap.wish:
        case AppealWish.ACCEPT:
            return await office.answer(lobby, tap.seat, Verdict.ACCEPTED, receipt, rows)
        case AppealWish.REJECT:
            return await office.answer(lobby, tap.seat, Verdict.REJECTED, receipt, rows)
        case AppealWish.REPLAY:
            return await office.rule(lobby, Ruling(Fate.REPLAYED), 0, receipt, rows)
        case AppealWish.ANNUL:
            return await office.rule(lobby, Ruling(Fate.ANNULLED), 0, receipt, rows)
        case _:
            side, _, seat = tap.winner.partition(".")
            winner = next((each for each in Winner if each.value == side), None)
            guilty = int(seat) if seat.isdecimal() and int(seat) <= len(lobby.names) else 0
            return await office.rule(lobby, Ruling(Fate.CHANGED, winner), guilty, receipt, rows)
