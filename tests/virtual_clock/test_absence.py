"""Who is taken for absent: silence in a ballot is a way to vote, and no seat is lost within minutes of the last
sign of life."""

from collections.abc import Awaitable, Callable
from random import Random

import pytest

from bot.games.absence import Absence
from bot.games.running_game import RunningGame
from bot.games.seat_handover import SeatHandover
from engine.commands import CLOCK, JUDGE, Command, Verb
from engine.events import StepName
from engine.legal_moves import legal
from tests.kits.virtual_clock.clock import START
from tests.kits.virtual_clock.evenings import RULESETS, Evening, Plan, begin
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.standing_messages import standing
from tests.virtual_clock.test_keys import newest
from tests.virtual_clock.test_offences import GROUP, MINUTE, Room, room

SILENT = 9
NUDGED = "Вы пропускаете ходы"
ENDLESS = {"draw": "off"}
"""So that nights without a shot end no game."""
LEAST_MS = 5 * MINUTE
"""How long a person is silent at least before the seat is given away."""


def nudges(at: Room, seat: int = SILENT, person: int = 0) -> int:
    return sum(
        NUDGED in message.text for message in standing(at.house.telegram, person or at.live.person_on(seat))
    )


async def passes(at: Room, seconds: float) -> None:
    await at.house.clock.on_to(at.house.clock.now() + round(seconds * 1000))


async def all_but(at: Room, silent: int) -> None:
    """Lets everybody else write something."""
    for seat in at.live.table.alive:
        if seat != silent:
            await at.house.host.absence.heard(at.live, seat)


async def missed(at: Room, step: StepName) -> None:
    """Plays on until this step is over, in which `SILENT` did nothing though everybody else did."""
    while at.live.table.step is not step:
        await all_but(at, 0)
        await at.do(Command(CLOCK, Verb.EXPIRE))
    while at.live.table.step is step:
        await all_but(at, SILENT)
        await at.do(Command(CLOCK, Verb.EXPIRE))


async def sits(at: Room) -> int:
    """Plays the first night; returns the person on the seat, who is at the table until then."""
    await all_but(at, 0)
    return at.live.person_on(SILENT)


# --- ballots ----------------------------------------------------------------------------------------------------


async def test_two_missed_ballots_and_a_night_cost_no_seat() -> None:
    async with room(ruleset="fiim") as at:
        for seat in (5, 6):
            await at.do(Command(at.live.table.speaker, Verb.NOMINATE, (seat,)))
            await all_but(at, 0)
            await at.do(Command(CLOCK, Verb.EXPIRE))
        while at.live.table.step is not StepName.BALLOT:
            await all_but(at, 0)
            await at.do(Command(CLOCK, Verb.EXPIRE))
        person, steps = at.live.person_on(SILENT), set()
        while at.live.table.day == 1:
            steps.add(at.live.table.step)
            await all_but(at, SILENT)
            if at.live.table.step in (StepName.BALLOT, StepName.TIE_BALLOT):
                for seat in range(1, 6):  # the votes of the others go to the last, so that it is a tie
                    await at.house.host.submissions.submit(
                        at.live.id, Command(seat, Verb.VOTE, (5,)), f"{seat}:{at.live.version}"
                    )
            await at.do(Command(CLOCK, Verb.EXPIRE))
        assert steps >= {StepName.BALLOT, StepName.TIE_BALLOT, StepName.NIGHT}
        assert at.live.person_on(SILENT) == person
        assert nudges(at) == 0


async def test_a_ballot_counts_for_those_who_have_missed_another_step_before() -> None:
    async with room(ruleset="box", options=ENDLESS) as at:
        await missed(at, StepName.NIGHT)
        for seat, target in ((1, 5), (2, 6)):
            await at.do(Command(seat, Verb.NOMINATE, (target,)))
        await all_but(at, SILENT)
        await at.do(Command(CLOCK, Verb.EXPIRE))
        assert at.live.table.step is StepName.BALLOT
        assert nudges(at) == 0
        await all_but(at, SILENT)
        await at.do(Command(CLOCK, Verb.EXPIRE))
        assert nudges(at) == 1


# --- silence ----------------------------------------------------------------------------------------------------


async def test_whoever_never_answers_is_reminded_and_then_replaced() -> None:
    async with room() as at:
        person = await sits(at)
        last = at.house.clock.now()
        while at.live.person_on(SILENT):
            number = at.live.table.number
            while at.live.table.number == number:
                assert await at.house.clock.step(at.house.clock.now() + 5 * MINUTE)
            await all_but(at, SILENT)
            assert at.house.clock.now() < last + 40 * MINUTE
        assert nudges(at, person=person) == 1
        assert at.house.clock.now() - last >= LEAST_MS


async def nights(at: Room, count: int) -> None:
    for _ in range(count):
        await all_but(at, SILENT)
        while at.live.table.step is not StepName.NIGHT:
            assert at.live.table.step is not StepName.OVER
            await at.do(Command(CLOCK, Verb.EXPIRE))
        await all_but(at, SILENT)
        while at.live.table.step is StepName.NIGHT:
            await at.do(Command(CLOCK, Verb.EXPIRE))


async def test_missed_steps_that_follow_fast_cost_no_seat_until_minutes_have_passed() -> None:
    async with room(ruleset="box", options=ENDLESS) as at:
        person = await sits(at)
        await nights(at, 4)
        assert at.live.person_on(SILENT) == person
        assert nudges(at) == 1
        await passes(at, 290)
        await nights(at, 1)
        assert at.live.person_on(SILENT) == 0


@pytest.mark.parametrize("way", ["a word", "the key of the card", "/role"])
async def test_any_sign_of_life_begins_anew(way: str) -> None:
    async with room(ruleset="box", options=ENDLESS) as at:
        person, people = await sits(at), People(at.house)
        await nights(at, 3)
        await passes(at, 200)
        if way == "the key of the card":
            table = newest(at, GROUP, "🎩")
            await people.bring(people.tap(person, table.data("Моя роль"), table.id, GROUP))
        else:
            await people.say(person, way, GROUP)
        await at.delivered()
        await passes(at, 200)
        await nights(at, 1)
        assert at.live.person_on(SILENT) == person
        assert people.troubles == []


async def test_a_pause_is_no_silence() -> None:
    async with room(ruleset="box", options=ENDLESS) as at:
        person = await sits(at)
        await nights(at, 2)
        await at.house.host.submissions.submit(at.live.id, Command(JUDGE, Verb.PAUSE), "pause")
        await passes(at, 1_200)
        await at.house.host.submissions.submit(at.live.id, Command(JUDGE, Verb.RESUME), "resume")
        await nights(at, 2)
        assert at.live.person_on(SILENT) == person


async def test_an_outage_is_no_silence() -> None:
    async with room(ruleset="box", options=ENDLESS) as at:
        person = await sits(at)
        await nights(at, 2)
        await passes(at, 290)
        at.house.host.absence.forgive()
        await nights(at, 3)
        assert at.live.person_on(SILENT) == person


async def test_whoever_takes_over_a_seat_is_not_blamed_for_what_was_missed_before() -> None:
    async with room(ruleset="box", options=ENDLESS) as at:
        await sits(at)
        await nights(at, 2)
        await passes(at, 320)
        await at.house.host.people.change(4711, name="Новый", language="ru", reachable=True)
        await at.house.host.lobbies.change_lobby(
            at.live.id, lambda lobby: lobby.offer(SILENT), "offer", lambda _: []
        )
        await at.house.host.seats.reseat(at.live.id, SILENT, 4711, "Новый", "new", lambda _: [])
        assert at.live.person_on(SILENT) == 4711
        await nights(at, 1)
        assert at.live.person_on(SILENT) == 4711
        assert nudges(at, person=4711) == 0


# --- random games -----------------------------------------------------------------------------------------------

SHORT = {
    "speech": "15",
    "night": "15",
    "discussion": "30",
    "ballot_window": "5",
    "last_word": "5",
    "tie_speech": "5",
}
"""Steps so short that three of them are over in a minute."""
CAN_DO = frozenset({Verb.NOMINATE, Verb.VOTE})


async def absent_minded(evening: Evening) -> None:
    """Plays a game of people of whom each is there now and then: writes anywhere, nominates and votes."""
    dice, live, house = evening.plan.dice("absent"), evening.live, evening.house
    there = {seat: dice.choice((0.02, 0.1, 0.3, 0.6)) for seat in range(1, evening.plan.size + 1)}
    number = 0
    while live.table.step is not StepName.OVER and live.has_people() and house.clock.now() < START + 180 * MINUTE:
        assert await house.clock.step(house.clock.now() + 60 * MINUTE)
        if live.table.number == number or live.clock is None or live.clock.waits or live.announces_vote:
            continue
        number, left = live.table.number, live.clock.left(house.clock.now())
        for seat in live.table.alive:
            if live.person_on(seat) and dice.random() < there[seat]:
                at = house.clock.now() + int(left * dice.random())
                house.host.timers.set(f"there:{number}:{seat}", at, _something(evening, seat, number, dice))


def _something(evening: Evening, seat: int, number: int, dice: Random) -> Callable[[], Awaitable[None]]:
    async def act() -> None:
        live, host = evening.live, evening.house.host
        if not live.person_on(seat):
            return
        await host.absence.heard(live, seat)
        offers = [offer for offer in legal(live.position.views[seat]) if offer.verb in CAN_DO]
        if live.table.number == number and offers and dice.random() < 0.7:
            offer = dice.choice(offers)
            value, seats = (dice.choice(offer.values), ()) if offer.values else (None, (dice.choice(offer.seats),))
            command = Command(seat, offer.verb, seats, value, step=number)
            await host.submissions.submit(live.id, command, f"{number}:{seat}")

    return act


@pytest.mark.parametrize("speed", [1, 20])
@pytest.mark.parametrize("ruleset", RULESETS)
async def test_no_seat_is_given_away_within_minutes_of_the_last_sign_of_life(
    ruleset: str, speed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening: Evening
    signs: dict[tuple[str, int], int] = {}
    silences: list[int] = []
    heard, replace_absent = Absence.heard, SeatHandover.replace_absent

    async def noted(self: Absence, game: RunningGame, seat: int) -> None:
        signs[game.id, seat] = evening.house.clock.now()
        await heard(self, game, seat)

    async def replaced(self: SeatHandover, game: RunningGame, seat: int) -> None:
        silences.append(evening.house.clock.now() - signs.get((game.id, seat), START))
        await replace_absent(self, game, seat)

    monkeypatch.setattr(Absence, "heard", noted)
    monkeypatch.setattr(SeatHandover, "replace_absent", replaced)
    for seed in range(1, 4):
        evening = await begin(Plan(ruleset, seed, speed=speed), SHORT)
        await absent_minded(evening)
        await evening.house.close()
    assert silences, "somebody was absent"
    assert min(silences) >= LEAST_MS / speed
