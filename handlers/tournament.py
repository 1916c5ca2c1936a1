"""/tournament and its buttons: create, register, seat, play, look at the table; the final."""

from contextlib import aclosing

import structlog
from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.core.background_tasks import BackgroundTasks
from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.recent_requests import RecentRequests
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Lobby
from bot.language.short_names import short_name
from bot.language.translator import Translator
from bot.permissions import AdminAction, Permissions, is_somebody
from bot.settings import Settings
from bot.storage.directory import Directory
from bot.telegram.buttons.callback_data import TournamentTap
from bot.telegram.buttons.tournament_actions import TournamentAction
from bot.telegram.outbox import page_names
from bot.telegram.outbox.rows import Kind, Rank, Row
from bot.telegram.replies import Replies
from bot.tournaments import tournament_games
from bot.tournaments.seating_search import SearchFailed, search_seating
from bot.tournaments.tournament import RULESETS_WITH_POINTS, Refusal, Room, Tournament, TournamentPhase
from bot.tournaments.tournament_store import Change
from bot.tournaments.tournaments import Tournaments
from engine.tournament.seating import Seating
from handlers.filters import IN_GROUP, PRIVATE
from handlers.identify import thread_of, writes_as_group
from handlers.judge_seat import replied_to
from handlers.tap_answers import answer, answers, patiently, say

log = structlog.get_logger()
router = Router(name="tournament")
LONGEST_NAME = 64
LONGEST_REASON = 200
STAND_IN_NAMES = 15


async def leads(
    permissions: Permissions,
    tournament: Tournament,
    user_id: int,
    deed: AdminAction = AdminAction.LEAD_TOURNAMENT,
    *,
    as_group: bool = False,
) -> bool:
    """The admins of its group, and a chief judge whom one of them has named and who is still there."""
    if as_group or await permissions.is_admin(tournament.chat_id, user_id, deed):
        return True
    named = tournament.appointed and is_somebody(user_id) and user_id == tournament.chief
    return named and await permissions.belongs(tournament.chat_id, user_id)


def panel_row(games: GameRegistry, tournament: Tournament, kind: Kind, **args: int) -> Row:
    return tournament_games.panel_row(games.next_id(), tournament, kind, **args)


# --- the command ------------------------------------------------------------------------------------------------


@router.message(Command("tournament"), PRIVATE)
async def only_in_groups(message: Message, replies: Replies) -> None:
    await replies.tell(replies.text(message.chat.id, "only-in-groups"))


@router.message(Command("tournament"), IN_GROUP)
async def tournament(
    message: Message,
    command: CommandObject,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    tournaments: Tournaments,
    receipt: str,
) -> None:
    word, _, rest = (command.args or "").strip().partition(" ")
    rest = rest.strip()
    match word.lower():
        case "new":
            await _create(message, games, permissions, replies, directory, tournaments, rest, receipt)
        case "apart":
            await _apart(message, games, permissions, replies, tournaments, rest, receipt)
        case "out":
            await _out(message, games, permissions, replies, tournaments, rest, receipt)
        case "table":
            await _room(message, games, permissions, replies, tournaments, rest, receipt)
        case "count":
            await _count(message, games, permissions, replies, tournaments, rest, receipt)
        case "chief":
            await _chief(message, games, permissions, replies, tournaments, rest, receipt)
        case _:
            await _show(message, games, replies, tournaments)


async def _show(message: Message, games: GameRegistry, replies: Replies, tournaments: Tournaments) -> None:
    chat, thread = message.chat.id, thread_of(message)
    found = await tournaments.store.here(chat, thread)
    if found is None:
        await replies.tell(replies.text(chat, "cup-none", thread))
        return
    if found.chat_id != chat:
        row = replies.note(chat, page_names.STANDINGS, thread, tournament=found.id)
    else:
        row = panel_row(games, found, Kind.SEND)
    await replies.tell(row)


async def _create(
    message: Message,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    tournaments: Tournaments,
    name: str,
    receipt: str,
) -> None:
    chat, thread = message.chat.id, thread_of(message)
    user = message.from_user.id if message.from_user else 0
    name = " ".join(name.split())[:LONGEST_NAME]
    deed = AdminAction.CREATE_TOURNAMENT
    if not (writes_as_group(message) or await permissions.is_admin(chat, user, deed)):
        await replies.tell(replies.text(chat, "admins-only", thread))
        return
    if not name:
        await replies.tell(replies.text(chat, "cup-none", thread))
        return
    before = await tournaments.store.here(chat, thread)
    if (
        before is not None
        and before.chat_id == chat
        and before.phase in (TournamentPhase.OPEN, TournamentPhase.SEATED)
    ):
        await replies.tell(replies.text(chat, "cup-is-there", thread, name=before.name))
        return
    group = await directory.groups.get(chat)
    ruleset = group.ruleset if group.ruleset in RULESETS_WITH_POINTS else RULESETS_WITH_POINTS[0]
    await tournaments.store.create(
        chat, thread, user, name, ruleset, receipt, lambda created: answers(panel_row(games, created, Kind.SEND))
    )


async def _led(
    message: Message, permissions: Permissions, replies: Replies, tournaments: Tournaments
) -> Tournament | None:
    """The tournament of this group, if whoever writes may rule it; otherwise they are told."""
    chat, thread = message.chat.id, thread_of(message)
    found = await tournaments.store.here(chat, thread)
    if found is None:
        await replies.tell(replies.text(chat, "cup-none", thread))
        return None
    user = message.from_user.id if message.from_user else 0
    as_group = writes_as_group(message) and chat == found.chat_id
    if not await leads(permissions, found, user, as_group=as_group):
        await replies.tell(replies.text(chat, "cup-only-chief", thread))
        return None
    return found


async def _apart(
    message: Message,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    tournaments: Tournaments,
    rest: str,
    receipt: str,
) -> None:
    found = await _led(message, permissions, replies, tournaments)
    numbers = [int(word) for word in rest.split() if word.isdecimal() and len(word) < 4]
    if found is None:
        return
    if len(numbers) != 2:
        await replies.tell(replies.text(message.chat.id, "cup-apart-how", thread_of(message)))
        return
    await _changed(message, games, replies, tournaments, found, lambda old: old.keep_apart(*numbers), receipt)


async def _out(
    message: Message,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    tournaments: Tournaments,
    rest: str,
    receipt: str,
) -> None:
    """Disqualified from the tournament, by the number of the list; the reason in own words."""
    found = await _led(message, permissions, replies, tournaments)
    if found is None:
        return
    listed, _, why = rest.partition(" ")
    number = int(listed) if listed.isdecimal() and len(listed) < 4 else 0
    why = " ".join(why.split())[:LONGEST_REASON]
    if not 1 <= number <= len(found.entrants):
        await replies.tell(replies.text(message.chat.id, "cup-out-how", thread_of(message)))
        return
    gone = found.entrants[number - 1]
    key = "cup-out-why" if why else "cup-out"
    told = replies.text(message.chat.id, key, thread_of(message), name=gone.name, why=why)
    await _changed(
        message, games, replies, tournaments, found, lambda old: old.disqualify(gone.word, why), receipt, told
    )


async def _count(
    message: Message,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    tournaments: Tournaments,
    rest: str,
    receipt: str,
) -> None:
    """A game that was not laid from the schedule, by the number of its protocol."""
    found = await _led(message, permissions, replies, tournaments)
    if found is None:
        return
    chat, thread = message.chat.id, thread_of(message)
    if not rest:
        await replies.tell(replies.text(chat, "cup-count-how", thread))
        return

    def told(changed: Tournament) -> list[Row]:
        return answers(replies.text(chat, "cup-counted", thread, game=rest), panel_row(games, changed, Kind.EDIT))

    done = await tournaments.games.count_in(found.id, rest, receipt, told)
    if isinstance(done, Refusal):
        await replies.tell(replies.text(chat, f"cup-no-{done}", thread))


async def _room(
    message: Message,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    tournaments: Tournaments,
    rest: str,
    receipt: str,
) -> None:
    """`/tournament table 2 CODE` in the group or topic where the second table is to play."""
    chat, thread = message.chat.id, thread_of(message)
    number, _, code = rest.partition(" ")
    found = await tournaments.store.find(code.strip())
    user = message.from_user.id if message.from_user else 0
    if found is None or not number.isdecimal() or len(number) > 2:
        await replies.tell(replies.text(chat, "cup-room-how", thread))
        return
    deed = AdminAction.LEAD_TOURNAMENT
    if not await leads(permissions, found, user, deed) or not await permissions.is_admin(chat, user, deed):
        await replies.tell(replies.text(chat, "cup-only-chief", thread))
        return
    room = Room(chat, thread)
    told = replies.text(chat, "cup-room", thread, table=int(number), name=found.name)
    await _changed(
        message, games, replies, tournaments, found, lambda old: old.put_room(int(number), room), receipt, told
    )


async def _chief(
    message: Message,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    tournaments: Tournaments,
    _: str,
    receipt: str,
) -> None:
    """By an admin, in reply to whoever is to lead from now on."""
    chat, thread = message.chat.id, thread_of(message)
    found = await tournaments.store.here(chat, thread)
    if found is None:
        await replies.tell(replies.text(chat, "cup-none", thread))
        return
    user = message.from_user.id if message.from_user else 0
    as_group = writes_as_group(message) and chat == found.chat_id
    if not (as_group or await permissions.is_admin(found.chat_id, user, AdminAction.NAME_CHIEF)):
        await replies.tell(replies.text(chat, "admins-only", thread))
        return
    other = replied_to(message)
    if other is None or not await permissions.belongs(found.chat_id, other.id):
        await replies.tell(replies.text(chat, "cup-chief-how", thread))
        return
    name = short_name(other.first_name, other.last_name)
    told = replies.text(chat, "cup-chief", thread, name=name)
    await _changed(
        message, games, replies, tournaments, found, lambda old: old.name_chief(other.id), receipt, told
    )


async def _changed(
    message: Message,
    games: GameRegistry,
    replies: Replies,
    tournaments: Tournaments,
    found: Tournament,
    wish: Change,
    receipt: str,
    *told: Row,
) -> None:
    done = await tournaments.store.change(
        found.id, wish, receipt, rows=lambda changed: answers(panel_row(games, changed, Kind.EDIT), *told)
    )
    if isinstance(done, Refusal):
        await replies.tell(replies.text(message.chat.id, f"cup-no-{done}", thread_of(message)))


# --- the buttons ------------------------------------------------------------------------------------------------

FREE = (TournamentAction.JOIN, TournamentAction.RESERVE, TournamentAction.LEAVE)
"""For everybody; the rest is the chief judge's, but for looking."""
LISTED = (*FREE, TournamentAction.BOT)
"""What changes the list."""
AGAIN_MS = 15_000
"""After so long the same table or file is made once more."""
FILES = (TournamentAction.PICTURE, TournamentAction.BOOK, TournamentAction.EXPORT)


@router.callback_query(TournamentTap.filter())
async def wished(
    query: CallbackQuery,
    callback_data: TournamentTap,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    pace: Pace,
    words: Translator,
    recent_requests: RecentRequests,
    settings: Settings,
    tournaments: Tournaments,
    background: BackgroundTasks,
    receipt: str,
) -> None:
    found = await tournaments.store.find(callback_data.cup)
    chat = query.message.chat.id if query.message is not None else 0
    if found is None or (chat != found.chat_id and chat not in {room.chat_id for room in found.rooms}):
        await answer(query, await say(replies, query, "tap-old"))
        return
    wish = callback_data.wish
    if wish in (*FILES, TournamentAction.TABLE, TournamentAction.AWARDS):
        await _look(query, games, permissions, replies, clock, pace, recent_requests, found, wish)
        return
    if wish not in FREE and not await leads(permissions, found, query.from_user.id):
        await answer(query, await say(replies, query, "cup-only-chief"), alert=True)
        return
    await patiently(
        replies,
        query,
        _do(
            query,
            callback_data,
            games,
            permissions,
            replies,
            directory,
            words,
            settings,
            tournaments,
            background,
            found,
            receipt,
        ),
    )


async def _look(
    query: CallbackQuery,
    games: GameRegistry,
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
    deed = AdminAction.EXPORT_TOURNAMENT
    if wish is TournamentAction.EXPORT and not await leads(permissions, found, query.from_user.id, deed):
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
    await replies.tell(Row(games.next_id(), chat, kind, page, Rank.NEWS, thread_id=thread, args=args))
    recent_requests.note(asked, now)
    await answer(query, await say(replies, query, "protocol-coming"))


async def _do(
    query: CallbackQuery,
    tap: TournamentTap,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    words: Translator,
    settings: Settings,
    tournaments: Tournaments,
    background: BackgroundTasks,
    found: Tournament,
    receipt: str,
) -> str:
    match tap.wish:
        case TournamentAction.SEAT:
            return await say(replies, query, await start_seeking(games, replies, tournaments, background, found))
        case TournamentAction.GAME:
            opened = await tournaments.games.open_game(found.id, tap.value, query.from_user.id, receipt)
            if isinstance(opened, Lobby):
                return await say(replies, query, "cup-game-opened")
            return await say(replies, query, "tap-old" if opened is None else f"cup-no-{opened}")
        case TournamentAction.FINAL:
            final = await tournaments.final_stage.make(found.id, query.from_user.id, receipt)
            if isinstance(final, Tournament):
                return await say(replies, query, "cup-final-made")
            return await say(replies, query, "tap-old" if final is None else f"cup-no-{final}")
        case _:
            return await _turn(
                query,
                tap,
                games,
                permissions,
                replies,
                directory,
                words,
                settings,
                tournaments,
                background,
                found,
                receipt,
            )


async def _turn(
    query: CallbackQuery,
    tap: TournamentTap,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    words: Translator,
    settings: Settings,
    tournaments: Tournaments,
    background: BackgroundTasks,
    found: Tournament,
    receipt: str,
) -> str:
    user = query.from_user.id
    person = await directory.people.get(user)
    if tap.wish in LISTED and is_sought(background, found):
        # Whoever came and went would keep a tournament from ever being seated.
        return await say(replies, query, "cup-seeking-already")
    if tap.wish in (TournamentAction.JOIN, TournamentAction.RESERVE):
        if not person.reachable:
            return await say(replies, query, "start-first")
        if not await permissions.belongs(found.chat_id, user):
            return await say(replies, query, "cup-no-stranger")
    if tap.wish is TournamentAction.BOT and not settings.stand_ins:
        group = await directory.groups.get(found.chat_id)
        if dict(group.options).get("stand_ins") != "fill":
            return await say(replies, query, "lobby-no-no-stand-ins")
    language = (await directory.groups.get(found.chat_id)).language or "ru"
    wishes: dict[TournamentAction, Change] = {
        TournamentAction.STAGE: lambda old: old.turn("stage", 1),
        TournamentAction.RULES: lambda old: old.turn("ruleset", 1),
        TournamentAction.TABLES: lambda old: old.turn("tables", tap.value),
        TournamentAction.ROUNDS: lambda old: old.turn("rounds", tap.value),
        TournamentAction.OPEN: lambda old: old.open(),
        TournamentAction.JOIN: lambda old: old.register(user, person.name),
        TournamentAction.RESERVE: lambda old: old.register(user, person.name, reserve=True),
        TournamentAction.LEAVE: lambda old: old.withdraw(user),
        TournamentAction.BOT: lambda old: old.add_stand_in(_bot_name(words, language, old)),
    }
    done = await tournaments.store.change(
        found.id, wishes[tap.wish], receipt, rows=lambda changed: [panel_row(games, changed, Kind.EDIT)]
    )
    if isinstance(done, Tournament):
        return await say(replies, query, f"cup-done-{tap.wish}")
    return await say(replies, query, "tap-old" if done is None else f"cup-no-{done}")


def _bot_name(words: Translator, language: str, found: Tournament) -> str:
    number = sum(1 for one in found.entrants if not one.user_id) + 1
    name = words.plain(language, f"stand-in-name-{(number - 1) % STAND_IN_NAMES + 1}")
    return name if number <= STAND_IN_NAMES else f"{name} {(number - 1) // STAND_IN_NAMES + 1}"


# --- the search -------------------------------------------------------------------------------------------------


async def start_seeking(
    games: GameRegistry, replies: Replies, tournaments: Tournaments, background: BackgroundTasks, found: Tournament
) -> str:
    """One search at a time for a group; returns what to answer."""
    why_not = found.why_not_seat()
    if why_not is not None:
        return f"cup-no-{why_not}"
    if is_sought(background, found):
        return "cup-seeking-already"
    background.start(_seek(games, replies, tournaments, found), _search_of(found))
    return "cup-seeking-begun"


def is_sought(background: BackgroundTasks, found: Tournament) -> bool:
    return background.is_running(_search_of(found))


def _search_of(found: Tournament) -> str:
    return f"seating:{found.chat_id}"


async def _seated(
    games: GameRegistry, replies: Replies, tournaments: Tournaments, found: Tournament, seating: Seating
) -> None:
    done = await tournaments.store.change(
        found.id,
        lambda old: old.seat(seating, found.plan),
        "",
        rows=lambda changed: [panel_row(games, changed, Kind.EDIT)],
    )
    if isinstance(done, Refusal):
        refused = replies.text(found.chat_id, f"cup-no-{done}", found.thread_id)
        await replies.tell(refused, panel_row(games, found, Kind.EDIT))


async def _seek(games: GameRegistry, replies: Replies, tournaments: Tournaments, found: Tournament) -> None:
    chat, thread = found.chat_id, found.thread_id
    try:
        # Another seating follows from the one that did not please.
        before = " ".join(word for slot in found.slots for word in slot.seats)
        sought = search_seating(found.plan, found.derived(f"seating {before}"))
        async with tournaments.store.searches, aclosing(sought) as news:
            async for told in news:
                if told.refusal is not None:
                    await replies.tell(replies.text(chat, f"cup-seating-{told.refusal}", thread))
                    await replies.tell(panel_row(games, found, Kind.EDIT))
                elif told.seating is not None:
                    await _seated(games, replies, tournaments, found, told.seating)
                else:
                    await replies.tell(panel_row(games, found, Kind.EDIT, seeking=told.percent))
    except (SearchFailed, OSError) as failed:
        log.error("seating_search_failed", tournament=found.id, why=str(failed))
        await replies.tell(replies.text(chat, "cup-seeking-failed", thread))
