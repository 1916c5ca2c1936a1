"""Takes the pictures of the sandbox's page for the docs: python -m tests.pictures"""

import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from aiogram import Bot
from aiogram.client.default import DefaultBotProperties
from aiogram.enums import ParseMode
from aiogram.types import (
    BotCommand,
    DisabledButton,
    EphemeralMessageParameters,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
)

from tests.sandbox.browser import DESK, PHONE, Windows, chromium
from tests.sandbox.stage import ADMIN, TOKEN, Stage, stage_on

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
NAMES = ("Аня", "Борис", "Вера", "Глеб", "Даша", "Егор", "Жанна", "Захар", "Инна", "Кирилл")
LOBBY = """<b>Стол открыт</b> · классика, 10 игроков

1. Аня Вереск
2. Борис Штерн
3. Вера Лисицкая

Занято мест: 3 из 10. Начнём сами <tg-time unix="{at}" format="r">скоро</tg-time>."""
TABLE = """<b>День 2 · речи</b>
Говорит <b>№ 4 Глеб</b>, минута закончится <tg-time unix="{at}" format="r">скоро</tg-time>

№ 1 Аня
№ 2 Борис · 1 фол
№ 3 <s>Вера</s> выходит в ночь 1
№ 4 Глеб · <i>говорит</i>
№ 5 Даша"""
CARD = """Ваша карта: <tg-spoiler><b>дон мафии</b></tg-spoiler>
<blockquote>Ночью вы ищете комиссара. Свои: № 2 и № 7.</blockquote>"""


def key(text: str, style: str | None = None, off: bool = False) -> InlineKeyboardButton:
    if off:
        return InlineKeyboardButton(text=text, disabled=DisabledButton())
    return InlineKeyboardButton(text=text, style=style, callback_data=text[:20])


def keys(*rows: Sequence[InlineKeyboardButton]) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(inline_keyboard=[list(row) for row in rows])


class Scene:
    """An evening in progress."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.people: list[int] = []
        self.group = 0

    async def set(self) -> Bot:
        await self.stage.do("add_bot", token=TOKEN, first_name="Omertà", username="omerta_bot")
        bot = self.stage.client(TOKEN)
        bot.default = DefaultBotProperties(parse_mode=ParseMode.HTML)
        surnames = ("Вереск", "Штерн", "Лисицкая", "Орлов", "Мороз", "Соколов", "Ветрова", "Ким", "Гай", "Полоз")
        for name, surname in zip(NAMES, surnames, strict=True):
            person = await self.stage.do("add_person", first_name=name, last_name=surname, language_code="ru")
            self.people.append(person["id"])
        group = await self.stage.do("add_group", title="Вечер пятницы", owner_id=self.people[0], type="supergroup")
        self.group = group["id"]
        for person_id in self.people[1:]:
            await self.stage.do("join", chat=self.group, user_id=person_id)
        for person_id in self.people:
            await self.stage.do("start", user_id=person_id, bot_id=bot.id)
        await self.stage.do(
            "add_bot_to_group", chat=self.group, bot_id=bot.id, user_id=self.people[0], rights=ADMIN
        )
        await bot.set_my_commands(
            [
                BotCommand(command="newgame", description="Открыть стол"),
                BotCommand(command="role", description="Моя роль"),
                BotCommand(command="rules", description="Правила"),
                BotCommand(command="stats", description="Статистика"),
            ]
        )
        return bot

    async def say(self, seat: int, text: str, chat: int | str | None = None) -> None:
        await self.stage.do("say", user_id=self.people[seat - 1], chat=chat or self.group, text=text)

    async def play(self, bot: Bot) -> None:
        soon = int(time.time()) + 48
        for seat, person in enumerate(self.people[1:], 2):
            await bot.set_chat_member_tag(chat_id=self.group, user_id=person, tag=f"№ {seat}")
        await self.say(1, "/newgame")
        lobby = keys(
            [key("Сесть за стол", "success"), key("Встать")], [key("Начать", "primary"), key("Правила"), key("⚙")]
        )
        lobby_message = await bot.send_message(
            self.group, LOBBY.format(at=soon + 160), reply_markup=lobby, disable_notification=True
        )
        await bot.pin_chat_message(self.group, lobby_message.message_id)
        await self.say(2, "Я в игре! Кто сегодня судит?")
        await self.say(3, "Бот же. Только не убивайте меня в первую ночь 🙏")
        await self.say(3, "опять")
        await self.say(4, "Ничего не обещаю")
        table = await bot.send_message(self.group, TABLE.format(at=soon))
        await bot.edit_message_text(
            TABLE.format(at=soon) + "\n\nВыставлены: № 2",
            chat_id=self.group,
            message_id=table.message_id,
            reply_markup=keys(
                [key("1"), key("2", "danger"), key("3", off=True), key("4", off=True), key("5")],
                [key("Пас"), key("Отозвать", "primary")],
            ),
        )
        for person in self.people:
            card = keys([key("Карта получена", "success")])
            await bot.send_message(person, CARD, protect_content=True, reply_markup=card)
            night = keys(
                [key("№ 1\nАня"), key("№ 3\nВера"), key("№ 5\nДаша")],
                [key("№ 6\nЕгор"), key("№ 8\nЗахар", "danger"), key("№ 9\nИнна")],
                [key("Никого")],
            )
            await bot.send_message(person, "<b>Ночь 2.</b> Кого проверить?", reply_markup=night)
        await self.say(1, "Думаю, это Захар", f"{self.people[0]}:{bot.id}")
        only = EphemeralMessageParameters(receiver_user_id=self.people[0])
        await bot.send_message(
            self.group, "Ваша роль: <tg-spoiler>дон мафии</tg-spoiler>", ephemeral_message_parameters=only
        )


async def listen(bot: Bot) -> None:
    """A bot that asks for its updates is not shown as missing."""
    while True:
        await bot.get_updates(timeout=30)


async def take() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    async with stage_on() as stage, chromium() as browser:
        scene = Scene(stage)
        bot = await scene.set()
        await scene.play(bot)
        ears = asyncio.create_task(listen(bot))
        windows = Windows(browser, stage.url)
        path = f"/?as={scene.people[0]}#{scene.group}"
        for name, size, scheme in (("light", DESK, "light"), ("dark", DESK, "dark"), ("phone", PHONE, "light")):
            page = await windows.open(path, size, color_scheme=scheme)
            await page.locator(".pane.main .message").last.wait_for()
            await page.wait_for_timeout(400)
            await page.screenshot(path=PICTURES / f"sandbox-{name}.png")
        await windows.close()
        ears.cancel()
        if windows.complaints:
            sys.exit("\n".join(windows.complaints))


if __name__ == "__main__":
    asyncio.run(take())
