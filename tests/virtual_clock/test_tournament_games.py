"""Games of a tournament while other things happen to the tournament at the same moment."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from bot.games.lobby import Lobby, Phase
from bot.games.running_game import RunningGame
from bot.judge import judges_chair
from bot.storage import UnitOfWork
from bot.tournaments.tournament import Refusal
from engine.commands import JUDGE, Command, Reason, Rejected, Verb
from engine.events import StepName
from tests.kits.virtual_clock.memory_storage import InlineStore
from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.tournament_kit import CHIEF, begun, drain, newest, seated, to_the_end


class Watched(InlineStore):
    """A store that lets another reader start as soon as something is stored."""

    def __init__(self) -> None:
        super().__init__()
        self.look: Callable[[], Coroutine[Any, Any, None]] | None = None
        self.looking: list[asyncio.Task[None]] = []

    async def commit(self, work: UnitOfWork) -> None:
        await super().commit(work)
        if self.look is not None:
            self.looking.append(asyncio.create_task(self.look()))
            await asyncio.sleep(0)


def phase_of(live: RunningGame) -> Phase:
    return live.lobby.phase


@asynccontextmanager
async def house(store: InlineStore | None = None) -> AsyncIterator[House]:
    opened = House()
    if store is not None:
        opened.store = store
        opened.host = opened._wired()
    await opened.open()
    try:
        yield opened
        await drain(opened)
    finally:
        await opened.close()


async def test_a_game_counts_though_its_tournament_is_looked_at_while_the_table_is_laid() -> None:
    store = Watched()
    async with house(store) as home:
        tournament = await seated(home)
        tournaments = home.host.tournaments

        async def look() -> None:
            await tournaments.results.refresh(await newest(home.host, tournament))

        store.look = look
        opened = await tournaments.opening.open(tournament.id, 1, CHIEF, "tap")
        store.look = None
        await asyncio.gather(*store.looking)
        assert isinstance(opened, Lobby)
        assert (await newest(home.host, tournament)).slot_of(opened.id) is not None, "nobody may give it up"
        live = await home.host.dealing.begin(opened.id, "begin", CHIEF)
        assert live is not None
        await to_the_end(home, live)  # type: ignore[arg-type]
        assert [entry.result.id for entry in await tournaments.store.entries(tournament.id)] == [opened.id]


async def test_two_taps_lay_one_table() -> None:
    async with house() as home:
        tournament = await seated(home)
        taps = [home.host.tournaments.opening.open(tournament.id, 1, CHIEF, f"tap {n}") for n in range(3)]
        done = await asyncio.gather(*taps)
        assert sorted(type(each).__name__ for each in done) == ["Lobby", "Refusal", "Refusal"]
        assert set(done) - {each for each in done if isinstance(each, Lobby)} == {Refusal.GAME_RUNS}
        assert sum(1 for slot in (await newest(home.host, tournament)).slots if slot.game) == 1


async def test_a_table_is_not_laid_while_one_of_its_players_sits_elsewhere() -> None:
    async with house() as home:
        tournament = await seated(home, people=10, stand_ins=0)
        host = home.host
        elsewhere = Lobby("other", -5, 0, 1, "box", (), (), "a:b", home.clock.now() + 9_000_000, 0)
        sat = elsewhere.sit(1, "Игрок 1")
        assert isinstance(sat, Lobby)
        assert await host.lobbies.open_lobby(sat, [], "")
        assert await host.tournaments.opening.open(tournament.id, 1, CHIEF, "tap") is Refusal.PLAYERS_PLAY
        assert (await newest(host, tournament)).untouched, "nothing of it is stored"
        assert await host.games.table_in(tournament.chat_id) is None
        await host.lobbies.change_lobby("other", lambda old: old.close(), "")
        assert isinstance(await host.tournaments.opening.open(tournament.id, 1, CHIEF, "tap"), Lobby)


async def test_a_game_whose_end_the_judge_takes_back_is_played_on_and_counts_once() -> None:
    async with house() as home:
        tournament = await seated(home)
        opened = await home.host.tournaments.opening.open(tournament.id, 1, CHIEF, "")
        assert isinstance(opened, Lobby)
        since = home.clock.now() - 60_000
        await home.host.lobbies.change_lobby(
            opened.id, lambda old: judges_chair.take_chair(old, CHIEF, "Судья", since), ""
        )
        live = await home.host.dealing.begin(opened.id, "begin", CHIEF)
        assert isinstance(live, RunningGame)
        await home.host.submissions.submit(live.id, Command(JUDGE, Verb.TEAM_LOSS, (3,)), "loss", CHIEF)
        await drain(home)
        assert phase_of(live) is Phase.OVER
        assert len(await home.host.tournaments.store.entries(tournament.id)) == 1

        await home.host.submissions.submit(live.id, Command(JUDGE, Verb.UNDO), "undo", CHIEF)
        assert phase_of(live) is Phase.PLAYING
        assert await home.host.tournaments.store.entries(tournament.id) == []
        assert await home.host.tournaments.opening.open(tournament.id, 1, CHIEF, "tap") is Refusal.GAME_RUNS
        assert await home.host.games.table_in(tournament.chat_id) is live
        await to_the_end(home, live)
        assert [entry.result.id for entry in await home.host.tournaments.store.entries(tournament.id)] == [live.id]


async def test_an_end_is_final_once_the_next_table_is_laid() -> None:
    async with house() as home:
        tournament = await seated(home)
        live = await begun(home.host, tournament)
        await home.host.submissions.submit(live.id, Command(JUDGE, Verb.TEAM_LOSS, (3,)), "loss", CHIEF)
        await drain(home)
        assert isinstance(await home.host.tournaments.opening.open(tournament.id, 1, CHIEF, "tap"), Lobby)
        undone = await home.host.submissions.submit(live.id, Command(JUDGE, Verb.UNDO), "undo", CHIEF)
        assert undone == Rejected(Reason.WRONG_STEP)
        assert live.table.step is StepName.OVER


async def test_a_game_that_was_closed_is_played_again() -> None:
    async with house() as home:
        tournament = await seated(home)
        live = await begun(home.host, tournament)
        assert await home.host.stop_game.stop(live.id, "")
        again = await begun(home.host, tournament)
        assert again.id != live.id
        slots = (await newest(home.host, tournament)).slots
        assert [slot.game for slot in slots if slot.game] == [again.id]
        assert again.lobby.secret != live.lobby.secret
