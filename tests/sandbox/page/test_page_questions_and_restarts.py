"""The page answers questions as Telegram does, and goes on by itself after a restart of the server."""

import asyncio

import pytest
from aiogram.types import ForceReply
from playwright.async_api import expect

from sandbox.server import NewBot, Sandbox
from tests.kits.browser import CHROMIUM, PHONE, Windows, chromium
from tests.kits.requirements import needs
from tests.kits.sandbox.stage import cast_for, stage_on

pytestmark = [pytest.mark.realtime, pytest.mark.xdist_group("browser")]

FIRST, SECOND = "1111111:first-sandbox-token-0123456789", "2222222:second-sandbox-token-012345678"


@pytest.mark.parametrize("size", [None, PHONE])
async def test_a_question_is_answered_by_typing_as_in_telegram(size: dict[str, int] | None) -> None:
    needs(CHROMIUM)
    async with stage_on() as stage, chromium() as browser:
        cast = await cast_for(stage)
        windows = Windows(browser, stage.url)
        page = await windows.open(f"/?as={cast.ann}#{cast.private}", size=size)
        box = page.locator(".pane.main textarea")
        await expect(box).to_be_visible()
        asks = ForceReply(input_field_placeholder="Число от 1 до 9")
        question = await cast.bot.send_message(cast.ann, "Сколько?", reply_markup=asks)
        await expect(box).to_be_focused()
        await expect(box).to_have_attribute("placeholder", "Число от 1 до 9")
        await expect(page.locator(".pane.main .about")).to_contain_text("Сколько?")
        await page.keyboard.type("7")
        await page.keyboard.press("Enter")
        await expect(page.locator(".pane.main .message.mine", has_text="7")).to_be_visible()
        answered = [one for one in await stage.history(cast.ann, cast.private) if one.get("text") == "7"]
        assert [one["reply_to_message"]["message_id"] for one in answered] == [question.message_id]
        await expect(page.locator(".pane.main .about")).to_be_hidden()
        await expect(box).not_to_have_attribute("placeholder", "Число от 1 до 9")
        await page.reload()
        await expect(page.locator(".pane.main .message.mine", has_text="7")).to_be_visible()
        await expect(page.locator(".pane.main .about")).to_be_hidden()
        await windows.close()
        assert windows.complaints == []


async def test_a_question_that_is_passed_over_asks_no_more() -> None:
    needs(CHROMIUM)
    async with stage_on() as stage, chromium() as browser:
        cast = await cast_for(stage)
        windows = Windows(browser, stage.url)
        page = await windows.open(f"/?as={cast.ann}#{cast.private}")
        await cast.bot.send_message(cast.ann, "Сколько?", reply_markup=ForceReply())
        await expect(page.locator(".pane.main .about")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.locator(".pane.main .about")).to_be_hidden()
        await cast.bot.send_message(cast.ann, "Ну как хотите")
        await expect(page.locator(".pane.main .message", has_text="Ну как хотите")).to_be_visible()
        await expect(page.locator(".pane.main .about")).to_be_hidden()
        await windows.close()


async def test_after_a_start_of_a_new_server_the_page_begins_anew() -> None:
    needs(CHROMIUM)
    async with chromium() as browser:
        async with Sandbox([NewBot(FIRST)]) as first:
            port = first.port
            windows = Windows(browser, first.url)
            page = await windows.open()
            await page.locator(".welcome button.gather").click()
            await expect(page.locator(".pane.main .head b")).to_have_text("Вечер пятницы")
        async with Sandbox([NewBot(SECOND)], port=port) as second:
            again = page.locator(".welcome button.gather")
            await expect(again).to_be_enabled()
            await expect(again).to_have_text("Собрать компанию")
            await expect(page.locator(".columns")).to_be_hidden()
            await again.click()
            await expect(page.locator(".pane.main .head b")).to_have_text("Вечер пятницы")
            assert len(second.world.users.people) == 1
            await expect(page.locator(".sidebar .entry", has_text="Вечер пятницы")).to_have_count(1)
        await windows.close()


async def test_a_company_is_gathered_to_its_end_though_the_server_restarts_meanwhile() -> None:
    needs(CHROMIUM)
    async with Sandbox([NewBot(FIRST)]) as sandbox, chromium() as browser:
        windows = Windows(browser, sandbox.url)
        page = await windows.open()
        await page.locator(".welcome input[type=range]").fill("20")
        await page.locator(".welcome button.gather").click()
        while len(sandbox.world.users.people) < 3:
            await asyncio.sleep(0.002)
        await sandbox.restart(down_for=0.5)
        await expect(page.locator(".pane.main .head b")).to_have_text("Вечер пятницы")
        group = next(iter(sandbox.world.chats.groups.values()))
        assert len([*group.present_members()]) == 21
        await windows.close()
