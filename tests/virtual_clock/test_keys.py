"""Keys under messages: names and numbers, two taps for a nomination, nothing that moves under a finger."""

import asyncio
import re
from collections.abc import Callable

import pytest
from aiogram.methods import AnswerCallbackQuery

from bot.telegram.buttons.callback_data import MoveTap
from engine.commands import CLOCK, JUDGE, Command, Verb
from engine.events import StepName
from engine.roles import Side
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.standing_messages import Standing, standing
from tests.virtual_clock.test_offences import GROUP, Room, room


def newest(at: Room, chat: int, sign: str) -> Standing:
    """Returns the newest message of a chat with these words in it."""
    return [one for one in standing(at.house.telegram, chat) if sign in one.text][-1]


def minute(at: Room) -> Standing:
    return newest(at, GROUP, "ваша минута")


def prompt(at: Room, seat: int) -> Standing:
    return newest(at, at.live.person_on(seat), "Ночь")


def numbers(message: Standing) -> list[str]:
    """Returns the numbers on the keys, row by row."""
    rows = (" ".join(re.findall(r"\d+", " ".join(key.text for key in row))[:9]) for row in message.keys)
    return [row for row in rows if row]


def places(message: Standing) -> list[tuple[int, int, str, str]]:
    """Returns where each key of a step stands and what it does."""
    found = []
    for row, keys in enumerate(message.keys):
        for column, key in enumerate(keys):
            if key.callback_data and key.callback_data.startswith(MoveTap.__prefix__):
                tap = MoveTap.unpack(key.callback_data)
                found.append((row, column, tap.verb.value, tap.seats))
    return found


async def until(at: Room, step: StepName) -> None:
    while at.live.table.step is not step:
        await at.do(Command(CLOCK, Verb.EXPIRE))


async def sleeps(at: Room, seconds: float) -> None:
    limit = at.house.clock.now() + round(seconds * 1000)
    while at.house.clock.now() < limit and await at.house.clock.step(limit):
        pass


def answers(at: Room) -> list[AnswerCallbackQuery]:
    return [call.method for call in at.house.telegram.calls if isinstance(call.method, AnswerCallbackQuery)]


async def test_the_keypad_of_a_minute_has_names_and_stays_in_the_last_ten_seconds() -> None:
    async with room(ruleset="phystech") as at:
        before = minute(at)
        names = [name.partition("🤖")[0].strip() for name in at.live.lobby.names]
        assert [label for label in before.labels if "☝️" in label] == [
            f"☝️ {seat} {names[seat - 1]}" for seat in range(1, 11)
        ]
        await sleeps(at, 52)
        warned = minute(at)
        assert "Осталось 10 секунд" in warned.text
        assert places(warned) == places(before)


async def test_a_nomination_takes_two_taps_and_no_window() -> None:
    async with room() as at:
        people, speaker = People(at.house), at.live.table.speaker
        await sleeps(at, 52)
        message = minute(at)
        key = message.data(next(label for label in message.labels if label.startswith("☝️ 5 ")))
        for _ in range(2):
            await people.bring(people.tap(at.live.person_on(speaker), key, message.id, GROUP))
        await at.delivered()
        assert at.live.table.nominations == ((speaker, 5),)
        assert [answer.show_alert for answer in answers(at)] == [None, None]
        assert "5" in str(answers(at)[0].text)


async def _nominates(at: Room) -> None:
    await at.do(Command(at.live.table.speaker or 1, Verb.NOMINATE, (5,)))


async def _nominates_and_withdraws(at: Room) -> None:
    await _nominates(at)
    await sleeps(at, 15)
    await at.do(Command(at.live.table.speaker or 1, Verb.WITHDRAW))


async def _loses_a_player(at: Room) -> None:
    await at.do(Command(JUDGE, Verb.DISQUALIFY, (7,)))


async def _loses_a_candidate(at: Room) -> None:
    await _nominates(at)
    await at.do(Command(JUDGE, Verb.DISQUALIFY, (5,)))


@pytest.mark.parametrize("ruleset", ["city", "box"])
@pytest.mark.parametrize("happens", [_nominates, _nominates_and_withdraws, _loses_a_player, _loses_a_candidate])
async def test_no_key_moves_while_a_step_runs(
    ruleset: str, happens: "Callable[[Room], asyncio.Future[None]]"
) -> None:
    async with room(ruleset=ruleset, judged=True) as at:
        sign = "обсуждает" if ruleset == "box" else "ваша минута"
        step, before = at.live.table.number, newest(at, GROUP, sign)
        await happens(at)
        await at.do(Command(JUDGE, Verb.PAUSE))
        await at.do(Command(JUDGE, Verb.RESUME))
        await sleeps(at, 20)
        after = newest(at, GROUP, sign)
        assert at.live.table.number == step
        assert after.edits
        assert places(after) == places(before)


async def test_who_is_nominated_or_gone_is_told_by_the_key() -> None:
    async with room(ruleset="box", judged=True) as at:
        await at.do(Command(1, Verb.NOMINATE, (5,)))
        await at.do(Command(JUDGE, Verb.DISQUALIFY, (7,)))
        await at.do(Command(2, Verb.READY))
        await sleeps(at, 20)
        labels = newest(at, GROUP, "обсуждает").labels
        assert [label for label in labels if "✅" in label] == [f"✅ 5 {at.live.lobby.names[4]}"]
        assert [label for label in labels if "✖️" in label] == [f"✖️ 7 {at.live.lobby.names[6]}"]


async def test_the_pinned_table_carries_the_keys_of_a_free_talk_and_loses_them_after_it() -> None:
    async with room(ruleset="box") as at:
        await sleeps(at, 20)
        people, table = People(at.house), newest(at, GROUP, "🎩")
        talk = newest(at, GROUP, "обсуждает")
        assert {place[2:] for place in places(table)} == {place[2:] for place in places(talk)}
        key = table.data(next(label for label in table.labels if label.startswith("☝️ 5 ")))
        for _ in range(2):
            await people.bring(people.tap(at.live.person_on(3), key, table.id, GROUP))
        await at.delivered()
        assert at.live.table.nominations == ((3, 5),)
        await at.do(Command(CLOCK, Verb.EXPIRE))
        await sleeps(at, 20)
        after = newest(at, GROUP, "🎩")
        assert places(after) == []
        assert after.labels == table.labels[:3]


async def test_no_clock_runs_in_the_pinned_table() -> None:
    async with room() as at:
        await sleeps(at, 20)
        assert "tg-time" not in newest(at, GROUP, "🎩").text
        assert "tg-time" in minute(at).text


async def test_at_night_the_own_seat_stands_last_and_is_marked() -> None:
    cards = {"don": 1, "mafia": 2, "commissar": 1, "doctor": 1, "civilian": 5}
    async with room(ruleset="city", cards=cards) as at:
        await until(at, StepName.NIGHT)
        doctor = next(seat for seat in range(1, 11) if at.live.position.views[seat].me.role.id == "doctor")
        keys = [key.text for row in prompt(at, doctor).keys for key in row][:-1]
        assert keys[-1] == f"{doctor} {at.live.lobby.names[doctor - 1]} — вы"
        assert [int(key.split()[0]) for key in keys[:-1]] == [seat for seat in range(1, 11) if seat != doctor]


async def test_the_agreed_target_is_marked_on_its_key() -> None:
    async with room(meeting=True) as at:
        don = next(seat for seat in range(1, 11) if at.live.position.views[seat].me.role.id == "don")
        target = next(seat for seat in range(1, 11) if seat not in at.live.position.living(Side.BLACK))
        others = [seat for seat in range(1, 11) if seat != target][:2]
        await at.do(Command(don, Verb.APPOINT, (target, *others)))
        await until(at, StepName.NIGHT)
        for black in at.live.position.living(Side.BLACK):
            marked = [label for label in prompt(at, black).labels if "🎯" in label]
            assert marked == [f"🎯 {target} {at.live.lobby.names[target - 1]}"]
            assert f"№ {target} " in prompt(at, black).text


async def test_no_key_of_a_private_question_moves_when_somebody_leaves() -> None:
    async with room(meeting=True, judged=True) as at:
        don = next(seat for seat in range(1, 11) if at.live.position.views[seat].me.role.id == "don")
        before = newest(at, at.live.person_on(don), "ваша карта")
        gone = next(seat for seat in range(1, 11) if seat not in at.live.position.living(Side.BLACK))
        await at.do(Command(JUDGE, Verb.DISQUALIFY, (gone,)))
        people, key = People(at.house), before.keys[0][0]
        assert key.callback_data is not None
        await people.bring(people.tap(at.live.person_on(don), key.callback_data, before.id))
        await sleeps(at, 5)
        after = newest(at, at.live.person_on(don), "ваша карта")
        assert [re.findall(r"\d+", label)[:1] for label in after.labels[:10]] == [
            re.findall(r"\d+", label)[:1] for label in before.labels
        ]
        assert [label for label in after.labels if "✖️" in label] == [f"✖️ {gone} {at.live.lobby.names[gone - 1]}"]


async def test_the_question_before_a_shot_moves_no_number() -> None:
    async with room() as at:
        people = People(at.house)
        await until(at, StepName.NIGHT)
        black = at.live.position.living(Side.BLACK)[0]
        before = prompt(at, black)
        target = next(label for label in before.labels if label.startswith("3 "))
        await people.bring(people.tap(at.live.person_on(black), before.data(target), before.id))
        await at.delivered()
        asked = prompt(at, black)
        assert "Точно?" in asked.text
        assert places(asked)[: len(places(before))] == places(before)
        await people.bring(people.tap(at.live.person_on(black), asked.data("Да, стреляю"), asked.id))
        await at.delivered()
        assert at.live.position.views[black].me.said == ((Verb.SHOOT, 3),)


async def test_a_withdrawal_of_nothing_says_so() -> None:
    async with room(ruleset="city") as at:
        people, message = People(at.house), minute(at)
        data = message.data("Отозвать")
        await people.bring(people.tap(at.live.person_on(at.live.table.speaker), data, message.id, GROUP))
        await at.delivered()
        assert "Отзывать нечего" in str(answers(at)[-1].text)
