"""The table is told who sees every card before the cards are dealt, and during the whole game."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from bot.games.lobby import Phase
from bot.games.running_game import RunningGame
from bot.telegram.buttons.callback_data import LobbyTap
from bot.wiring import Parts
from engine.commands import CLOCK, Command, Verb
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.table import House

pytestmark = pytest.mark.asyncio

GROUP, OPENER, ACCOMPLICE, AIDE, OTHER = -1001_000_000_001, 1, 50, 51, 52
SHOWN_S = 15
FREE_S = 30


@dataclass
class Lobby:
    house: House
    people: People
    live: RunningGame

    @property
    def host(self) -> Parts:
        return self.house.host

    async def tap(self, person: int, wish: str) -> None:
        await self.people.bring(self.people.tap(person, LobbyTap(game=self.live.id, wish=wish).pack(), 1, GROUP))

    async def after(self, seconds: float) -> None:
        await self.house.clock.on_to(self.house.clock.now() + int(seconds * 1000))

    def told(self, since: int = 0) -> list[str]:
        """Returns what the group reads: new messages and edits."""
        calls = self.house.telegram.calls[since:]
        return [call.method.text for call in calls if call.chat == GROUP and hasattr(call.method, "text")]

    @property
    def begun(self) -> bool:
        return self.live.lobby.phase is Phase.PLAYING


@pytest_asyncio.fixture
async def lobby() -> AsyncIterator[Lobby]:
    house = House()
    await house.open()
    people = People(house)
    await house.host.groups.change(GROUP, language="ru", title="Двор", evening_chosen=True)
    for person in (*range(1, 11), ACCOMPLICE, AIDE, OTHER):
        await people.say(person, "/start")
    await people.say(OPENER, "/newgame", GROUP)
    (live,) = await house.host.games.tables_in_group(GROUP)
    made = Lobby(house, people, live)
    for person in range(2, 11):
        await made.tap(person, "sit")
    await made.after(60)
    yield made
    await house.close()


async def test_no_cards_are_dealt_before_the_table_has_been_shown_who_judges(lobby: Lobby) -> None:
    await lobby.tap(10, "stand")
    await lobby.tap(10, "sit")  # the next edit of the lobby waits
    await lobby.after(1.5)
    before = len(lobby.house.telegram.calls)
    await lobby.tap(ACCOMPLICE, "judge")
    await lobby.after(0.3)
    await lobby.tap(OPENER, "start")
    assert not lobby.begun
    await lobby.after(SHOWN_S - 1)
    assert any(f"{lobby.live.lobby.judge_name} садится в судейское кресло" in text for text in lobby.told(before))
    await lobby.tap(OPENER, "start")
    assert not lobby.begun
    await lobby.after(2)
    await lobby.tap(OPENER, "start")
    assert lobby.begun


async def test_nor_while_the_message_that_names_the_judge_is_still_owed(lobby: Lobby) -> None:
    lobby.house.telegram.slow_down(60_000)
    await lobby.host.appointment.take(lobby.live, ACCOMPLICE, "Сообщник", "judge", offered=False)
    await lobby.after(SHOWN_S + 1)
    await lobby.host.dealing.begin(lobby.live.id, "start", OPENER)
    assert not lobby.begun
    lobby.house.telegram.slow_down(40)
    await lobby.after(120)
    await lobby.host.dealing.begin(lobby.live.id, "again", OPENER)
    assert lobby.begun


async def test_a_table_that_starts_by_itself_waits_as_long(lobby: Lobby) -> None:
    await lobby.house.clock.on_to(lobby.live.lobby.starts_at - 1_000)
    await lobby.tap(ACCOMPLICE, "judge")
    await lobby.after(SHOWN_S - 2)
    assert not lobby.begun
    await lobby.after(SHOWN_S + 1)
    assert lobby.begun


async def test_sitting_down_and_standing_up_keeps_no_table_from_its_deal(lobby: Lobby) -> None:
    await lobby.tap(ACCOMPLICE, "judge")
    await lobby.tap(ACCOMPLICE, "judge")
    for person in (ACCOMPLICE, OTHER):
        await lobby.tap(person, "judge")
        assert not lobby.live.lobby.judge
    await lobby.after(FREE_S + 1)
    await lobby.tap(OTHER, "judge")
    assert lobby.live.lobby.judge == OTHER
    await lobby.tap(OTHER, "judge")
    await lobby.tap(ACCOMPLICE, "judge")
    await lobby.tap(OPENER, "start")
    assert lobby.begun
    assert not lobby.live.lobby.judges


async def test_the_table_says_for_the_whole_game_who_judges(lobby: Lobby) -> None:
    chair = lobby.host.appointment
    await lobby.tap(ACCOMPLICE, "judge")
    judge = f"Судит {lobby.live.lobby.judge_name}."
    await chair.name_side_judge(lobby.live, AIDE, "Помощник", "side")
    await lobby.after(SHOWN_S + 5)
    assert "Боковой судья: Помощник" in lobby.told()[-1]
    before = len(lobby.house.telegram.calls)
    await lobby.tap(OPENER, "start")
    assert lobby.begun
    for _ in range(6):
        await lobby.after(20)
        await lobby.host.submissions.submit(lobby.live.id, Command(CLOCK, Verb.EXPIRE), "")
    await lobby.after(20)
    tables = [text for text in lobby.told(before) if lobby.live.id in text]
    assert len(tables) > 1
    assert all(judge in text and "Боковой судья: Помощник" in text for text in tables)
    await chair.leave(lobby.live, "gone", ACCOMPLICE)
    await lobby.after(60)
    newest = [text for text in lobby.told() if lobby.live.id in text][-1]
    assert judge not in newest
    assert "Помощник" not in newest
