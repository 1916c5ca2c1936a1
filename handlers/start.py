"""/start: the greeting. Links that are a /start, too, are in the modules of what they lead to."""

from aiogram import Router
from aiogram.filters import CommandObject, CommandStart
from aiogram.types import Message

from bot.games.private_chats import PrivateChats
from bot.games.solo_games import SoloGames
from bot.pages.greetings import greeting_row
from bot.pages.shared_buttons import BY_LINK
from bot.storage.groups import Groups
from bot.telegram.outbox.rows import RowIds
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP, PRIVATE
from handlers.identify import thread_of

router = Router(name="start")


@router.message(CommandStart(), PRIVATE)
async def start(message: Message, replies: Replies, private_chats: PrivateChats, solo_games: SoloGames) -> None:
    await replies.tell(replies.note(message.chat.id, "start", solo=solo_games.allowed))
    await private_chats.show_again(message.chat.id)  # whoever has deleted the chat comes back with this command


@router.message(CommandStart(), IN_GROUP)
async def start_in_group(
    message: Message, command: CommandObject, replies: Replies, groups: Groups, row_ids: RowIds
) -> None:
    # The link that adds the bot to a group also sends this command there, after the bot's greeting.
    if command.args != BY_LINK:
        rights = await groups.rights_in(message.chat.id)
        await replies.tell(greeting_row(row_ids, message.chat.id, rights, thread_id=thread_of(message)))
