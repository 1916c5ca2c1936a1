"""Plays three games at the page by taps and takes the pictures of the docs: python -m tests.tools.page_pictures"""

import asyncio
import hashlib
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Browser, Page

from bot.core.pace import LEAST_FOR_A_PERSON_MS
from sandbox.client import Group
from tests.kits.browser import PHONE, Windows, chromium
from tests.kits.end_to_end.hosted_sandbox import HostedSandbox, hosted_sandbox
from tests.kits.end_to_end.page_player import Guest, Shown

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SPEED = 20
DESK = {"width": 1180, "height": 740}
LOBBY_MINUTES = 10 * SPEED
"""So that the page says ten."""
LARGEST = 200_000
"""Bytes of a picture."""
WITHIN = 900.0

When = Callable[[Shown], bool]


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of the first moment that fits; `after` so many seconds, when others have had their say."""

    name: str
    when: When
    phone: bool = False
    dark: bool = False
    after: float = 0.3


@dataclass(frozen=True, slots=True)
class Play:
    """A game, and the pictures to take of it. The deal follows from `number`, so that the cards stay the same."""

    ruleset: str
    language: str
    number: int
    lobby: tuple[str, ...]
    shots: tuple[Shot, ...]
    finale: tuple[str, ...]

    @property
    def secret(self) -> str:
        drawn = hashlib.sha256(f"pictures {self.number}".encode()).hexdigest()
        return f"{drawn[:32]}:{drawn[32:]}"


def card(one: Shown) -> bool:
    return one.pane == "side" and "🃏" in one.text


def meeting(one: Shown) -> bool:
    return one.pane == "side" and "✅" in " ".join(one.keys)


def hosted(one: Shown) -> bool:
    return one.pane == "side" and one.text.startswith("🌙") and len(one.keys) > 3


def minute(one: Shown) -> bool:
    return one.pane == "main" and "🎙" in one.text and len(one.keys) > 3


def nominated(one: Shown) -> bool:
    return one.pane == "main" and "🎙" in one.text and "☝️" in one.text


def ballot(one: Shown) -> bool:
    return one.pane == "main" and "🗳" in one.text and any("✊" in label for label in one.keys)


def talk(one: Shown) -> bool:
    return one.pane == "main" and "💬" in one.text and len(one.keys) > 3


PLAYS = (
    Play(
        "fiim-2025",
        "ru",
        29,  # the Don
        ("lobby", "phone-lobby"),
        (
            Shot("phone-card", card, phone=True),
            Shot("meeting", meeting),
            Shot("phone-speech", minute, phone=True),
            Shot("speech", nominated),
            Shot("dark-ballot", ballot, dark=True, after=1),
            Shot("phone-night", hosted, phone=True),
        ),
        ("phone-finale",),
    ),
    Play(
        "box",
        "ru",
        31,  # the detective
        (),
        (
            Shot("box-discussion", talk, after=0.5),
            Shot("phone-box-ballot", ballot, phone=True),
            Shot("phone-box-night", hosted, phone=True),
        ),
        (),
    ),
    Play(
        "fiim-2025",
        "uk",
        16,  # the sheriff
        ("uk-phone-lobby",),
        (
            Shot("uk-phone-card", card, phone=True),
            Shot("uk-phone-night", hosted, phone=True),
            Shot("uk-phone-ballot", ballot, phone=True),
        ),
        ("uk-phone-finale",),
    ),
)


@dataclass
class Photographer:
    browser: Browser
    windows: Windows
    page: Page
    play: Play
    waiting: list[Shot] = field(default_factory=list)
    group: str = ""
    me: int = 0
    bot: int = 0

    async def on_sight(self, seen: Shown) -> None:
        for shot in [shot for shot in self.waiting if shot.when(seen)]:
            self.waiting.remove(shot)
            await asyncio.sleep(shot.after)
            await self.take(shot, seen.pane)

    async def take(self, shot: Shot, pane: str = "main") -> None:
        if not shot.phone and not shot.dark:
            await self._shoot(self.page, shot.name)
            return
        chat = self.group if pane == "main" or not shot.phone else f"{self.me}:{self.bot}"
        page = await self.windows.open(
            f"/?as={self.me}#{chat}",
            PHONE if shot.phone else DESK,
            color_scheme="dark" if shot.dark else "light",
            storage_state=await self.page.context.storage_state(),
        )
        await page.locator(".pane.main .message").last.wait_for()
        await page.wait_for_timeout(400)
        await self._shoot(page, shot.name)
        await page.context.close()

    async def _shoot(self, page: Page, name: str) -> None:
        await page.mouse.move(5, 5)
        await page.evaluate("document.querySelector('#toasts').replaceChildren()")
        ending = page.locator(".pane.main .message", has_text="🏁")
        if await ending.count():
            await ending.last.evaluate("(one) => one.scrollIntoView({block: 'start'})")
        else:
            for feed in await page.locator(".down:visible").all():
                await feed.click()
        await page.wait_for_timeout(300)
        await page.screenshot(path=PICTURES / f"{name}.png")
        print(f"  {name}.png", flush=True)


async def take(play: Play, browser: Browser, tonight: HostedSandbox) -> list[str]:
    """One person and nine computer players, from the empty page to the last reveal."""
    windows = Windows(browser, tonight.sandbox.url)
    page = await windows.open(size=DESK)
    if play.language == "uk":
        await page.get_by_label("Язык").select_option("uk")
        await page.locator("html[lang=uk]").wait_for()
    photographer = Photographer(browser, windows, page, play, list(play.shots))
    guest = Guest(page, play.language, on_sight=photographer.on_sight)
    await guest.gather()
    photographer.group = page.url.partition("#")[2]
    photographer.me = next(iter(tonight.sandbox.world.users.people))
    photographer.bot = next(iter(tonight.sandbox.world.users.bots))
    group = Group(tonight.stage, int(photographer.group))
    await tonight.use(group, ruleset=play.ruleset, evening_chosen=True)
    assert tonight.wired is not None
    tonight.wired.lobby_opening.draw_secret = lambda: play.secret
    await guest.open_table()
    await shoot_all(photographer, play.lobby)
    await guest.begin()
    await guest.play(WITHIN)
    await page.wait_for_timeout(1000)
    await shoot_all(photographer, play.finale)
    await windows.close()
    missed = [f"{shot.name}.png: that moment never came" for shot in photographer.waiting]
    return windows.complaints + missed


async def shoot_all(photographer: Photographer, names: tuple[str, ...]) -> None:
    for name in names:
        await photographer.take(Shot(name, card, phone="phone" in name))


async def main(wanted: list[str]) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    complaints: list[str] = []
    for play in PLAYS:
        if wanted and f"{play.ruleset}-{play.language}" not in wanted:
            continue
        print(f"{play.ruleset}, {play.language}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            opening = hosted_sandbox(Path(folder), SPEED, stand_ins=True, lobby_minutes=LOBBY_MINUTES)
            async with opening as tonight, chromium() as browser:
                tonight.pace.floor_ms = LEAST_FOR_A_PERSON_MS
                complaints += await take(play, browser, tonight)
    complaints += [
        f"{file.name} has more than {LARGEST} bytes"
        for file in PICTURES.glob("*.png")
        if file.stat().st_size > LARGEST
    ]
    if complaints:
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
