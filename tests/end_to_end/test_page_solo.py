"""A lone visitor of the page: from the first look to the own card and on to the end of a game, by taps alone."""

import asyncio
import time
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.games.solo_games import offered
from bot.language.translator import LANGUAGES
from sandbox.botapi.rate_limits import PUBLISHED
from tests.kits.browser import CHROMIUM, DESK, PHONE, Windows, chromium
from tests.kits.end_to_end.hosted_sandbox import hosted_sandbox, unexpected_refusals
from tests.kits.end_to_end.page_player import WORDS, Guest
from tests.kits.requirements import needs

pytestmark = [pytest.mark.realtime, pytest.mark.xdist_group("browser")]

MOST_TAPS, LONGEST_S = 4, 15.0
"""From the page to the own card, on a busy machine."""
LOCALES = {"ru": "ru-RU", "uk": "uk-UA"}
COUNT_TAPS = """
    window.taps = 0;
    addEventListener("click", (event) => { window.taps += Number(event.isTrusted); }, true);
"""
GREETED = 2
"""Messages in a private chat in which the bot has answered to «Start»."""
BADGES = ".seats .badge:not([hidden]), [data-tab=people] .badge:not([hidden])"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [DESK, PHONE])
async def test_from_the_page_to_the_own_card(tmp_path: Path, size: dict[str, int], language: str) -> None:
    needs(CHROMIUM)
    real = hosted_sandbox(tmp_path, speed=1, telegrams_limits=PUBLISHED, stand_ins=True)
    async with real as tonight, chromium() as browser:
        await tonight.ready()
        windows = Windows(browser, tonight.sandbox.url)
        page = await windows.open(size=size, locale=LOCALES[language])
        await page.evaluate(COUNT_TAPS)
        began = time.monotonic()
        await page.locator(".welcome button").first.click()
        ruleset, seats = next(iter(offered()))
        wanted = WORDS.plain(language, f"button-solo-{ruleset}", count=seats)
        await page.locator(".pane.main button.key", has_text=wanted).click()
        card = page.locator(".pane.main .message", has_text="🃏 №")
        await expect(card).to_be_in_viewport()
        took = time.monotonic() - began
        taps = await page.evaluate("window.taps")
        assert 0 < taps <= MOST_TAPS, taps
        assert took < LONGEST_S, took
        assert len(tonight.sandbox.world.users.people) == 1, "nobody sits idle"
        await expect(page.locator(BADGES)).to_have_count(0)
        await windows.close()
        assert windows.complaints == []
        assert unexpected_refusals(await tonight.stage.counts()) == 0


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_whole_game_alone_at_the_page(tmp_path: Path, language: str) -> None:
    needs(CHROMIUM)
    async with hosted_sandbox(tmp_path, 200, stand_ins=True) as tonight, chromium() as browser:
        tonight.pace.floor_ms = 500
        await tonight.ready()
        windows = Windows(browser, tonight.sandbox.url)
        page = await windows.open(size=PHONE, locale=LOCALES[language])
        guest = Guest(page, language)
        await guest.play_alone("box", 8)
        finale = await guest.play(within=90)
        assert sum(line.startswith("№ ") for line in finale.split("\n")) == 8
        assert len(guest.tapped) > 2, guest.tapped
        await guest.press("button-again")
        await expect(page.locator(".pane.main .message", has_text="🃏 №").last).to_be_visible()
        await windows.close()
        assert windows.complaints == []


async def test_a_company_of_several_has_no_unread_greetings(tmp_path: Path) -> None:
    needs(CHROMIUM)
    async with hosted_sandbox(tmp_path, 20, stand_ins=True) as tonight, chromium() as browser:
        await tonight.ready()
        windows = Windows(browser, tonight.sandbox.url)
        page = await windows.open()
        guest = Guest(page)
        await guest.gather(party=5)
        chats = tonight.sandbox.world.chats.private.values()
        while any(chat.post_count < GREETED for chat in chats):
            await asyncio.sleep(0.02)
        assert len(chats) == 5
        await expect(page.locator(BADGES)).to_have_count(0)
        await windows.close()
        assert windows.complaints == []
