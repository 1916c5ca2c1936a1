"""When the last person has left the game the rest goes quickly, and the group is told so once."""

import re
from itertools import pairwise

import pytest

from engine import events as ev
from engine.commands import JUDGE, Command, Verb
from engine.events import StepName
from engine.roles import Side
from tests.kits.virtual_clock.evenings import GROUP, RULESETS, Evening, Plan, play
from tests.kits.virtual_clock.table import most_in
from tests.virtual_clock.test_keys import sleeps
from tests.virtual_clock.test_night_and_death import private, until
from tests.virtual_clock.test_offences import room

TOLD = {"ru": "остаются только боты", "uk": "лишаються тільки боти"}
LONGEST_TURN_MS = 12_000
GROUP_A_MINUTE = 12
TURN = re.compile(r"[🎙🕯]|⚖️ №")
PEOPLE = 1
SEEDS = range(1, 5)


def without_people(evening: Evening) -> list[tuple[int, ev.Event]]:
    """Returns the events after the last person has left."""
    seated = {seat for seat in range(1, evening.plan.size + 1) if evening.person_on(seat)}
    journal = evening.journal()
    for place, (_, event) in enumerate(journal):
        if isinstance(event, ev.Left):
            seated -= {*event.seats}
            if not seated:
                return journal[place + 1 :]
    return []


@pytest.mark.parametrize("language", ["ru", "uk"])
@pytest.mark.parametrize("ruleset", RULESETS)
async def test_the_rest_goes_quickly_and_the_group_is_told_so(ruleset: str, language: str) -> None:
    watched = 0
    for seed in SEEDS:
        evening = await play(Plan(ruleset, seed, language, stand_ins=10 - PEOPLE))
        rest = without_people(evening)
        goes_on = any(isinstance(event, ev.StepBegan) and event.step is not StepName.OVER for _, event in rest)
        told = [text for text in evening.texts() if TOLD[language] in text]
        assert len(told) == goes_on, f"seed {seed}"
        turns = [(at, event) for at, event in rest if isinstance(event, ev.StepBegan)]
        lengths = [later - at for (at, event), (later, _) in pairwise(turns) if event.step is StepName.SPEECH]
        assert max(lengths, default=0) <= LONGEST_TURN_MS, f"seed {seed}"
        watched += goes_on
    assert watched, "in some of the games people leave early"


async def test_where_people_are_left_nobody_says_so() -> None:
    async with room() as at:
        for seat in range(1, 9):
            await at.house.host.seats.replace_absent(at.live, seat)
        await at.do(Command(JUDGE, Verb.DISQUALIFY, (10,)))
        assert not any(TOLD["ru"] in text for text in at.told(at.live.lobby.chat_id))
        await at.do(Command(JUDGE, Verb.DISQUALIFY, (9,)))
        assert sum(TOLD["ru"] in text for text in at.told(at.live.lobby.chat_id)) == 1


@pytest.mark.parametrize("alone", [False, True])
async def test_who_has_only_computer_players_in_the_team_is_not_asked_to_write_to_them(*, alone: bool) -> None:
    async with room(ruleset="box", options={"night_talk": "text"}, cards={"mafioso": 3, "civilian": 7}) as at:
        black, *others = at.live.position.living(Side.MAFIA)
        for mate in others if alone else others[:1]:
            await at.house.host.seats.replace_absent(at.live, mate)
        await until(at, StepName.NIGHT)
        await sleeps(at, 5)
        asked = private(at, black)[-1].text
        assert ("в команде только боты" in asked) is alone
        assert ("Пишите сюда" in asked) is not alone
        assert all(f"прочтут свои: № {mate} " not in asked for mate in others[:1])


async def test_it_is_told_too_when_a_computer_player_takes_the_last_persons_seat() -> None:
    async with room() as at:
        for seat in range(1, 11):
            assert not any(TOLD["ru"] in text for text in at.told(at.live.lobby.chat_id))
            await at.house.host.seats.replace_absent(at.live, seat)
            await sleeps(at, 60)
        assert sum(TOLD["ru"] in text for text in at.told(at.live.lobby.chat_id)) == 1


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_computer_players_alone_never_fill_the_limit_of_a_group(ruleset: str) -> None:
    """Though nobody has to be waited for, each turn stands as long as its words take to be read."""
    for seed in (1, 2):
        evening = await play(Plan(ruleset, seed, stand_ins=10))
        calls = [call.at for call in evening.telegram.calls if call.counted and call.chat == GROUP]
        assert most_in(calls, 60_000) <= GROUP_A_MINUTE, f"seed {seed}"


async def test_what_computer_players_say_in_a_free_talk_is_read_on_every_day() -> None:
    """In `box` everybody speaks at once. Words that have to wait until the talk is over are not sent at all."""
    for seed in (1, 2):
        evening = await play(Plan("box", seed, stand_ins=10))
        silent, spoken = [], True
        for text in evening.texts():
            if "Обсуждение окончено" in text:
                silent += [] if spoken else ["a day"]
                spoken = False
            spoken = spoken or text.startswith("🗣")
        assert silent == [], f"seed {seed}"


@pytest.mark.parametrize("stand_ins", [7, 10])
@pytest.mark.parametrize(("language", "silent"), [("ru", "без слов"), ("uk", "без слів")])
async def test_a_turn_without_words_says_so(language: str, silent: str, stand_ins: int) -> None:
    evening = await play(Plan("fiim-2025", 3, language, stand_ins=stand_ins))
    lines = [text.splitlines() for text in evening.texts()]
    turns = [(one, more) for message in lines for one, *more in [message[-2:]] if TURN.match(one) and "Бот" in one]
    alone = [one for one, more in turns if not more]
    assert any(one.endswith(f"· {silent}") for one in alone)
    assert [one for one in alone if ":" not in one and not one.endswith(f"· {silent}")] == []
    assert [one for one, more in turns if more and silent in one] == [], "a nomination is no silence"
