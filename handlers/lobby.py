"""The table before its game: open, sit down, stand up, start."""

import asyncio
from collections.abc import Callable

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.core.action_limits import ActionLimits, GroupAction
from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.recent_requests import RecentRequests
from bot.core.transport import Transport
from bot.games.draining import Draining
from bot.games.finished_games import finished
from bot.games.game_registry import GameRegistry
from bot.games.lobbies import Lobbies
from bot.games.lobby import Guest, Lobby, LobbyRefusal, Phase
from bot.games.lobby_start import LobbyStart, stand_ins_allowed
from bot.games.local_time import is_slow
from bot.games.running_game import RunningGame
from bot.games.service import Service
from bot.games.write_permissions import can_mute, speaks
from bot.language.translator import Translator
from bot.pages.rules import rules_text
from bot.permissions import AdminAction, Permissions
from bot.storage import Store
from bot.storage.directory import Directory
from bot.telegram.buttons.callback_data import GroupTap, LobbyTap
from bot.telegram.outbox.answer_limits import author_in
from bot.telegram.outbox.closed_chats import Place
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Row
from bot.telegram.replies import Replies
from handlers.doctor import examine, look_at_group, reaches, warned
from handlers.filters import IN_GROUP, PRIVATE, Elsewhere
from handlers.identify import thread_of, writes_as_group
from handlers.seat_handover import offer_seat
from handlers.take_seat import SEATED, answer_key, take_seat, why_not_seated
from handlers.tap_answers import answer, answers, patiently, reply, say

router = Router(name="lobby")
STAND_IN_NAMES = 16
SEATED_AGAIN_MS, INVITED_AGAIN_MS = 15 * 60_000, 60 * 60_000
"""So long after a game its company sits down again by one tap; so long they are asked to."""
SLOWER = 24
"""Times that, after a game over days."""
STOOD_UP = frozenset({"lobby-stood-up", "seat-sought"})


@router.message(Command("newgame", "game"), IN_GROUP)
async def new_game(
    message: Message,
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    action_limits: ActionLimits,
    outbox: Outbox,
    lobby_start: LobbyStart,
    draining: Draining,
    receipt: str,
) -> None:
    user = message.from_user
    if user is None:
        return
    chat_id, thread_id = message.chat.id, thread_of(message)
    key = await open_table(
        games,
        lobbies,
        permissions,
        replies,
        directory,
        clock,
        action_limits,
        lobby_start,
        draining,
        chat_id,
        thread_id,
        user.id,
        receipt,
        as_group=writes_as_group(message),
    )
    if key == "table-is-there":
        url = await _link_to_table(games, directory, outbox, chat_id, thread_id)
        await (reply(replies, message, "table-is-here", url=url) if url else reply(replies, message, key))
    elif key != "table-opened":
        await reply(replies, message, key)


ONLY_IN_GROUPS = (
    *("newgame", "game", "join", "cancel", "extend", "nextgame"),
    *("doctor", "pause", "resume", "stop", "unseat", "keepaway", "letback"),
)


@router.message(Command(*ONLY_IN_GROUPS), PRIVATE)
async def only_in_groups(message: Message, replies: Replies) -> None:
    await replies.tell(replies.text(message.chat.id, "only-in-groups"))


@router.callback_query(GroupTap.filter(F.wish == "open"))
async def open_by_button(
    query: CallbackQuery,
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    action_limits: ActionLimits,
    lobby_start: LobbyStart,
    draining: Draining,
    receipt: str,
) -> None:
    message = query.message
    if message is None or message.chat.type == "private":
        await answer(query, await say(replies, query, "tap-old"))
        return
    # A message that is too old to be shown to bots still has its chat, but no topic.
    thread_id = thread_of(message) if isinstance(message, Message) else 0
    key = await open_table(
        games,
        lobbies,
        permissions,
        replies,
        directory,
        clock,
        action_limits,
        lobby_start,
        draining,
        message.chat.id,
        thread_id,
        query.from_user.id,
        receipt,
    )
    await answer(query, await say(replies, query, key))


async def open_table(
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    action_limits: ActionLimits,
    lobby_start: LobbyStart,
    draining: Draining,
    chat_id: int,
    thread_id: int,
    user_id: int,
    receipt: str,
    company: tuple[Guest, ...] = (),
    invited: tuple[Guest, ...] = (),
    *,
    as_group: bool = False,
) -> str:
    """Open a lobby with this company at it, or say why not; returns the key of what to answer.

    Those who are invited are told in private, and sit down by a tap of their own.
    """
    group = await directory.groups.get(chat_id)
    running = await games.table_in(chat_id, thread_id)
    if running is not None:
        return "table-is-there"
    if draining.is_on:
        return "draining"
    why_not = await permissions.why_not(chat_id, AdminAction.OPEN_TABLE, user_id, as_group=as_group)
    if why_not:
        return why_not
    if not action_limits.allows(GroupAction.OPEN_TABLE, (author_in(chat_id), chat_id), clock.now()):
        return "table-so-often"
    person = await directory.people.get(user_id)

    async def told(opened: Lobby) -> list[Row]:
        start = f"join_{opened.id}"
        rows = [
            replies.text(guest.user_id, "again-invites", group=group.title, start=start)
            for guest in invited
            if guest.user_id not in (0, user_id)
            and (await directory.people.get(guest.user_id)).reachable
            and action_limits.allows(GroupAction.INVITE, (guest.user_id, chat_id), clock.now())
        ]
        if not opened.has(user_id) and person.reachable:
            why = await why_not_seated(lobbies, directory, opened, user_id)
            rows.append(replies.text(user_id, why.key, **why.args))
        return answers(*rows)

    opened = await lobby_start.open(group, thread_id, person, receipt, company, told)
    return "table-is-there" if opened is None else "table-opened"  # somebody else was quicker, by a moment


async def _link_to_table(
    games: GameRegistry, directory: Directory, outbox: Outbox, chat_id: int, thread_id: int
) -> str:
    """Where the table that is there stands; empty where messages have no address."""
    live = await games.table_in(chat_id, thread_id)
    group = await directory.groups.get(chat_id)
    if live is None or not group.is_supergroup:
        return ""
    slot = "lobby" if live.lobby.phase is Phase.OPEN else "table"
    kept = await outbox.sent_messages.find(chat_id, f"{live.id}:{slot}")
    return f"https://t.me/c/{str(chat_id).removeprefix('-100')}/{kept.message_id}" if kept else ""


# --- buttons of the lobby ---------------------------------------------------------------------------------------

Change = Callable[[Lobby], Lobby | LobbyRefusal]


@router.callback_query(LobbyTap.filter(), Elsewhere())
async def elsewhere(query: CallbackQuery, replies: Replies) -> None:
    await answer(query, await say(replies, query, "tap-old"))


@router.callback_query(LobbyTap.filter(F.wish == "again"))
async def again(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    pace: Pace,
    action_limits: ActionLimits,
    store: Store,
    recent_requests: RecentRequests,
    lobby_start: LobbyStart,
    draining: Draining,
    receipt: str,
) -> None:
    """The same people at a new table, as long as the evening lasts; who does not want to stands up."""
    live = await games.live(callback_data.game)
    if live is None or live.lobby.phase is not Phase.OVER:
        await answer(query, await say(replies, query, "tap-old"))
        return
    if not live.lobby.knows(query.from_user.id):
        await answer(query, await say(replies, query, "again-not-yours"))
        return
    await patiently(
        replies,
        query,
        _again(
            games,
            lobbies,
            permissions,
            replies,
            directory,
            clock,
            pace,
            action_limits,
            store,
            recent_requests,
            lobby_start,
            draining,
            query,
            live.lobby,
            receipt,
        ),
    )


async def _again(
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    pace: Pace,
    action_limits: ActionLimits,
    store: Store,
    recent_requests: RecentRequests,
    lobby_start: LobbyStart,
    draining: Draining,
    query: CallbackQuery,
    lobby: Lobby,
    receipt: str,
) -> str:
    """Whoever was at the table a moment ago sits down again; a while later they are asked to."""
    game = await finished(store, lobby.id)
    now, slower = clock.now(), SLOWER if is_slow(lobby) else 1
    passed = now - game.ended_ms if game is not None else now
    if passed > pace.scale(INVITED_AGAIN_MS * slower):
        return await say(replies, query, "again-too-late")
    if await games.table_in(lobby.chat_id, lobby.thread_id) is not None:
        return await say(replies, query, "table-is-there")
    # Once for each game: nobody is called together again and again.
    called = recent_requests.has(("again", lobby.id), now, pace.scale(INVITED_AGAIN_MS))
    company = () if called else await _still_there(permissions, lobby)
    fresh = passed <= pace.scale(SEATED_AGAIN_MS * slower)
    seated, invited = (company, ()) if fresh else ((), company)
    place = (lobby.chat_id, lobby.thread_id)
    key = await open_table(
        games,
        lobbies,
        permissions,
        replies,
        directory,
        clock,
        action_limits,
        lobby_start,
        draining,
        *place,
        query.from_user.id,
        receipt,
        seated,
        invited,
    )
    if key == "table-opened":
        recent_requests.note(("again", lobby.id), now)
    return await say(replies, query, key)


async def _still_there(permissions: Permissions, lobby: Lobby) -> tuple[Guest, ...]:
    """Of those who have played to the end whoever is still in the group."""
    company = lobby.company
    there = await asyncio.gather(*(_is_there(permissions, lobby.chat_id, guest.user_id) for guest in company))
    return tuple(guest for guest, is_there in zip(company, there, strict=True) if is_there)


async def _is_there(permissions: Permissions, chat_id: int, user_id: int) -> bool:
    return not user_id or await permissions.belongs(chat_id, user_id)


@router.callback_query(LobbyTap.filter(F.wish == "sit"))
async def sit(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    lobbies: Lobbies,
    replies: Replies,
    directory: Directory,
    bot_name: str,
    receipt: str,
) -> None:
    user_id = query.from_user.id
    person = await directory.people.get(user_id)
    live = await games.live(callback_data.game)
    if live is None or live.lobby.phase is not Phase.OPEN:
        await answer(query, await say(replies, query, "lobby-no-not-open"))
        return
    if not person.reachable:
        await answer(query, url=f"https://t.me/{bot_name}?start=join_{live.id}")
        return
    await patiently(replies, query, _sit(lobbies, replies, directory, query, live, receipt))


async def _sit(
    lobbies: Lobbies, replies: Replies, directory: Directory, query: CallbackQuery, live: RunningGame, receipt: str
) -> str:
    answer = await take_seat(lobbies, directory, live, query.from_user.id, receipt)
    return await say(replies, query, answer.key, **answer.args)


@router.callback_query(LobbyTap.filter(F.wish == "stand"))
async def stand(
    query: CallbackQuery, callback_data: LobbyTap, lobbies: Lobbies, replies: Replies, receipt: str
) -> None:
    user_id = query.from_user.id

    async def deed() -> str:
        done = await lobbies.change_lobby(callback_data.game, lambda lobby: lobby.stand(user_id), receipt)
        return await say(replies, query, answer_key(done, "lobby-stood-up"))

    await patiently(replies, query, deed())


@router.callback_query(LobbyTap.filter(F.wish.in_({"add-bot", "remove-bot"})))
async def stand_ins(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    lobbies: Lobbies,
    replies: Replies,
    directory: Directory,
    words: Translator,
    receipt: str,
) -> None:
    live = await games.live(callback_data.game)
    if live is None or not stand_ins_allowed(live.lobby):
        await answer(query, await say(replies, query, "lobby-no-no-stand-ins"))
        return
    group = await directory.groups.get(live.lobby.chat_id)

    def change(lobby: Lobby) -> Lobby | LobbyRefusal:
        if callback_data.wish == "remove-bot":
            return lobby.remove_stand_in()
        taken = {guest.name for guest in lobby.guests}
        names = (
            words.plain(group.language or "ru", f"stand-in-name-{number}") for number in range(1, STAND_IN_NAMES)
        )
        return lobby.add_stand_in(next((name for name in names if name not in taken), "Bot"))

    done = await lobbies.change_lobby(callback_data.game, change, receipt)
    key = "lobby-bot-added" if callback_data.wish == "add-bot" else "lobby-bot-removed"
    await answer(query, await say(replies, query, answer_key(done, key)))


@router.callback_query(LobbyTap.filter(F.wish == "start"))
async def start(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    dealing: Service,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    action_limits: ActionLimits,
    words: Translator,
    transport: Transport,
    bot_id: int,
    receipt: str,
) -> None:
    live = await games.live(callback_data.game)
    if live is None:
        await answer(query, await say(replies, query, "tap-old"))
        return
    lobby, deed = live.lobby, AdminAction.START_GAME
    why_not = await permissions.why_not(lobby.chat_id, deed, query.from_user.id, lobby.opener)
    if why_not:
        await answer(query, await say(replies, query, why_not))
        return
    refusal = lobby.why_not_start()
    if refusal is not None and await games.is_newest(live):
        await answer(query, await _why_no_start(replies, query, lobby, refusal))
        return
    if not action_limits.allows(GroupAction.START, live.id, clock.now()):
        await answer(query, await say(replies, query, "too-fast"))
        return
    await patiently(
        replies, query, _start(dealing, replies, directory, words, transport, bot_id, query, live, receipt)
    )


async def _why_no_start(replies: Replies, query: CallbackQuery, lobby: Lobby, refusal: LobbyRefusal) -> str:
    sizes = lobby.sizes
    return await say(replies, query, f"lobby-no-{refusal}", least=sizes[0], most=sizes[-1])


async def _start(
    dealing: Service,
    replies: Replies,
    directory: Directory,
    words: Translator,
    transport: Transport,
    bot_id: int,
    query: CallbackQuery,
    live: RunningGame,
    receipt: str,
) -> str:
    people = [guest for guest in live.lobby.guests if guest.user_id]
    there = await asyncio.gather(*(reaches(directory, transport, guest.user_id) for guest in people))
    unreachable = [guest.name for guest, answers in zip(people, there, strict=True) if not answers]
    if unreachable:
        return await say(replies, query, "lobby-unreachable", names=", ".join(unreachable))
    place = Place(live.lobby.chat_id, live.lobby.thread_id)
    access = await look_at_group(directory, transport, bot_id, place)
    if access.hindrance:
        return await say(replies, query, access.hindrance)
    begun = await dealing.begin(
        live.id, receipt, query.from_user.id, await warned(replies, directory, words, place, access)
    )
    if isinstance(begun, LobbyRefusal):
        return await _why_no_start(replies, query, live.lobby, begun)
    group = await directory.groups.get(live.lobby.chat_id)
    quiet = can_mute(group, voice=False) or speaks(group, live.lobby)
    return await say(replies, query, "lobby-begun" if quiet else "lobby-begun-loud")


@router.callback_query(LobbyTap.filter(F.wish == "rules"))
async def rules(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    replies: Replies,
    directory: Directory,
    words: Translator,
    bot_name: str,
) -> None:
    live = await games.live(callback_data.game)
    if live is None:
        await answer(query, await say(replies, query, "tap-old"))
        return
    person = await directory.people.get(query.from_user.id)
    if not person.reachable:
        await answer(query, url=f"https://t.me/{bot_name}?start=rules_{live.id}")
        return
    text = rules_text(words, person.language or "ru", live.lobby.rules)
    await replies.tell(replies.note(person.user_id, "ready", html=text))
    await answer(query, await say(replies, query, "sent-to-private"))


@router.callback_query(LobbyTap.filter(F.wish == "doctor"))
async def doctor(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    pace: Pace,
    words: Translator,
    recent_requests: RecentRequests,
    transport: Transport,
    bot_id: int,
) -> None:
    live = await games.live(callback_data.game)
    if live is None:
        await answer(query, await say(replies, query, "tap-old"))
        return
    person = await directory.people.get(query.from_user.id)
    place = Place(live.lobby.chat_id, live.lobby.thread_id)
    found = await examine(
        directory, clock, pace, words, recent_requests, transport, bot_id, place, live, person.language or "ru"
    )
    await answer(query, found.short, alert=True)


# --- commands of the lobby --------------------------------------------------------------------------------------


@router.message(Command("join"), IN_GROUP)
async def join(
    message: Message, games: GameRegistry, lobbies: Lobbies, replies: Replies, directory: Directory, receipt: str
) -> None:
    live = await games.table_in(message.chat.id, thread_of(message))
    if live is None or message.from_user is None:
        await reply(replies, message, "no-table")
        return
    person = await directory.people.get(message.from_user.id)
    if not person.reachable:
        start = f"join_{live.id}"
        await reply(replies, message, "start-first", start=start)
        return
    seated = await take_seat(lobbies, directory, live, person.user_id, receipt)
    if seated.args:  # names another group, which is not this one's business
        await replies.tell(replies.text(person.user_id, seated.key, **seated.args))
    elif seated.key != SEATED:
        await reply(replies, message, seated.key)


@router.message(Command("leave"), IN_GROUP)
async def leave(
    message: Message,
    games: GameRegistry,
    lobbies: Lobbies,
    replies: Replies,
    clock: Clock,
    action_limits: ActionLimits,
    receipt: str,
) -> None:
    live = await games.table_in(message.chat.id, thread_of(message))
    if live is None or message.from_user is None:
        await reply(replies, message, "no-table")
        return
    key = await _stand_up(games, lobbies, clock, action_limits, live, message.from_user.id, receipt)
    if key not in STOOD_UP:  # the table shows those
        await reply(replies, message, key)


@router.message(Command("leave"), PRIVATE)
async def leave_in_private(
    message: Message,
    games: GameRegistry,
    lobbies: Lobbies,
    replies: Replies,
    clock: Clock,
    action_limits: ActionLimits,
    receipt: str,
) -> None:
    """Who has to go in somebody else's minute is muted in the group."""
    tables = await games.tables_of(message.chat.id)

    def done(key: str) -> list[Row]:
        return answers(replies.text(message.chat.id, key))

    key = (
        await _stand_up(games, lobbies, clock, action_limits, tables[0], message.chat.id, receipt, done)
        if tables
        else "leave-nowhere"
    )
    if key not in STOOD_UP:
        await replies.tell(replies.text(message.chat.id, key))


async def _stand_up(
    games: GameRegistry,
    lobbies: Lobbies,
    clock: Clock,
    action_limits: ActionLimits,
    live: RunningGame,
    user_id: int,
    receipt: str,
    more: Callable[[str], list[Row]] | None = None,
) -> str:
    """Before the game the seat is free; in it, somebody is looked for who takes it over."""
    seat = live.lobby.seat_of(user_id)
    if live.lobby.phase is Phase.PLAYING and seat and seat in live.table.alive:
        await offer_seat(
            games, lobbies, clock, action_limits, live, seat, receipt, more("seat-sought") if more else []
        )
        return "seat-sought"
    done = await lobbies.change_lobby(
        live.id,
        lambda lobby: lobby.stand(user_id),
        receipt,
        lambda _: more("lobby-stood-up") if more else [],
    )
    return answer_key(done, "lobby-stood-up")
