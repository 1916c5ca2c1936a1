"""Takes the pictures of docs/protocol.md from the games of tests/protocols:
python -m tests.tools.report_pictures"""

import asyncio
import os
import random
import shutil
import tempfile
from dataclasses import asdict
from pathlib import Path

from playwright.async_api import Browser

from bot.reports import typesetting
from bot.reports.protocol_cells import Heading
from bot.reports.replay_page import replay_page
from bot.reports.statistics_query import StatisticsQuery
from engine.events import Winner
from engine.points import SeatPoints
from tests.bot.reports.test_statistics_page import CHAT, PEOPLE, Club
from tests.kits.browser import PHONE, chromium
from tests.kits.end_to_end.hosted_sandbox import NAMES
from tests.kits.protocol_kit import WORDS, a_form, journal_of
from tests.kits.results_kit import played
from tests.kits.storage_kit import opened
from tests.kits.virtual_clock.clock import VirtualClock
from tests.tools.page_pictures import LARGEST, PICTURES

FORMS = (("fiim-2025", "ru"), ("fiim", "uk"), ("box", "ru"))
DESK = {"width": 1000, "height": 700}
WINDOWS = (
    ("replay-desk", "fiim-2025", "ru", DESK, "light", False, "Итог"),
    ("replay-dark", "fiim", "ru", DESK, "dark", True, "проверка"),
    ("replay-phone", "box", "uk", PHONE, "light", True, "постріл"),
)
"""Name, game, language, size, colours, all cards, and words of the moment."""


async def take(browser: Browser, folder: Path) -> None:
    for name, game, language, size, colours, all_cards, words in WINDOWS:
        journal, names = journal_of(game)
        heading = Heading(names, game="k3Hd82mA", table="Двор", date="16.11.2026")
        file = folder / "game.html"
        file.write_text(replay_page(journal, heading, WORDS, language), encoding="utf-8")
        page = await browser.new_page(viewport=size, color_scheme=colours)  # type: ignore[arg-type]
        await page.goto(file.as_uri())
        if all_cards:
            await page.locator("input[value=cards]").check()
        await page.evaluate("document.activeElement.blur()")
        while words not in await page.locator(".said").inner_text():
            await page.keyboard.press("ArrowRight")
        await page.wait_for_timeout(400)
        await page.screenshot(path=PICTURES / f"{name}.png")
        await page.close()


async def take_numbers(folder: Path) -> None:
    """A season of twenty-four games, drawn by lot."""
    dice = random.Random(5)
    async with opened(f"sqlite:///{folder}/omerta.db") as store:
        club = Club(store, VirtualClock())
        for user, name in zip(PEOPLE, NAMES, strict=False):
            await club.people.change(user, name=name)
        await club.groups.change(CHAT, title="Двор")
        for number in range(24):
            users = dice.sample(PEOPLE, len(PEOPLE))
            earned = {4: SeatPoints(bonus=30), 6: SeatPoints(best_move=25)}
            game = played(number, dice.choice((Winner.RED, Winner.BLACK)), points=earned, victim=6)
            seats = tuple(
                seat._replace(suspicions=2, right=dice.randint(0, 2), named=(1, 2, 9) if seat.seat == 6 else ())
                for seat in game.seats
            )
            await club.keep(game._replace(seats=seats), users=tuple(users))
        for view, user in (("stats", 5), ("top", 0)):
            message = await club.statistics.page(
                CHAT, StatisticsQuery(view, user, "fiim-2025", picture=True), "ru"
            )
            assert message.file is not None
            (PICTURES / f"numbers-{view}.png").write_bytes(message.file.content)


async def main() -> None:
    typesetting.PIXELS_PER_INCH = 100.0
    for game, language in FORMS:
        made = typesetting.typeset("protocol", "png", asdict(a_form(game, language)))
        (PICTURES / f"protocol-{game}-{language}.png").write_bytes(made)
    with tempfile.TemporaryDirectory() as folder:
        # A machine without emoji shows ours.
        fonts = Path(folder) / "fonts"
        fonts.mkdir()
        shutil.copy(typesetting.HERE / "fonts" / "NotoEmoji-Regular.ttf", fonts)
        os.environ["XDG_DATA_HOME"] = folder
        await take_numbers(Path(folder))
        async with chromium() as browser:
            await take(browser, Path(folder))
    large = [file.name for file in PICTURES.glob("*.png") if file.stat().st_size > LARGEST]
    assert not large, f"more than {LARGEST} bytes: {large}"


if __name__ == "__main__":
    asyncio.run(main())
