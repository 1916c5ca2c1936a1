"""A group with an open table on the virtual clock, whose people tap the buttons that they see, by their labels."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiogram.methods import AnswerCallbackQuery
from aiogram.types import Update

from bot.games.lobby import Lobby, Phase
from bot.games.running_game import RunningGame
from bot.language.translator import Translator
from tests.kits.virtual_clock.chats import Chats, Look
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.table import House

GROUP, OPENER = -1001_000_000_555, 50
WORDS = Translator()


@dataclass
class OpenTable:
    house: House
    people: People
    live: RunningGame
    language: str
    _taken: list["asyncio.Task[bool]"] = field(default_factory=list)

    @property
    def telegram(self) -> Chats:
        assert isinstance(self.house.telegram, Chats)
        return self.house.telegram

    @property
    def lobby(self) -> Lobby:
        return self.live.lobby

    def phase(self) -> Phase:
        return self.live.lobby.phase

    @property
    def shown(self) -> Look:
        """What the message of the table shows now."""
        return next(one for one in self.telegram.of(GROUP) if f":{self.live.id}:" in _data(one.now)).now

    @property
    def labels(self) -> list[str]:
        return [key.label for key in self.shown.keys]

    @property
    def answers(self) -> list[str]:
        """What people were answered to their taps."""
        calls = (call.method for call in self.telegram.calls)
        return [call.text or "" for call in calls if isinstance(call, AnswerCallbackQuery)]

    def label(self, key: str, **args: Any) -> str:
        return WORDS.plain(self.language, key, **args)

    async def wait(self, seconds: float) -> None:
        await self.house.clock.on_to(self.house.clock.now() + int(seconds * 1000))

    async def tap(self, label: str, person: int = OPENER) -> str:
        """Taps the button with this label; returns the answer."""
        data = next((key.data for key in self.shown.keys if key.label.removeprefix("✅ ") == label), "")
        assert data, f"no button {label!r} among {self.labels}"
        return await self.tap_data(data, person)

    async def tap_data(self, data: str, person: int = OPENER) -> str:
        before = len(self.answers)
        await self._take(self.people.tap(person, data, 1, GROUP))
        await self.wait(13)
        (answer,) = self.answers[before:]
        return answer

    async def bring(self, data: str, person: int) -> None:
        """Taps without waiting for anything."""
        await self._take(self.people.tap(person, data, 1, GROUP))

    async def edits(self) -> list[Look]:
        """Returns every look of the message of the table."""
        message = next(one for one in self.telegram.of(GROUP) if f":{self.live.id}:" in _data(one.now))
        return message.looks

    async def _take(self, update: Update) -> None:
        self._taken.append(asyncio.ensure_future(self.people.intake.take(update)))
        await self.house.clock.settle()


def _data(look: Look) -> str:
    return " ".join(key.data for key in look.keys)


@asynccontextmanager
async def open_table(language: str = "ru", guests: int = 0, **choices: Any) -> AsyncIterator[OpenTable]:
    """Opens a table in a group with these choices; `guests` sit beside the opener."""

    def telegram(clock: VirtualClock) -> Chats:
        return Chats(clock, 1)

    house = House(telegram)
    await house.open()
    await house.host.groups.change(GROUP, language=language, title="Двор", **choices)
    for person in range(OPENER, OPENER + 40):
        await house.host.people.change(person, name=f"Гость {person}", reachable=True, language=language)
    people = People(house)
    await people.say(OPENER, "/newgame", GROUP)
    live = await house.host.games.table_in(GROUP)
    assert live is not None
    at = OpenTable(house, people, live, language)
    await at.wait(60)
    for person in range(OPENER + 1, OPENER + 1 + guests):
        await at.tap(at.label("button-sit"), person)
    yield at
    assert not people.troubles
    assert at.telegram.refused == [], "Telegram's limits are kept"
    await house.close()
