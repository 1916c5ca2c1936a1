"""Protests of players against results, and rulings by the tournament's chief judge or an admin of the group."""

from collections.abc import Mapping
from typing import NamedTuple

from aiogram import F, Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.core.broadcast import Broadcast
from bot.core.clock import Clock
from bot.core.double_tap import DoubleTaps
from bot.games.finished_games import last_in, last_of, lobby_of
from bot.games.lobby import Lobby, Phase
from bot.permissions import AdminAction, Permissions
from bot.storage import Store
from bot.telegram.buttons.callback_data import AppealTap, ProtestTap
from bot.telegram.buttons.tournament_actions import ProtestAction
from bot.telegram.outbox import page_names
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds
from bot.telegram.replies import Replies
from bot.tournaments.pages.protest_page import ASK_WHY, ASK_WINNER
from bot.tournaments.protests import ShownRows, seat_in
from bot.tournaments.tournaments import Tournaments
from engine.events import Winner
from engine.tournament.protests import Entry, Fate, Ruling, Verdict, cuts
from engine.tournament.protests import Refusal as ProtestRefusal
from handlers.identify import thread_of
from handlers.tap_answers import answer, answers, is_second_tap, say

router = Router(name="tournament.protests")
LONGEST_REASON = 400


def protest_row(row_ids: RowIds, lobby: Lobby, seat: int, kind: Kind, asked: str = "") -> Row:
    return Row(
        row_ids.next(),
        lobby.chat_id,
        kind,
        "protest",
        Rank.NEWS if kind is Kind.SEND else Rank.EDIT,
        thread_id=lobby.thread_id,
        slot=f"protest:{lobby.id}:{seat}",
        args={"game": lobby.id, "seat": seat, "asked": asked},
    )


@router.message(Command("protest"))
async def protest(
    message: Message,
    command: CommandObject,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    store: Store,
    tournaments: Tournaments,
    receipt: str,
) -> None:
    user = message.from_user.id if message.from_user else 0
    chat, thread = message.chat.id, thread_of(message)
    game = await (last_of(store, user) if chat > 0 else last_in(store, chat, thread))
    why = " ".join((command.args or "").split())[:LONGEST_REASON]
    lobby = await _over(store, game)
    if lobby is None:
        await replies.tell(replies.text(chat, "protest-none", thread))
        return
    noted = await _noted(tournaments, lobby)
    told = replies.text(chat, noted.key, thread, **noted.args)
    refused = await _file(row_ids, permissions, tournaments, lobby, user, why, receipt, told)
    if refused:
        await replies.tell(replies.text(chat, refused, thread))


@router.callback_query(ProtestTap.filter())
async def protest_by_button(
    query: CallbackQuery,
    callback_data: ProtestTap,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    store: Store,
    tournaments: Tournaments,
    clock: Clock,
    broadcast: Broadcast,
    double_taps: DoubleTaps,
    receipt: str,
) -> None:
    """Files a protest with the second tap, because the message is everybody's and the whole group is told."""
    lobby, user = await _over(store, callback_data.game), query.from_user.id
    if lobby is None:
        await answer(query, await say(replies, query, "protest-none"))
        return
    if refusal := await tournaments.protests.why_no_protest(lobby, user):
        await answer(query, await say(replies, query, f"protest-no-{refusal}"))
        return
    if not is_second_tap(query, clock, broadcast, double_taps):
        await answer(query, await say(replies, query, "tap-twice-protest"))
        return
    noted = await _noted(tournaments, lobby)
    refused = await _file(row_ids, permissions, tournaments, lobby, user, "", receipt)
    text = await (say(replies, query, refused) if refused else say(replies, query, noted.key, **noted.args))
    await answer(query, text)


class Noted(NamedTuple):
    """A key of the locales and its arguments."""

    key: str
    args: Mapping[str, str] = {}


async def _noted(tournaments: Tournaments, lobby: Lobby) -> Noted:
    """Returns the answer to a protest that was filed: who decides about it."""
    chief = await tournaments.protests.appointed_chief(lobby)
    return Noted("protest-noted-chief", {"name": chief}) if chief else Noted("protest-noted")


async def _over(store: Store, game: str) -> Lobby | None:
    """Returns the lobby of a finished game; None if there is no such game."""
    lobby = await lobby_of(store, game) if game else None
    return lobby if lobby is not None and lobby.phase is Phase.OVER else None


async def _file(
    row_ids: RowIds,
    permissions: Permissions,
    tournaments: Tournaments,
    lobby: Lobby,
    user: int,
    why: str,
    receipt: str,
    *told: Row,
) -> str:
    """Files a protest and sends it to the group of the game; returns the key of the refusal, empty if there is
    none."""
    if why and not await permissions.is_member(lobby.chat_id, user):
        why = ""  # a player who has left may protest, but their words are not shown in the group
    rows = answers(protest_row(row_ids, lobby, seat_in(lobby, user), Kind.SEND), *told)
    filed = await tournaments.protests.protest(lobby, user, why, receipt, rows)
    return f"protest-no-{filed}" if isinstance(filed, ProtestRefusal) else ""


@router.callback_query(AppealTap.filter(F.wish == ProtestAction.CONFIRM))
async def confirm_bonuses(
    query: CallbackQuery,
    callback_data: AppealTap,
    row_ids: RowIds,
    replies: Replies,
    store: Store,
    tournaments: Tournaments,
    receipt: str,
) -> None:
    """Confirms, by the judge of the game, the bonuses as the changed result has cut them."""
    lobby = await lobby_of(store, callback_data.game)
    private = query.message is not None and query.message.chat.id == query.from_user.id
    if lobby is None or not private or query.from_user.id != lobby.judge:
        await answer(query, await say(replies, query, "judge-not-you"))
        return
    done = await tournaments.protests.confirm_cuts(lobby, receipt, lambda _: [cuts_row(row_ids, lobby, Kind.EDIT)])
    done_so = isinstance(done, Entry)
    await answer(query, await say(replies, query, "protest-decided" if done_so else f"protest-no-{done}"))


@router.callback_query(AppealTap.filter())
async def rule(
    query: CallbackQuery,
    callback_data: AppealTap,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    store: Store,
    tournaments: Tournaments,
    receipt: str,
) -> None:
    tap = callback_data
    lobby = await lobby_of(store, tap.game)
    here = query.message is not None and lobby is not None and query.message.chat.id == lobby.chat_id
    asked = _question(tap)
    if lobby is None or not here or not 1 <= tap.seat <= len(lobby.names) or not _makes_sense(lobby, tap):
        await answer(query, await say(replies, query, "tap-old"))
        return
    if not await _may_rule(permissions, tournaments, lobby, query.from_user.id):
        await answer(query, await say(replies, query, f"protest-only-{'chief' if lobby.tournament else 'admin'}"))
        return
    if asked:
        await replies.tell(protest_row(row_ids, lobby, tap.seat, Kind.EDIT, asked))
        await answer(query)
        return
    done = await _decide(row_ids, replies, tournaments, lobby, tap, query.from_user.id, receipt)
    if isinstance(done, Entry):
        proposed = done.proposed.fate is not Fate.STANDS
        await answer(query, await say(replies, query, "protest-wants-consent" if proposed else "protest-decided"))
        return
    await answer(query, await say(replies, query, f"protest-no-{done}"), alert=True)


def _question(tap: AppealTap) -> str:
    """Returns the question that has to be answered before a ruling can be proposed; empty if there is none."""
    match tap.wish:
        case ProtestAction.CHANGE:
            return tap.winner or ASK_WINNER
        case ProtestAction.GUILTY:
            return f"{ASK_WHY}{Fate.CHANGED}.{tap.winner}"
        case ProtestAction.REPLAY:
            return f"{ASK_WHY}{Fate.REPLAYED}..0"
        case ProtestAction.ANNUL:
            return f"{ASK_WHY}{Fate.ANNULLED}..0"
        case _:
            return ""


def _makes_sense(lobby: Lobby, tap: AppealTap) -> bool:
    """Could this tap come from a button that the bot has sent? Otherwise it is forged."""
    match tap.wish:
        case ProtestAction.CHANGE:
            return not tap.winner or tap.winner in tuple(Winner)
        case ProtestAction.GUILTY:
            return _proposed(lobby, f"{Fate.CHANGED}.{tap.winner}.") is not None
        case ProtestAction.PROPOSE | ProtestAction.AGREE:
            return _proposed(lobby, tap.winner) is not None
        case _:
            return True


def _proposed(lobby: Lobby, text: str) -> tuple[Ruling, int] | None:
    """Reads `FATE.WINNER.GUILTY.WHY`: returns the proposed ruling and the guilty seat; None if it is invalid."""
    name, side, seat, why = [*text.split(".", 3), "", "", ""][:4]
    fate = next((each for each in Fate if each == name and each is not Fate.STANDS), None)
    winner = next((each for each in Winner if each == side), None)
    if fate is None or (fate is Fate.CHANGED) is (winner is None):
        return None
    if not (seat.isdecimal() and len(seat) <= 2 and int(seat) <= len(lobby.names)):
        return None
    return Ruling(fate, winner, why=why), int(seat)


async def _may_rule(permissions: Permissions, tournaments: Tournaments, lobby: Lobby, user_id: int) -> bool:
    tournament = await tournaments.store.find(lobby.tournament) if lobby.tournament else None
    if tournament is not None:
        return await permissions.leads_tournament(tournament, user_id, AdminAction.RULE_PROTEST)
    return await permissions.is_admin(lobby.chat_id, user_id, AdminAction.RULE_PROTEST)


async def _decide(
    row_ids: RowIds,
    replies: Replies,
    tournaments: Tournaments,
    lobby: Lobby,
    tap: AppealTap,
    by: int,
    receipt: str,
) -> Entry | ProtestRefusal:
    protests, rows = tournaments.protests, _decided(row_ids, replies, lobby, tap.seat)
    match tap.wish:
        case ProtestAction.ACCEPT:
            return await protests.answer(lobby, tap.seat, Verdict.ACCEPTED, by, receipt, rows)
        case ProtestAction.REJECT:
            return await protests.answer(lobby, tap.seat, Verdict.REJECTED, by, receipt, rows)
        case ProtestAction.AGREE | ProtestAction.PROPOSE:
            proposal = _proposed(lobby, tap.winner)
            assert proposal is not None, "looked at before"
            if tap.wish is ProtestAction.AGREE:
                return await protests.agree(lobby, *proposal, by, receipt, rows)
            return await protests.propose(lobby, *proposal, by, receipt, _shown(row_ids, lobby, tap.seat))
        case _:
            return await protests.withdraw_proposal(lobby, by, receipt, _shown(row_ids, lobby, tap.seat))


def _shown(row_ids: RowIds, lobby: Lobby, seat: int) -> ShownRows:
    return lambda _: [protest_row(row_ids, lobby, seat, Kind.EDIT)]


def _decided(row_ids: RowIds, replies: Replies, lobby: Lobby, seat: int) -> ShownRows:
    """Returns a function that makes the rows about a ruling: the protest, the standings of a tournament, and a
    question to the judge of the game about bonuses that were cut."""

    def rows(entry: Entry) -> list[Row]:
        told = [protest_row(row_ids, lobby, seat, Kind.EDIT)]
        if lobby.tournament:
            told += answers(
                replies.note(lobby.chat_id, page_names.STANDINGS, lobby.thread_id, tournament=lobby.tournament)
            )
        if lobby.judge and cuts(entry.result, entry.ruling):
            told.append(cuts_row(row_ids, lobby, Kind.SEND))
        return told

    return rows


def cuts_row(row_ids: RowIds, lobby: Lobby, kind: Kind) -> Row:
    return Row(
        row_ids.next(),
        lobby.judge,
        kind,
        page_names.CUT_BONUSES,
        Rank.NEWS if kind is Kind.SEND else Rank.EDIT,
        slot=f"cuts:{lobby.id}",
        args={"game": lobby.id},
    )
