"""The settings of a group: how an admin comes to them, and what each tap shows or changes."""

from typing import Any, NamedTuple

from aiogram import F, Router
from aiogram.filters import Command, CommandObject, CommandStart
from aiogram.types import CallbackQuery, Message

from bot.admins import AdminDeed
from bot.callbacks import ChangeTap, GroupTap, LobbyTap, LookTap
from bot.club.cards import hand
from bot.club.choices import CHOICES
from bot.club.deeds import Deed, Screen
from bot.club.desk import Done, Outdated, Table
from bot.club.dials import changed_options
from bot.club.refused import Refused
from bot.club.shaping import SHAPINGS, Place, preset_at, preset_of
from bot.directory import Group
from bot.host import Host
from bot.language.role_words import role_key
from bot.outbox.rows import Args, Kind, Rank, Row
from bot.simulation import Plan
from bot.store import Work
from engine.preset import write_preset
from handlers.answers import answer, language_of_tapper, reply, say
from handlers.people import may_manage, thread_of
from handlers.places import IN_GROUP, PRIVATE

router = Router(name="club")
SLOT = "settings"
HOME: Place = (Screen.HOME, "", "")
SILENT = {Deed.ADD_CARD, Deed.TAKE_CARD, Deed.BRING_ROLE, Deed.COPY_CARDS, Deed.FORGET_DRAFT}
"""What a draft becomes is seen in the menu, and nobody plays by it yet."""
OF_A_GAME = {"time_zone", "quiet", "voice", "afterlife"}
"""Choices of the group that a game keeps from its deal on, as it does the rules."""


# --- the ways in ------------------------------------------------------------------------------------------------


@router.message(Command("settings"), IN_GROUP)
async def settings(message: Message, host: Host) -> None:
    chat_id, thread_id = message.chat.id, thread_of(message)
    if not await may_manage(host, message, AdminDeed.SEE_SETTINGS):
        await reply(host, message, "admins-only")
        return
    user = message.from_user
    known = message.sender_chat is None and user is not None
    if user is not None and known and (await host.directory.person(user.id)).reachable:
        await show_menu(host, user.id, chat_id)
        await host.tell(host.text(chat_id, "settings-in-private", thread_id))
        return
    await host.tell(host.note(chat_id, "door", thread_id, code=await host.doors.open(chat_id)))


@router.callback_query(GroupTap.filter(F.wish == "settings"))
@router.callback_query(LobbyTap.filter(F.wish == "settings"))
async def settings_button(query: CallbackQuery, host: Host) -> None:
    message = query.message
    if message is None or message.chat.type == "private":
        await answer(query, await say(host, query, "tap-old"))
        return
    user_id = query.from_user.id
    if not await host.admins.is_admin(message.chat.id, user_id, AdminDeed.SEE_SETTINGS):
        await answer(query, await say(host, query, "admins-only"))
        return
    if not (await host.directory.person(user_id)).reachable:
        code = await host.doors.open(message.chat.id)
        await answer(query, url=f"https://t.me/{host.bot_name}?start=set_{code}")
        return
    await show_menu(host, user_id, message.chat.id)
    await answer(query, await say(host, query, "sent-to-private"))


@router.message(CommandStart(deep_link=True, magic=F.args.startswith("set_")), PRIVATE)
async def through_a_door(message: Message, command: CommandObject, host: Host) -> None:
    user_id = message.chat.id
    code = (command.args or "").removeprefix("set_")
    chat_id = await host.doors.behind(code)
    if not chat_id:
        await host.tell(host.text(user_id, "settings-door-shut"))
    elif not await host.admins.is_admin(chat_id, user_id, AdminDeed.SEE_SETTINGS):
        await host.tell(host.text(user_id, "settings-admins-only"))
    else:
        work = Work()
        host.doors.close(work, code)
        await show_menu(host, user_id, chat_id, work)


@router.message(Command("settings"), PRIVATE)
async def settings_in_private(message: Message, host: Host) -> None:
    await host.tell(host.text(message.chat.id, "settings-from-group"))


# --- what every tap needs ---------------------------------------------------------------------------------------


class Allowed(NamedTuple):
    group: Group
    why_not: str = ""
    """The reason in the locales; empty: allowed."""


async def allowed(host: Host, user_id: int, chat_id: int, deed: AdminDeed) -> Allowed:
    """May this person see or change the settings of that group, now?"""
    group = await host.directory.group(chat_id)
    while group.moved_to:
        group = await host.directory.group(group.moved_to)
    if not group.bot_member:
        return Allowed(group, "settings-left")
    if not await host.admins.is_admin(group.chat_id, user_id, deed):
        return Allowed(group, "settings-admins-only")
    return Allowed(group)


async def group_of(host: Host, query: CallbackQuery, chat_id: int, deed: AdminDeed) -> Group | None:
    """The group whose menu was tapped; None if that was refused, and said so."""
    message, user_id = query.message, query.from_user.id
    if message is None or message.chat.id != user_id:
        await answer(query, await say(host, query, "tap-old"))
        return None
    found = await allowed(host, user_id, chat_id, deed)
    if found.why_not:
        await answer(query, await say(host, query, found.why_not), alert=True)
        return None
    host.balancing.stop(user_id)
    await host.outbox.slots.adopt(user_id, SLOT, message.message_id, SLOT)
    return found.group


def menu_row(host: Host, user_id: int, kind: Kind, chat_id: int, place: Place, table: Table, **more: Any) -> Row:
    screen, what, value = place
    args: Args = {"group": chat_id, "screen": screen.value, "what": what, "value": value, "table": table.value}
    args["figures"] = more
    return Row(host.service.next_id(), user_id, kind, SLOT, Rank.ANSWER, slot=SLOT, args=args)


async def show_menu(host: Host, user_id: int, chat_id: int, along: Work | None = None) -> None:
    table = await host.desk.table(await host.directory.group(chat_id))
    await host.outbox.post([menu_row(host, user_id, Kind.SEND, chat_id, HOME, table)], along)


async def turn_menu(host: Host, user_id: int, group: Group, place: Place, table: Table | None = None) -> None:
    table = table or await host.desk.table(group)
    host.outbox.whisper([menu_row(host, user_id, Kind.EDIT, group.chat_id, place, table)])


def why(host: Host, language: str, refused: Refused) -> str:
    """The reason for the window of a tap."""
    host.on_refused(refused.key)
    args = {
        name: host.words.plain(language, str(value)[1:]) if str(value).startswith("@") else value
        for name, value in refused.args_of_words.items()
    }
    return host.words.plain(language, refused.key, **args)


# --- looking ----------------------------------------------------------------------------------------------------


@router.callback_query(LookTap.filter())
async def look(query: CallbackQuery, callback_data: LookTap, host: Host) -> None:
    group = await group_of(host, query, callback_data.group, AdminDeed.SEE_SETTINGS)
    if group is None:
        return
    screen, what, value = callback_data.screen, callback_data.what, callback_data.value
    language = await language_of_tapper(host, query)
    try:
        match screen:
            case Screen.ROLE:
                await answer(query, _card(host, language, group, what, value), alert=True)
            case Screen.EXPORT:
                await _export(host, query.from_user.id, group, what)
                await answer(query)
            case Screen.BALANCE:
                _start_balance(host, query.from_user.id, group, what)
                await turn_menu(host, query.from_user.id, group, (screen, what, value))
                await answer(query)
            case _:
                await turn_menu(host, query.from_user.id, group, (screen, what, value))
                await answer(query)
    except Refused as refused:
        await answer(query, why(host, language, refused), alert=True)


def _card(host: Host, language: str, group: Group, what: str, role: str) -> str:
    """What a role does, in the window of the tap."""
    ruleset = hand(group, _number(what)).ruleset
    if role not in ruleset.roles:
        raise Refused("flaw-unknown-role")
    key = role_key(ruleset.id, role)
    return f"{host.words.plain(language, key)}. {host.words.plain(language, f'{key}-card')}"


async def _export(host: Host, user_id: int, group: Group, what: str) -> None:
    text = preset_at(group, what)[1] if what else write_preset(preset_of(group))
    await host.tell(host.text(user_id, "preset-text", text=text))


def _start_balance(host: Host, user_id: int, group: Group, what: str) -> None:
    found = hand(group, _number(what))
    if found.wrong:
        raise found.wrong[0]
    options = changed_options(found.ruleset, dict(group.options))
    plan = Plan(found.ruleset.id, found.dealt, 0, 1, "sensible", options)

    def show(person: int, figures: dict[str, Any]) -> None:
        place = (Screen.BALANCE, what, "")
        host.outbox.whisper([menu_row(host, person, Kind.EDIT, group.chat_id, place, Table.NONE, **figures)])

    host.balancing.start(user_id, plan, show)


def _number(what: str) -> int:
    if not what.isdecimal():
        raise Refused("settings-no-value")
    return int(what)


# --- changing ---------------------------------------------------------------------------------------------------


@router.callback_query(ChangeTap.filter())
async def change(query: CallbackQuery, callback_data: ChangeTap, host: Host, receipt: str) -> None:
    tap, user_id = callback_data, query.from_user.id
    group = await group_of(host, query, tap.group, AdminDeed.CHANGE_SETTINGS)
    if group is None:
        return
    language = await language_of_tapper(host, query)
    place = SHAPINGS[tap.deed].then(tap.what, tap.value)

    def turned(done: Done) -> list[Row]:
        if not done.changed:
            return []
        return [menu_row(host, user_id, Kind.EDIT, done.group.chat_id, place, done.table)]

    try:
        outcome = await host.desk.take(group.chat_id, tap.number, tap.deed, tap.what, tap.value, receipt, turned)
    except Refused as refused:
        await answer(query, why(host, language, refused), alert=True)
        return
    match outcome:
        case Outdated(group=newest, table=table):
            await answer(query, await say(host, query, "settings-outdated"), alert=True)
            await turn_menu(host, user_id, newest, place, table)
        case Done(changed=False):
            await answer(query)
        case Done(table=table):
            key = saved_key(tap.deed, tap.what, table)
            await answer(query, await say(host, query, key) if key else "")


def saved_key(deed: Deed, what: str, table: Table) -> str:
    """From when a change holds."""
    if deed in SILENT:
        return ""
    at_once = deed in (Deed.TURN, Deed.BACK_TO_USUAL) and what in CHOICES.keys() - OF_A_GAME
    if at_once or deed in (Deed.SAVE, Deed.DELETE):
        return "settings-saved"
    return f"settings-saved-{table}"
