"""Chromium, and pages whose consoles must stay free of errors."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright, expect

CHROMIUM = "chromium"
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESK = {"width": 1360, "height": 820}
PHONE = {"width": 390, "height": 844}
PATIENCE = 15_000
"""Milliseconds until something that should appear is given up."""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which(CHROMIUM), args=list(QUIET))
        try:
            yield browser
        finally:
            await browser.close()


@dataclass
class Windows:
    """Opens pages in separate browser contexts and collects their console errors."""

    browser: Browser
    url: str
    complaints: list[str] = field(default_factory=list)

    async def open(self, path: str = "/", size: dict[str, int] | None = None, **settings: Any) -> Page:
        viewport: Any = size or DESK
        context = await self.browser.new_context(**{"viewport": viewport, "locale": "ru-RU", **settings})
        context.set_default_timeout(PATIENCE)
        page = await context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        await page.goto(self.url + path)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        expected = "WebSocket connection" in message.text  # while the server is away
        if message.type in {"error", "warning"} and not expected:
            self.complaints.append(message.text)

    async def close(self) -> None:
        for context in list(self.browser.contexts):
            await context.close()
