"""A key under a private question goes, or shows what was chosen, a moment after it was pressed."""

import pytest

from engine.events import StepName
from tests.kits.virtual_clock.chats import Chats, Shown
from tests.kits.virtual_clock.intake import People
from tests.virtual_clock.test_lobby_list import OPENER, computer_players, lounge
from tests.virtual_clock.test_night_and_death import until
from tests.virtual_clock.test_offences import room

SEAT = 5
SOON_MS = 1_500


async def pressed(people: People, message: Shown, label: str, after_s: float) -> int:
    """Presses a key so long after its message came; returns after how many milliseconds the message changed."""
    clock = people.house.clock
    await clock.on_to(message.called_at + int(after_s * 1000))
    before, moment = len(message.looks), clock.now()
    (data,) = [key.data for key in message.now.keys if key.label == label]
    await people.bring(people.tap(message.chat, data, message.id))
    await clock.on_to(moment + 5_000)
    assert not people.troubles
    return message.looks[before].at - moment


@pytest.mark.parametrize("after_s", [1, 2, 3])
async def test_the_key_of_the_card_goes_when_it_was_pressed(after_s: float) -> None:
    async with lounge() as at:
        for wish, person in computer_players(9):
            await at.tap(wish, person)
        await at.tap("start")
        await at.wait(900)
        (card,) = at.telegram.of(OPENER)
        assert await pressed(at.people, card, "Карта получена", after_s) <= SOON_MS
        assert card.now.keys == ()


@pytest.mark.parametrize("after_s", [2.1, 2.5])
async def test_a_choice_of_the_night_is_shown_when_it_was_made(after_s: float) -> None:
    async with room(telegram=Chats) as at:
        await until(at, StepName.NIGHT)
        assert isinstance(at.house.telegram, Chats)
        question = at.house.telegram.of(at.live.person_on(SEAT))[-1]
        assert await pressed(People(at.house), question, "Никого", after_s) <= SOON_MS
        assert question.now.keys == ()
