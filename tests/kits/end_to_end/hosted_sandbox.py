"""The real host in the sandbox: over HTTP, with a real SQLite file, and people who tap what they see."""

import asyncio
import contextlib
import json
import random
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.core.pace import Pace
from bot.games.lobby_opening import USUAL_RULES
from bot.language.translator import Translator
from bot.serving import serve
from bot.settings import Settings
from bot.telegram.outbox.rate_limits import Limits
from bot.telegram.updates.flood_control import UPDATES_AT_ONCE
from bot.wiring import Parts
from sandbox.botapi.rate_limits import UNLIMITED
from sandbox.botapi.rate_limits import Limits as TelegramsLimits
from sandbox.client import BotAccount, Client, Group, Person
from sandbox.server import Sandbox
from sandbox.world.messages import buttons_of, text_of

EVER = 1_000_000
NO_LIMITS = Limits(
    chat_burst=EVER,
    chat_gap_ms=1,
    private_gap_ms=1,
    group_a_minute=EVER,
    edits_a_minute=EVER,
    all_a_minute=EVER,
    bot_a_second=EVER,
    edit_gap_ms=1,
    quick_change_gap_ms=1,
    quick_changes=EVER,
    change_gap_ms=1,
    asides_a_minute=EVER,
    answers_a_minute=EVER,
    answers_at_once=EVER,
    answers_in_group_at_once=EVER,
    answer_again_ms=0,
)
"""Limits so wide that scripted people, who act faster than Telegram allows, never meet them."""
TOKEN = "4242424242:sandbox-token-of-the-evening-0123456"
RIGHTS = ("can_delete_messages", "can_restrict_members", "can_pin_messages")
NAMES = (
    *("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Захар"),
    *("Ира", "Костя", "Лена", "Миша", "Нина", "Олег", "Поля", "Роман"),
)
WORDS = Translator()
TIME_OF_DAY = re.compile(r"(\d+ \w+, )?\d\d:\d\d(:\d\d)?")
"""Matches times of day, which each device shows in its own way; the rest of a text can be compared."""


def settings_for(url: str, folder: Path, **more: Any) -> Settings:
    own: dict[str, Any] = {
        "bot_token": SecretStr(TOKEN),
        "api_url": url,
        "database_url": f"sqlite+aiosqlite:///{folder}/omerta.db",
        "log_level": "WARNING",
        "lobby_minutes": 24 * 60,
    }
    return Settings.model_validate(own | more)


@dataclass
class HostedSandbox:
    """A sandbox with a running host."""

    stage: Client
    sandbox: Sandbox
    host: BotAccount
    folder: Path
    settings: Settings
    pace: Pace
    limits: Limits
    _serving: "asyncio.Task[None] | None" = None
    people: list[Person] = field(default_factory=list)
    wired: Parts | None = None

    async def begin(self) -> None:
        self.wired = None
        at_once = EVER if self.limits is NO_LIMITS else UPDATES_AT_ONCE
        self._serving = asyncio.create_task(serve(self.settings, self.pace, self.limits, self._wired, at_once))

    def _wired(self, host: Parts) -> None:
        self.wired = host

    async def end(self) -> None:
        """Stops the host cleanly."""
        if self._serving is not None:
            self._serving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._serving
            self._serving = None

    def check(self) -> None:
        """Raises the error of a host that has died."""
        if self._serving is not None and self._serving.done():
            self._serving.result()

    async def use(self, group: Group, **choices: Any) -> None:
        """Sets what admins would choose in the settings; such a group is not asked what kind of evening it is."""
        await self.ready()
        assert self.wired is not None
        await self.wired.groups.change(group.id, **({"evening_chosen": True} | choices))

    async def ready(self) -> None:
        while self.wired is None:
            self.check()
            await asyncio.sleep(0.01)

    async def guests(self, count: int, language: str = "ru", *, started: bool = True) -> list[Person]:
        people = [await self.stage.person(name, language_code=language) for name in NAMES[:count]]
        if started:
            for person in people:
                await person.start(self.host)
                await person.until(lambda person=person: self._greeted(person))  # type: ignore[misc]
        self.people += people
        return people

    def _greeted(self, person: Person) -> bool:
        """Returns whether the host has written to this person; the person's own messages do not count."""
        return any(message["from"]["is_bot"] for message in person.messages(self.host))

    async def group(
        self,
        people: list[Person],
        rights: Iterable[str] | None = RIGHTS,
        *,
        first_evening: bool = False,
        **more: Any,
    ) -> Group:
        """Creates a group with the host in it. `first_evening`: its first table asks what evening it is."""
        listed = None if rights is None else list(rights)
        group = await self.stage.group("Двор", people, self.host, rights=listed, **more)
        await people[0].until(lambda: people[0].buttons(group))
        if not first_evening and self._serving is not None:
            await self.use(group)
        return group


@asynccontextmanager
async def hosted_sandbox(
    folder: Path,
    speed: float = 200,
    limits: Limits | None = None,
    now: Callable[[], float] = time.time,
    telegrams_limits: TelegramsLimits = UNLIMITED,
    **more: Any,
) -> AsyncIterator[HostedSandbox]:
    """`now`: the time in Telegram."""
    async with Sandbox(speed=speed, now=now, limits=telegrams_limits) as sandbox, Client(sandbox) as stage:
        host = await stage.bot(TOKEN, "Омерта", "omerta_bot", can_read_all_group_messages=True)
        settings = settings_for(sandbox.url, folder, speed=speed, **more)
        hosted = HostedSandbox(stage, sandbox, host, folder, settings, Pace(speed, floor_ms=0), limits or Limits())
        await hosted.begin()
        try:
            yield hosted
        finally:
            await hosted.end()


def unexpected_refusals(counts: dict[str, Any]) -> int:
    """Returns how many calls were refused, but for one that removes the keys of an outdated private message: its
    last edit may have removed them in the moment of the tap."""
    refused: dict[str, int] = counts["refusals"]
    excused: int = min(refused.get("400", 0), counts["methods"].get("editMessageReplyMarkup", 0))
    return sum(refused.values()) - excused


def labels(language: str, *keys: str) -> set[str]:
    return {WORDS.plain(language, key) for key in keys}


async def open_more(person: Person, group: Group, language: str = "ru") -> None:
    """Opens the screen of a lobby with everything that is not among its main buttons."""
    stand, more = (WORDS.plain(language, key) for key in ("button-stand", "button-more-of-table"))
    await person.tap(WORDS.plain(language, "button-gear"), group)
    await person.until(lambda: {stand, more} & {*person.buttons(group)})
    if stand not in person.buttons(group):
        await person.tap(more, group)
    await person.until(lambda: stand in person.buttons(group))


FREE = "☝️"
NOMINATION_KEYS = (FREE, "✅", "✖️")
"""How the keys of a keypad of nominations begin: who may be nominated, who is, and who has left."""


class Player:
    """A person who plays by what is shown: taps what is asked for, speaks in the own minute."""

    def __init__(
        self, person: Person, group: Group, host: BotAccount, language: str, seed: int, *, quiet: bool = False
    ) -> None:
        self.quiet = quiet
        """Whether this player nominates nobody and harms nobody."""
        self.person = person
        self.group = group
        self.host = host
        self.dice = random.Random(seed)
        self.done: set[str] = set()
        self.taps = self.accepted = 0
        self._accepted = WORDS.plain(language, "tap-accepted")
        self._final = labels(language, "button-done", "button-sure", "verb-seen")
        self._nobody = labels(language, "button-nobody")
        self._pass = labels(language, "verb-pass", "verb-ready")
        self._plain = self._pass | labels(
            language, "verb-withdraw", "verb-extend", "verb-time-out", "button-my-role"
        )

    async def play(self, over: asyncio.Event) -> None:
        while not over.is_set():
            if not await self._act():
                waiting = self.person.client.next_event()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(waiting, 0.2)

    async def _act(self) -> bool:
        for chat in (self.host, self.group):
            for message in reversed(self.person.messages(chat)[-4:]):
                shown = [
                    (row, column, button)
                    for row, column, button in buttons_of(message)
                    if button.get("callback_data", "x")[:2] in ("m:", "p:")
                ]
                mark = f"{message['message_id']}:{json.dumps([b for _, _, b in shown])}"
                if not shown or mark in self.done:
                    continue
                self.done.add(mark)
                wanted = self._private(shown) if chat is self.host else self._public(message, shown)
                for row, column in wanted:
                    await self._tap(chat, message["message_id"], row, column)
                if wanted:
                    return True
        return False

    def _private(self, shown: list[tuple[int, int, Any]]) -> list[tuple[int, int]]:
        harmless = [(row, column) for row, column, button in shown if button["text"] in self._nobody]
        if self.quiet and harmless:
            return harmless
        final = [(row, column) for row, column, button in shown if button["text"] in self._final]
        if final and self.dice.random() < 0.7:
            return [final[0]]
        row, column, _ = self.dice.choice(shown)
        return [(row, column)]

    def _public(self, message: Any, shown: list[tuple[int, int, Any]]) -> list[tuple[int, int]]:
        text = text_of(message) or ""
        nominate = [(row, column) for row, column, button in shown if button["text"].startswith(FREE)]
        ends = [(row, column) for row, column, button in shown if button["text"] in self._pass]
        votes = [
            (row, column)
            for row, column, button in shown
            if button["text"] not in self._plain and not button["text"].startswith(NOMINATION_KEYS)
        ]
        if votes:
            return [self.dice.choice(votes)] if self.dice.random() < 0.6 else []
        mine = str(self.person.id) in json.dumps(message.get("entities", [])) or "💬" in text
        if not mine:
            return []
        if self.quiet or not nominate or self.dice.random() < 0.4:
            return ends[:1]
        row, column = self.dice.choice(nominate)
        # The second tap on a key counts.
        return [(row, column), (row, column), *ends[:1]]

    async def _tap(self, chat: Group | BotAccount, message_id: int, row: int, column: int) -> None:
        self.taps += 1
        key = self.person.key(chat)
        with contextlib.suppress(Exception):  # the button may have been removed in this very moment
            tapped = await self.person.client.do(
                "tap", user_id=self.person.id, chat=key, message_id=message_id, row=row, column=column
            )
            if "query_id" in tapped:
                answer = await self.person.client.do("callback_answer", query_id=tapped["query_id"], wait=5)
                self.accepted += bool(answer) and answer["text"] == self._accepted


async def choose_usual_rules(opener: Person, group: Group, language: str) -> None:
    """Answers what kind of evening it is, if the table asks: in a host that is a program of its own."""
    sport = WORDS.plain(language, "evening-sport")
    if any(label.startswith(sport) for label in opener.buttons(group)):
        await opener.tap(sport, group)
        await opener.tap(WORDS.plain(language, f"ruleset-{USUAL_RULES}"), group)


async def play_game(
    hosted: HostedSandbox,
    people: list[Person],
    group: Group,
    language: str = "ru",
    seed: int = 1,
    within: float = 120,
    accepted: Counter[int] | None = None,
) -> str:
    """Plays from the lobby to the end; returns the text of the finale. `accepted` counts the accepted taps of each
    player."""
    opener = people[0]
    if not any("/newgame" in text for text in opener.sees(group)):
        await opener.say("/newgame", group)
    sit = WORDS.plain(language, "button-sit")
    await opener.until(lambda: sit in opener.buttons(group))
    await choose_usual_rules(opener, group, language)
    for person in people:
        answer = await person.tap(sit, group)
        assert answer is not None
    started = await opener.tap(WORDS.plain(language, "button-start"), group)
    assert started is not None
    # A busy machine answers first that it takes a moment.
    assert started.text in labels(language, "lobby-begun", "lobby-begun-loud", "tap-wait"), started
    return await play_on(hosted, people, group, language, seed, within, accepted)


async def play_on(
    hosted: HostedSandbox,
    people: list[Person],
    group: Group,
    language: str = "ru",
    seed: int = 1,
    within: float = 120,
    accepted: Counter[int] | None = None,
) -> str:
    over = asyncio.Event()
    players = [
        Player(person, group, hosted.host, language, seed * 100 + number) for number, person in enumerate(people)
    ]
    tasks = [asyncio.create_task(player.play(over)) for player in players]
    watcher = people[0]
    try:

        def finale() -> str:
            hosted.check()
            return next((text for text in watcher.sees(group) if "🏁" in text), "")

        found: str = await watcher.until(finale, within=within)
        return found
    finally:
        over.set()
        await asyncio.gather(*tasks)
        if accepted is not None:
            accepted.update({player.person.id: player.accepted for player in players})
