"""«Лучшее чутьё» is told at the end of a game if somebody has earned it, and not otherwise."""

import pytest

from engine.commands import JUDGE, Command, Verb
from engine.events import StepName
from engine.results import INNOCENT
from tests.virtual_clock.test_night_and_death import group, time_runs_out, until
from tests.virtual_clock.test_offences import room


@pytest.mark.parametrize("right", [False, True])
async def test_the_award_is_for_suspicions_that_were_right(*, right: bool) -> None:
    async with room() as at:
        side = at.live.position.side
        guilty = [seat for seat in at.live.table.alive if side(seat) not in INNOCENT]
        *innocent, guesser = (seat for seat in at.live.table.alive if side(seat) in INNOCENT)
        for target in guilty[:2] if right else innocent[:2]:
            await until(at, StepName.NIGHT)
            await at.do(Command(guesser, Verb.SUSPECT, (target,)))
            await time_runs_out(at)
        assert at.live.position.views[guesser].me.history
        await at.do(Command(JUDGE, Verb.TEAM_LOSS, (innocent[0],)))
        finale = next(message.text for message in reversed(group(at)) if "🏁" in message.text)
        assert ("Лучшее чутьё" in finale) is right
        assert "0 %." not in finale.replace("100 %.", "")
