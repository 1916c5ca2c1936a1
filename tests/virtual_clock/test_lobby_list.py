"""The list of a lobby is right a moment after every tap, under Telegram's published limits, and costs no game its
time."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from aiogram.methods import AnswerCallbackQuery

from bot.games.lobby import Phase
from bot.games.running_game import RunningGame
from bot.telegram.buttons.callback_data import LobbyTap
from engine.events import StepName
from tests.kits.virtual_clock.chats import Chats, Shown
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.table import House

GROUP, OPENER = -1001_000_000_555, 50
MOMENT_MS = 2_000
"""A chat takes one message a second."""
AT_THE_LATEST_MS = 12_500
"""However long people go on tapping."""
KEYS_GO_MS = 5_000
"""The cards and the table's own message come first."""
SEATED = re.compile(r"^\d+\. ", re.MULTILINE)
Tap = tuple[str, int]


@dataclass
class Lounge:
    """A group with an open lobby, in a Telegram that enforces its limits."""

    house: House
    people: People
    live: RunningGame
    speed: int
    _taken: list["asyncio.Task[bool]"] = field(default_factory=list)

    @property
    def telegram(self) -> Chats:
        assert isinstance(self.house.telegram, Chats)
        return self.house.telegram

    @property
    def lobby_message(self) -> Shown:
        return self.telegram.of(GROUP)[0]

    async def wait(self, ms: float) -> None:
        await self.house.clock.on_to(self.house.clock.now() + int(ms / self.speed))

    async def tap(self, wish: str, person: int = OPENER) -> None:
        tapped = self.people.tap(person, LobbyTap(game=self.live.id, wish=wish).pack(), 1, GROUP)
        self._taken.append(asyncio.ensure_future(self.people.intake.take(tapped)))
        await self.house.clock.settle()

    async def taps(self, gap_ms: int, *taps: Tap) -> list[int]:
        """Makes taps with this gap. Returns for each after how many milliseconds of play the list showed what was
        true then or later."""
        times = []
        for wish, person in taps:
            times.append(self.house.clock.now())
            await self.tap(wish, person)
            await self.wait(gap_ms)
        await self.wait(120_000)
        assert all(task.result() for task in self._taken)
        assert self.shown_names() == len(self.live.lobby.guests)
        looks = [look.at - self.telegram.delay for look in self.lobby_message.looks]
        return [(min(at for at in looks if at >= moment) - moment) * self.speed for moment in times]

    def shown_names(self) -> int:
        return len(SEATED.findall(self.lobby_message.now.text))


@asynccontextmanager
async def lounge(speed: int = 1) -> AsyncIterator[Lounge]:
    def telegram(clock: VirtualClock) -> Chats:
        return Chats(clock, speed)

    house = House(telegram, speed=speed)
    await house.open()
    host = house.host
    rights = ("can_pin_messages", "can_restrict_members")
    await host.groups.change(GROUP, language="ru", title="Двор", rights=rights, evening_chosen=True)
    for person in range(OPENER, OPENER + 40):
        await host.people.change(person, name=f"Гость {person}", reachable=True, language="ru")
    people = People(house)
    await people.say(OPENER, "/newgame", GROUP)
    live = await host.games.table_in(GROUP)
    assert live is not None
    at = Lounge(house, people, live, speed)
    await at.wait(60_000)
    yield at
    assert not people.troubles
    assert at.telegram.refused == [], "Telegram's limits are kept"
    await house.close()


def computer_players(count: int) -> Sequence[Tap]:
    return [("add-bot", OPENER)] * count


def newcomers(count: int) -> Sequence[Tap]:
    return [("sit", OPENER + number) for number in range(1, count + 1)]


@pytest.mark.parametrize("gap_ms", [150, 400, 700, 1_500, 3_000, 5_500])
@pytest.mark.parametrize("speed", [1, 20])
@pytest.mark.parametrize("taps", [computer_players, newcomers])
async def test_the_list_is_right_a_moment_after_each_of_nine_taps(
    taps: Callable[[int], Sequence[Tap]], speed: int, gap_ms: int
) -> None:
    async with lounge(speed) as at:
        late = await at.taps(gap_ms, *taps(9))
        assert max(late) <= MOMENT_MS, late


@pytest.mark.parametrize("gap_ms", [800, 2_000, 4_000, 9_000])
async def test_the_list_never_gets_old_however_long_people_go_on_tapping(gap_ms: int) -> None:
    async with lounge() as at:
        come_and_go = [(wish, person) for wish in ("sit", "stand") for _, person in newcomers(9)]
        late = await at.taps(gap_ms, *come_and_go * 3)
        assert max(late) <= AT_THE_LATEST_MS, late


async def test_the_tap_itself_is_answered_with_the_number_at_the_table() -> None:
    async with lounge() as at:
        for wish in ("add-bot", "add-bot", "add-bot", "remove-bot", "remove-bot"):
            await at.tap(wish)
            await at.wait(100)
        said = [call.method.text for call in at.telegram.calls if isinstance(call.method, AnswerCallbackQuery)]
        assert [re.findall(r"\d+", text or "") for text in said] == [["2"], ["3"], ["4"], ["3"], ["2"]]


@pytest.mark.parametrize("speed", [1, 20])
@pytest.mark.parametrize("wish", ["start", "cancel"])
async def test_a_lobby_that_is_over_has_no_keys_a_moment_later_however_quickly_people_tapped(
    wish: str, speed: int
) -> None:
    async with lounge(speed) as at:
        for tap, person in computer_players(11):
            await at.tap(tap, person)
            await at.wait(1_600)
        await at.tap(wish)
        await at.wait(500)
        if wish == "cancel":
            await at.tap(wish)  # the second tap counts
        await at.wait(KEYS_GO_MS)
        assert at.live.lobby.phase is not Phase.OPEN
        assert at.lobby_message.now.keys == ()
        assert at.lobby_message.now.ends == []


async def test_waiting_answers_do_not_hold_the_list_up() -> None:
    async with lounge() as at:
        for person in range(20, 40):
            await at.people.say(person, ("/help", "/rules", "/verify", "/privacy")[person % 4], GROUP)
        assert at.house.host.outbox.waiting > 3
        late = await at.taps(400, *computer_players(9))
        assert max(late) <= MOMENT_MS, late


async def begins_after(speed: int, taps: int) -> list[int]:
    """Returns when the group was told about the first steps, counted from the tap on «Начать»."""
    async with lounge(speed) as at:
        for wish, person in computer_players(9)[taps:]:
            await at.tap(wish, person)
            await at.wait(30_000)
        for wish, person in computer_players(taps):
            await at.tap(wish, person)
            await at.wait(500)
        began = at.house.clock.now()
        await at.tap("start")
        while at.live.state is None or at.live.table.step is not StepName.MEET:
            assert await at.house.clock.step(began + 600_000)
        await at.wait(15_000)
        told = [shown.called_at - began for shown in at.telegram.of(GROUP) if shown.called_at >= began]
        return told[:3]  # the length of the meeting depends on the cards


@pytest.mark.parametrize("speed", [1, 20])
async def test_a_game_begins_as_soon_after_nine_quick_taps_as_after_none(speed: int) -> None:
    calm, quick = await begins_after(speed, 0), await begins_after(speed, 9)
    assert len(calm) == len(quick) == 3
    assert all(abs(one - other) * speed <= 2_500 for one, other in zip(calm, quick, strict=True)), (calm, quick)
