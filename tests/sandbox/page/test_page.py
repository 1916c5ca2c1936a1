"""The page in a real browser, with several people at once."""

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from aiogram import Bot
from aiogram.exceptions import TelegramNetworkError
from aiogram.types import (
    BotCommand,
    BufferedInputFile,
    CallbackQuery,
    ChatPermissions,
    DisabledButton,
    EphemeralMessageParameters,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputRichMessage,
    Message,
)
from playwright.async_api import Browser, Page, expect

from tests.kits.browser import CHROMIUM, PHONE, Windows, chromium
from tests.kits.requirements import needs
from tests.kits.sandbox.stage import Cast, Stage, cast_for, keyboard, png, stage_on, until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.realtime]

HOSTILE = '<img src=x onerror="document.title=`gotcha`">'
NO_SIDE_SCROLL = "document.scrollingElement.scrollWidth <= innerWidth"
TOP = "(one) => one.getBoundingClientRect().top"
SMALL_TARGETS = """() => [...document.querySelectorAll("button, select, a.plain, input")]
    .filter((one) => one.offsetParent && (one.offsetHeight < 40 || one.offsetWidth < 40))
    .filter((one) => !["checkbox"].includes(one.type) && !one.closest(".text"))
    .map((one) => `${one.className} ${one.textContent} ${one.offsetWidth}×${one.offsetHeight}`)"""


class Host:
    """A small bot: a table that people join by a button, and a few answers."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seated: list[str] = []

    async def run(self) -> None:
        offset = None
        while True:
            try:
                updates = await self.bot.get_updates(offset=offset, timeout=5)
            except TelegramNetworkError:
                await asyncio.sleep(0.02)  # the server is away
                continue
            for update in updates:
                offset = update.update_id + 1
                if update.message:
                    await self.said(update.message)
                elif update.callback_query:
                    await self.tapped(update.callback_query)

    def table(self) -> str:
        return "Стол открыт\n" + ("\n".join(f"{n}. {name}" for n, name in enumerate(self.seated, 1)) or "Пусто")

    async def said(self, message: Message) -> None:
        if message.text == "/newgame":
            rows = [[("Сесть за стол", "sit"), ("Правила", "rules")], [("Кто я?", "who")]]
            keys = [[InlineKeyboardButton(text=text, callback_data=data) for text, data in row] for row in rows]
            await self.bot.send_message(
                message.chat.id, self.table(), reply_markup=InlineKeyboardMarkup(inline_keyboard=keys)
            )
        elif message.text and message.text.startswith("/start"):
            payload = message.text.partition(" ")[2]
            await self.bot.send_message(message.chat.id, f"Здравствуйте! {payload}".strip())
        elif message.text == "/role":
            link = InlineKeyboardMarkup(
                inline_keyboard=[
                    [InlineKeyboardButton(text="Личный чат", url="https://t.me/host_bot?start=card_7")]
                ]
            )
            await self.bot.send_message(message.chat.id, "Карта ждёт", reply_markup=link)

    async def tapped(self, query: CallbackQuery) -> None:
        if query.data == "rules":
            await self.bot.answer_callback_query(query.id, "Правила простые: никому не верьте", show_alert=True)
        elif query.data == "who":
            await self.bot.answer_callback_query(query.id, url="https://t.me/host_bot?start=who")
        elif query.data == "sit" and query.message:
            self.seated.append(query.from_user.first_name)
            await self.bot.answer_callback_query(query.id, "Вы за столом")
            await self.bot.edit_message_text(
                self.table(),
                chat_id=query.message.chat.id,
                message_id=query.message.message_id,
                reply_markup=keyboard("sit"),
            )


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    needs(CHROMIUM)
    async with chromium() as launched:
        yield launched


@pytest_asyncio.fixture(loop_scope="module")
async def stage() -> AsyncIterator[Stage]:
    async with stage_on() as stage:
        yield stage


@pytest_asyncio.fixture(loop_scope="module")
async def cast(stage: Stage) -> Cast:
    return await cast_for(stage)


@pytest_asyncio.fixture(loop_scope="module")
async def host(cast: Cast) -> AsyncIterator[Host]:
    host = Host(cast.bot)
    task = asyncio.create_task(host.run())
    yield host
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


@pytest_asyncio.fixture(loop_scope="module")
async def windows(browser: Browser, stage: Stage) -> AsyncIterator[Windows]:
    windows = Windows(browser, stage.url)
    yield windows
    await windows.close()
    assert windows.complaints == []


async def window_of(windows: Windows, cast: Cast, person: int, **settings: object) -> Page:
    page = await windows.open(f"/?as={person}#{cast.group}", **settings)  # type: ignore[arg-type]
    await expect(page.locator(".pane.main .composer")).to_be_visible()
    return page


async def say(page: Page, text: str, pane: str = "main") -> None:
    box = page.locator(f".pane.{pane} textarea")
    await box.fill(text)
    await box.press("Enter")


@pytest.mark.usefixtures("host")
async def test_two_windows_are_two_people_and_a_join_edits_in_place(windows: Windows, cast: Cast) -> None:
    ann = await window_of(windows, cast, cast.ann)
    bob = await window_of(windows, cast, cast.bob)
    await say(ann, "Сыграем?")
    await expect(bob.locator(".pane.main .message", has_text="Сыграем?").locator(".name")).to_have_text("Ann")
    await say(bob, "/newgame")
    table = ann.locator(".pane.main .message", has_text="Стол открыт")
    await expect(table).to_contain_text("Пусто")
    rows = await ann.locator(".pane.main .message").count()
    await bob.get_by_role("button", name="Сесть за стол").click()
    await expect(bob.locator("#toasts")).to_contain_text("Вы за столом")
    await expect(table).to_contain_text("1. Bob")
    await expect(table).to_contain_text("изменено")
    await expect(table.get_by_role("button", name="Правила")).to_have_count(0)
    assert await ann.locator(".pane.main .message").count() == rows, "an edit adds nothing"
    await expect(ann.locator("#toasts .toast")).to_have_count(0)


@pytest.mark.usefixtures("host")
async def test_an_alert_waits_to_be_closed_and_an_answer_with_a_link_starts_the_bot(
    windows: Windows, cast: Cast
) -> None:
    mark = await window_of(windows, cast, cast.mark)
    await expect(mark.locator(".pane.side").get_by_role("button", name="Начать")).to_be_visible()
    await say(mark, "/newgame")
    await mark.get_by_role("button", name="Правила").click()
    alert = mark.get_by_role("dialog")
    await expect(alert).to_contain_text("никому не верьте")
    await alert.get_by_role("button", name="Понятно").click()
    await expect(alert).to_have_count(0)
    await mark.get_by_role("button", name="Кто я?").click()
    await expect(mark.locator(".pane.side .message", has_text="Здравствуйте! who")).to_be_visible()
    await expect(mark.locator(".pane.side textarea")).to_be_visible()


@pytest.mark.usefixtures("host")
async def test_a_private_chat_begins_with_start_and_a_link_button_brings_its_payload(
    windows: Windows, cast: Cast
) -> None:
    mark = await window_of(windows, cast, cast.mark)
    side = mark.locator(".pane.side")
    await side.get_by_role("button", name="Начать").click()
    await expect(side.locator(".message", has_text="Здравствуйте!")).to_be_visible()
    await say(mark, "/role")
    await mark.get_by_role("button", name="Личный чат", exact=True).click()
    await expect(side.locator(".message", has_text="Здравствуйте! card_7")).to_be_visible()
    await cast.stage.do("block", user_id=cast.mark, bot_id=cast.bot.id)
    await side.get_by_role("button", name="Разблокировать").click()
    await expect(side.locator("textarea")).to_be_visible()


async def test_one_tap_on_a_seat_and_you_are_the_next_person(windows: Windows, cast: Cast) -> None:
    page = await window_of(windows, cast, cast.ann)
    await cast.stage.do("say", user_id=cast.bob, chat=f"{cast.bob}:{cast.bot.id}", text="Я здесь")
    await cast.bot.send_message(cast.bob, "Ваша карта: мафия")
    await cast.bot.send_message(cast.bob, "Ночью не спите")
    bob = page.locator(".seats .seat", has_text="Bob")
    await expect(bob.locator(".badge")).to_have_text("2")  # what he wrote himself counts as read
    await bob.click()
    await expect(bob.locator(".badge")).to_be_hidden()
    await expect(page.locator(".me")).to_contain_text("Bob")
    await expect(page.locator(".pane.side .message", has_text="мафия")).to_be_visible()
    await expect(page.locator(".pane.main .head")).to_contain_text("Table")
    await say(page, "Это Боб")

    async def said_by() -> int | None:
        last = (await cast.stage.history(cast.ann, cast.group))[-1]
        return int(last["from"]["id"]) if last.get("text") == "Это Боб" else None

    assert await until(said_by, "what Bob says") == cast.bob
    await page.reload()
    await expect(page.locator(".me")).to_contain_text("Bob")


async def test_dark_and_light_follow_the_system_or_the_button(windows: Windows, cast: Cast) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    page = await window_of(windows, cast, cast.ann, color_scheme="dark")
    dark = await page.evaluate(background)
    await page.emulate_media(color_scheme="light")
    light = await page.evaluate(background)
    assert dark != light
    button = page.get_by_role("button", name="Оформление")
    await button.click()
    await button.click()
    assert await page.evaluate(background) == dark, "chosen by hand, whatever the system says"
    await page.reload()
    assert await page.evaluate(background) == dark, "and remembered"


async def test_the_page_speaks_ukrainian(windows: Windows, cast: Cast) -> None:
    page = await window_of(windows, cast, cast.ann)
    await expect(page.locator(".pane.main textarea")).to_have_attribute("placeholder", "Сообщение")
    await page.get_by_label("Язык").select_option("uk")
    await expect(page.locator(".pane.main textarea")).to_have_attribute("placeholder", "Повідомлення")
    await expect(page.locator("html")).to_have_attribute("lang", "uk")


async def test_on_a_phone_one_column_and_nothing_to_scroll_sideways(windows: Windows, cast: Cast) -> None:
    long = "Очень длинная кнопка, которая не влезает в одну строку телефона"
    keys = keyboard(("1", "2", "3", "4", "5"))
    keys.inline_keyboard.append([InlineKeyboardButton(text=long, callback_data="long")])
    await cast.bot.send_message(cast.group, "слово" * 60, reply_markup=keys)
    page = await windows.open(f"/?as={cast.ann}", PHONE, has_touch=True)
    entry = page.locator(".sidebar .entry", has_text="Table")
    await expect(entry).to_be_visible()
    await expect(page.locator(".pane.main")).to_be_hidden()
    assert await page.evaluate(NO_SIDE_SCROLL)
    assert await page.evaluate(SMALL_TARGETS) == []
    await entry.tap()
    await expect(page.get_by_role("button", name="Очень длинная")).to_be_visible()
    await expect(page.locator(".sidebar")).to_be_hidden()
    assert await page.evaluate(NO_SIDE_SCROLL)
    assert await page.evaluate(SMALL_TARGETS) == []
    await page.get_by_role("button", name="Личный чат с ботом").tap()
    await expect(page.locator(".pane.main .head")).to_contain_text("Host")
    await page.get_by_role("button", name="К группе").tap()
    await page.get_by_role("button", name="Назад").tap()
    await expect(entry).to_be_visible()


async def test_what_people_type_is_text(windows: Windows, cast: Cast) -> None:
    stage = cast.stage
    eve = await stage.add_person(HOSTILE)
    await stage.do("join", chat=cast.group, user_id=eve)
    await cast.say(HOSTILE, eve)
    await stage.do("add_group", title=HOSTILE, owner_id=cast.ann, type="supergroup")
    await cast.bot.send_message(cast.group, HOSTILE, reply_markup=keyboard(HOSTILE[:30]))
    page = await window_of(windows, cast, cast.ann)
    await expect(page.locator(".pane.main .text", has_text=HOSTILE)).to_have_count(2)
    await expect(page.locator(".pane.main .name", has_text=HOSTILE)).to_have_count(1)
    await expect(page.locator(".sidebar .entry", has_text=HOSTILE).first).to_be_visible()
    await page.locator(".head .about-chat").first.click()
    await expect(page.get_by_role("dialog").get_by_text(HOSTILE)).to_be_visible()
    assert await page.locator("img[src='x']").count() == 0
    assert "gotcha" not in await page.title()


async def test_after_a_restart_the_window_comes_back_by_itself(windows: Windows, cast: Cast) -> None:
    page = await window_of(windows, cast, cast.ann)
    await say(page, "До перерыва")
    await expect(page.locator(".pane.main .message.mine", has_text="До перерыва")).to_be_visible()
    await cast.stage.do("restart", down_for=1.5)
    await expect(page.locator(".lost")).to_be_visible()
    await expect(page.locator(".lost")).to_be_hidden()
    await cast.say("Пока вас не было", cast.bob)
    await expect(page.locator(".pane.main .message", has_text="Пока вас не было")).to_be_visible()
    await expect(page.locator(".pane.main .message", has_text="До перерыва")).to_have_count(1)
    await expect(page.locator(".lost")).to_be_hidden()
    await say(page, "Снова здесь")
    await expect(page.locator(".pane.main .message.mine", has_text="Снова здесь")).to_be_visible()


async def test_edits_do_not_move_the_reader_and_new_messages_wait_below(windows: Windows, cast: Cast) -> None:
    top = await cast.bot.send_message(cast.group, "Начало")
    for n in range(45):
        await cast.say(f"Реплика {n}", cast.bob)
    page = await window_of(windows, cast, cast.ann)
    await expect(page.get_by_text("Реплика 44", exact=True)).to_be_in_viewport()
    middle = page.get_by_text("Реплика 20", exact=True)
    await middle.scroll_into_view_if_needed()
    await expect(page.locator(".pane.main .down")).to_be_visible()
    before = await middle.evaluate(TOP)
    await cast.bot.edit_message_text("Начало\n" * 30, chat_id=cast.group, message_id=top.message_id)
    await expect(page.locator(".pane.main .message", has_text="изменено")).to_have_count(1)
    await cast.say("Самое новое", cast.bob)
    await expect(page.locator(".pane.main .down .count")).to_have_text("1")
    assert abs(await middle.evaluate(TOP) - before) < 2
    await page.locator(".pane.main .down").click()
    await expect(page.get_by_text("Самое новое").last).to_be_in_viewport()


async def test_a_long_history_is_drawn_in_parts(windows: Windows, cast: Cast) -> None:
    for n in range(180):
        await cast.say(f"Реплика {n}", cast.bob)
    page = await window_of(windows, cast, cast.ann)
    rows = page.locator(".pane.main .message")
    await expect(page.get_by_text("Реплика 179", exact=True)).to_be_visible()
    assert await rows.count() <= 100
    await page.get_by_role("button", name="Показать более ранние").click()
    await expect(page.get_by_text("Реплика 70", exact=True)).to_have_count(1)
    await page.locator(".pane.main .down").click()
    await cast.say("И ещё", cast.bob)
    await expect(page.get_by_text("И ещё").last).to_be_in_viewport()
    assert await rows.count() <= 100


async def test_a_muted_person_is_told_until_when(windows: Windows, cast: Cast) -> None:
    page = await window_of(windows, cast, cast.bob, timezone_id="UTC")
    until = int(time.time()) + 3600
    await cast.bot.restrict_chat_member(
        cast.group, cast.bob, ChatPermissions(can_send_messages=False), until_date=until
    )
    await expect(page.locator(".pane.main .composer")).to_contain_text(
        f"Вам запрещено писать до {time.strftime('%H:%M', time.gmtime(until))}"
    )
    await expect(page.locator(".pane.main textarea")).to_be_hidden()


async def test_an_empty_world_offers_a_party(windows: Windows, stage: Stage) -> None:
    await stage.add_bot()
    page = await windows.open("/")
    await page.locator(".welcome input[type=range]").fill("10")
    await page.get_by_role("button", name="Собрать компанию").click()
    await expect(page.locator(".seats .seat")).to_have_count(10)
    await expect(page.locator(".pane.main .head")).to_contain_text("11 участников")
    await expect(page.locator(".pane.side .message", has_text="/start")).to_be_visible()
    await say(page, "/newgame")
    await expect(page.locator(".pane.main .message.mine", has_text="/newgame")).to_be_visible()


async def test_faults_are_armed_counted_and_cleared(windows: Windows, cast: Cast) -> None:
    page = await window_of(windows, cast, cast.ann)
    await page.get_by_role("button", name="Сбои и события").click()
    drawer = page.get_by_role("dialog")
    await drawer.get_by_label("Сбой").select_option("delay")
    await drawer.get_by_label("Секунды").fill("0.1")
    await drawer.get_by_role("button", name="Взвести").click()
    await expect(drawer.locator(".armed")).to_contain_text("сработал: 0 из 1")
    await cast.bot.get_me()
    await expect(drawer.locator(".armed")).to_contain_text("сработал: 1 из 1")
    await drawer.get_by_role("button", name="Снять все").click()
    await expect(drawer.locator(".armed")).to_contain_text("Всё работает как надо")
    assert await cast.stage.do("faults") == []


async def test_what_a_bot_may_send_is_shown(windows: Windows, cast: Cast) -> None:
    bot, group, soon = cast.bot, cast.group, int(time.time()) + 90
    card = "<b>Ночь</b> до <tg-time unix='{}' format='r'>скоро</tg-time>: <tg-spoiler>дон</tg-spoiler>"
    keys = InlineKeyboardMarkup(
        inline_keyboard=[
            [
                InlineKeyboardButton(text="№ 2", style="danger", callback_data="2"),
                InlineKeyboardButton(text="№ 3", disabled=DisabledButton()),
            ]
        ]
    )
    await bot.send_message(group, card.format(soon), parse_mode="HTML", protect_content=True, reply_markup=keys)
    await bot.send_document(group, BufferedInputFile(b"a record", "record.txt"), caption="Запись")
    await bot.send_photo(group, BufferedInputFile(png(), "table.png"))
    table = (
        "<table><tr><th>Игрок</th></tr><tr><td>Ann</td></tr></table><details><summary>Ещё</summary>да</details>"
    )
    await bot.send_rich_message(chat_id=group, rich_message=InputRichMessage(html=table))
    only = EphemeralMessageParameters(receiver_user_id=cast.ann)
    await bot.send_message(group, "Только для Ann", ephemeral_message_parameters=only)
    page = await window_of(windows, cast, cast.ann)
    feed = page.locator(".pane.main .rows")
    await expect(feed.locator("time.live")).to_contain_text(re.compile(r"через 1:[0-2]\d"))
    spoiler = feed.locator(".spoiler")
    assert await spoiler.locator("span").evaluate("(one) => getComputedStyle(one).opacity") == "0"
    await spoiler.click()
    assert await spoiler.locator("span").evaluate("(one) => getComputedStyle(one).opacity") == "1"
    hidden = feed.locator(".protected .bubble")
    assert await hidden.evaluate("(one) => getComputedStyle(one).userSelect") == "none"
    await expect(feed.get_by_role("button", name="№ 2")).to_have_class(re.compile("danger"))
    await expect(feed.get_by_role("button", name="№ 3")).to_be_disabled()
    async with page.expect_download() as download:
        await feed.get_by_role("link", name="record.txt").click()
    assert Path(await (await download.value).path()).read_bytes() == b"a record"
    assert await feed.locator(".photo img").evaluate("(one) => one.decode().then(() => one.naturalWidth)") == 40
    await expect(feed.get_by_role("cell", name="Ann")).to_be_visible()
    await expect(feed.locator("details")).to_contain_text("Ещё")
    await expect(feed.locator(".ephemeral", has_text="Только для Ann")).to_contain_text("видно только вам")
    bob = await window_of(windows, cast, cast.bob)
    await expect(bob.locator(".pane.main .photo")).to_be_visible()
    await expect(bob.get_by_text("Только для Ann")).to_have_count(0)


async def test_a_message_is_answered_edited_and_deleted(windows: Windows, cast: Cast) -> None:
    await cast.say("Кто говорит?", cast.bob)
    page = await window_of(windows, cast, cast.ann)
    await page.locator(".bubble", has_text="Кто говорит?").click(button="right")
    await page.get_by_role("button", name="Ответить").click()
    await say(page, "Я говорю")
    answer = page.locator(".pane.main .message.mine", has_text="Я говорю")
    await expect(answer.locator(".quote")).to_contain_text("Кто говорит?")
    await answer.locator(".text").click(button="right")
    await page.get_by_role("button", name="Изменить").click()
    await say(page, "Я молчу")
    changed = page.locator(".pane.main .message.mine", has_text="Я молчу")
    await expect(changed).to_contain_text("изменено")
    await changed.locator(".text").click(button="right")
    await page.get_by_role("button", name="Удалить").click()
    await expect(page.locator(".pane.main .message.mine")).to_have_count(0)


async def test_the_window_moves_along_when_the_group_becomes_a_supergroup(windows: Windows, cast: Cast) -> None:
    old = await cast.stage.add_group(cast.ann, cast.bob, type="group")
    page = await windows.open(f"/?as={cast.ann}#{old}")
    await expect(page.locator(".pane.main .head")).to_contain_text("2 участника")
    new = await cast.stage.do("upgrade", chat=old)
    await expect(page.locator(".pane.main .message", has_text="Группа стала супергруппой")).to_be_visible()
    await say(page, "Переехали")
    await expect(page.locator(".pane.main .message.mine")).to_have_count(1)
    assert "Переехали" in await cast.stage.seen(cast.bob, new["id"])


async def test_topics_are_chips_and_each_has_its_messages(windows: Windows, cast: Cast) -> None:
    forum = await cast.stage.add_group(cast.ann, cast.bob, is_forum=True)
    topic = await cast.stage.do("add_topic", chat=forum, name="Стол 2")
    await cast.say("Для всех", chat=forum)
    page = await windows.open(f"/?as={cast.bob}#{forum}")
    await page.get_by_role("button", name="Стол 2", exact=True).click()
    await expect(page.get_by_text("Для всех", exact=True)).to_have_count(0)
    await say(page, "Только здесь")
    await expect(page.locator(".pane.main .message.mine")).to_have_count(1)
    said = (await cast.stage.history(cast.ann, forum))[-1]
    assert said["message_thread_id"] == topic


async def test_commands_are_offered_and_sent(windows: Windows, cast: Cast) -> None:
    await cast.bot.set_my_commands(
        [
            BotCommand(command="newgame", description="Открыть стол"),
            BotCommand(command="rules", description="Правила"),
        ]
    )
    page = await window_of(windows, cast, cast.ann)
    box = page.locator(".pane.main textarea")
    await box.fill("/r")
    await expect(page.locator(".pane.main .suggestions button")).to_have_count(1)
    await box.press("Enter")
    await expect(page.locator(".pane.main .message.mine", has_text="/rules")).to_be_visible()
    await page.locator(".pane.main").get_by_role("button", name="Команды бота").click()
    await expect(page.locator(".pane.main .suggestions button")).to_have_count(2)


async def test_a_link_to_a_message_finds_it_however_old(windows: Windows, cast: Cast) -> None:
    old = await cast.say("С этого всё началось")
    for n in range(150):
        await cast.say(f"Реплика {n}", cast.bob)
    address = f"https://t.me/c/{str(cast.group).removeprefix('-100')}/{old}"
    await cast.bot.send_message(cast.ann, f"<a href='{address}'>Начало</a>", parse_mode="HTML")
    page = await window_of(windows, cast, cast.ann)
    await page.locator(".pane.side").get_by_role("link", name="Начало").click()
    await expect(page.get_by_text("С этого всё началось", exact=True)).to_be_in_viewport()


async def test_people_and_groups_are_made_on_the_page(windows: Windows, cast: Cast) -> None:
    page = await window_of(windows, cast, cast.ann)
    dialog = page.get_by_role("dialog")
    await page.get_by_title("Добавить человека").click()
    await dialog.get_by_label("Имя", exact=True).fill("Дана")
    await dialog.get_by_role("button", name="Создать").click()
    await page.get_by_role("tab", name="Люди").click()
    await expect(page.locator(".sidebar .person", has_text="Дана")).to_be_visible()
    await page.get_by_title("Новая группа").click()
    await dialog.get_by_label("Название группы").fill("Второй стол")
    await dialog.get_by_role("button", name="Создать").click()
    await expect(page.locator(".pane.main .head")).to_contain_text("Второй стол")
    await expect(page.locator(".pane.main .head")).to_contain_text("5 участников")
    await page.locator(".pane.main .about-chat").click()
    await dialog.locator(".member", has_text="Host").get_by_role("button", name="Права").click()
    await dialog.get_by_label("закреплять").uncheck()
    await dialog.get_by_role("button", name="Готово").click()
    await expect(dialog).to_have_count(0)
    group = page.url.partition("#")[2]
    assert (await cast.bot.get_chat_member(group, cast.bot.id)).can_pin_messages is False  # type: ignore[union-attr]
