"""People delete questions, cards and panels in their private chat, and find the question again when they ask."""

import pytest

from engine.commands import CLOCK, JUDGE, Command, Verb
from engine.events import StepName
from engine.roles import Side
from tests.kits.virtual_clock.chats import Shown
from tests.virtual_clock.test_deleted_messages import (
    chats,
    deletable_room,
    deleted,
    labels,
    newest,
    says,
    sends_to,
    standing,
    taps,
    waits,
)
from tests.virtual_clock.test_night_and_death import night_passes, red, until, voted_out
from tests.virtual_clock.test_offences import JUDGE_ID, Room

NIGHT, CARD = "🌙", "ваша карта"


def prompt_of(at: Room, seat: int) -> Shown:
    return newest(at, at.live.person_on(seat), NIGHT)


@pytest.mark.parametrize("asks", ["что делать?", "/role", "/start"])
async def test_a_question_that_was_deleted_comes_back_when_its_person_asks(asks: str) -> None:
    """People may delete a message for themselves only: Telegram still lets the bot edit it."""
    async with deletable_room() as at:
        await until(at, StepName.NIGHT)
        await waits(at, 5)
        seat = at.live.table.alive[0]
        old = prompt_of(at, seat)
        await says(at, at.live.person_on(seat), asks)
        await waits(at, 5)
        back = prompt_of(at, seat)
        assert back.id > old.id
        assert labels(back)
        assert labels(old) == [], "keys in two places"
        chats(at).delete(back)
        await waits(at, 15)
        await says(at, at.live.person_on(seat), f"{asks} ещё раз" if asks.startswith("ч") else asks)
        await waits(at, 5)
        again = prompt_of(at, seat)
        assert again.id > back.id
        target = next(key for key in again.now.keys if key.label.startswith("3 "))
        await taps(at, seat, again, target.label)
        assert "3" in prompt_of(at, seat).now.text


async def test_asking_over_and_over_sends_the_question_now_and_then() -> None:
    async with deletable_room() as at:
        await until(at, StepName.NIGHT)
        await waits(at, 5)
        person, before = at.live.person_on(at.live.table.alive[0]), at.house.clock.now()
        for number in range(8):
            await says(at, person, f"эй {number}")
        sent = [one for one in chats(at).of(person) if one.called_at >= before and NIGHT in one.now.text]
        assert 1 <= len(sent) <= 3
        assert sum(bool(one.now.keys) for one in chats(at).of(person)) <= 2, "one question, and the card at most"


async def test_an_answer_to_a_deleted_question_is_shown_in_a_new_one() -> None:
    async with deletable_room() as at:
        await until(at, StepName.NIGHT)
        await waits(at, 5)
        black = at.live.position.living(Side.BLACK)[0]
        chats(at).delete(prompt_of(at, black))
        await at.do(Command(black, Verb.SHOOT, (red(at),)))
        await waits(at, 5)
        assert f"№ {red(at)}" in prompt_of(at, black).now.text


async def test_a_card_that_was_deleted_comes_back_with_the_question_of_the_meeting() -> None:
    async with deletable_room(meeting=True) as at:
        don = next(seat for seat in range(1, 11) if at.live.position.views[seat].me.role.leads)
        await deleted(at, at.live.person_on(don), CARD)
        await says(at, at.live.person_on(don), "/role")
        await waits(at, 5)
        (back,) = [one for one in standing(at, at.live.person_on(don), CARD) if labels(one)]
        assert len(labels(back)) >= 10


async def test_a_card_that_was_sent_again_loses_its_keys_with_the_meeting() -> None:
    async with deletable_room(meeting=True) as at:
        don = next(seat for seat in range(1, 11) if at.live.position.views[seat].me.role.leads)
        person = at.live.person_on(don)
        await says(at, person, "/role")
        await waits(at, 5)
        assert any(map(labels, standing(at, person, CARD)))
        await at.do(Command(CLOCK, Verb.EXPIRE))
        await waits(at, 10)
        assert not any(map(labels, standing(at, person, CARD)))


async def test_a_card_without_a_question_does_not_come_back() -> None:
    """After the meeting its keys are taken away: there is nothing to come back for."""
    async with deletable_room(meeting=True) as at:
        don = next(seat for seat in range(1, 11) if at.live.position.views[seat].me.role.leads)
        person = at.live.person_on(don)
        await deleted(at, person, CARD)
        before = at.house.clock.now()
        await at.do(Command(CLOCK, Verb.EXPIRE))
        await waits(at, 20)
        assert sends_to(at, person, before) == 0


async def test_the_question_for_the_best_move_comes_back() -> None:
    async with deletable_room() as at:
        victim = red(at)
        await night_passes(at, victim)
        await until(at, StepName.BEST_MOVE)
        await waits(at, 3)
        person = at.live.person_on(victim)
        await deleted(at, person, "Лучший ход")
        await says(at, person, "не вижу")
        await waits(at, 4)
        back = newest(at, person, "Лучший ход")
        assert labels(back)


async def test_the_judges_panel_comes_back_with_the_next_event() -> None:
    async with deletable_room(judged=True) as at:
        await waits(at, 5)
        panel = newest(at, JUDGE_ID)
        chats(at).delete(panel)
        await at.do(Command(JUDGE, Verb.FOUL, (4,)))
        await waits(at, 10)
        back = newest(at, JUDGE_ID)
        assert back.id > panel.id
        assert labels(back)


async def test_whoever_is_voted_out_is_told_though_everything_was_deleted() -> None:
    async with deletable_room() as at:
        await waits(at, 3)
        seat = 5
        for message in chats(at).of(at.live.person_on(seat)):
            chats(at).delete(message)
        await voted_out(at, seat)
        await waits(at, 5)
        assert standing(at, at.live.person_on(seat))
