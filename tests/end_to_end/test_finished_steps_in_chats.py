"""Whole games in the sandbox under Telegram's published limits: whenever nothing is on its way, every chat as its
reader sees it has the keys and the clock of the running step and of no other.

`tests/virtual_clock/test_finished_steps.py` asks the same of random games, to the millisecond.
"""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from bot.games.running_game import RunningGame
from bot.telegram.buttons.callback_data import MoveTap, PickTap
from engine.events import StepName
from sandbox.botapi.rate_limits import PUBLISHED
from sandbox.client import Group, Person
from sandbox.core.json_codec import Json
from sandbox.world.messages import buttons_of, text_of
from tests.kits.end_to_end.hosted_sandbox import WORDS, HostedSandbox, hosted_sandbox, play_game

SPEED = 20
SEATS = 10
LOOK_EVERY_S = 0.02
LOOKED_AT, WITH_KEYS = 4, 1
"""How many steps of a game have to be looked at, and how many of them with keys. At this speed some are over
before everything about them is delivered."""
STEP_KEYS = (f"{MoveTap.__prefix__}:", f"{PickTap.__prefix__}:")
TABLE = "🎩"


@dataclass
class Watcher:
    """Looks at every chat of a game whenever all messages about its running step are delivered."""

    hosted: HostedSandbox
    people: list[Person]
    group: Group
    game_id: str
    looked_at: set[int] = field(default_factory=set)
    steps: set[StepName] = field(default_factory=set)
    had_keys: set[int] = field(default_factory=set)
    found: list[str] = field(default_factory=list)

    async def watch(self, over: asyncio.Event) -> None:
        while not over.is_set():
            await self.look()

    async def look(self) -> None:
        before = await self._settled()
        await asyncio.sleep(LOOK_EVERY_S)
        after = await self._settled()
        if after is None or before is None or before.table.number != after.table.number:
            return
        number = after.table.number
        running = None if after.table.step is StepName.OVER else number
        self.looked_at.add(number)
        self.steps.add(after.table.step)
        for person in self.people:
            for chat in (self.group, self.hosted.host):
                self._look_at(person.messages(chat), running, f"{person.name}, {after.table.step} {number}")

    async def _settled(self) -> RunningGame | None:
        """Returns the game unless something about it is on its way."""
        wired = self.hosted.wired
        assert wired is not None
        game = await wired.games.find(self.game_id)
        if game is None or game.state is None or wired.outbox.waiting:
            return None
        is_over = game.table.step is StepName.OVER
        clock = game.clock
        is_out = clock is not None and clock.step == game.table.number and not clock.waits
        return game if is_over or (is_out and not game.announces_vote) else None

    def _look_at(self, messages: list[Json], running: int | None, where: str) -> None:
        clocks = []
        for message in messages:
            text = text_of(message)
            steps = {
                int(button["callback_data"].split(":")[2])
                for _, _, button in buttons_of(message)
                if button.get("callback_data", "").startswith(STEP_KEYS)
            }
            if steps - {running}:
                self.found.append(f"{where}: «{text}» has keys of step {steps}")
            self.had_keys |= steps
            if any(entity.get("date_time_format") == "r" for entity in message.get("entities", ())):
                clocks.append(text)
        if len(clocks) > (running is not None):
            self.found.append(f"{where}: clocks in {clocks}")


def listed(person: Person, group: Group, words: str) -> bool:
    return any(words in text for text in person.sees(group))


@pytest.mark.parametrize(
    ("ruleset", "language", "people"),
    [("fiim-2025", "ru", 4), ("city", "uk", 4), ("box", "ru", 3), ("phystech", "uk", 3)],
)
async def test_chats_have_the_keys_and_the_clock_of_the_running_step_only(
    tmp_path: Path, ruleset: str, language: str, people: int
) -> None:
    async with hosted_sandbox(tmp_path, SPEED, telegrams_limits=PUBLISHED, stand_ins=True) as hosted:
        guests = await hosted.guests(people, language)
        group = await hosted.group(guests)
        await hosted.use(group, ruleset=ruleset, language=language)
        await guests[0].say("/newgame", group)
        await guests[0].tap(WORDS.plain(language, "button-fill", count=SEATS), group)
        await guests[0].until(partial(listed, guests[0], group, f"{SEATS}. 🤖"))
        assert hosted.wired is not None
        lobby = await hosted.wired.games.table_in(group.id)
        assert lobby is not None
        watcher, over = Watcher(hosted, guests, group, lobby.id), asyncio.Event()
        watching = asyncio.create_task(watcher.watch(over))
        await play_game(hosted, guests, group, language, within=300)
        over.set()
        await watching
        async with asyncio.timeout(60):
            while StepName.OVER not in watcher.steps:
                await watcher.look()
        assert watcher.found == []
        assert len(watcher.looked_at) >= LOOKED_AT
        assert len(watcher.had_keys) >= WITH_KEYS
        assert any(TABLE in text for text in guests[0].sees(group))
