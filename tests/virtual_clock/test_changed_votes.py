"""A vote that may be changed until the close: the answer to each tap says which vote counts."""

import pytest

from engine.commands import CLOCK, Command, Verb
from engine.events import StepName
from tests.kits.virtual_clock.intake import People
from tests.virtual_clock.test_announced_votes import passes, to_the_vote, vote
from tests.virtual_clock.test_keys import answers
from tests.virtual_clock.test_offences import GROUP, Room, room

SECRECIES = ("open", "hidden", "anonymous")
every_secrecy = pytest.mark.parametrize("secrecy", SECRECIES)


class Voters(People):
    """People who press the keys of a ballot."""

    def __init__(self, at: Room) -> None:
        super().__init__(at.house)
        self.room = at

    async def press(self, voter: int, key: str) -> str:
        """Lets a seat press a key; returns what the person is told."""
        await self.bring(self.tap(self.room.live.person_on(voter), key, vote(self.room).id, GROUP))
        await self.room.delivered()
        return str(answers(self.room)[-1].text)


def key_of(at: Room, seat: int) -> str:
    message = vote(at)
    return message.data(next(label for label in message.labels if f" {seat} " in label))


async def opened(at: Room) -> Voters:
    await to_the_vote(at, 5, 6)
    await passes(at, 6)
    return Voters(at)


def options(secrecy: str, **more: str) -> dict[str, str]:
    return {"ballot_secrecy": secrecy, "change_vote": "on", "ballot_style": "simultaneous", **more}


@every_secrecy
async def test_a_change_is_answered_with_what_counts_now(secrecy: str) -> None:
    async with room(ruleset="city", options=options(secrecy)) as at:
        voters = await opened(at)
        assert await voters.press(1, key_of(at, 5)) == "Принято."
        assert await voters.press(1, key_of(at, 6)) == "Голос изменён. Теперь: № 6."
        assert await voters.press(1, key_of(at, 6)) == "Вы так и проголосовали: № 6."
        await at.do(Command(CLOCK, Verb.EXPIRE))
        assert at.live.table.tally == ((5, 0), (6, 1))


@every_secrecy
async def test_a_change_at_the_closing_moment_is_told_that_the_old_vote_counts(secrecy: str) -> None:
    async with room(ruleset="city", options=options(secrecy)) as at:
        voters = await opened(at)
        old, new = key_of(at, 5), key_of(at, 6)
        await voters.press(1, old)
        await at.do(Command(CLOCK, Verb.EXPIRE))
        assert at.live.table.step is StepName.LAST_WORD
        assert await voters.press(1, new) == "Поздно. Засчитан прежний голос: № 5."
        assert at.live.table.tally == ((5, 1), (6, 0))
        # Who had not voted is told no vote, nor is anybody when the game has gone on.
        assert "Засчитан" not in await voters.press(2, new)
        await at.do(Command(CLOCK, Verb.EXPIRE))
        assert "Засчитан" not in await voters.press(1, new)


@every_secrecy
async def test_a_change_in_the_next_ballot_is_told_the_vote_of_the_first(secrecy: str) -> None:
    """The trial of the boxed game is repeated at once after a tie: the first vote is still known to its voter."""
    changed = {"ballot_secrecy": secrecy, "change_vote": "on", "tie": "revote"}
    async with room(ruleset="box", options=changed) as at:
        voters = await opened(at)
        old, new = key_of(at, 5), key_of(at, 6)
        await voters.press(1, old)
        await voters.press(2, new)
        await at.do(Command(CLOCK, Verb.EXPIRE))
        assert at.live.table.step is StepName.TIE_BALLOT
        assert await voters.press(1, new) == "Поздно. Засчитан прежний голос: № 5."


async def test_where_a_vote_is_final_nothing_of_this_is_said() -> None:
    async with room(ruleset="city", options={"ballot_style": "simultaneous"}) as at:
        voters = await opened(at)
        old, new = key_of(at, 5), key_of(at, 6)
        assert await voters.press(1, old) == "Принято."
        assert await voters.press(1, new) == "Ответ уже принят, изменить его нельзя."
        await at.do(Command(CLOCK, Verb.EXPIRE))
        assert "Засчитан" not in await voters.press(1, new)


@every_secrecy
async def test_the_ballot_says_who_will_see_the_votes(secrecy: str) -> None:
    async with room(ruleset="city", options=options(secrecy)) as at:
        voters = await opened(at)
        await voters.press(1, key_of(at, 5))
        await passes(at, 5)
        text = vote(at).text
        assert "Передумать можно" in text
        assert ("🙈" in text, "🤫" in text) == (secrecy == "hidden", secrecy == "anonymous")
        assert {"open": "№ 5 P", "hidden": "Подан 1 голос (1)", "anonymous": "Подан 1 голос"}[secrecy] in text
        assert ("(1)" in text) == (secrecy != "anonymous")
