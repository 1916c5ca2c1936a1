"""Asks for values of settings that are typed, and takes them from the reply."""

from typing import Any

from aiogram import Router
from aiogram.filters import BaseFilter
from aiogram.types import CallbackQuery, Message

from bot.group_settings.balance_preview import BalancePreview
from bot.group_settings.change_refused import ChangeRefused
from bot.group_settings.group_choices import CHOICES
from bot.group_settings.menu_messages import MenuMessages, saved_key
from bot.group_settings.options import TYPED
from bot.group_settings.settings_changes import CHANGE_RULES
from bot.group_settings.settings_editor import Applied, Outdated, SettingsEditor
from bot.language.translator import Translator
from bot.permissions import AdminAction, Permissions
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.buttons.callback_data import SettingsQuestionTap
from bot.telegram.buttons.settings_actions import SettingsAction
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Args, Kind, Rank, Row, RowIds
from bot.telegram.replies import Replies
from handlers.filters import PRIVATE
from handlers.group_settings.tapped_group import group_now, tapped_group, why_refused
from handlers.tap_answers import answer, answers, say

router = Router(name="group_settings.typed_values")
QUESTION = "question"


def question(action: SettingsAction, what: str) -> str:
    """Returns the key of the message that asks for a value; empty if it cannot be typed."""
    if action in (SettingsAction.SAVE, SettingsAction.IMPORT):
        return f"ask-{action}"
    if action is not SettingsAction.SET_VALUE or what not in TYPED:
        return ""
    return "ask-" + what.replace("_", "-") if what in CHOICES else "ask-length"


@router.callback_query(SettingsQuestionTap.filter())
async def ask(
    query: CallbackQuery,
    callback_data: SettingsQuestionTap,
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    menu_messages: MenuMessages,
    balance_preview: BalancePreview,
) -> None:
    tap, user_id = callback_data, query.from_user.id
    group = await tapped_group(
        query, tap.group, AdminAction.SEE_SETTINGS, permissions, replies, groups, menu_messages, balance_preview
    )
    if group is None:
        return
    key = question(tap.action, tap.what)
    if not key:
        await answer(query, await say(replies, query, "tap-old"))
        return
    if tap.number != group.number:
        await answer(query, await say(replies, query, "settings-outdated"), alert=True)
        await menu_messages.turn(user_id, group, CHANGE_RULES[tap.action].then(tap.what, ""))
        return
    args = {"key": key, "group": group.chat_id, "number": group.number, "deed": str(tap.action), "what": tap.what}
    await replies.tell(*_asking(row_ids, user_id, args))
    await answer(query)


def _asking(row_ids: RowIds, user_id: int, args: Args) -> tuple[Row, Row]:
    """Returns rows that delete the former question and ask a new one: there is one at a time."""
    number = row_ids.next
    return (
        Row(number(), user_id, Kind.DELETE, QUESTION, Rank.ANSWER, slot=QUESTION),
        Row(number(), user_id, Kind.SEND, QUESTION, Rank.ANSWER, slot=QUESTION, args=args),
    )


class RepliesToQuestion(BaseFilter):
    """Accepts replies to the question, except commands; all other messages are for other handlers."""

    async def __call__(self, message: Message, outbox: Outbox) -> bool | dict[str, Any]:
        replied = message.reply_to_message
        if replied is None or (message.text or "").startswith("/"):
            return False
        asked = await outbox.sent_messages.find(message.chat.id, QUESTION)
        return asked is not None and asked.message_id == replied.message_id and {"asked": asked.args}


@router.message(PRIVATE, RepliesToQuestion())
async def take_value(
    message: Message,
    asked: dict[str, Any],
    row_ids: RowIds,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    people: People,
    words: Translator,
    settings_editor: SettingsEditor,
    menu_messages: MenuMessages,
    receipt: str,
) -> None:
    user_id = message.chat.id
    language = (await people.get(user_id)).language or "ru"
    group = await group_now(groups, asked["group"])
    why_not = await permissions.why_not_settings(group, user_id, AdminAction.CHANGE_SETTINGS)
    if why_not:
        await replies.tell(replies.text(user_id, why_not))
        return
    action, what = SettingsAction(asked["deed"]), str(asked["what"])
    question_gone = Row(row_ids.next(), user_id, Kind.DELETE, QUESTION, Rank.ANSWER, slot=QUESTION)
    place = CHANGE_RULES[action].then(what, "")

    def saved(done: Applied) -> list[Row]:
        key = saved_key(action, what, done.table) or "settings-saved"
        menu = menu_messages.row(user_id, Kind.EDIT, done.group.chat_id, place, done.table)
        return answers(question_gone, replies.text(user_id, key), menu)

    try:
        if not message.text:
            raise ChangeRefused("ask-text")
        outcome = await settings_editor.take(
            group.chat_id, asked["number"], action, what, message.text, receipt, saved
        )
    except ChangeRefused as refused:
        await replies.tell(
            *_asking(row_ids, user_id, asked | {"why": why_refused(replies, words, language, refused)})
        )
        return
    if isinstance(outcome, Outdated):
        await replies.tell(question_gone, replies.text(user_id, "settings-outdated"))
        await menu_messages.turn(user_id, outcome.group, place, outcome.table)
