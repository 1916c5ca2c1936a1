"""A night reads as one night, the morning comes before its victims, whoever leaves hears it in private first."""

import re

import pytest

from engine.commands import CLOCK, JUDGE, Command, Verb
from engine.events import StepName
from engine.roles import Side
from tests.kits.virtual_clock.standing_messages import Standing, standing
from tests.virtual_clock.test_keys import sleeps
from tests.virtual_clock.test_offences import GROUP, Room, room

BOX = {"lawyer": 1, "mafioso": 2, "doctor": 1, "civilian": 6}
"""The lawyer acts before the shot, so that a night has two parts."""


def group(at: Room) -> list[Standing]:
    return standing(at.house.telegram, GROUP)


def private(at: Room, seat: int) -> list[Standing]:
    return standing(at.house.telegram, at.live.person_on(seat))


async def time_runs_out(at: Room) -> None:
    """Ends the step; everybody has shown meanwhile that they are there, so that nobody loses the seat."""
    for seat in range(1, 11):
        await at.house.host.absence.heard(at.live, seat)
    await at.do(Command(CLOCK, Verb.EXPIRE))


async def until(at: Room, step: StepName) -> None:
    while at.live.table.step is not step:
        await time_runs_out(at)


async def night_passes(at: Room, *victims: int) -> None:
    """Plays a night in which the team agrees on the first of these seats, if any is given."""
    await until(at, StepName.NIGHT)
    for black in at.live.position.living(Side.BLACK) if victims else ():
        await at.do(Command(black, Verb.SHOOT, victims[:1]))
    await until_over(at, StepName.NIGHT)


async def until_over(at: Room, step: StepName) -> None:
    while at.live.table.step is step:
        await time_runs_out(at)
    await sleeps(at, 5)


def red(at: Room, *but: int) -> int:
    """Returns the last living seat that the blacks would shoot."""
    blacks = at.live.position.living(Side.BLACK)
    return [seat for seat in at.live.table.alive if seat not in blacks and seat not in but][-1]


async def voted_out(at: Room, seat: int) -> None:
    """Has the seat nominated beside another one, and condemned by everybody."""
    other = seat % 10 + 1
    while at.live.table.step is StepName.SPEECH:
        table = at.live.table
        target = next((one for one in (seat, other) if one not in table.candidates), 0)
        if target:
            await at.do(Command(table.speaker, Verb.NOMINATE, (target,)))
        await time_runs_out(at)
    for voter in at.live.table.alive:
        await at.house.host.submissions.submit(at.live.id, Command(voter, Verb.VOTE, (seat,)), f"vote {voter}")
    await at.delivered()
    while at.live.table.step is StepName.BALLOT:
        await time_runs_out(at)


# --- one night --------------------------------------------------------------------------------------------------


async def test_a_night_of_several_parts_is_one_message_in_the_group() -> None:
    async with room(ruleset="box", cards=BOX) as at:
        await until(at, StepName.NIGHT)
        before = group(at)
        assert at.live.table.wave == 1
        await time_runs_out(at)
        await sleeps(at, 5)
        assert (at.live.table.step, at.live.table.wave) == (StepName.NIGHT, 2)
        after = group(at)
        assert [one.id for one in after] == [one.id for one in before]
        assert "Наступает ночь 1" in after[-1].text
        assert "продолжается" in after[-1].text


async def test_the_question_of_a_later_part_continues_the_night_and_nobody_was_promised_the_morning() -> None:
    async with room(ruleset="box", cards=BOX) as at:
        await until(at, StepName.NIGHT)
        for seat in at.live.table.alive:
            await at.do(Command(seat, Verb.SLEEP))
        await sleeps(at, 5)
        for seat in at.live.table.alive:
            first, second = (one for one in private(at, seat) if "Ночь 1" in one.text)
            assert "утра" not in first.text
            assert second.text.startswith("🌙 <b>Ночь 1, продолжение</b>")
        assert len({one.text.count("\n") for seat in at.live.table.alive for one in private(at, seat)[-1:]}) == 1


async def test_a_night_that_begins_with_its_second_part_does_not_go_on_at_once() -> None:
    async with room(ruleset="box", cards={"mafioso": 3, "civilian": 7}) as at:
        await until(at, StepName.NIGHT)
        assert at.live.table.wave == 2
        assert "Город засыпает" in group(at)[-1].text
        assert "продолж" not in private(at, 1)[-1].text


async def test_the_clock_of_a_later_part_waits_for_its_questions() -> None:
    async with room(ruleset="box", cards=BOX) as at:
        await until(at, StepName.NIGHT)
        at.house.telegram.slow_down(3_000)
        await at.house.host.submissions.submit(at.live.id, Command(CLOCK, Verb.EXPIRE), "slow")
        assert at.live.clock is not None
        assert at.live.clock.waits
        await at.delivered()
        assert not at.live.clock.waits


@pytest.mark.parametrize("ruleset", ["fiim-2025", "city"])
async def test_every_question_of_the_night_says_what_silence_means(ruleset: str) -> None:
    async with room(ruleset=ruleset) as at:
        await until(at, StepName.NIGHT)
        for seat in at.live.table.alive:
            *_, silence, clock = private(at, seat)[-1].text.splitlines()
            assert "Не ответите вовремя" in silence
            assert "tg-time" in clock


# --- the morning ------------------------------------------------------------------------------------------------


def news_since(at: Room, seen: list[Standing]) -> list[Standing]:
    return group(at)[len(seen) :]


@pytest.mark.parametrize("killed", [True, False])
@pytest.mark.parametrize("ruleset", ["fiim-2025", "city"])
async def test_the_morning_comes_first_then_the_victims(ruleset: str, *, killed: bool) -> None:
    async with room(ruleset=ruleset) as at:
        await until(at, StepName.NIGHT)
        seen = group(at)
        await night_passes(at, *((red(at),) if killed else ()))
        first = news_since(at, seen)[0].text.splitlines()
        assert first[0].startswith("☀️")
        assert "Этой ночью" in first[1]
        while at.live.table.step is not StepName.SPEECH:
            await time_runs_out(at)
        mornings = [one.text for one in news_since(at, seen) if "День 2" in one.text]
        assert len(mornings) == 1, "the day is announced once, whatever comes before its first speech"


async def test_a_game_that_the_night_ends_has_its_morning_too() -> None:
    cards = {"don": 1, "mafia": 3, "sheriff": 1, "civilian": 5}
    async with room(cards=cards) as at:
        await night_passes(at, red(at))
        while at.live.table.step is not StepName.OVER:
            await night_passes(at, red(at)) if at.live.table.step is StepName.NIGHT else None
            await time_runs_out(at)
        await sleeps(at, 10)
        finale = next(one.text for one in group(at) if "🏁" in one.text)
        assert finale.startswith("☀️")
        assert finale.index("Этой ночью") < finale.index("🏁")


# --- death ------------------------------------------------------------------------------------------------------


def heard_at(at: Room, seat: int, words: str) -> int:
    """Returns when these words reached the seat's private chat for the first time."""
    return min(one.sent_at for one in private(at, seat) if words in one.text)


async def test_the_first_victim_hears_it_with_the_best_move_and_its_clock_in_one_message() -> None:
    async with room() as at:
        victim = red(at)
        await until(at, StepName.NIGHT)
        before = len(private(at, victim))
        await night_passes(at, victim)
        assert at.live.table.step is StepName.BEST_MOVE
        _, told = private(at, victim)[before - 1 :][-2:]
        assert len(private(at, victim)) == before + 1
        assert "Этой ночью вас убили" in told.text
        assert "Лучший ход" in told.text
        assert "последнее слово" in told.text
        assert "отмеченные номера" in told.text
        assert "tg-time" in told.text
        assert any("☝️" not in label and label[0].isdigit() for label in told.labels)


async def test_a_later_victim_hears_it_and_what_comes_now_before_the_group() -> None:
    async with room() as at:
        await night_passes(at, red(at))
        victim = red(at)
        await night_passes(at, victim)
        told = private(at, victim)[-1]
        assert "Этой ночью вас убили" in told.text
        assert "последнее слово" in told.text
        news = next(one for one in group(at)[::-1] if f"№ {victim} " in one.text and "Этой ночью" in one.text)
        assert told.sent_at <= news.sent_at
        assert told.keys == []


async def test_who_is_voted_out_hears_it_first() -> None:
    async with room() as at:
        await voted_out(at, 4)
        assert at.live.table.speaker == 4
        told = private(at, 4)[-1]
        assert "По решению города вы покидаете игру" in told.text
        assert "последнее слово" in told.text
        assert told.sent_at <= next(one for one in group(at) if "🕯" in one.text).sent_at


async def test_who_is_removed_hears_that_there_is_no_last_word() -> None:
    async with room(judged=True) as at:
        await at.do(Command(JUDGE, Verb.DISQUALIFY, (7,)))
        told = private(at, 7)[-1]
        assert "Вы выбываете из игры" in told.text
        assert "Последнего слова не будет" in told.text


async def test_nobody_else_is_told_in_private_that_somebody_left() -> None:
    async with room() as at:
        await until(at, StepName.NIGHT)
        victim = red(at)
        before = {seat: len(private(at, seat)) for seat in range(1, 11)}
        await night_passes(at, victim)
        assert {seat for seat in range(1, 11) if len(private(at, seat)) > before[seat]} == {victim}


@pytest.mark.parametrize("afterlife", [True, False])
async def test_the_dead_hear_of_their_chat_only_where_it_is(*, afterlife: bool) -> None:
    async with room(afterlife=afterlife) as at:
        await voted_out(at, 4)
        farewell = next(one for one in private(at, 4) if "покидаете игру" in one.text)
        assert ("👻" in farewell.text) is afterlife


async def test_who_dies_with_the_game_hears_it_first_too_and_nothing_of_what_will_not_come() -> None:
    cards = {"don": 1, "mafia": 3, "sheriff": 1, "civilian": 5}
    async with room(cards=cards) as at:
        while at.live.table.step is not StepName.OVER:
            if at.live.table.step is StepName.NIGHT:
                victim = red(at)
                await night_passes(at, victim)
            else:
                await time_runs_out(at)
        await sleeps(at, 10)
        told = next(one for one in private(at, victim) if "Этой ночью вас убили" in one.text)
        assert "итог в группе" in told.text
        assert "слово" not in told.text
        assert "чат тех" not in told.text
        assert told.sent_at <= next(one.sent_at for one in group(at) if "🏁" in one.text)


# --- the words of a team ----------------------------------------------------------------------------------------


async def test_a_team_is_told_who_reads_its_words() -> None:
    async with room(meeting=True) as at:
        blacks = at.live.position.living(Side.BLACK)
        for black in blacks:
            line = next(one for one in private(at, black)[-1].text.splitlines() if "пишите сюда" in one.lower())
            assert {int(number) for number in re.findall(r"№ (\d+)", line)} == set(blacks) - {black}
