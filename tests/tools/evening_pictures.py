"""Plays one game at the page and takes pictures of what a latecomer would scroll through on a phone: the whole
chat of the group, and the private chat of the player. `python -m tests.tools.evening_pictures FOLDER [EVENING …]`
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, Page

from bot.core.pace import LEAST_FOR_A_PERSON_MS
from sandbox.client import Group
from tests.kits.browser import PHONE, Windows, chromium
from tests.kits.end_to_end.hosted_sandbox import HostedSandbox, hosted_sandbox
from tests.kits.end_to_end.page_player import Guest

SPEED = 20
EVENINGS = ("fiim-2025-ru", "fiim-2025-uk", "box-ru", "box-uk", "city-ru")
WITHIN = 1_200.0
SCREENS = 12
"""The most screens of one chat."""


async def scroll(page: Page, folder: Path, name: str) -> None:
    """Takes the feed from its first message on, screen by screen."""
    feed = page.locator(".pane.main .scroller:visible").first
    await feed.evaluate("(one) => { one.scrollTop = 0 }")
    for number in range(1, SCREENS + 1):
        await page.wait_for_timeout(150)
        await page.screenshot(path=folder / f"{name}-{number:02}.png")
        at_end = await feed.evaluate(
            "(one) => { const before = one.scrollTop; one.scrollTop += one.clientHeight * 0.92;"
            " return one.scrollTop === before }"
        )
        if at_end:
            return


async def play(evening: str, browser: Browser, tonight: HostedSandbox, folder: Path) -> None:
    ruleset, _, language = evening.rpartition("-")
    windows = Windows(browser, tonight.sandbox.url)
    page = await windows.open()
    if language == "uk":
        await page.get_by_label("Язык").select_option("uk")
        await page.locator("html[lang=uk]").wait_for()
    guest = Guest(page, language)
    await guest.gather()
    group = page.url.partition("#")[2]
    me, bot = next(iter(tonight.sandbox.world.users.people)), next(iter(tonight.sandbox.world.users.bots))
    await tonight.use(Group(tonight.stage, int(group)), ruleset=ruleset, evening_chosen=True)
    await guest.open_table()
    await guest.begin()
    await guest.play(WITHIN)
    await page.wait_for_timeout(3_000)
    for chat, name in ((group, "group"), (f"{me}:{bot}", "private")):
        state = await page.context.storage_state()
        phone = await windows.open(f"/?as={me}#{chat}", PHONE, storage_state=state)
        await phone.locator(".pane.main .message").last.wait_for()
        await scroll(phone, folder, f"{evening}-{name}")
        await phone.context.close()
    await windows.close()
    print("\n".join([evening, *windows.complaints]), flush=True)


async def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for evening in wanted or EVENINGS:
        with tempfile.TemporaryDirectory() as data:
            async with hosted_sandbox(Path(data), SPEED, stand_ins=True) as tonight, chromium() as browser:
                tonight.pace.floor_ms = LEAST_FOR_A_PERSON_MS
                await play(evening, browser, tonight, folder)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:]))
