"""The last edit of a message says how its step ended, and nothing untrue."""

import pytest

from bot.telegram.buttons.callback_data import MoveTap
from bot.telegram.outbox.rows import Kind, Rank, Row
from engine.commands import CLOCK, JUDGE, Command, Verb
from engine.events import StepName
from tests.virtual_clock.test_deleted_messages import chats, deletable_room
from tests.virtual_clock.test_keys import sleeps
from tests.virtual_clock.test_night_and_death import group, night_passes, private, red, until
from tests.virtual_clock.test_offences import GROUP, Room, room

# --- private questions -------------------------------------------------------------------------------------------


async def test_a_best_move_that_nobody_named_says_so() -> None:
    async with room() as at:
        victim = red(at)
        await night_passes(at, victim)
        assert at.live.table.step is StepName.BEST_MOVE
        await at.do(Command(CLOCK, Verb.EXPIRE))
        await sleeps(at, 5)
        told = private(at, victim)[-1]
        assert "Этой ночью вас убили" in told.text
        assert "Лучший ход не назван" in told.text
        assert told.keys == []


async def test_a_question_of_a_stopped_game_says_so_and_what_was_chosen() -> None:
    async with room() as at:
        await until(at, StepName.NIGHT)
        answered, silent = red(at), red(at, red(at))
        await at.do(Command(answered, Verb.SUSPECT, (silent,)))
        await at.house.host.stop_game.stop(at.live.id, "stop")
        await sleeps(at, 10)
        for seat in at.live.table.alive:
            told = private(at, seat)[-1]
            assert "Ночь 1" in told.text
            assert "Игра остановлена" in told.text
            assert told.keys == []
            assert ("Подозрение" in told.text) is (seat == answered)


# --- what the judge takes back -----------------------------------------------------------------------------------


def keys_and_clocks(at: Room) -> tuple[set[int], int]:
    """Returns the steps of which the group has keys, and how many of its messages have a clock."""
    shown = [message.now for message in chats(at).of(GROUP) if message.stands]
    data = [key.data for look in shown for key in look.keys if key.data.startswith(MoveTap.__prefix__ + ":")]
    return {MoveTap.unpack(each).step for each in data}, sum(bool(look.ends) for look in shown)


@pytest.mark.parametrize("opened", [False, True])
async def test_a_step_that_is_undone_says_so_and_leaves_neither_keys_nor_a_clock(*, opened: bool) -> None:
    async with deletable_room(ruleset="city", judged=True) as at:
        await at.do(Command(at.live.table.speaker, Verb.NOMINATE, (5,)))
        while at.live.table.speaker != 10:
            await at.do(Command(CLOCK, Verb.EXPIRE))
        await sleeps(at, 15)
        await at.do(Command(at.live.table.speaker, Verb.NOMINATE, (6,)))
        await at.do(Command(JUDGE, Verb.DISQUALIFY, (10,)))
        await sleeps(at, 6 if opened else 1)
        assert bool(at.live.announces_vote) is not opened
        ballot = next(message for message in reversed(chats(at).of(GROUP)) if "🗳" in message.looks[0].text)
        await at.do(Command(JUDGE, Verb.UNDO))
        await sleeps(at, 15)
        assert at.live.table.step is StepName.SPEECH
        assert "отменён" in ballot.now.text
        assert keys_and_clocks(at) == ({at.live.table.number}, 1)
        minutes = [one.text for one in group(at) if "№ 10 " in one.text and "ваша минута" in one.text]
        assert len(minutes) == 1
        assert "выставляет: № 6 " in minutes[0]


# --- messages of earlier versions --------------------------------------------------------------------------------


async def finished(at: Room, stage: str) -> str:
    """Returns the last form of a message of which only the name of its stage is known, as earlier versions left
    it."""
    args = {"lines": [], "stage": stage, "over": {}, "edited": True}
    row = Row(1, GROUP, Kind.EDIT, "stage", Rank.SOFT, game_id=at.live.id, slot=f"{at.live.id}:{stage}")
    rendered = await at.house.host.renderer.render(row, args)
    assert rendered is not None
    assert rendered.keyboard is None
    return rendered.text


async def test_a_message_of_which_nobody_knows_how_it_ended_does_not_say_that_it_was_cut_short() -> None:
    async with room() as at:
        victim = red(at)
        await night_passes(at, victim)
        await at.do(Command(CLOCK, Verb.EXPIRE))
        for stage in (
            *("speech:1:1", "tie-speech:1:1:4", "last-word:4", "discussion:1:0"),
            *("ballot:1:0", "tie-ballot:1:1", "lift-ballot:1:2"),
        ):
            text = await finished(at, stage)
            assert text
            assert "прерван" not in text, text
            assert ": ?" not in text, text
        assert f"№ {victim} " in (best := await finished(at, f"best-move:{victim}"))
        assert "без лучшего хода" in best


async def test_such_a_minute_tells_who_was_nominated_in_it_today() -> None:
    async with room() as at:
        await at.do(Command(1, Verb.NOMINATE, (5,)))
        await at.do(Command(1, Verb.PASS))
        assert f"выставляет: № 5 {at.live.lobby.names[4]}" in await finished(at, "speech:1:1")
        assert "выставляет" not in await finished(at, "speech:0:1")


async def test_such_a_best_move_is_told() -> None:
    async with room() as at:
        victim = red(at)
        await night_passes(at, victim)
        await at.do(Command(victim, Verb.BEST_MOVE, (1, 2, 3)))
        while at.live.table.step is StepName.BEST_MOVE:
            await at.do(Command(CLOCK, Verb.EXPIRE))
        assert "№ 3 " in await finished(at, f"best-move:{victim}")
