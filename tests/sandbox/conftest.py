from collections.abc import AsyncIterator

import pytest_asyncio

from tests.kits.sandbox.stage import Cast, Stage, cast_for, stage_on


@pytest_asyncio.fixture
async def stage() -> AsyncIterator[Stage]:
    async with stage_on() as stage:
        yield stage


@pytest_asyncio.fixture
async def cast(stage: Stage) -> Cast:
    return await cast_for(stage)
