"""A person who plays alone with computer players: everything happens in their private chat, by taps and words."""

import re
from dataclasses import dataclass, field
from random import Random

from bot.games.lobby import Phase
from bot.games.running_game import RunningGame
from bot.language.translator import Translator
from engine.events import StepName
from tests.kits.end_to_end.leak_oracle import Words
from tests.kits.virtual_clock.chats import Chats, Key, Shown
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.table import House

PERSON = 4_001
MOVES = ("m:", "p:")
"""How the data of a move begins."""
SPOKEN = re.compile(r"^(?:🗣|🎙|⚖️|🕯) № \d+ [^:\n]+: ")
"""A computer player's words: what it claims there is its own affair."""
CLAIM = re.compile(r"^🗣 № \d+ .+ (?:называет себя|називає себе) ")
"""What the table is told of such words when a claim costs the best move."""
SEAT = re.compile(r"№ (\d+)")
CARD = "🃏"


@dataclass
class SoloPlayer:
    house: House
    people: People
    language: str = "ru"
    seed: int = 1
    live: RunningGame | None = None
    leaks: list[str] = field(default_factory=list)
    taps: int = 0

    def __post_init__(self) -> None:
        self.dice = Random(f"solo:{self.seed}")
        self.words = Translator()
        self.telegram.changed = self._sees

    @property
    def telegram(self) -> Chats:
        assert isinstance(self.house.telegram, Chats)
        return self.house.telegram

    @property
    def game(self) -> RunningGame:
        assert self.live is not None
        return self.live

    @property
    def phases(self) -> list[Phase]:
        """Returns the phase of the game, which changes while a test looks."""
        return [self.game.lobby.phase]

    @property
    def seat(self) -> int:
        return self.game.lobby.seat_of(PERSON)

    def label(self, key: str, **args: str | int) -> str:
        return self.words.plain(self.language, key, **args)

    def texts(self) -> list[str]:
        return [message.now.text for message in self.telegram.of(PERSON) if message.stands]

    def shown_keys(self) -> list[tuple[Shown, Key]]:
        """Returns the keys under the messages that stand in the chat, the newest last."""
        shown = [message for message in self.telegram.of(PERSON) if message.stands]
        return [(message, key) for message in shown for key in message.now.keys]

    async def wait(self, ms: int = 5_000) -> None:
        await self.house.clock.on_to(self.house.clock.now() + ms)

    async def come(self) -> None:
        """Presses «Start»."""
        await self.house.host.people.change(PERSON, name="Оля", language=self.language, reachable=True)
        await self.say("/start")

    async def say(self, text: str) -> None:
        await self.people.say(PERSON, text)
        await self.wait()

    async def tap(self, label: str) -> None:
        """Taps the newest key with this label."""
        message, key = next(pair for pair in reversed(self.shown_keys()) if pair[1].label == label)
        await self.press(message, key)
        await self.wait()

    async def press(self, message: Shown, key: Key) -> None:
        self.taps += 1
        await self.people.bring(self.people.tap(PERSON, key.data, message.id))

    async def begin(self, ruleset: str, size: int) -> None:
        """Begins a game from the greeting."""
        await self.tap(self.label("button-solo"))
        await self.tap(self.label(f"button-solo-{ruleset}", count=size))
        live = await self.house.host.games.table_in(PERSON)
        assert live is not None, self.texts()
        self.live = live

    async def play(self, longest_minutes: int = 240) -> None:
        """Plays until the end, by whatever taps the chat offers; now and then says or asks something."""
        limit = self.house.clock.now() + longest_minutes * 60_000
        while self.game.table.step is not StepName.OVER:
            moves = [pair for pair in self.shown_keys() if pair[1].data.startswith(MOVES)]
            chance = self.dice.random()
            if moves and chance < 0.5:
                message, key = self.dice.choice(moves[-12:])
                for _ in range(self.dice.choice((1, 2))):  # some keys want a second tap
                    await self.press(message, key)
            elif chance < 0.53:
                await self.people.say(PERSON, self.dice.choice(("Привет", "/role", "выставляю 3", "пас", "?")))
            await self.wait(self.dice.randrange(1_000, 9_000))
            assert self.house.clock.now() < limit, f"seed {self.seed}: does not end"
        await self.wait(60_000)

    # --- what must not be seen ----------------------------------------------------------------------------------

    def _sees(self, shown: Shown) -> None:
        """Compares every new look with what this seat may know, as long as the game runs."""
        if self.live is None or self.live.state is None or self.live.table.step is StepName.OVER:
            return
        if shown.chat != PERSON:
            self.leaks.append(f"a message to {shown.chat}")
            return
        view = self.live.position.views[self.seat]
        told = {seat for each in view.me.learnt for seat in each.told.about}
        known = {self.seat, *view.me.mates, view.me.leader, *view.table.roles_shown, *told}
        named = Words(self.language)
        for line in shown.now.text.splitlines():
            others = {int(number) for number in SEAT.findall(line)} - known
            if (
                others
                and not SPOKEN.match(line)
                and not CLAIM.match(line)
                and "🎯" not in line
                and named.named(line)
            ):
                self.leaks.append(f"{sorted(others)}: {line}")
        self.leaks += [f"on a key: {key.label}" for key in shown.now.keys if named.named(key.label)]


async def at_the_chat(house: House, language: str = "ru", seed: int = 1) -> SoloPlayer:
    """Opens a house and brings a person into the private chat with the bot."""
    await house.open()
    player = SoloPlayer(house, People(house), language, seed)
    await player.come()
    return player
