"""A person who plays at the sandbox's page by what it shows: taps only, nothing is typed."""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Error, Page, expect

from bot.language.translator import Translator
from tests.kits.end_to_end.hosted_sandbox import FREE, NOMINATION_KEYS

WORDS = Translator()
TAP_WITHIN = 1_500
"""Milliseconds to try a tap; a button that was removed meanwhile is not waited for."""
LOOK_EVERY = 0.05
PRIVATE = re.compile(r"🃏 №|🌙 (?:Ночь|Ніч) \d|🎯|💀|🚪")
"""How a private message begins where it stands among those for the whole table."""
SHOWN = """() => [...document.querySelectorAll(".pane")].flatMap((pane) => [...pane.querySelectorAll(".message")]
    .slice(-6).map((row) => ({
        pane: pane.classList.contains("main") ? "main" : "side",
        id: row.dataset.id,
        text: row.querySelector(".text")?.innerText ?? "",
        keys: [...row.querySelectorAll("button.key")].map((key) => key.innerText.trim()),
    })))"""


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as the page shows it."""

    pane: str
    id: str
    text: str
    keys: tuple[str, ...]

    @property
    def question(self) -> tuple[str, str, tuple[str, ...]]:
        """Returns the question, without the clock and the others' votes."""
        return (self.pane, self.id, self.keys)

    def index(self, label: str) -> int | None:
        return self.keys.index(label) if label in self.keys else None


Sight = Callable[[Shown], Awaitable[None]]


async def nothing(_: Shown) -> None:
    pass


@dataclass
class Guest:
    """The person at the page: gathers a party, opens a table, fills it with computer players, and plays."""

    page: Page
    language: str = "ru"
    seed: int = 1
    on_sight: Sight = nothing
    """Called with every message with buttons before it is answered."""
    alone: bool = False
    """Whether everything is in one chat, in a game against computer players."""
    name: str = ""
    seat: int = 0
    taps: int = 0
    tapped: list[str] = field(default_factory=list)
    _done: set[tuple[str, str, tuple[str, ...]]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self._final = self._words("verb-seen", "button-sure", "button-done")
        self._nobody = self._word("button-nobody")
        self._ends = self._words("verb-pass", "verb-ready")
        self._never = self._words(
            *("button-clear", "button-my-role", "button-to-private", "verb-withdraw"),
            *("verb-extend", "verb-time-out"),
        )

    def _word(self, key: str) -> str:
        return WORDS.plain(self.language, key)

    def _words(self, *keys: str) -> frozenset[str]:
        return frozenset(self._word(key) for key in keys)

    # --- to the table ----------------------------------------------------------------------------------------

    async def gather(self, party: int = 4) -> None:
        """Taps the one button of an empty world, which creates people, a group and the bot in it."""
        await self.page.locator(".welcome input[type=range]").fill(str(party))
        await self.page.locator(".welcome button.gather").click()
        await expect(self._key("button-open-table")).to_be_visible()
        self.name = await self.page.locator(".me b").inner_text()

    async def play_alone(self, ruleset: str, size: int) -> None:
        """Begins a game against computer players, which is played in the private chat."""
        self.alone = True
        await self.page.locator(".welcome button.alone").click()
        await self.press(f"button-solo-{ruleset}", count=size)
        self.name = await self.page.evaluate("document.querySelector('.me b').textContent")

    async def open_table(self) -> None:
        await self.press("button-open-table")
        await self.press("button-fill", count=10)
        await expect(self.page.locator(".pane.main .message", has_text="10. 🤖")).to_be_visible()

    async def begin(self) -> None:
        await self.press("button-start")

    async def press(self, key: str, **args: int) -> None:
        await self._key(key, **args).click()
        self.taps += 1

    def _key(self, key: str, **args: int) -> Any:
        label = WORDS.plain(self.language, key, **args)
        return self.page.locator(".pane.main button.key", has_text=re.compile(f"^{re.escape(label)}$")).last

    # --- at the table ----------------------------------------------------------------------------------------

    async def play(self, within: float) -> str:
        """Plays until the end of the game; returns what the group is told then."""
        async with asyncio.timeout(within):
            while True:
                shown = await self.look()
                ended = next((one.text for one in shown if one.pane == "main" and "🏁" in one.text), "")
                if ended:
                    return ended
                if not await self._answer(shown):
                    await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> list[Shown]:
        return [
            Shown(one["pane"], one["id"], one["text"], tuple(one["keys"]))
            for one in await self.page.evaluate(SHOWN)
        ]

    async def _answer(self, shown: list[Shown]) -> bool:
        for message in reversed(shown):
            if not message.keys or message.question in self._done:
                continue
            self._done.add(message.question)
            asked = self._is_private(message)
            if card := re.search(rf"№ (\d+) {re.escape(self.name)}", message.text if asked else ""):
                self.seat = int(card[1])
            await self.on_sight(message)
            chosen = self._in_private(message) if asked else self._in_group(message)
            for label in chosen:
                await self._tap(message, label)
            if chosen:
                return True
        return False

    def _is_private(self, message: Shown) -> bool:
        return message.pane == "side" or (self.alone and PRIVATE.match(message.text) is not None)

    def _in_private(self, message: Shown) -> list[str]:
        for label in message.keys:
            if label in self._final:
                return [label]
        picks = [label for label in message.keys if label not in self._never and not label.startswith("✅")]
        aimed = [label for label in picks if label != self._nobody and not self._at_me(label)]
        return [self.dice.choice(aimed or picks)] if picks and re.search(r"\d", " ".join(picks)) else []

    def _in_group(self, message: Shown) -> list[str]:
        nominate = [label for label in message.keys if label.startswith(FREE) and not self._at_me(label)]
        ends = [label for label in message.keys if label in self._ends]
        plain = self._ends | self._never
        votes = [label for label in message.keys if not label.startswith(NOMINATION_KEYS) and label not in plain]
        mine = "💬" in message.text or self._is_mine(message)
        if ends or nominate:
            if not mine:
                return []
            if nominate and self.dice.random() < 0.7:
                key = self.dice.choice(nominate)
                # The second tap on a key counts.
                return [key, key, *(ends[:1] if "💬" in message.text else [])]
            return ends[:1]
        others = [label for label in votes if not self._at_me(label)]
        return [self.dice.choice(others)] if others and re.search(r"🗳|👉", message.text) else []

    def _at_me(self, label: str) -> bool:
        return re.findall(r"\d+", label)[:1] == [str(self.seat)]

    def _is_mine(self, message: Shown) -> bool:
        return any(line.startswith(("🎙", "⚖️", "🕯")) and self.name in line for line in message.text.split("\n"))

    async def _tap(self, message: Shown, label: str) -> None:
        place = message.index(label)
        if place is None:
            return
        key = self.page.locator(f".pane.{message.pane} .message[data-id='{message.id}'] button.key").nth(place)
        try:
            await key.click(timeout=TAP_WITHIN)
        except Error:
            return  # the button was removed in this very moment
        self.taps += 1
        self.tapped.append(label)
        await self._close_windows()

    async def _close_windows(self) -> None:
        """Closes the window in which an answer may be shown."""
        await asyncio.sleep(0.1)
        close = self.page.locator("dialog.alert button.main")
        if await close.count():
            await close.first.click(timeout=TAP_WITHIN)
