"""/tournament and its buttons: create, register, seat, play, look at the table; the final."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing

import structlog
from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.admins import AdminDeed
from bot.callbacks import CupTap
from bot.directory import short_name
from bot.host import Host
from bot.lobby import Lobby
from bot.outbox.rows import Kind, Rank, Row
from bot.tournaments import games
from bot.tournaments.registry import Change
from bot.tournaments.seeking import SeekingFailed, seek
from bot.tournaments.tournament import RULESETS_WITH_POINTS, Phase, Refusal, Room, Tournament
from bot.tournaments.wishes import CupWish
from engine.seating import Seating
from handlers.answers import answer, answers, patiently, say
from handlers.chair import replied_to
from handlers.people import is_somebody, thread_of, writes_as_group
from handlers.places import IN_GROUP, PRIVATE, belongs

log = structlog.get_logger()
router = Router(name="tournament")
LONGEST_NAME = 64
LONGEST_REASON = 200
STAND_IN_NAMES = 15


async def leads(
    host: Host,
    tournament: Tournament,
    user_id: int,
    deed: AdminDeed = AdminDeed.LEAD_TOURNAMENT,
    *,
    as_group: bool = False,
) -> bool:
    """The admins of its group, and a chief judge whom one of them has named and who is still there."""
    if as_group or await host.admins.is_admin(tournament.chat_id, user_id, deed):
        return True
    named = tournament.appointed and is_somebody(user_id) and user_id == tournament.chief
    return named and await belongs(host, tournament.chat_id, user_id)


def panel_row(host: Host, tournament: Tournament, kind: Kind, **args: int) -> Row:
    return games.panel_row(host.service.next_id(), tournament, kind, **args)


# --- the command ------------------------------------------------------------------------------------------------


@router.message(Command("tournament"), PRIVATE)
async def only_in_groups(message: Message, host: Host) -> None:
    await host.tell(host.text(message.chat.id, "only-in-groups"))


@router.message(Command("tournament"), IN_GROUP)
async def tournament(message: Message, command: CommandObject, host: Host, receipt: str) -> None:
    word, _, rest = (command.args or "").strip().partition(" ")
    deed = DEEDS.get(word.lower())
    if deed is None:
        await _show(message, host)
        return
    await deed(message, host, rest.strip(), receipt)


async def _show(message: Message, host: Host) -> None:
    chat, thread = message.chat.id, thread_of(message)
    found = await host.office.here(chat, thread)
    if found is None:
        await host.tell(host.text(chat, "cup-none", thread))
        return
    if found.chat_id != chat:
        row = host.note(chat, "standings", thread, tournament=found.id)
    else:
        row = panel_row(host, found, Kind.SEND)
    await host.tell(row)


async def _create(message: Message, host: Host, name: str, receipt: str) -> None:
    chat, thread = message.chat.id, thread_of(message)
    user = message.from_user.id if message.from_user else 0
    name = " ".join(name.split())[:LONGEST_NAME]
    deed = AdminDeed.CREATE_TOURNAMENT
    if not (writes_as_group(message) or await host.admins.is_admin(chat, user, deed)):
        await host.tell(host.text(chat, "admins-only", thread))
        return
    if not name:
        await host.tell(host.text(chat, "cup-none", thread))
        return
    before = await host.office.here(chat, thread)
    if before is not None and before.chat_id == chat and before.phase in (Phase.OPEN, Phase.SEATED):
        await host.tell(host.text(chat, "cup-is-there", thread, name=before.name))
        return
    group = await host.directory.group(chat)
    ruleset = group.ruleset if group.ruleset in RULESETS_WITH_POINTS else RULESETS_WITH_POINTS[0]
    await host.office.create(
        chat, thread, user, name, ruleset, receipt, lambda created: answers(panel_row(host, created, Kind.SEND))
    )


async def _led(message: Message, host: Host) -> Tournament | None:
    """The tournament of this group, if whoever writes may rule it; otherwise they are told."""
    chat, thread = message.chat.id, thread_of(message)
    found = await host.office.here(chat, thread)
    if found is None:
        await host.tell(host.text(chat, "cup-none", thread))
        return None
    user = message.from_user.id if message.from_user else 0
    as_group = writes_as_group(message) and chat == found.chat_id
    if not await leads(host, found, user, as_group=as_group):
        await host.tell(host.text(chat, "cup-only-chief", thread))
        return None
    return found


async def _apart(message: Message, host: Host, rest: str, receipt: str) -> None:
    found = await _led(message, host)
    numbers = [int(word) for word in rest.split() if word.isdecimal() and len(word) < 4]
    if found is None:
        return
    if len(numbers) != 2:
        await host.tell(host.text(message.chat.id, "cup-apart-how", thread_of(message)))
        return
    await _changed(message, host, found, lambda old: old.keep_apart(*numbers), receipt)


async def _out(message: Message, host: Host, rest: str, receipt: str) -> None:
    """Disqualified from the tournament, by the number of the list; the reason in own words."""
    found = await _led(message, host)
    if found is None:
        return
    listed, _, why = rest.partition(" ")
    number = int(listed) if listed.isdecimal() and len(listed) < 4 else 0
    why = " ".join(why.split())[:LONGEST_REASON]
    if not 1 <= number <= len(found.entrants):
        await host.tell(host.text(message.chat.id, "cup-out-how", thread_of(message)))
        return
    gone = found.entrants[number - 1]
    key = "cup-out-why" if why else "cup-out"
    told = host.text(message.chat.id, key, thread_of(message), name=gone.name, why=why)
    await _changed(message, host, found, lambda old: old.disqualify(gone.word, why), receipt, told)


async def _count(message: Message, host: Host, rest: str, receipt: str) -> None:
    """A game that was not laid from the schedule, by the number of its protocol."""
    found = await _led(message, host)
    if found is None:
        return
    chat, thread = message.chat.id, thread_of(message)
    if not rest:
        await host.tell(host.text(chat, "cup-count-how", thread))
        return

    def told(changed: Tournament) -> list[Row]:
        return answers(host.text(chat, "cup-counted", thread, game=rest), panel_row(host, changed, Kind.EDIT))

    done = await host.office.count_in(found.id, rest, receipt, told)
    if isinstance(done, Refusal):
        await host.tell(host.text(chat, f"cup-no-{done}", thread))


async def _room(message: Message, host: Host, rest: str, receipt: str) -> None:
    """`/tournament table 2 CODE` in the group or topic where the second table is to play."""
    chat, thread = message.chat.id, thread_of(message)
    number, _, code = rest.partition(" ")
    found = await host.office.find(code.strip())
    user = message.from_user.id if message.from_user else 0
    if found is None or not number.isdecimal() or len(number) > 2:
        await host.tell(host.text(chat, "cup-room-how", thread))
        return
    deed = AdminDeed.LEAD_TOURNAMENT
    if not await leads(host, found, user, deed) or not await host.admins.is_admin(chat, user, deed):
        await host.tell(host.text(chat, "cup-only-chief", thread))
        return
    room = Room(chat, thread)
    told = host.text(chat, "cup-room", thread, table=int(number), name=found.name)
    await _changed(message, host, found, lambda old: old.put_room(int(number), room), receipt, told)


async def _chief(message: Message, host: Host, _: str, receipt: str) -> None:
    """By an admin, in reply to whoever is to lead from now on."""
    chat, thread = message.chat.id, thread_of(message)
    found = await host.office.here(chat, thread)
    if found is None:
        await host.tell(host.text(chat, "cup-none", thread))
        return
    user = message.from_user.id if message.from_user else 0
    as_group = writes_as_group(message) and chat == found.chat_id
    if not (as_group or await host.admins.is_admin(found.chat_id, user, AdminDeed.NAME_CHIEF)):
        await host.tell(host.text(chat, "admins-only", thread))
        return
    other = replied_to(message)
    if other is None or not await belongs(host, found.chat_id, other.id):
        await host.tell(host.text(chat, "cup-chief-how", thread))
        return
    name = short_name(other.first_name, other.last_name)
    told = host.text(chat, "cup-chief", thread, name=name)
    await _changed(message, host, found, lambda old: old.name_chief(other.id), receipt, told)


async def _changed(
    message: Message, host: Host, found: Tournament, wish: Change, receipt: str, *told: Row
) -> None:
    done = await host.office.change(
        found.id, wish, receipt, rows=lambda changed: answers(panel_row(host, changed, Kind.EDIT), *told)
    )
    if isinstance(done, Refusal):
        await host.tell(host.text(message.chat.id, f"cup-no-{done}", thread_of(message)))


Deed = Callable[[Message, Host, str, str], Awaitable[None]]
DEEDS: dict[str, Deed] = {
    "new": _create,
    "apart": _apart,
    "out": _out,
    "table": _room,
    "count": _count,
    "chief": _chief,
}


# --- the buttons ------------------------------------------------------------------------------------------------

FREE = (CupWish.JOIN, CupWish.RESERVE, CupWish.LEAVE)
"""For everybody; the rest is the chief judge's, but for looking."""
LISTED = (*FREE, CupWish.BOT)
"""What changes the list."""
AGAIN_MS = 15_000
"""After so long the same table or file is made once more."""
FILES = (CupWish.PICTURE, CupWish.BOOK, CupWish.EXPORT)


@router.callback_query(CupTap.filter())
async def wished(query: CallbackQuery, callback_data: CupTap, host: Host, receipt: str) -> None:
    found = await host.office.find(callback_data.cup)
    chat = query.message.chat.id if query.message is not None else 0
    if found is None or (chat != found.chat_id and chat not in {room.chat_id for room in found.rooms}):
        await answer(query, await say(host, query, "tap-old"))
        return
    wish = callback_data.wish
    if wish in (*FILES, CupWish.TABLE, CupWish.AWARDS):
        await _look(query, host, found, wish)
        return
    if wish not in FREE and not await leads(host, found, query.from_user.id):
        await answer(query, await say(host, query, "cup-only-chief"), alert=True)
        return
    await patiently(host, query, _do(query, callback_data, host, found, receipt))


async def _look(query: CallbackQuery, host: Host, found: Tournament, wish: CupWish) -> None:
    assert query.message is not None
    chat = query.message.chat.id
    thread = thread_of(query.message) if isinstance(query.message, Message) else 0
    deed = AdminDeed.EXPORT_TOURNAMENT
    if wish is CupWish.EXPORT and not await leads(host, found, query.from_user.id, deed):
        await answer(query, await say(host, query, "cup-only-chief"), alert=True)
        return
    now, asked = host.clock.now(), (chat, thread, found.id, wish)
    if host.recent.has(asked, now, host.pace.scale(AGAIN_MS)):
        await answer(query, await say(host, query, "protocol-sent"))
        return
    kind, page = Kind.SEND, {CupWish.TABLE: "standings", CupWish.AWARDS: "cup-awards"}.get(wish, "cup-file")
    if page == "cup-file":
        kind = Kind.FILE
    args = {"tournament": found.id, "kind": wish.value}
    await host.tell(Row(host.service.next_id(), chat, kind, page, Rank.NEWS, thread_id=thread, args=args))
    host.recent.note(asked, now)
    await answer(query, await say(host, query, "protocol-coming"))


async def _do(query: CallbackQuery, tap: CupTap, host: Host, found: Tournament, receipt: str) -> str:
    match tap.wish:
        case CupWish.SEAT:
            return await say(host, query, await start_seeking(host, found))
        case CupWish.GAME:
            opened = await host.office.open_game(found.id, tap.value, query.from_user.id, receipt)
            if isinstance(opened, Lobby):
                return await say(host, query, "cup-game-opened")
            return await say(host, query, "tap-old" if opened is None else f"cup-no-{opened}")
        case CupWish.FINAL:
            final = await host.office.make_final(found.id, query.from_user.id, receipt)
            if isinstance(final, Tournament):
                return await say(host, query, "cup-final-made")
            return await say(host, query, "tap-old" if final is None else f"cup-no-{final}")
        case _:
            return await _turn(query, tap, host, found, receipt)


async def _turn(query: CallbackQuery, tap: CupTap, host: Host, found: Tournament, receipt: str) -> str:
    user = query.from_user.id
    person = await host.directory.person(user)
    if tap.wish in LISTED and is_sought(host, found):
        # Whoever came and went would keep a tournament from ever being seated.
        return await say(host, query, "cup-seeking-already")
    if tap.wish in (CupWish.JOIN, CupWish.RESERVE):
        if not person.reachable:
            return await say(host, query, "start-first")
        if not await belongs(host, found.chat_id, user):
            return await say(host, query, "cup-no-stranger")
    if tap.wish is CupWish.BOT and not host.settings.stand_ins:
        group = await host.directory.group(found.chat_id)
        if dict(group.options).get("stand_ins") != "fill":
            return await say(host, query, "lobby-no-no-stand-ins")
    language = (await host.directory.group(found.chat_id)).language or "ru"
    wishes: dict[CupWish, Change] = {
        CupWish.STAGE: lambda old: old.turn("stage", 1),
        CupWish.RULES: lambda old: old.turn("ruleset", 1),
        CupWish.TABLES: lambda old: old.turn("tables", tap.value),
        CupWish.ROUNDS: lambda old: old.turn("rounds", tap.value),
        CupWish.OPEN: lambda old: old.open(),
        CupWish.JOIN: lambda old: old.register(user, person.name),
        CupWish.RESERVE: lambda old: old.register(user, person.name, reserve=True),
        CupWish.LEAVE: lambda old: old.withdraw(user),
        CupWish.BOT: lambda old: old.add_stand_in(_bot_name(host, language, old)),
    }
    done = await host.office.change(
        found.id, wishes[tap.wish], receipt, rows=lambda changed: [panel_row(host, changed, Kind.EDIT)]
    )
    if isinstance(done, Tournament):
        return await say(host, query, f"cup-done-{tap.wish}")
    return await say(host, query, "tap-old" if done is None else f"cup-no-{done}")


def _bot_name(host: Host, language: str, found: Tournament) -> str:
    number = sum(1 for one in found.entrants if not one.user_id) + 1
    name = host.words.plain(language, f"stand-in-name-{(number - 1) % STAND_IN_NAMES + 1}")
    return name if number <= STAND_IN_NAMES else f"{name} {(number - 1) // STAND_IN_NAMES + 1}"


# --- the search -------------------------------------------------------------------------------------------------


async def start_seeking(host: Host, found: Tournament) -> str:
    """One search at a time for a group; returns what to answer."""
    why_not = found.why_not_seat()
    if why_not is not None:
        return f"cup-no-{why_not}"
    if is_sought(host, found):
        return "cup-seeking-already"
    task = asyncio.create_task(_seek(host, found), name=_search_of(found))
    host.background.add(task)
    task.add_done_callback(host.background.discard)
    return "cup-seeking-begun"


def is_sought(host: Host, found: Tournament) -> bool:
    return any(task.get_name() == _search_of(found) for task in host.background)


def _search_of(found: Tournament) -> str:
    return f"seating:{found.chat_id}"


async def _seated(host: Host, found: Tournament, seating: Seating) -> None:
    done = await host.office.change(
        found.id,
        lambda old: old.seat(seating, found.plan),
        "",
        rows=lambda changed: [panel_row(host, changed, Kind.EDIT)],
    )
    if isinstance(done, Refusal):
        refused = host.text(found.chat_id, f"cup-no-{done}", found.thread_id)
        await host.tell(refused, panel_row(host, found, Kind.EDIT))


async def _seek(host: Host, found: Tournament) -> None:
    chat, thread = found.chat_id, found.thread_id
    try:
        # Another seating follows from the one that did not please.
        before = " ".join(word for slot in found.slots for word in slot.seats)
        sought = seek(found.plan, found.derived(f"seating {before}"))
        async with host.office.searches, aclosing(sought) as news:
            async for told in news:
                if told.refusal is not None:
                    await host.tell(host.text(chat, f"cup-seating-{told.refusal}", thread))
                    await host.tell(panel_row(host, found, Kind.EDIT))
                elif told.seating is not None:
                    await _seated(host, found, told.seating)
                else:
                    await host.tell(panel_row(host, found, Kind.EDIT, seeking=told.percent))
    except (SeekingFailed, OSError) as failed:
        log.error("no seating could be found", tournament=found.id, why=str(failed))
        await host.tell(host.text(chat, "cup-seeking-failed", thread))
