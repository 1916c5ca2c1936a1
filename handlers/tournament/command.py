"""/tournament and its subcommands: new, apart, out, table, count, chief."""

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import Message

from bot.language.display_names import short_name
from bot.permissions import AdminAction, Permissions
from bot.storage.groups import Groups
from bot.telegram.outbox import page_names
from bot.telegram.outbox.rows import Kind, Row, RowIds
from bot.telegram.replies import Replies
from bot.tournaments import disqualification, registration, seating
from bot.tournaments.tournament import RULESETS_WITH_POINTS, Refusal, Room, Tournament, TournamentPhase
from bot.tournaments.tournament_rows import overview_row
from bot.tournaments.tournament_store import Change
from bot.tournaments.tournaments import Tournaments
from handlers.filters import IN_GROUP
from handlers.identify import thread_of, writes_as_group
from handlers.replied_to import replied_to
from handlers.tap_answers import answers

router = Router(name="tournament.command")
LONGEST_NAME = 64
LONGEST_REASON = 200


@router.message(Command("tournament"), IN_GROUP)
async def tournament(
    message: Message,
    command: CommandObject,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    tournaments: Tournaments,
    receipt: str,
) -> None:
    word, _, rest = (command.args or "").strip().partition(" ")
    rest = rest.strip()
    match word.lower():
        case "new":
            await _create(message, row_ids, permissions, replies, groups, tournaments, rest, receipt)
        case "apart":
            await _apart(message, row_ids, permissions, replies, tournaments, rest, receipt)
        case "out":
            await _out(message, row_ids, permissions, replies, tournaments, rest, receipt)
        case "table":
            await _room(message, row_ids, permissions, replies, tournaments, rest, receipt)
        case "count":
            await _count(message, row_ids, permissions, replies, tournaments, rest, receipt)
        case "chief":
            await _chief(message, row_ids, permissions, replies, tournaments, receipt)
        case _:
            await _show(message, row_ids, replies, tournaments)


async def _show(message: Message, row_ids: RowIds, replies: Replies, tournaments: Tournaments) -> None:
    chat, thread = message.chat.id, thread_of(message)
    found = await tournaments.store.here(chat, thread)
    if found is None:
        await replies.tell(replies.text(chat, "cup-none", thread))
        return
    if found.chat_id != chat:
        row = replies.note(chat, page_names.STANDINGS, thread, tournament=found.id)
    else:
        row = overview_row(row_ids.next(), found, Kind.SEND)
    await replies.tell(row)


async def _create(
    message: Message,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    tournaments: Tournaments,
    name: str,
    receipt: str,
) -> None:
    chat, thread = message.chat.id, thread_of(message)
    user = message.from_user.id if message.from_user else 0
    name = " ".join(name.split())[:LONGEST_NAME]
    action = AdminAction.CREATE_TOURNAMENT
    if not (writes_as_group(message) or await permissions.is_admin(chat, user, action)):
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
    group = await groups.get(chat)
    ruleset = group.ruleset if group.ruleset in RULESETS_WITH_POINTS else RULESETS_WITH_POINTS[0]
    await tournaments.store.create(
        chat,
        thread,
        user,
        name,
        ruleset,
        receipt,
        lambda created: answers(overview_row(row_ids.next(), created, Kind.SEND)),
    )


async def _led_tournament(
    message: Message, permissions: Permissions, replies: Replies, tournaments: Tournaments
) -> Tournament | None:
    """Returns the tournament of this group if the author leads it; otherwise tells them."""
    chat, thread = message.chat.id, thread_of(message)
    found = await tournaments.store.here(chat, thread)
    if found is None:
        await replies.tell(replies.text(chat, "cup-none", thread))
        return None
    user = message.from_user.id if message.from_user else 0
    as_group = writes_as_group(message) and chat == found.chat_id
    if not await permissions.leads_tournament(found, user, as_group=as_group):
        await replies.tell(replies.text(chat, "cup-only-chief", thread))
        return None
    return found


async def _apart(
    message: Message,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    tournaments: Tournaments,
    rest: str,
    receipt: str,
) -> None:
    found = await _led_tournament(message, permissions, replies, tournaments)
    numbers = [int(word) for word in rest.split() if word.isdecimal() and len(word) < 4]
    if found is None:
        return
    if len(numbers) != 2:
        await replies.tell(replies.text(message.chat.id, "cup-apart-how", thread_of(message)))
        return
    await _change(
        message, row_ids, replies, tournaments, found, lambda old: registration.keep_apart(old, *numbers), receipt
    )


async def _out(
    message: Message,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    tournaments: Tournaments,
    rest: str,
    receipt: str,
) -> None:
    """`/tournament out 3 why`: disqualifies the third player of the list."""
    found = await _led_tournament(message, permissions, replies, tournaments)
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
    await _change(
        message,
        row_ids,
        replies,
        tournaments,
        found,
        lambda old: disqualification.disqualify(old, gone.word, why),
        receipt,
        told,
    )


async def _count(
    message: Message,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    tournaments: Tournaments,
    rest: str,
    receipt: str,
) -> None:
    """`/tournament count GAME`: counts a game that was not opened from the schedule."""
    found = await _led_tournament(message, permissions, replies, tournaments)
    if found is None:
        return
    chat, thread = message.chat.id, thread_of(message)
    if not rest:
        await replies.tell(replies.text(chat, "cup-count-how", thread))
        return

    def told(changed: Tournament) -> list[Row]:
        return answers(
            replies.text(chat, "cup-counted", thread, game=rest), overview_row(row_ids.next(), changed, Kind.EDIT)
        )

    done = await tournaments.results.count_in(found.id, rest, receipt, told)
    if isinstance(done, Refusal):
        await replies.tell(replies.text(chat, f"cup-no-{done}", thread))


async def _room(
    message: Message,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    tournaments: Tournaments,
    rest: str,
    receipt: str,
) -> None:
    """`/tournament table 2 CODE`: makes this group or topic the place of the tournament's second table."""
    chat, thread = message.chat.id, thread_of(message)
    number, _, code = rest.partition(" ")
    found = await tournaments.store.find(code.strip())
    user = message.from_user.id if message.from_user else 0
    if found is None or not number.isdecimal() or len(number) > 2:
        await replies.tell(replies.text(chat, "cup-room-how", thread))
        return
    action = AdminAction.LEAD_TOURNAMENT
    if not await permissions.leads_tournament(found, user, action) or not await permissions.is_admin(
        chat, user, action
    ):
        await replies.tell(replies.text(chat, "cup-only-chief", thread))
        return
    room = Room(chat, thread)
    told = replies.text(chat, "cup-room", thread, table=int(number), name=found.name)
    await _change(
        message,
        row_ids,
        replies,
        tournaments,
        found,
        lambda old: seating.assign_room(old, int(number), room),
        receipt,
        told,
    )


async def _chief(
    message: Message,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    tournaments: Tournaments,
    receipt: str,
) -> None:
    """`/tournament chief`, by an admin: names the person replied to as chief judge."""
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
    await _change(
        message, row_ids, replies, tournaments, found, lambda old: old.name_chief(other.id), receipt, told
    )


async def _change(
    message: Message,
    row_ids: RowIds,
    replies: Replies,
    tournaments: Tournaments,
    found: Tournament,
    change: Change,
    receipt: str,
    *told: Row,
) -> None:
    done = await tournaments.store.change(
        found.id,
        change,
        receipt,
        rows=lambda changed: answers(overview_row(row_ids.next(), changed, Kind.EDIT), *told),
    )
    if isinstance(done, Refusal):
        await replies.tell(replies.text(message.chat.id, f"cup-no-{done}", thread_of(message)))
