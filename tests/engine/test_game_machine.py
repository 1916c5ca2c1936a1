"""Whatever anybody says at any table, in any order: what must hold all the time."""

from random import Random

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from engine import (
    CLOCK,
    JUDGE,
    SHIPPED,
    Command,
    Event,
    Game,
    Rejected,
    State,
    StepName,
    Verb,
    decide,
    evolve,
    open_dealt,
    perform,
    replay,
    rules_for,
)
from engine import events as ev
from engine.options import BallotSecrecy, Draw, Unvoted
from engine.record import read_record, replay_record, write_record
from engine.steps.votes import answers_given, votes_given
from tests.kits import engine_kit
from tests.kits.engine_kit import EXPIRE, dump, typed

DICE = st.randoms(use_true_random=True)
OUT_MAY_SAY = {StepName.LAST_WORD: {Verb.PASS, Verb.BEST_MOVE}, StepName.BEST_MOVE: {Verb.PASS, Verb.BEST_MOVE}}
"""All that is left to one who is out, and only with the floor."""


def last_day(state: State, first: int) -> int:
    """No game goes beyond this day.

    Between two departures lie at most three quiet nights, then it is a draw (S0 7.8, S3 6.5.6), and the night of a
    departure itself; with two players left the game is decided. Without the rule of draws day 50 is the last.
    """
    if state.table.rules.options.draw is Draw.OFF:
        return 50
    return first + 4 * (state.table.size - 1)


def most_steps_of_a_day(size: int) -> int:
    """Speeches, windows, and rounds of a tie: each among fewer than the one before, but for the last."""
    speeches = windows = words = size
    ties = sum(2 * tied for tied in range(2, size + 1)) + 2 * size
    morning, lift, night, best_move = 1, 1, 1, 1
    return morning + speeches + windows + ties + lift + words + night + best_move


def former(state: State) -> bytes:
    """A position but for the count of its steps: a step that begins again is a new one."""
    twin = state.copy()
    twin.table.number = 0
    return dump(twin)


class GameMachine(RuleBasedStateMachine):
    game: Game
    last_day: int

    @initialize(
        ruleset=st.sampled_from(engine_kit.EVERY),
        share=st.floats(0, 1),
        beginning=st.sampled_from(engine_kit.Beginning),
        dice=DICE,
    )
    def sit_down(self, ruleset: str, share: float, beginning: engine_kit.Beginning, dice: Random) -> None:
        sizes = SHIPPED[ruleset].sizes
        size = sizes[int(share * (len(sizes) - 1))]
        self.game = engine_kit.random_table(dice, ruleset, size, beginning)
        self.last_day = last_day(self.state, max(self.state.table.day, 1))
        self.time_outs = size * self.state.table.rules.options.time_outs

    @property
    def state(self) -> State:
        return self.game.state

    # --- what happens ------------------------------------------------------------------------------------------

    @rule(dice=DICE, count=st.integers(5, 60))
    def players_play(self, dice: Random, count: int) -> None:
        for _ in range(count):
            self.submit(engine_kit.legal_command(dice, self.state))

    @rule(dice=DICE)
    def players_play_until_the_next_night(self, dice: Random) -> None:
        night = self.state.table.night
        for _ in range(150):
            if self.state.table.step is StepName.OVER or self.state.table.night > night:
                break
            self.submit(engine_kit.legal_command(dice, self.state))

    @rule(dice=DICE)
    def those_who_are_out_try_what_others_may(self, dice: Random) -> None:
        table = self.state.table
        out = [seat for seat in range(1, table.size + 1) if seat not in table.alive]
        for _, offer in engine_kit.offers(self.state) if out else ():
            self.submit(engine_kit.choose(dice, dice.choice(out), offer))

    @rule(dice=DICE, count=st.integers(1, 10))
    def anybody_says_anything(self, dice: Random, count: int) -> None:
        for _ in range(count):
            self.submit(engine_kit.nonsense(dice, self.state))

    @rule(dice=DICE, count=st.integers(1, 3))
    def judge_speaks(self, dice: Random, count: int) -> None:
        for _ in range(count):
            self.submit(engine_kit.judge_command(dice, self.state))

    @rule(times=st.integers(1, 3))
    def time_runs(self, times: int) -> None:
        for _ in range(times):
            self.submit(EXPIRE)

    @rule(dice=DICE, behind=st.integers(1, 3))
    def tap_of_an_earlier_step_is_refused(self, dice: Random, behind: int) -> None:
        stale = engine_kit.legal_command(dice, self.state)._replace(step=self.state.table.number - behind)
        assert self.submit(stale) is not None

    @rule(dice=DICE)
    def undo_returns_to_the_former_position(self, dice: Random) -> None:
        seat, value = (dice.randint(1, self.state.table.size),), dice.choice((10, 50, -20))
        verb = dice.choice((Verb.FOUL, Verb.DISQUALIFY, Verb.TEAM_LOSS, Verb.BONUS, Verb.PENALTY))
        before, number = former(self.state), self.state.table.number
        if self.submit(Command(JUDGE, verb, seat, value)) is None:
            assert self.submit(Command(JUDGE, Verb.UNDO)) is None
            assert former(self.state) == before
            assert self.state.table.number > number

    @rule()
    def record_replays_to_the_same_journal(self) -> None:
        text = write_record(self.game.journal)
        replayed = replay_record(read_record(text))
        assert replayed.failure is None, text
        assert typed(replayed.journal) == typed(self.game.journal), text
        assert replayed.state == self.state

    @precondition(lambda self: self.state.table.step is StepName.OVER)
    @rule()
    def nobody_plays_after_the_end(self) -> None:
        assert engine_kit.offers(self.state) == []
        assert self.submit(EXPIRE) is not None

    def teardown(self) -> None:
        """Left to the clock, every game ends, and its record replays."""
        if not hasattr(self, "game"):
            return
        table = self.state.table
        if table.paused:
            self.submit(Command(JUDGE, Verb.RESUME))
        if table.holding:
            self.submit(Command(JUDGE, Verb.HOLD))
        days = self.last_day - table.day + 1
        for _ in range(2 + days * most_steps_of_a_day(table.size) + self.time_outs):
            if perform(self.game, EXPIRE) is not None:
                break
        assert table.step is StepName.OVER, f"day {table.day} of at most {self.last_day}"
        assert table.day <= self.last_day
        assert replay(self.game.journal) == self.state
        self.record_replays_to_the_same_journal()

    # --- what must hold ----------------------------------------------------------------------------------------

    def submit(self, command: Command) -> Rejected | None:
        """Give a command and look at everything that came of it."""
        twin, before, length = self.state.copy(), dump(self.state), len(self.game.journal)
        answer = decide(self.state, command)
        assert dump(self.state) == before, f"deciding {command} changed the state"

        rejected = perform(self.game, command)
        happened = self.game.journal[length:]
        if rejected is not None:
            assert answer == rejected
            assert not happened, f"{command} was refused and left events"
            assert dump(self.state) == before, f"{command} was refused and changed the state"
            assert self.state == twin
            return rejected

        assert not isinstance(answer, Rejected)
        assert happened, f"{command} was accepted and left no event"
        assert typed(answer) == typed(happened)
        self.nobody_out_acts(command, twin)
        for event in happened:
            self.votes_add_up(event, twin)
            number = twin.table.number
            evolve(twin, event)
            assert twin.table.number >= number, f"{event} turned the step number back"
        assert twin == self.state
        assert replay(self.game.journal) == self.state
        assert self.state.table.day <= self.last_day
        return None

    def nobody_out_acts(self, command: Command, before: State) -> None:
        actor, table = command.actor, before.table
        if actor in (CLOCK, JUDGE) or actor in table.alive:
            return
        assert actor == table.speaker
        assert command.verb in OUT_MAY_SAY[table.step]

    def votes_add_up(self, event: Event, before: State) -> None:
        """Just before an event: one vote each by the living, the last that was given, and a count of them all."""
        table = before.table
        options = table.rules.options
        match event:
            case ev.Voted(seat, target) | ev.VoteCast(seat, target):
                assert seat in table.alive
                assert isinstance(event, ev.Voted) == (options.ballot_secrecy is BallotSecrecy.OPEN)
                given = votes_given(before).get(seat)
                assert given is None or (options.change_vote and given != target), "a second vote in one ballot"
                assert target in table.candidates
            case ev.HandRaised(seat):
                assert options.ballot_secrecy is BallotSecrecy.HIDDEN
                assert seat not in table.hands
            case ev.VoteReceived():
                assert options.ballot_secrecy is BallotSecrecy.ANONYMOUS
                assert table.received == len(before.votes) - 1
            case ev.BallotClosed(tally, by_default, cast):
                counted = sum(count for _, count in tally)
                assert counted <= table.size
                assert not (cast and options.ballot_secrecy is BallotSecrecy.ANONYMOUS)
                if table.rules.ruleset.id in engine_kit.SPORT:
                    assert tuple(seat for seat, _ in tally) == table.candidates
                    assert counted == len(self.entitled(before, by_default))
                    assert not cast or dict(cast) == before.votes
            case ev.LiftClosed(yes, passed, cast):
                answers = answers_given(before)
                assert set(answers) <= set(table.alive)
                assert dict(cast) == (answers if options.ballot_secrecy is BallotSecrecy.HIDDEN else {})
                assert yes == sum(answers.values())
                assert passed == (yes * 2 > len(table.alive))

    def entitled(self, before: State, by_default: tuple[int, ...]) -> list[int]:
        """Whose vote a ballot counts: everybody living; with `unvoted=not-counted` those who voted.

        Where nobody was asked (a single candidate who leaves at once, S3 4.4.8) all votes are there by default.
        Of an anonymous ballot nobody learns who has not voted.
        """
        table = before.table
        options = table.rules.options
        asked = table.step in (StepName.BALLOT, StepName.TIE_BALLOT)
        cast = [seat for seat in table.alive if asked and seat in votes_given(before)]
        if asked and options.unvoted is Unvoted.NOT_COUNTED:
            assert by_default == ()
            return cast
        if asked and options.ballot_secrecy is BallotSecrecy.ANONYMOUS:
            assert by_default == ()
        else:
            assert sorted([*cast, *by_default]) == list(table.alive)
        return list(table.alive)


# Making a failing game shorter takes minutes: `HYPOTHESIS_PROFILE=deep` does it, the quick run prints it as found.
AS_FOUND = (Phase.explicit, Phase.reuse, Phase.generate)
PHASES = tuple(Phase) if settings.get_current_profile_name() == "deep" else AS_FOUND

TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(stateful_step_count=20, phases=PHASES)


@pytest.mark.parametrize("ruleset", engine_kit.EVERY)
@pytest.mark.parametrize("draw", list(Draw))
def test_a_game_left_to_the_clock_ends_in_time(ruleset: str, draw: Draw) -> None:
    size = SHIPPED[ruleset].official_size
    rules = rules_for(SHIPPED[ruleset], {"draw": draw})
    game = open_dealt(rules, engine_kit.random_cards(Random(1), ruleset, size))
    limit = last_day(game.state, first=1)
    for _ in range(2 + limit * most_steps_of_a_day(size)):
        if perform(game, EXPIRE) is not None:
            break
        assert game.table.day <= limit
    assert game.table.step is StepName.OVER
