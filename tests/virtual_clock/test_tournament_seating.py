"""While a seating is computed: joining or leaving does not disturb it, and few searches run at once."""

import asyncio
from collections.abc import AsyncGenerator
from random import Random

import pytest
from aiogram.methods import AnswerCallbackQuery

from bot.language.translator import Translator
from bot.telegram.buttons.callback_data import TournamentTap
from bot.telegram.buttons.tournament_actions import TournamentAction
from bot.tournaments import registration, seating, seating_task
from bot.tournaments.seating_search import SearchProgress
from bot.tournaments.seating_task import SEARCHES
from bot.tournaments.tournament import Refusal, Tournament, TournamentPhase
from engine.tournament.seating import Plan, seat_at_random
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.tournament_kit import CHIEF, GROUP, made, newest

WORDS = Translator()


class Search:
    """A search that ends when the test says so."""

    def __init__(self) -> None:
        self.over = asyncio.Event()
        self.running = 0

    async def __call__(self, plan: Plan, seed: str) -> AsyncGenerator[SearchProgress, None]:
        self.running += 1
        yield SearchProgress(10)
        await self.over.wait()
        yield SearchProgress(100, seating=seat_at_random(plan, Random(seed)))


@pytest.fixture
async def search(monkeypatch: pytest.MonkeyPatch) -> Search:
    held = Search()
    monkeypatch.setattr(seating_task, "search_seating", held)
    return held


async def listed(house: House, chat: int = GROUP, people: int = 11) -> Tournament:
    tournaments = house.host.tournaments
    await house.host.groups.change(chat, language="ru", title="Двор")
    tournament = await tournaments.store.create(chat, 0, CHIEF, "Кубок", "fiim-2025", "")
    assert tournament is not None

    def registered(old: Tournament) -> Tournament:
        opened = made(registration.open_registration(old.name_chief(CHIEF)))
        for number in range(1, people + 1):
            opened = made(registration.register(opened, number, f"Игрок {number}"))
        return opened

    done = await tournaments.store.change(tournament.id, registered, "")
    assert isinstance(done, Tournament)
    return done


async def tap(people: People, tournament: Tournament, person: int, wish: TournamentAction) -> str:
    await people.bring(
        people.tap(person, TournamentTap(tournament=tournament.id, wish=wish).pack(), 1, tournament.chat_id)
    )
    calls = people.house.telegram.calls
    answers = [call.method for call in calls if isinstance(call.method, AnswerCallbackQuery)]
    return answers[-1].text or ""


async def on(house: House) -> None:
    await house.clock.on_to(house.clock.now() + 2_000)


async def test_nobody_comes_or_goes_while_a_seating_is_sought(home: House, search: Search) -> None:
    people, tournament = People(home), await listed(home)
    await people.say(12, "/start")
    assert await tap(people, tournament, CHIEF, TournamentAction.SEAT) == WORDS.plain("ru", "cup-seeking-begun")
    for person, wish in ((3, TournamentAction.LEAVE), (12, TournamentAction.JOIN), (12, TournamentAction.RESERVE)):
        assert await tap(people, tournament, person, wish) == WORDS.plain("ru", "cup-seeking-already")
    search.over.set()
    await on(home)
    tournament = await newest(home.host, tournament)
    assert (tournament.phase, len(tournament.entrants)) == (TournamentPhase.SEATED, 11)


async def test_a_seating_of_another_list_is_not_taken(home: House, search: Search) -> None:
    people, tournament = People(home), await listed(home)
    await tap(people, tournament, CHIEF, TournamentAction.SEAT)
    without = await home.host.tournaments.store.change(
        tournament.id, lambda old: registration.withdraw(old, 3), ""
    )  # in another process
    assert isinstance(without, Tournament)
    search.over.set()
    await on(home)
    assert (await newest(home.host, tournament)).phase is TournamentPhase.OPEN
    assert seating.seat(without, seat_at_random(tournament.plan, Random(1))) is Refusal.LIST_CHANGED


async def test_one_search_for_a_group_and_few_for_the_host(home: House, search: Search) -> None:
    people = People(home)
    tournaments = [await listed(home, GROUP - number) for number in range(SEARCHES + 2)]
    second = await listed(home)
    for tournament in tournaments:
        await tap(people, tournament, CHIEF, TournamentAction.SEAT)
    assert await tap(people, second, CHIEF, TournamentAction.SEAT) == WORDS.plain("ru", "cup-seeking-already")
    await on(home)
    assert search.running == SEARCHES
    search.over.set()
    await on(home)
    assert search.running == len(tournaments)
    assert {(await newest(home.host, tournament)).phase for tournament in tournaments} == {TournamentPhase.SEATED}
