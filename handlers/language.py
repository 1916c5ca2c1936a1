"""/lang: the language of a person or of a group."""

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.language.translator import LANGUAGES, Translator
from bot.permissions import AdminAction, Permissions
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.buttons.callback_data import LanguageTap
from bot.telegram.replies import Replies
from handlers.identify import thread_of
from handlers.tap_answers import answer, say

router = Router(name="language")


@router.message(Command("lang"))
async def lang(message: Message, replies: Replies) -> None:
    group = message.chat.type != "private"
    await replies.tell(replies.note(message.chat.id, "language", thread_of(message), group=group))


@router.callback_query(LanguageTap.filter())
async def choose_language(
    query: CallbackQuery,
    callback_data: LanguageTap,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    people: People,
    words: Translator,
) -> None:
    if callback_data.language not in LANGUAGES:
        await answer(query, await say(replies, query, "tap-old"))
        return
    if callback_data.group:
        message = query.message
        deed = AdminAction.SET_LANGUAGE
        if message is None or not await permissions.is_admin(message.chat.id, query.from_user.id, deed):
            await answer(query, await say(replies, query, "admins-only"))
            return
        await groups.change(message.chat.id, language=callback_data.language)
    else:
        await people.change(query.from_user.id, language=callback_data.language)
    await answer(query, words.plain(callback_data.language, "language-set"))
