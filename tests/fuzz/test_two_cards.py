"""A leak that the fuzz found: a Sheriff reads the words of the blacks' meeting.

The Sheriff had had the card of a black before, given that seat up and taken another at the same table. A person
who has seen one card of a deal gets no second; and a stopped game says and does nothing any more.
"""

from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs

from tests.fuzz.scripted_host import LEADER, ScriptedHost
from tests.fuzz.stored_games import Deal

NEWCOMER = 30


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with capture_logs():
        yield


async def gives_up(script: ScriptedHost, deal: Deal, person: int) -> None:
    """Asks to leave, and says yes to the question."""
    await script.say(person, deal.chat, "/leave")
    await script.tap(person, deal.chat, f"s:{deal.id}:{deal.seat_of(person)}:leave")


async def test_whoever_gave_a_seat_up_gets_no_second_card_of_this_deal() -> None:
    script = ScriptedHost()
    deal = await script.begin("fiim-2025", range(11, 21))
    black = next(person for person in deal.seating if script.role(deal, person) == "mafia")
    sheriff = next(person for person in deal.seating if script.role(deal, person) == "sheriff")
    seat = deal.seat_of(sheriff)
    await script.say(NEWCOMER, NEWCOMER, "/start")
    await gives_up(script, deal, black)
    await script.tap(NEWCOMER, deal.chat, f"s:{deal.id}:{deal.seat_of(black)}:take")
    assert deal.seat_of(NEWCOMER)
    await gives_up(script, deal, sheriff)
    answer = await script.tap(black, deal.chat, f"s:{deal.id}:{seat}:take")
    assert deal.seat_of(sheriff) == seat, "the Sheriff's card has gone to somebody who knows the blacks"
    assert "карт" in answer
    assert script.faults == []
    await script.close()


async def test_whom_a_computer_stood_in_for_comes_back_to_that_seat_only() -> None:
    script = ScriptedHost()
    deal = await script.begin("fiim-2025", range(11, 21))
    first, second = deal.seating[0], deal.seating[1]
    for seat, person in enumerate((first, second), start=1):
        await gives_up(script, deal, person)
        await script.tap(LEADER, deal.chat, f"s:{deal.id}:{seat}:bot")
    assert deal.seating[:2] == (0, 0)
    await script.tap(first, first, f"s:{deal.id}:2:back")
    assert deal.seating[:2] == (0, 0)
    await script.tap(first, first, f"s:{deal.id}:1:back")
    assert deal.seating[:2] == (first, 0)
    assert script.faults == []
    await script.close()


async def test_a_stopped_game_takes_no_tap_and_shows_nothing_more() -> None:
    script = ScriptedHost()
    deal = await script.begin("fiim-2025", range(11, 21))
    assert deal.state is not None
    for person in deal.seating:
        await script.tap(person, person, f"m:{deal.id}:1:seen::-1:0")
    await script.checked.pass_time(5_000)
    step = deal.state.table.number
    don = next(person for person in deal.seating if script.role(deal, person) == "don")
    assert script.checked.with_buttons(don)
    await script.tap(LEADER, deal.chat, f"x:{deal.id}:1")
    assert deal.phase == "closed"
    version, told = deal.version, len(script.seen_by(don))
    answers = {
        await script.tap(don, don, data)
        for data in (f"p:{deal.id}:{step}:appoint:2", f"m:{deal.id}:{step}:appoint:2.3.4:-1:1")
    }
    await script.checked.pass_time(600_000)
    assert deal.version == version
    assert [sight.text for sight in script.seen_by(don)[told:] if not sight.toast] == []
    assert len(answers) == 1
    assert script.faults == []
    await script.close()
