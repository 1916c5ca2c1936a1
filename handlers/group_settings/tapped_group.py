"""Finds the group of a tapped settings menu, and words the refusal of a change."""

from aiogram.types import CallbackQuery

from bot.group_settings.balance_preview import BalancePreview
from bot.group_settings.change_refused import ChangeRefused
from bot.group_settings.menu_messages import MenuMessages
from bot.language.translator import Translator
from bot.permissions import AdminAction, Permissions
from bot.storage.groups import Group, Groups
from bot.telegram.replies import Replies
from handlers.tap_answers import answer, say


async def group_now(groups: Groups, chat_id: int) -> Group:
    """Returns the group of this id, which may be the one it had before it became a supergroup."""
    group = await groups.get(chat_id)
    while group.moved_to:
        group = await groups.get(group.moved_to)
    return group


async def tapped_group(
    query: CallbackQuery,
    chat_id: int,
    action: AdminAction,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    menu_messages: MenuMessages,
    balance_preview: BalancePreview,
) -> Group | None:
    """Returns the group of the menu if the person who taps may do the action; otherwise tells them why not."""
    message, user_id = query.message, query.from_user.id
    if message is None or message.chat.id != user_id:
        await answer(query, await say(replies, query, "tap-old"))
        return None
    group = await group_now(groups, chat_id)
    why_not = await permissions.why_not_settings(group, user_id, action)
    if why_not:
        await answer(query, await say(replies, query, why_not), alert=True)
        return None
    balance_preview.stop(user_id)
    await menu_messages.adopt(user_id, message.message_id)
    return group


def why_refused(replies: Replies, words: Translator, language: str, refused: ChangeRefused) -> str:
    """Counts the refusal and returns its reason, for the answer to a tap."""
    replies.count_refusal(refused.key)
    args = {
        name: words.plain(language, str(value)[1:]) if str(value).startswith("@") else value
        for name, value in refused.args_of_words.items()
    }
    return words.plain(language, refused.key, **args)
