"""Buttons of a tournament: register, seat, open games, make the final, show the standings, get their files."""

from aiogram import Router
from aiogram.types import CallbackQuery, Message

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.recent_requests import RecentRequests
from bot.games.lobby import Lobby
from bot.group_settings.options import rules_of
from bot.language.translator import Translator
from bot.permissions import AdminAction, Permissions
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.buttons.callback_data import TournamentTap
from bot.telegram.buttons.tournament_actions import TournamentAction
from bot.telegram.outbox import page_names
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds
from bot.telegram.replies import Replies
from bot.tournaments import registration
from bot.tournaments.tournament import Tournament
from bot.tournaments.tournament_rows import overview_row
from bot.tournaments.tournament_store import Change
from bot.tournaments.tournaments import Tournaments
from engine.options import StandIns
from handlers.identify import thread_of
from handlers.tap_answers import answer, patiently, say

router = Router(name="tournament.buttons")
STAND_IN_NAMES = 15
FREE = (TournamentAction.JOIN, TournamentAction.RESERVE, TournamentAction.LEAVE)
"""Actions for everybody. All others, except those that only show something, are for leaders of the tournament."""
LISTED = (*FREE, TournamentAction.BOT)
"""Actions that change the list of players."""
AGAIN_MS = 15_000
"""The same standings or file are sent at most once in this time."""
FILES = (TournamentAction.PICTURE, TournamentAction.BOOK, TournamentAction.EXPORT)


@router.callback_query(TournamentTap.filter())
async def tapped(
    query: CallbackQuery,
    callback_data: TournamentTap,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    people: People,
    clock: Clock,
    pace: Pace,
    words: Translator,
    recent_requests: RecentRequests,
    tournaments: Tournaments,
    receipt: str,
) -> None:
    found = await tournaments.store.find(callback_data.tournament)
    chat = query.message.chat.id if query.message is not None else 0
    if found is None or (chat != found.chat_id and chat not in {room.chat_id for room in found.rooms}):
        await answer(query, await say(replies, query, "tap-old"))
        return
    wish = callback_data.wish
    if wish in (*FILES, TournamentAction.TABLE, TournamentAction.AWARDS):
        await _look(query, row_ids, permissions, replies, clock, pace, recent_requests, found, wish)
        return
    if wish not in FREE and not await permissions.leads_tournament(found, query.from_user.id):
        await answer(query, await say(replies, query, "cup-only-chief"), alert=True)
        return
    await patiently(
        replies,
        query,
        _do(
            query,
            callback_data,
            row_ids,
            permissions,
            replies,
            groups,
            people,
            words,
            tournaments,
            found,
            receipt,
        ),
    )


async def _look(
    query: CallbackQuery,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    clock: Clock,
    pace: Pace,
    recent_requests: RecentRequests,
    found: Tournament,
    wish: TournamentAction,
) -> None:
    assert query.message is not None
    chat = query.message.chat.id
    thread = thread_of(query.message) if isinstance(query.message, Message) else 0
    action = AdminAction.EXPORT_TOURNAMENT
    if wish is TournamentAction.EXPORT and not await permissions.leads_tournament(
        found, query.from_user.id, action
    ):
        await answer(query, await say(replies, query, "cup-only-chief"), alert=True)
        return
    now, asked = clock.now(), (chat, thread, found.id, wish)
    if recent_requests.has(asked, now, pace.scale(AGAIN_MS)):
        await answer(query, await say(replies, query, "protocol-sent"))
        return
    kind, page = (
        Kind.SEND,
        {TournamentAction.TABLE: page_names.STANDINGS, TournamentAction.AWARDS: page_names.TOURNAMENT_AWARDS}.get(
            wish, page_names.TOURNAMENT_FILE
        ),
    )
    if page == page_names.TOURNAMENT_FILE:
        kind = Kind.FILE
    args = {"tournament": found.id, "kind": wish.value}
    await replies.tell(Row(row_ids.next(), chat, kind, page, Rank.NEWS, thread_id=thread, args=args))
    recent_requests.note(asked, now)
    await answer(query, await say(replies, query, "protocol-coming"))


async def _do(
    query: CallbackQuery,
    tap: TournamentTap,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    people: People,
    words: Translator,
    tournaments: Tournaments,
    found: Tournament,
    receipt: str,
) -> str:
    match tap.wish:
        case TournamentAction.SEAT:
            return await say(replies, query, tournaments.seating.start(found))
        case TournamentAction.GAME:
            opened = await tournaments.opening.open(found.id, tap.value, query.from_user.id, receipt)
            if isinstance(opened, Lobby):
                return await say(replies, query, "cup-game-opened")
            return await say(replies, query, "tap-old" if opened is None else f"cup-no-{opened}")
        case TournamentAction.FINAL:
            final = await tournaments.final_stage.make(found.id, query.from_user.id, receipt)
            if isinstance(final, Tournament):
                return await say(replies, query, "cup-final-made")
            return await say(replies, query, "tap-old" if final is None else f"cup-no-{final}")
        case _:
            return await _change(
                query,
                tap,
                row_ids,
                permissions,
                replies,
                groups,
                people,
                words,
                tournaments,
                found,
                receipt,
            )


async def _change(
    query: CallbackQuery,
    tap: TournamentTap,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    people: People,
    words: Translator,
    tournaments: Tournaments,
    found: Tournament,
    receipt: str,
) -> str:
    user = query.from_user.id
    person = await people.get(user)
    if tap.wish in LISTED and tournaments.seating.is_running(found):
        # Otherwise people who come and go could keep the tournament from ever being seated.
        return await say(replies, query, "cup-seeking-already")
    if tap.wish in (TournamentAction.JOIN, TournamentAction.RESERVE):
        if not person.reachable:
            return await say(replies, query, "start-first")
        if not await permissions.belongs(found.chat_id, user):
            return await say(replies, query, "cup-no-stranger")
    if tap.wish is TournamentAction.BOT:
        group = await groups.get(found.chat_id)
        if rules_of(group).options.stand_ins is not StandIns.FILL:
            return await say(replies, query, "lobby-no-no-stand-ins")
    language = (await groups.get(found.chat_id)).language or "ru"
    changes: dict[TournamentAction, Change] = {
        TournamentAction.STAGE: lambda old: registration.change_setting(old, "stage", 1),
        TournamentAction.RULES: lambda old: registration.change_setting(old, "ruleset", 1),
        TournamentAction.TABLES: lambda old: registration.change_setting(old, "tables", tap.value),
        TournamentAction.ROUNDS: lambda old: registration.change_setting(old, "rounds", tap.value),
        TournamentAction.OPEN: registration.open_registration,
        TournamentAction.JOIN: lambda old: registration.register(old, user, person.name),
        TournamentAction.RESERVE: lambda old: registration.register(old, user, person.name, reserve=True),
        TournamentAction.LEAVE: lambda old: registration.withdraw(old, user),
        TournamentAction.BOT: lambda old: registration.add_stand_in(old, _stand_in_name(words, language, old)),
    }
    done = await tournaments.store.change(
        found.id,
        changes[tap.wish],
        receipt,
        rows=lambda changed: [overview_row(row_ids.next(), changed, Kind.EDIT)],
    )
    if isinstance(done, Tournament):
        return await say(replies, query, f"cup-done-{tap.wish}")
    return await say(replies, query, "tap-old" if done is None else f"cup-no-{done}")


def _stand_in_name(words: Translator, language: str, found: Tournament) -> str:
    number = sum(1 for one in found.entrants if not one.user_id) + 1
    name = words.plain(language, f"stand-in-name-{(number - 1) % STAND_IN_NAMES + 1}")
    return name if number <= STAND_IN_NAMES else f"{name} {(number - 1) // STAND_IN_NAMES + 1}"
