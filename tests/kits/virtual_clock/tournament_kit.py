"""A tournament of computer players on the virtual clock, through the real feature."""

from dataclasses import replace
from random import Random

from bot.games.lobby import Lobby
from bot.games.running_game import RunningGame
from bot.tournaments import registration, seating
from bot.tournaments.tournament import Refusal, Tournament
from bot.wiring import Parts
from engine.events import StepName
from engine.tournament.protests import Entry, Ruling, grounds
from engine.tournament.protests import Refusal as ProtestRefusal
from engine.tournament.seating import seat_at_random
from tests.kits.virtual_clock.table import House

CHIEF = 900
RULER = 901
"""The person who rules on protests; neither plays nor judges."""
GROUP = -1002_000_000_001


def made(wish: Tournament | Refusal) -> Tournament:
    assert isinstance(wish, Tournament), wish
    return wish


async def seated(house: House, people: int = 0, stand_ins: int = 10, **dials: int) -> Tournament:
    """Returns a tournament with registration and random seating done; people have the numbers 1, 2, …"""
    host = house.host
    await host.groups.change(GROUP, language="ru", title="Двор")
    tournament = await host.tournaments.store.create(GROUP, 0, CHIEF, "Кубок", "fiim-2025", "")
    assert tournament is not None

    def prepared(old: Tournament) -> Tournament:
        tournament = made(registration.open_registration(replace(old.name_chief(CHIEF), **dials)))  # type: ignore[arg-type]
        for number in range(1, people + 1):
            tournament = made(registration.register(tournament, number, f"Игрок {number}"))
        for number in range(1, stand_ins + 1):
            tournament = made(registration.add_stand_in(tournament, f"Бот {number}"))
        return made(seating.seat(tournament, seat_at_random(tournament.plan, Random(1))))

    for number in range(1, people + 1):
        await host.people.change(number, name=f"Игрок {number}", reachable=True)
    done = await host.tournaments.store.change(tournament.id, prepared, "")
    assert isinstance(done, Tournament)
    return done


async def begun(host: Parts, tournament: Tournament, table: int = 1) -> RunningGame:
    """Returns the next game of a table, its cards dealt."""
    opened = await host.tournaments.opening.open(tournament.id, table, CHIEF, "")
    assert isinstance(opened, Lobby), opened
    live = await host.dealing.begin(opened.id, f"begin:{opened.id}", CHIEF)
    assert isinstance(live, RunningGame), live
    return live


async def to_the_end(house: House, live: RunningGame) -> None:
    limit = house.clock.now() + 300 * 60_000
    while live.table.step is not StepName.OVER:
        assert await house.clock.step(limit), "stands still"
    await drain(house)


async def drain(house: House) -> None:
    """Lets time pass until the outbox is empty."""
    while house.host.outbox.waiting and await house.clock.step(house.clock.now() + 600_000):
        pass


async def newest(host: Parts, tournament: Tournament) -> Tournament:
    found = await host.tournaments.store.find(tournament.id)
    assert found is not None
    return found


async def ruled(host: Parts, lobby: Lobby, ruling: Ruling, guilty: int, receipt: str) -> Entry | ProtestRefusal:
    """Proposes the ruling for the first possible reason, and confirms it as the same person."""
    entry = await host.tournaments.store.entry(lobby.id)
    assert entry is not None
    ruling = ruling._replace(why=next(iter(grounds(entry.result, ruling.fate))))
    proposed = await host.tournaments.protests.propose(lobby, ruling, guilty, RULER, f"{receipt} proposed")
    if isinstance(proposed, ProtestRefusal):
        return proposed
    return await host.tournaments.protests.agree(lobby, ruling, guilty, RULER, receipt)
