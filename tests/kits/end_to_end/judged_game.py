"""A judge at a table in the sandbox: reads the panel, and taps it."""

import asyncio
import json
from dataclasses import dataclass

from sqlalchemy import select

from bot.games.running_game import RunningGame
from bot.storage.schema import events
from engine.codec import decode
from engine.events import Event
from sandbox.client import Answer, Group, Person
from sandbox.core.json_codec import Json
from sandbox.world.messages import buttons_of, text_of
from tests.kits.end_to_end.hosted_sandbox import HostedSandbox

SLOW = tuple(
    (key, "7200") for key in ("deal", "meet", "speech", "ballot_window", "night", "best_move", "last_word")
)
"""Steps so long that only the judge ends them."""


def keys_of(message: Json) -> list[tuple[int, int, str, str]]:
    return [(row, column, key["text"], key.get("callback_data", "")) for row, column, key in buttons_of(message)]


async def start_judged(opener: Person, group: Group) -> None:
    """Starts a judged game; no cards are dealt before the table has been shown for some time who judges."""
    async with asyncio.timeout(20):
        while True:
            started = await opener.tap("Начать", group)
            assert started is not None
            if started.text == "Раздаём карты!":
                return
            assert "кто судит" in started.text
            await asyncio.sleep(0.2)


@dataclass
class Bench:
    """One judge beside one table."""

    hosted: HostedSandbox
    group: Group
    judge: Person
    game: str = ""

    async def live(self) -> RunningGame:
        assert self.hosted.wired is not None
        live = await self.hosted.wired.games.find(self.game)
        assert live is not None
        return live

    def panel(self, who: Person | None = None) -> Json:
        """Returns the newest message with a key of the panel; empty if there is none yet."""
        viewer = who or self.judge
        shown = [m for m in viewer.messages(self.hosted.host) if any("j:" in key[3] for key in keys_of(m))]
        return shown[-1] if shown else {}

    def text(self, who: Person | None = None) -> str:
        return text_of(self.panel(who)) or ""

    async def shows(self, *parts: str, who: Person | None = None) -> str:
        """Waits until the panel shows all of these texts, in its text or on its keys."""
        viewer = who or self.judge

        def there() -> bool:
            self.hosted.check()
            panel = self.panel(viewer)
            said = "\n".join([text_of(panel) or "", *(key[2] for key in keys_of(panel))])
            return all(part in said for part in parts)

        await viewer.until(there, within=20)
        return self.text(viewer)

    async def tap(self, label: str, who: Person | None = None) -> str:
        """Taps a key of the panel by its label, a seat by its number. Returns the answer."""
        viewer = who or self.judge
        panel: Json = {}

        def found() -> tuple[int, int] | None:
            nonlocal panel
            panel = self.panel(viewer)
            for row, column, text, _ in keys_of(panel):
                if text == label or (label.isdecimal() and text.split()[0] == label):
                    return row, column
            return None

        row, column = await viewer.until(found, within=20)
        answer = await self.tap_at(viewer, panel["message_id"], row, column)
        assert answer is not None, f"no answer to {label!r}"
        return answer.text

    async def tap_at(self, who: Person, message_id: int, row: int, column: int) -> Answer | None:
        stage = who.client
        chat = who.key(self.hosted.host)
        tapped = await stage.do("tap", user_id=who.id, chat=chat, message_id=message_id, row=row, column=column)
        told = await stage.do("callback_answer", query_id=tapped["query_id"], wait=10)
        return None if told is None else Answer(told["text"], told["alert"], told["url"])

    async def path(self, *labels: str, who: Person | None = None) -> str:
        """Taps several keys, one after the other; returns the last answer."""
        told = ""
        for label in labels:
            told = await self.tap(label, who)
        return told

    async def heard(self, *parts: str) -> None:
        """Waits until one message in the group contains all of these texts."""

        def there() -> bool:
            self.hosted.check()
            return any(all(part in text for part in parts) for text in self.judge.sees(self.group))

        await self.judge.until(there, within=20)

    async def person_on(self, seat: int) -> Person:
        number = (await self.live()).person_on(seat)
        return next(person for person in self.hosted.people if person.id == number)

    async def journal(self) -> list[tuple[Event, int, int]]:
        """Returns every stored event with its author and its time."""
        assert self.hosted.wired is not None
        e = events.c
        rows = await self.hosted.wired.store.rows(
            select(e.payload, e.author, e.at_ms).where(e.game_id == self.game).order_by(e.version)
        )
        return [(decode(json.loads(row.payload)), row.author, row.at_ms) for row in rows]
