"""Every handler, cut after each of its commits: the update comes again, and all is as if nothing had happened.

A new handler is in this by itself: one without a scenario fails by its name.
"""

from dataclasses import dataclass

import pytest
from aiogram.dispatcher.event.handler import HandlerObject

from tests.faults.fault_log import injected
from tests.interrupted_handlers.mortal_host import ProgramRun
from tests.interrupted_handlers.scenarios import SCENARIOS, Scenario
from tests.interrupted_handlers.scenes import scene
from tests.interrupted_handlers.world import Chance, Ended, World

SECONDS = 20
LONGEST = 600


def name_of(handler: HandlerObject) -> str:
    return f"{handler.callback.__module__.removeprefix('handlers.')}.{handler.callback.__name__}"


def handlers_of(program: ProgramRun) -> list[HandlerObject]:
    return [
        handler
        for router in program.dispatcher.sub_routers
        for observer in router.observers.values()
        for handler in observer.handlers
    ]


async def lived(scenario: Scenario, chance: Chance, cut_after: int = 0) -> tuple[World, Ended, int]:
    """One world in which it happens, and how many commits it took."""
    world = World.again(chance, await scene(scenario.scene, chance))
    chance.seed(scenario.name if scenario.same_draws else f"{scenario.name} {cut_after}")
    await world.program.begin()
    await world.pass_time(1)
    body = await scenario.build(world)
    world.program.death.after = cut_after
    taken = await world.handle(body)
    commits = len(world.program.death.commits)
    if cut_after:
        assert world.program.death.happened.is_set()
        await world.reborn()
        if not taken:
            assert await world.handle(body)
    await world.pass_time(scenario.seconds)
    for _ in range(LONGEST // SECONDS):
        if not world.program.host.outbox.waiting:
            break
        await world.pass_time(SECONDS)
    ended = world.ended()
    return world, ended.without_buttons() if scenario.buttons_stay else ended, commits


@pytest.fixture
def chance(monkeypatch: pytest.MonkeyPatch) -> Chance:
    drawn = Chance()
    drawn.install(monkeypatch)
    return drawn


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: each.name)
async def test_a_deed_is_stored_as_a_whole(scenario: Scenario, chance: Chance) -> None:
    world, undisturbed, commits = await lived(scenario, chance)
    log = [*world.program.death.commits]
    assert [name_of(handler) for handler in world.program.reached] == [scenario.handler]
    assert not world.program.troubles
    assert bool(commits) == scenario.commits
    await world.program.end()
    for cut_after in range(1, commits + 1):
        world, ended, _ = await lived(scenario, chance, cut_after)
        injected("cut after a commit")
        assert not [*undisturbed.faults_of(ended)], f"cut after {cut_after} of {log}"
        assert not world.program.troubles
        await world.program.end()


async def test_every_handler_has_a_scenario(chance: Chance) -> None:
    world = World(chance)
    known = {scenario.handler for scenario in SCENARIOS}
    assert {name_of(handler) for handler in handlers_of(world.program)} == known
    await world.program.end()


@dataclass(frozen=True, slots=True)
class Due:
    """Something the clock does: in which scene, and after how long."""

    scene: str
    seconds: int


DUE = {
    "a lobby begins by itself": Due("full", 3_700),
    "a lobby is given more time": Due("lobby", 3_700),
    "a lobby is given up": Due("lobby", 7_400),
    "an evening is reminded of, and its table opens": Due("planned", 46 * 3_600),
    "a step ends": Due("speech", 70),
    "a game of a tournament begins by itself": Due("cup game", 90),
}


async def passed(due: Due, chance: Chance, cut_after: int = 0) -> tuple[World, Ended, list[tuple[str, ...]]]:
    world = World.again(chance, await scene(due.scene, chance))
    chance.seed(f"{due} {cut_after}")
    await world.program.begin()
    world.program.death.by_time, world.program.death.after = True, cut_after
    until = world.clock.now() + due.seconds * 1000
    while not world.program.death.happened.is_set() and await world.clock.step(until):
        pass
    commits = [*world.program.death.commits]
    if cut_after:
        assert world.program.death.happened.is_set()
        await world.reborn()
    await world.clock.on_to(until + 1_000)
    return world, world.ended(), commits


@pytest.mark.parametrize("name", DUE)
async def test_what_the_clock_does_is_stored_as_a_whole(name: str, chance: Chance) -> None:
    world, undisturbed, commits = await passed(DUE[name], chance)
    assert commits
    assert not world.program.troubles
    await world.program.end()
    for cut_after in range(1, len(commits) + 1):
        world, ended, _ = await passed(DUE[name], chance, cut_after)
        injected("cut after a commit")
        assert not [*undisturbed.faults_of(ended)], f"cut after {cut_after} of {commits}"
        assert not world.program.troubles
        await world.program.end()
