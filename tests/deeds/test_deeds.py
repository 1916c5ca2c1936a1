"""Every handler, cut after each of its commits: the update comes again, and all is as if nothing had happened.

A new handler is in this by itself: one without a scenario fails by its name.
"""

from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet
from aiogram.dispatcher.event.handler import HandlerObject

from tests.deeds.mortal import Life
from tests.deeds.scenarios import SCENARIOS, Scenario
from tests.deeds.scenes import scene
from tests.deeds.world import Chance, Ended, World

TORN = frozenset(
    {
        "club.through_a_door in door",
        "membership.bot_in_group in speech away",
        "membership.bot_in_group in away back",
        "club.change in settings o:-1001000000001:0:turn:withdraw:off",
        "membership.bot_in_group in speech administrator member",
        "club.change in settings o:-1001000000001:0:rules:phystech:",
        "questions.answered in question",
        "info.start in lobby join",
        "membership.migrated in speech",
        "membership.migrated in cup seated",
        "privacy.forget_for_sure in cup protested w:1",
        "lobby.leave_in_private in lobby /leave",
        "lobby.new_game in group /newgame",
        "lobby.new_game in waited for /newgame",
        "chair.judge in lobby /judge",
        "lobby.open_by_button in waited for g:open",
        "lobby.again in over l:GAME:again",
        "chair.accept_chair in chair offered l:GAME:chair",
        "chair.unjudge in held /unjudge",
        "panel.tapped in judged do disqualify by 30",
        "chair.unjudge in chair /unjudge",
        "chair.side_judge in chair /sidejudge",
        "panel.tapped in judged do team-loss by 30",
        "panel.tapped in held leave  by 30",
        "keeping.unseat in lobby /unseat",
        "panel.tapped in proposed yes foul by 30",
        "panel.tapped in over do close by 30",
        "panel.tapped in judged do foul by 30",
        "tournament.tournament in group /tournament new Кубок",
        "tournament.tournament in cup full /tournament out 2",
        "tournament.wished in cup full u:CUP:leave:0",
        "tournament.wished in cup u:CUP:open:0",
        "tournament.wished in cup seated u:CUP:game:1",
        "tournament.wished in cup open u:CUP:join:0",
        "tournament.wished in cup played u:CUP:final:0",
        "protests.by_command in over",
        "protests.by_command in cup played",
        "protests.ruled in cup protested replay",
        "protests.by_button in over",
        "protests.ruled in cup protested change",
        "protests.by_button in cup played",
        "protests.ruled in protested accept",
        "protests.ruled in protested annul",
        "course.stop_for_sure in stopping x:GAME:1",
        "seatings.take in offered s:GAME:4:take",
        "seatings.come_back in absent",
    }
)
"""Deeds that a death in their midst still tears apart."""
SECONDS = 20
LONGEST = 600


def name_of(handler: HandlerObject) -> str:
    return f"{handler.callback.__module__.removeprefix('handlers.')}.{handler.callback.__name__}"


def handlers_of(life: Life) -> list[HandlerObject]:
    return [
        handler
        for router in life.dispatcher.sub_routers
        for observer in router.observers.values()
        for handler in observer.handlers
    ]


async def lived(scenario: Scenario, chance: Chance, cut_after: int = 0) -> tuple[World, Ended, int]:
    """One world in which it happens, and how many commits it took."""
    world = World.again(chance, await scene(scenario.scene, chance))
    chance.seed(f"{scenario.name} {cut_after}")
    await world.life.begin()
    await world.pass_time(1)
    body = await scenario.build(world)
    world.life.death.after = cut_after
    taken = await world.deed(body)
    commits = len(world.life.death.commits)
    if cut_after:
        assert world.life.death.happened.is_set()
        await world.reborn()
        if not taken:
            assert await world.deed(body)
    await world.pass_time(SECONDS)
    for _ in range(LONGEST // SECONDS):
        if not world.life.host.outbox.waiting:
            break
        await world.pass_time(SECONDS)
    ended = world.ended()
    return world, ended, commits


@pytest.fixture
def chance(monkeypatch: pytest.MonkeyPatch) -> Chance:
    drawn = Chance()
    drawn.install(monkeypatch)
    return drawn


def _cases() -> Iterator[ParameterSet]:
    for scenario in SCENARIOS:
        torn = [pytest.mark.xfail(strict=True)] if scenario.name in TORN else []
        yield pytest.param(scenario, id=scenario.name, marks=torn)


@pytest.mark.parametrize("scenario", _cases())
async def test_a_deed_is_stored_as_a_whole(scenario: Scenario, chance: Chance) -> None:
    world, undisturbed, commits = await lived(scenario, chance)
    log = [*world.life.death.commits]
    assert [name_of(handler) for handler in world.life.reached] == [scenario.handler]
    assert not world.life.troubles
    assert bool(commits) == scenario.commits
    await world.life.end()
    for cut_after in range(1, commits + 1):
        world, ended, _ = await lived(scenario, chance, cut_after)
        assert not [*undisturbed.faults_of(ended)], f"cut after {cut_after} of {log}"
        assert not world.life.troubles
        await world.life.end()


async def test_every_handler_has_a_scenario(chance: Chance) -> None:
    world = World(chance)
    known = {scenario.handler for scenario in SCENARIOS}
    assert {name_of(handler) for handler in handlers_of(world.life)} == known
    await world.life.end()
