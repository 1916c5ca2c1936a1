"""The settings of a group: how an admin comes to them, and what each tap shows or changes."""

from typing import Any, NamedTuple

from aiogram import F, Router
from aiogram.filters import Command, CommandObject, CommandStart
from aiogram.types import CallbackQuery, Message

from bot.games.game_registry import GameRegistry
from bot.group_settings.balance_preview import BalancePreview
from bot.group_settings.change_refused import ChangeRefused
from bot.group_settings.group_choices import CHOICES
from bot.group_settings.options import changed_options
from bot.group_settings.presets import preset_at, preset_of
from bot.group_settings.role_sets import card_set
from bot.group_settings.settings_changes import CHANGE_RULES, Place
from bot.group_settings.settings_editor import Applied, Outdated, SettingsEditor, TableState
from bot.group_settings.settings_links import SettingsLinks
from bot.language.role_names import role_key
from bot.language.translator import Translator
from bot.permissions import AdminAction, Permissions
from bot.simulation.simulation import Plan
from bot.storage import UnitOfWork
from bot.storage.directory import Directory
from bot.storage.groups import Group
from bot.telegram.buttons.callback_data import GroupTap, LobbyTap, SettingsChangeTap, SettingsScreenTap
from bot.telegram.buttons.settings_actions import SettingsAction, SettingsScreen
from bot.telegram.outbox import page_names
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Args, Kind, Rank, Row
from bot.telegram.replies import Replies
from engine.preset import write_preset
from handlers.filters import IN_GROUP, PRIVATE
from handlers.identify import thread_of
from handlers.tap_answers import answer, language_of_tapper, reply, say

router = Router(name="group_settings")
SLOT = "settings"
HOME: Place = (SettingsScreen.HOME, "", "")
SILENT = {
    SettingsAction.ADD_CARD,
    SettingsAction.TAKE_CARD,
    SettingsAction.ADD_ROLE,
    SettingsAction.COPY_CARDS,
    SettingsAction.DROP_DRAFT,
}
"""What a draft becomes is seen in the menu, and nobody plays by it yet."""
OF_A_GAME = {"time_zone", "quiet", "voice", "afterlife"}
"""Choices of the group that a game keeps from its deal on, as it does the rules."""


# --- the ways in ------------------------------------------------------------------------------------------------


@router.message(Command("settings"), IN_GROUP)
async def settings(
    message: Message,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    outbox: Outbox,
    settings_editor: SettingsEditor,
    settings_links: SettingsLinks,
) -> None:
    chat_id, thread_id = message.chat.id, thread_of(message)
    if not await permissions.may_manage(message, AdminAction.SEE_SETTINGS):
        await reply(replies, message, "admins-only")
        return
    user = message.from_user
    known = message.sender_chat is None and user is not None
    if user is not None and known and (await directory.people.get(user.id)).reachable:
        await show_menu(games, directory, outbox, settings_editor, user.id, chat_id)
        await replies.tell(replies.text(chat_id, "settings-in-private", thread_id))
        return
    await replies.tell(
        replies.note(chat_id, page_names.SETTINGS_LINK, thread_id, code=await settings_links.open(chat_id))
    )


@router.callback_query(GroupTap.filter(F.wish == "settings"))
@router.callback_query(LobbyTap.filter(F.wish == "settings"))
async def settings_button(
    query: CallbackQuery,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    outbox: Outbox,
    bot_name: str,
    settings_editor: SettingsEditor,
    settings_links: SettingsLinks,
) -> None:
    message = query.message
    if message is None or message.chat.type == "private":
        await answer(query, await say(replies, query, "tap-old"))
        return
    user_id = query.from_user.id
    if not await permissions.is_admin(message.chat.id, user_id, AdminAction.SEE_SETTINGS):
        await answer(query, await say(replies, query, "admins-only"))
        return
    if not (await directory.people.get(user_id)).reachable:
        code = await settings_links.open(message.chat.id)
        await answer(query, url=f"https://t.me/{bot_name}?start=set_{code}")
        return
    await show_menu(games, directory, outbox, settings_editor, user_id, message.chat.id)
    await answer(query, await say(replies, query, "sent-to-private"))


@router.message(CommandStart(deep_link=True, magic=F.args.startswith("set_")), PRIVATE)
async def through_a_door(
    message: Message,
    command: CommandObject,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    outbox: Outbox,
    settings_editor: SettingsEditor,
    settings_links: SettingsLinks,
) -> None:
    user_id = message.chat.id
    code = (command.args or "").removeprefix("set_")
    chat_id = await settings_links.chat_of(code)
    if not chat_id:
        await replies.tell(replies.text(user_id, "settings-door-shut"))
    elif not await permissions.is_admin(chat_id, user_id, AdminAction.SEE_SETTINGS):
        await replies.tell(replies.text(user_id, "settings-admins-only"))
    else:
        work = UnitOfWork()
        settings_links.close(work, code)
        await show_menu(games, directory, outbox, settings_editor, user_id, chat_id, work)


@router.message(Command("settings"), PRIVATE)
async def settings_in_private(message: Message, replies: Replies) -> None:
    await replies.tell(replies.text(message.chat.id, "settings-from-group"))


# --- what every tap needs ---------------------------------------------------------------------------------------


class Allowed(NamedTuple):
    group: Group
    why_not: str = ""
    """The reason in the locales; empty: allowed."""


async def allowed(
    permissions: Permissions, directory: Directory, user_id: int, chat_id: int, deed: AdminAction
) -> Allowed:
    """May this person see or change the settings of that group, now?"""
    group = await directory.groups.get(chat_id)
    while group.moved_to:
        group = await directory.groups.get(group.moved_to)
    if not group.bot_member:
        return Allowed(group, "settings-left")
    if not await permissions.is_admin(group.chat_id, user_id, deed):
        return Allowed(group, "settings-admins-only")
    return Allowed(group)


async def group_of(
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    outbox: Outbox,
    balance_preview: BalancePreview,
    query: CallbackQuery,
    chat_id: int,
    deed: AdminAction,
) -> Group | None:
    """The group whose menu was tapped; None if that was refused, and said so."""
    message, user_id = query.message, query.from_user.id
    if message is None or message.chat.id != user_id:
        await answer(query, await say(replies, query, "tap-old"))
        return None
    found = await allowed(permissions, directory, user_id, chat_id, deed)
    if found.why_not:
        await answer(query, await say(replies, query, found.why_not), alert=True)
        return None
    balance_preview.stop(user_id)
    await outbox.sent_messages.adopt(user_id, SLOT, message.message_id, SLOT)
    return found.group


def menu_row(
    games: GameRegistry, user_id: int, kind: Kind, chat_id: int, place: Place, table: TableState, /, **more: Any
) -> Row:
    screen, what, value = place
    args: Args = {"group": chat_id, "screen": screen.value, "what": what, "value": value, "table": table.value}
    args["figures"] = more
    return Row(games.next_id(), user_id, kind, SLOT, Rank.ANSWER, slot=SLOT, args=args)


async def show_menu(
    games: GameRegistry,
    directory: Directory,
    outbox: Outbox,
    settings_editor: SettingsEditor,
    user_id: int,
    chat_id: int,
    along: UnitOfWork | None = None,
) -> None:
    table = await settings_editor.table(await directory.groups.get(chat_id))
    await outbox.post([menu_row(games, user_id, Kind.SEND, chat_id, HOME, table)], along)


async def turn_menu(
    games: GameRegistry,
    outbox: Outbox,
    settings_editor: SettingsEditor,
    user_id: int,
    group: Group,
    place: Place,
    table: TableState | None = None,
) -> None:
    table = table or await settings_editor.table(group)
    outbox.add_unstored([menu_row(games, user_id, Kind.EDIT, group.chat_id, place, table)])


def why(replies: Replies, words: Translator, language: str, refused: ChangeRefused) -> str:
    """The reason for the window of a tap."""
    replies.count_refusal(refused.key)
    args = {
        name: words.plain(language, str(value)[1:]) if str(value).startswith("@") else value
        for name, value in refused.args_of_words.items()
    }
    return words.plain(language, refused.key, **args)


# --- looking ----------------------------------------------------------------------------------------------------


@router.callback_query(SettingsScreenTap.filter())
async def look(
    query: CallbackQuery,
    callback_data: SettingsScreenTap,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    outbox: Outbox,
    words: Translator,
    settings_editor: SettingsEditor,
    balance_preview: BalancePreview,
) -> None:
    group = await group_of(
        permissions,
        replies,
        directory,
        outbox,
        balance_preview,
        query,
        callback_data.group,
        AdminAction.SEE_SETTINGS,
    )
    if group is None:
        return
    screen, what, value = callback_data.screen, callback_data.what, callback_data.value
    language = await language_of_tapper(replies, query)
    try:
        match screen:
            case SettingsScreen.ROLE:
                await answer(query, _card(words, language, group, what, value), alert=True)
            case SettingsScreen.EXPORT:
                await _export(replies, query.from_user.id, group, what)
                await answer(query)
            case SettingsScreen.BALANCE:
                _start_balance(games, outbox, balance_preview, query.from_user.id, group, what)
                await turn_menu(games, outbox, settings_editor, query.from_user.id, group, (screen, what, value))
                await answer(query)
            case _:
                await turn_menu(games, outbox, settings_editor, query.from_user.id, group, (screen, what, value))
                await answer(query)
    except ChangeRefused as refused:
        await answer(query, why(replies, words, language, refused), alert=True)


def _card(words: Translator, language: str, group: Group, what: str, role: str) -> str:
    """What a role does, in the window of the tap."""
    ruleset = card_set(group, _number(what)).ruleset
    if role not in ruleset.roles:
        raise ChangeRefused("flaw-unknown-role")
    key = role_key(ruleset.id, role)
    return f"{words.plain(language, key)}. {words.plain(language, f'{key}-card')}"


async def _export(replies: Replies, user_id: int, group: Group, what: str) -> None:
    text = preset_at(group, what)[1] if what else write_preset(preset_of(group))
    await replies.tell(replies.text(user_id, "preset-text", text=text))


def _start_balance(
    games: GameRegistry, outbox: Outbox, balance_preview: BalancePreview, user_id: int, group: Group, what: str
) -> None:
    found = card_set(group, _number(what))
    if found.wrong:
        raise found.wrong[0]
    options = changed_options(found.ruleset, dict(group.options))
    plan = Plan(found.ruleset.id, found.dealt, 0, 1, "sensible", options)

    def show(person: int, figures: dict[str, Any]) -> None:
        place = (SettingsScreen.BALANCE, what, "")
        row = menu_row(games, person, Kind.EDIT, group.chat_id, place, TableState.NONE, **figures)
        outbox.add_unstored([row])

    balance_preview.start(user_id, plan, show)


def _number(what: str) -> int:
    if not what.isdecimal():
        raise ChangeRefused("settings-no-value")
    return int(what)


# --- changing ---------------------------------------------------------------------------------------------------


@router.callback_query(SettingsChangeTap.filter())
async def change(
    query: CallbackQuery,
    callback_data: SettingsChangeTap,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    outbox: Outbox,
    words: Translator,
    settings_editor: SettingsEditor,
    balance_preview: BalancePreview,
    receipt: str,
) -> None:
    tap, user_id = callback_data, query.from_user.id
    group = await group_of(
        permissions, replies, directory, outbox, balance_preview, query, tap.group, AdminAction.CHANGE_SETTINGS
    )
    if group is None:
        return
    language = await language_of_tapper(replies, query)
    place = CHANGE_RULES[tap.deed].then(tap.what, tap.value)

    def turned(done: Applied) -> list[Row]:
        if not done.changed:
            return []
        return [menu_row(games, user_id, Kind.EDIT, done.group.chat_id, place, done.table)]

    try:
        outcome = await settings_editor.take(
            group.chat_id, tap.number, tap.deed, tap.what, tap.value, receipt, turned
        )
    except ChangeRefused as refused:
        await answer(query, why(replies, words, language, refused), alert=True)
        return
    match outcome:
        case Outdated(group=newest, table=table):
            await answer(query, await say(replies, query, "settings-outdated"), alert=True)
            await turn_menu(games, outbox, settings_editor, user_id, newest, place, table)
        case Applied(changed=False):
            await answer(query)
        case Applied(table=table):
            key = saved_key(tap.deed, tap.what, table)
            await answer(query, await say(replies, query, key) if key else "")


def saved_key(deed: SettingsAction, what: str, table: TableState) -> str:
    """From when a change holds."""
    if deed in SILENT:
        return ""
    at_once = (
        deed in (SettingsAction.SET_VALUE, SettingsAction.BACK_TO_USUAL) and what in CHOICES.keys() - OF_A_GAME
    )
    if at_once or deed in (SettingsAction.SAVE, SettingsAction.DELETE):
        return "settings-saved"
    return f"settings-saved-{table}"
