"""A vote can be seen coming: it is announced with its candidates for five seconds, opens in the same message, says
what silence means, and closes when all have voted."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from aiogram.methods import EditMessageText

from bot.telegram.buttons.callback_data import MoveTap
from engine import events as ev
from engine.commands import CLOCK, JUDGE, NO, YES, Command, Verb
from engine.events import StepName
from engine.options import Lynch
from tests.kits.virtual_clock.evenings import GROUP as EVENING_GROUP
from tests.kits.virtual_clock.evenings import LANGUAGES, RULESETS, SPEEDS, Evening, Plan, play
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.standing_messages import Standing
from tests.kits.virtual_clock.wordings import WORDINGS, Wording
from tests.virtual_clock.test_keys import answers, newest
from tests.virtual_clock.test_offences import GROUP, Room, room

SOON = "⏳ Голосование через 5 с"
ANNOUNCED_MS = 5_000
LATE_MS = 1_500
"""How much later a message may come: calls take time, and clocks count whole seconds."""
TO_THE_LAST = "голос пойдёт против последней кандидатуры: № 6 "
LOST = "ваш голос не считается"
VOTES = (StepName.BALLOT, StepName.TIE_BALLOT, StepName.LIFT_BALLOT)


@dataclass(frozen=True)
class Style:
    """A way to vote: on seats 5 and 6, in this order."""

    ruleset: str
    silence: str
    seconds: int
    """The length of a window."""
    windows: int = 1
    options: Mapping[str, str] = field(default_factory=dict)


STYLES = {
    "fiim": Style("fiim", TO_THE_LAST, 20),
    "fiim-2025": Style("fiim-2025", TO_THE_LAST, 20),
    "phystech": Style("phystech", TO_THE_LAST, 20),
    "city": Style("city", LOST, 30, 2),
    "box": Style("box", LOST, 60),
    "all at once": Style("fiim", TO_THE_LAST, 40, options={"ballot_style": "simultaneous"}),
    "not counted": Style("fiim-2025", LOST, 20, 2, {"unvoted": "not-counted"}),
    "city to the last": Style("city", TO_THE_LAST, 30, options={"unvoted": "last-candidate"}),
    "one by one": Style("box", "это не «да»", 30, 2, {"lynch": "one-by-one"}),
}
every_style = pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)


async def passes(at: Room, seconds: float) -> None:
    await at.house.clock.on_to(at.house.clock.now() + round(seconds * 1000))


async def to_the_vote(at: Room, *seats: int) -> Standing:
    """Has these seats nominated; returns the message of the ballot that follows."""
    targets = list(seats)
    while at.live.table.step is not StepName.BALLOT:
        for seat in (1, 2) if at.live.table.step is StepName.DISCUSSION else (at.live.table.speaker,):
            if targets:
                await at.do(Command(seat, Verb.NOMINATE, (targets.pop(0),)))
        await at.do(Command(CLOCK, Verb.EXPIRE))
    return vote(at)


def vote(at: Room) -> Standing:
    return newest(at, GROUP, "🗳")


def keys(message: Standing) -> list[MoveTap]:
    data = [key.callback_data or "" for row in message.keys for key in row]
    taps = [MoveTap.unpack(each) for each in data if each.startswith(MoveTap.__prefix__)]
    return [tap for tap in taps if tap.verb is Verb.VOTE]


def edited(at: Room, message: Standing) -> list[int]:
    """Returns when the message was edited."""
    calls = [call for call in at.house.telegram.calls if isinstance(call.method, EditMessageText)]
    return [call.at for call in calls if call.chat == GROUP and call.method.message_id == message.id]  # type: ignore[attr-defined]


async def votes(at: Room, seat: int, against: int) -> None:
    """Votes by the key that the message has now."""
    people, message = People(at.house), vote(at)
    tap = next(tap for tap in keys(message) if tap.named == (against,) or tap.value == YES)
    await people.bring(people.tap(at.live.person_on(seat), tap.pack(), message.id, GROUP))
    assert "Принято" in str(answers(at)[-1].text)


async def submit(at: Room, *commands: Command) -> None:
    for command in commands:
        await at.house.host.submissions.submit(at.live.id, command, f"{command}:{at.live.version}")


async def tied(at: Room, step: StepName) -> Standing:
    """Lets half of the table vote against each of two candidates until they are tied and this step begins. Time
    passes as in a game, so that no message has to wait for the limits of a group."""
    await to_the_vote(at, 5, 6)
    half = len(at.live.table.alive) // 2
    while at.live.table.step is not step:
        number = at.live.table.number
        if at.live.table.step in (StepName.BALLOT, StepName.TIE_BALLOT):
            await submit(at, *(Command(seat, Verb.VOTE, (5,)) for seat in at.live.table.alive[:half]))
            if not at.live.table.rules.steps[StepName.BALLOT].reads.isdisjoint({"lynch"}):
                await submit(at, *(Command(seat, Verb.VOTE, (6,)) for seat in at.live.table.alive[half:]))
        for seat in at.live.table.alive:
            await at.house.host.absence.heard(at.live, seat)
        while at.live.table.number == number:
            assert await at.house.clock.step(at.house.clock.now() + 60_000)
    await passes(at, 1)
    return vote(at)


# --- the announcement -------------------------------------------------------------------------------------------


@every_style
async def test_a_vote_is_announced_with_its_candidates_and_opens_in_the_same_message(style: Style) -> None:
    async with room(ruleset=style.ruleset, options=style.options) as at:
        announced = await to_the_vote(at, 5, 6)
        number, names = at.live.table.number, at.live.lobby.names
        lines = announced.text.splitlines()
        assert f"№ 5 {names[4]}, № 6 {names[5]}" in announced.text
        assert style.silence in lines[-2]
        assert lines[-1] == SOON
        assert announced.keys == []
        await passes(at, 6)
        opened = vote(at)
        assert opened.id == announced.id
        assert keys(opened)
        assert style.silence in opened.text
        assert "tg-time" in opened.text
        assert "Голосование через" not in opened.text
        (edit,) = edited(at, opened)
        assert ANNOUNCED_MS <= edit - opened.sent_at < ANNOUNCED_MS + LATE_MS
        assert at.live.table.number == number, "it is the same step"
        assert at.live.clock is not None
        assert at.live.clock.left_ms == style.seconds * 1000


@every_style
async def test_only_the_first_window_is_announced(style: Style) -> None:
    async with room(ruleset=style.ruleset, options=style.options) as at:
        await to_the_vote(at, 5, 6)
        await passes(at, 6)
        for _ in range(1, style.windows):
            number = at.live.table.number
            await passes(at, style.seconds + 1)
            assert at.live.table.number == number + 1
            assert keys(vote(at))
            assert style.silence in vote(at).text
            assert at.live.clock is not None
            assert at.live.clock.left_ms == style.seconds * 1000
        assert sum(SOON in str(getattr(call.method, "text", "")) for call in at.house.telegram.calls) == 1
        await passes(at, style.seconds + 1)
        assert at.live.table.step is not StepName.BALLOT


@pytest.mark.parametrize(
    ("ruleset", "options", "step"),
    [
        ("fiim", {}, StepName.TIE_BALLOT),
        ("fiim", {}, StepName.LIFT_BALLOT),
        ("city", {"unvoted": "last-candidate"}, StepName.LIFT_BALLOT),
        ("box", {"tie": "revote"}, StepName.TIE_BALLOT),
    ],
)
async def test_every_further_vote_of_a_day_is_announced_too(
    ruleset: str, options: Mapping[str, str], step: StepName
) -> None:
    async with room(ruleset=ruleset, options=options) as at:
        announced = await tied(at, step)
        assert announced.text.endswith(SOON)
        assert announced.keys == []
        assert at.live.lobby.names[4] in announced.text
        await passes(at, 6)
        assert vote(at).id == announced.id
        assert keys(vote(at))
        silence = {"fiim": TO_THE_LAST, "city": TO_THE_LAST, "box": LOST}[ruleset]
        assert ("это «нет»" if step is StepName.LIFT_BALLOT else silence) in vote(at).text


async def test_a_vote_by_the_new_keys_counts() -> None:
    async with room() as at:
        await to_the_vote(at, 5, 6)
        await passes(at, 6)
        await votes(at, 3, 5)
        assert at.live.table.votes[3] == 5


# --- what may come between --------------------------------------------------------------------------------------


async def test_a_pause_keeps_what_is_left_of_the_announcement() -> None:
    async with room(judged=True) as at:
        announced = await to_the_vote(at, 5, 6)
        await submit(at, Command(JUDGE, Verb.PAUSE))
        await passes(at, 60)
        assert keys(vote(at)) == []
        await submit(at, Command(JUDGE, Verb.RESUME))
        resumed = at.house.clock.now()
        await passes(at, 5)
        assert keys(vote(at))
        assert edited(at, announced)[-1] - resumed < ANNOUNCED_MS - 1_000


async def test_a_restart_in_the_announcement_loses_neither_it_nor_the_vote() -> None:
    async with room() as at:
        announced = await to_the_vote(at, 5, 6)
        await at.house.restart()
        found = await at.house.host.games.find(at.live.id)
        assert found is not None
        at.live = found
        assert at.live.announces_vote
        await passes(at, 6)
        assert vote(at).id == announced.id
        assert keys(vote(at))
        assert at.live.clock is not None
        assert at.live.clock.left_ms == 20_000
        await passes(at, 20)
        assert at.live.table.step is not StepName.BALLOT


async def test_after_a_time_out_the_vote_has_its_whole_time_and_its_keys() -> None:
    async with room(ruleset="phystech") as at:
        await to_the_vote(at, 5, 6)
        await submit(at, Command(3, Verb.TIME_OUT))
        await passes(at, 130)
        assert at.live.table.step is StepName.BALLOT
        assert keys(vote(at))
        assert at.live.clock is not None
        assert at.live.clock.left_ms >= 20_000


async def test_a_judge_who_takes_the_end_of_a_speech_back_gives_its_whole_time_again() -> None:
    async with room(ruleset="city", judged=True) as at:
        await at.do(Command(at.live.table.speaker, Verb.NOMINATE, (5,)))
        while at.live.table.speaker != 10:
            await at.do(Command(CLOCK, Verb.EXPIRE))
        await at.do(Command(at.live.table.speaker, Verb.NOMINATE, (6,)))
        await submit(at, Command(JUDGE, Verb.DISQUALIFY, (10,)))
        assert at.live.announces_vote
        await at.do(Command(JUDGE, Verb.UNDO))
        assert at.live.table.step is StepName.SPEECH
        assert not at.live.announces_vote
        assert at.live.clock is not None
        assert at.live.clock.left_ms == 60_000


async def test_a_candidate_who_leaves_in_the_announcement_is_not_voted_on() -> None:
    async with room(ruleset="city", judged=True) as at:
        await to_the_vote(at, 5, 6)
        await submit(at, Command(JUDGE, Verb.DISQUALIFY, (5,)))
        await passes(at, 6)
        assert [tap.named for tap in keys(vote(at))] == [(6,)]
        assert at.live.clock is not None
        assert at.live.clock.left_ms == 30_000


async def test_a_vote_that_the_judge_holds_is_announced_when_it_is_released() -> None:
    async with room(judged=True) as at:
        await to_the_vote(at, 5, 6)
        await submit(at, Command(JUDGE, Verb.HOLD), Command(JUDGE, Verb.REPEAT))
        await passes(at, 30)
        assert keys(vote(at)) == []
        assert "Голосование через" not in vote(at).text
        await submit(at, Command(JUDGE, Verb.NEXT))
        await passes(at, 1)
        assert vote(at).text.endswith(SOON)
        await passes(at, 6)
        assert keys(vote(at))


async def test_a_vote_over_days_is_not_announced() -> None:
    async with room(ruleset="box", options={"ballot_window": "3600"}) as at:
        message = await to_the_vote(at, 5, 6)
        assert keys(message)
        assert "Голосование через" not in message.text
        assert LOST in message.text


# --- the end ----------------------------------------------------------------------------------------------------


@every_style
async def test_a_vote_closes_when_all_have_voted(style: Style) -> None:
    async with room(ruleset=style.ruleset, options=style.options) as at:
        await to_the_vote(at, 5, 6)
        await passes(at, 6)
        table = at.live.table
        *first, last = table.alive
        one_by_one = table.rules.options.lynch is Lynch.ONE_BY_ONE
        for seat in first:
            await submit(at, _ballot_paper(seat, one_by_one=one_by_one))
        assert at.live.table.step is StepName.BALLOT
        await passes(at, 5)
        if style.ruleset == "box":  # who votes against whom is seen at the close
            assert "Подано 9 голосов" in vote(at).text
            assert not [line for line in vote(at).text.splitlines() if line.startswith("▫️")]
        await submit(at, _ballot_paper(last, one_by_one=one_by_one))
        closed = at.house.clock.now()
        assert at.live.table.step is not StepName.BALLOT
        await passes(at, 5)
        result = newest(at, GROUP, "Итог голосования")
        assert result.keys == []
        assert min(moment for moment in edited(at, result) if moment >= closed) - closed < LATE_MS


def _ballot_paper(seat: int, *, one_by_one: bool) -> Command:
    return Command(seat, Verb.VOTE, value=YES) if one_by_one else Command(seat, Verb.VOTE, (5,))


@pytest.mark.parametrize(
    ("ruleset", "step"),
    [("fiim", StepName.TIE_BALLOT), ("fiim", StepName.LIFT_BALLOT), ("box", StepName.TIE_BALLOT)],
)
async def test_a_further_vote_closes_when_all_have_voted(ruleset: str, step: StepName) -> None:
    async with room(ruleset=ruleset, options={"tie": "revote"} if ruleset == "box" else {}) as at:
        await tied(at, step)
        await passes(at, 6)
        lifts = step is StepName.LIFT_BALLOT
        *first, last = at.live.table.alive
        papers = {seat: Command(seat, Verb.VOTE, () if lifts else (5,), NO if lifts else None) for seat in first}
        await submit(at, *papers.values())
        assert at.live.table.step is step
        await submit(at, Command(last, Verb.VOTE, () if lifts else (5,), NO if lifts else None))
        assert at.live.table.step is not step


# --- whole games ------------------------------------------------------------------------------------------------

PLAYED: dict[Plan, Evening] = {}
PLANS = [
    Plan(
        ruleset,
        40 + place,
        LANGUAGES[place % 2],
        speed,
        stand_ins,
        place % 4 == 1,
        judged=True,
        restarts=place % 3 == 0,
    )
    for place, (ruleset, speed, stand_ins) in enumerate(
        (ruleset, speed, stand_ins) for ruleset in RULESETS for speed in SPEEDS for stand_ins in (0, 6)
    )
]


async def played(plan: Plan) -> Evening:
    if plan not in PLAYED:
        PLAYED[plan] = await play(plan)
    return PLAYED[plan]


@pytest.mark.parametrize("plan", PLANS, ids=str)
async def test_nobody_votes_before_the_keys_are_there(plan: Plan) -> None:
    """Neither people nor computer players; and every vote says what silence means as long as it runs."""
    evening = await played(plan)
    wording, seen = WORDINGS[plan.language], 0
    for message in evening.telegram.of(EVENING_GROUP):
        looks = [look for look in message.looks if _says(wording, look.text, "silence")]
        if not looks:
            continue
        first, opened = looks[0], [look for look in looks if any(":vote:" in key.data for key in look.keys)]
        assert not [look.text for look in opened if not _says(wording, look.text, "silence")]
        if not _says(wording, first.text, "vote soon"):
            continue
        seen += 1
        assert first.keys == ()
        if opened:
            assert opened[0].at - first.at >= ANNOUNCED_MS / plan.speed - 10
            cast = [at for at, event in evening.journal() if isinstance(event, CAST) and at >= first.at]
            assert not [at for at in cast if at < opened[0].at - LATE_MS]
    assert seen
    assert seen <= sum(isinstance(event, ev.StepBegan) and event.step in VOTES for _, event in evening.journal())


CAST = (ev.Voted, ev.VoteCast, ev.DoomVoted, ev.LiftVoted)


def _says(wording: Wording, text: str, what: str) -> bool:
    return any(wording[what].search(line) for line in text.splitlines())


async def test_computer_players_alone_announce_nothing() -> None:
    evening = await played(Plan("fiim-2025", 3, stand_ins=10))
    texts = [look.text for message in evening.telegram.of(EVENING_GROUP) for look in message.looks]
    assert [text for text in texts if _says(WORDINGS["ru"], text, "silence")]
    assert not [text for text in texts if _says(WORDINGS["ru"], text, "vote soon")]
