"""A player who is out for good sees all cards, and is muted in the group until the end."""

import pytest

from bot.games.write_permissions import may_write
from engine.commands import JUDGE, Command, Verb
from tests.virtual_clock.test_offences import GROUP, Room, room

SEAT = 5


def sees_all_cards(at: Room, person: int) -> bool:
    return any("Вот все карты" in text for text in at.told(person))


async def test_whom_the_judge_can_still_bring_back_is_shown_no_cards() -> None:
    async with room(judged=True, afterlife=True) as at:
        person = at.live.person_on(SEAT)
        await at.do(Command(JUDGE, Verb.DISQUALIFY, (SEAT,)))
        assert SEAT not in at.live.table.alive
        assert not sees_all_cards(at, person)
        await at.do(Command(JUDGE, Verb.UNDO))
        assert SEAT in at.live.table.alive
        await at.do(Command(at.live.table.speaker, Verb.PASS))
        assert not sees_all_cards(at, person), "back at the table"
        await at.do(Command(JUDGE, Verb.DISQUALIFY, (SEAT,)))
        await at.do(Command(at.live.table.speaker, Verb.PASS))
        assert sees_all_cards(at, person), "now nothing brings this player back"


async def test_in_a_pause_the_living_talk_and_those_who_are_out_do_not() -> None:
    async with room() as at:
        await at.do(Command(JUDGE, Verb.DISQUALIFY, (SEAT,)))
        await at.do(Command(JUDGE, Verb.PAUSE))
        assert may_write(at.live.table) == frozenset(at.live.table.alive)
        await at.writes(at.live.person_on(SEAT))
        assert at.deleted
        await at.writes(at.live.person_on(SEAT + 1))
        assert not at.deleted


@pytest.mark.parametrize("voice", [False, True])
async def test_what_a_group_chooses_in_mid_game_holds_from_the_next(*, voice: bool) -> None:
    async with room("foul", voice=voice) as at:
        await at.house.host.groups.change(GROUP, voice=not voice, afterlife=True)
        await at.writes(at.live.person_on(SEAT))
        assert at.deleted is not voice
        person = at.live.person_on(SEAT)
        await at.do(Command(JUDGE, Verb.DISQUALIFY, (SEAT,)))
        await at.do(Command(at.live.table.speaker, Verb.PASS))
        assert not sees_all_cards(at, person)
