"""A best move whose time runs out: the numbers named until then count (S3 4.6.3)."""

import pytest

from bot.telegram.buttons.callback_data import PickTap, joined
from engine.commands import CLOCK, Command, Verb
from engine.events import StepName
from engine.roles import Side
from tests.kits.virtual_clock.intake import People
from tests.virtual_clock.test_offences import Room, room


async def first_victim(at: Room) -> int:
    """Plays by the clock except for the shot; returns the seat that has the best move."""
    while at.live.table.step is not StepName.NIGHT:
        await at.do(Command(CLOCK, Verb.EXPIRE))
    blacks = at.live.position.living(Side.BLACK)
    victim = next(seat for seat in at.live.table.alive if seat not in blacks)
    for black in blacks:
        await at.do(Command(black, Verb.SHOOT, (victim,)))
    await at.do(Command(CLOCK, Verb.EXPIRE))
    assert at.live.table.speaker == victim
    return victim


async def ticks(at: Room, people: People, victim: int, *seats: int) -> None:
    step = at.live.table.number
    tap = PickTap(game=at.live.id, step=step, verb=Verb.BEST_MOVE, seats=joined(seats))
    await people.bring(people.tap(at.live.person_on(victim), tap.pack(), 1))


async def time_runs_out(at: Room) -> None:
    clock, step = at.house.clock, at.live.table.number
    limit = clock.now() + 120_000
    while at.live.table.number == step:
        assert await clock.step(limit)
    await at.delivered()


@pytest.mark.parametrize("count", [1, 2, 3])
async def test_what_was_ticked_when_the_time_ran_out_counts(count: int) -> None:
    async with room() as at:
        people, victim = People(at.house), await first_victim(at)
        others = tuple(seat for seat in range(1, 11) if seat != victim)
        for number in range(1, count + 1):
            await ticks(at, people, victim, *others[:number])
        await time_runs_out(at)
        assert at.live.table.step is StepName.LAST_WORD
        assert at.live.table.best_moves == {victim: others[:count]}
        assert people.troubles == []


async def test_it_counts_when_the_last_word_runs_out_too() -> None:
    async with room(best_move_time="last-word") as at:
        people, victim = People(at.house), await first_victim(at)
        await ticks(at, people, victim, 8, 9)
        await time_runs_out(at)
        assert at.live.table.step is StepName.SPEECH
        assert at.live.table.best_moves == {victim: (8, 9)}


async def test_what_was_taken_off_again_was_not_named() -> None:
    async with room() as at:
        people, victim = People(at.house), await first_victim(at)
        other = victim % 10 + 1
        await ticks(at, people, victim, other)
        await ticks(at, people, victim)
        await time_runs_out(at)
        assert at.live.table.step is StepName.LAST_WORD
        assert at.live.table.best_moves == {}


@pytest.mark.parametrize("forged", [(1, 2, 3, 4), (11,), ()])
async def test_what_the_rules_do_not_take_does_not_hold_up_the_morning(forged: tuple[int, ...]) -> None:
    async with room() as at:
        people, victim = People(at.house), await first_victim(at)
        await ticks(at, people, victim, *(forged or (victim,)))
        await time_runs_out(at)
        assert at.live.table.step is StepName.LAST_WORD
        assert at.live.table.best_moves == {}


async def test_nobody_ticks_for_somebody_else() -> None:
    async with room() as at:
        people, victim = People(at.house), await first_victim(at)
        stranger = next(seat for seat in at.live.table.alive if seat != victim)
        step = at.live.table.number
        tap = PickTap(game=at.live.id, step=step, verb=Verb.BEST_MOVE, seats="1")
        await people.bring(people.tap(at.live.person_on(stranger), tap.pack(), 1))
        await time_runs_out(at)
        assert at.live.table.best_moves == {}
