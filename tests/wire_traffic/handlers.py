"""One update for each handler, in the scene that it needs: what `tests/interrupted_handlers` cuts, here whole."""

import asyncio
from typing import Any
from unittest.mock import patch

from aiogram.methods import TelegramMethod

from tests.interrupted_handlers.scenarios import SCENARIOS
from tests.interrupted_handlers.scenes import scene
from tests.interrupted_handlers.world import Chance, GroupMessenger, World
from tests.kits.virtual_clock.clock import START
from tests.wire_traffic.determinism import PinnedLoop
from tests.wire_traffic.request_form import Form, line

LATER_S = 60


async def every_handler() -> list[str]:
    chance = Chance()
    lines: list[str] = []
    for number, each in enumerate(SCENARIOS):
        saved = await scene(each.scene, chance)
        world = World.again(chance, saved)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PinnedLoop)
        loop.clock = world.clock
        with patch.object(GroupMessenger, "__call__", _recording(world, lines)):
            lines.append(line(world.clock.now() - START, update=f"deed {number}"))
            await world.program.begin()
            await world.pass_time(1)
            assert await world.handle(await each.build(world))
            await world.pass_time(each.seconds + LATER_S)
        assert not world.program.troubles, (each.name, world.program.troubles)
        await world.program.end()
        loop.clock = None
    return lines


def _recording(world: World, lines: list[str]) -> Any:
    answer, form = GroupMessenger.__call__, Form()

    async def call(self: GroupMessenger, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        lines.append(form.line(world.clock.now() - START, method))
        return await answer(self, method, request_timeout)

    return call
