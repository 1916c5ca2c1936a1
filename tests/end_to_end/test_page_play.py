"""`make run` as a visitor uses it: one person at the page and nine computer players, by taps alone."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from sandbox.botapi.rate_limits import PUBLISHED
from sandbox.client import Group
from tests.kits.browser import CHROMIUM, Windows, chromium
from tests.kits.end_to_end.hosted_sandbox import hosted_sandbox, unexpected_refusals
from tests.kits.end_to_end.page_player import WORDS, Guest
from tests.kits.requirements import needs

pytestmark = pytest.mark.xdist_group("browser")

SPEED = 200
TIME_FOR_A_TAP_MS = 500
LIST_IS_RIGHT_MS = 2_500
"""How long after a tap, on a busy machine."""


@pytest.mark.parametrize(("ruleset", "language"), [("fiim-2025", "ru"), ("box", "uk")])
async def test_one_person_and_nine_computer_players(tmp_path: Path, ruleset: str, language: str) -> None:
    needs(CHROMIUM)
    async with hosted_sandbox(tmp_path, SPEED, stand_ins=True) as tonight, chromium() as browser:
        tonight.pace.floor_ms = TIME_FOR_A_TAP_MS
        windows = Windows(browser, tonight.sandbox.url)
        page = await windows.open(locale="uk-UA" if language == "uk" else "ru-RU")
        guest = Guest(page, language)
        await guest.gather()
        await tonight.use(
            Group(tonight.stage, int(page.url.partition("#")[2])), ruleset=ruleset, evening_chosen=True
        )
        await guest.open_table()
        await guest.begin()
        finale = await guest.play(within=60)
        assert sum(line.startswith("№ ") for line in finale.split("\n")) == 10
        assert WORDS.plain(language, "verb-seen") in guest.tapped
        assert len(guest.tapped) > 2, guest.tapped
        await guest.press("button-again")
        await expect(page.locator(".pane.main .message", has_text=f"1. {guest.name}").last).to_be_visible()
        await windows.close()
        assert windows.complaints == []
        assert unexpected_refusals(await tonight.stage.counts()) == 0


async def test_the_list_at_the_page_is_right_a_moment_after_each_of_eight_quick_taps(tmp_path: Path) -> None:
    needs(CHROMIUM)
    real = hosted_sandbox(tmp_path, speed=1, telegrams_limits=PUBLISHED, stand_ins=True)
    async with real as tonight, chromium() as browser:
        windows = Windows(browser, tonight.sandbox.url)
        page = await windows.open()
        guest = Guest(page)
        await guest.gather()
        await tonight.use(Group(tonight.stage, int(page.url.partition("#")[2])), evening_chosen=True)
        await guest.press("button-open-table")
        open_table = page.locator(".pane.main .message", has_text="Стол открыт")
        table = open_table.filter(has=page.locator("button.key"))
        for _ in range(2):
            await guest.press("button-fill", count=10)
            await expect(table).to_contain_text("10. 🤖", timeout=LIST_IS_RIGHT_MS)
            await guest.press("button-empty")
            await expect(table).not_to_contain_text("2. 🤖", timeout=LIST_IS_RIGHT_MS)
            await guest.press("button-fill", count=10)
            await expect(table).to_contain_text("10. 🤖", timeout=LIST_IS_RIGHT_MS)
            await guest.press("button-empty")
            await expect(table).not_to_contain_text("2. 🤖", timeout=LIST_IS_RIGHT_MS)
        await windows.close()
        assert windows.complaints == []
        assert unexpected_refusals(await tonight.stage.counts()) == 0
