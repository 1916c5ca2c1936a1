"""Buttons under messages that are too old for bots: Telegram sends only the chat, nothing else of the message."""

from pathlib import Path

from aiogram.types import CallbackQuery, Chat, InaccessibleMessage, Update, User

from bot.app import make_bot, make_dispatcher
from bot.telegram.buttons.callback_data import GroupTap
from tests.kits.end_to_end.hosted_sandbox import hosted_sandbox


async def test_a_table_is_opened_by_a_button_of_long_ago(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path) as hosted:
        people = await hosted.guests(1)
        group = await hosted.group(people)
        host = hosted.wired
        assert host is not None
        forgotten = InaccessibleMessage(chat=Chat(id=group.id, type="supergroup"), message_id=1, date=0)
        tap = CallbackQuery(
            id="1",
            from_user=User(id=people[0].id, is_bot=False, first_name=people[0].name),
            chat_instance="1",
            message=forgotten,
            data=GroupTap(wish="open").pack(),
        )
        bot = make_bot(hosted.settings)
        try:
            await make_dispatcher(host).feed_update(bot, Update(update_id=1, callback_query=tap))
        finally:
            await bot.session.close()
        assert await host.games.table_in(group.id) is not None
