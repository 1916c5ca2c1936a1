"""What a position counts, and what a removal or the end leaves on the table."""

from engine import (
    JUDGE,
    RULESETS,
    Command,
    Position,
    Reason,
    StepName,
    Verb,
    audience,
    cards_for,
    open_game,
    perform,
    rules_for,
)
from engine.events import ShotsAppointed
from engine.roles import Side
from tests.kits.engine_kit import scene


def test_the_living_are_counted_by_side() -> None:
    cards = ("mafioso", "mafioso", "sleepwalker", "maniac", "detective", *["civilian"] * 6)
    at = scene("box", Position(2, out=(2, 11)), dealt=cards)
    assert at.state.sides() == {Side.MAFIA: 1, Side.LONER: 1, Side.TOWN: 7}
    assert at.state.living(Side.TOWN) == (3, 5, 6, 7, 8, 9, 10)
    assert at.state.team(Side.MAFIA) == (1, 3)


def test_a_game_that_ends_while_it_stands_still_stands_still_no_more() -> None:
    at = scene(position=Position(2)).judge(Verb.HOLD).judge(Verb.PAUSE).judge(Verb.TEAM_LOSS, 1)
    table = at.table
    assert table.step is StepName.OVER
    assert not table.paused
    assert not table.held
    assert (table.speaker, table.seconds, table.words, table.time_out_by) == (0, 0, (), 0)


def test_a_ballot_does_not_begin_a_new_window_when_somebody_else_is_removed() -> None:
    cards = ("don", "mafia", "mafia", "commissar", "doctor", "lover", "maniac", *["civilian"] * 3)
    at = scene("city", Position(2), dealt=cards).nominates((2, 5), (3, 6)).expire().does(1, Verb.VOTE, 6)
    number, window = at.table.number, at.table.window
    at.judge(Verb.DISQUALIFY, 9)
    assert (at.table.number, at.table.window) == (number, window), "the clock and all buttons stay as they were"
    at.judge(Verb.DISQUALIFY, 5)
    assert at.table.candidate == 6


def test_a_trial_shows_whose_hand_was_raised_against_whom() -> None:
    cards = ("mafioso", "mafioso", "sheriff", *["civilian"] * 5)
    at = scene("box", Position(2), dealt=cards).does(3, Verb.NOMINATE, 1).does(1, Verb.NOMINATE, 4).expire()
    at.does(2, Verb.VOTE, 4).does(3, Verb.VOTE, 1).does(5, Verb.VOTE, 1).expire()
    assert at.table.ballots[-1].against == ((2, 4), (3, 1), (5, 1))


def test_what_the_judge_meant_for_another_step_is_refused() -> None:
    at = scene(position=Position(2))
    number = at.table.number
    stale = perform(at.game, Command(JUDGE, Verb.FOUL, (3,), step=number - 1))
    assert stale is not None
    assert stale.reason is Reason.WRONG_STEP
    assert perform(at.game, Command(JUDGE, Verb.FOUL, (3,), step=number)) is None
    assert at.table.fouls[3] == 1


def test_what_the_don_appoints_is_for_the_blacks_alone() -> None:
    at = scene("fiim").until(StepName.MEET).does(1, Verb.APPOINT, 4, 5, 6)
    (appointed,) = (event for event in at.game.journal if isinstance(event, ShotsAppointed))
    assert audience(appointed) == (1, 2, 3)
    assert [at.state.view(seat).me.appointed for seat in (1, 2, 3, 4)] == [(4, 5, 6)] * 3 + [()]


def test_a_copy_holds_everything_that_the_original_holds() -> None:
    """Whatever is added to a class must be copied too: what was forgotten is missing from the copy."""
    ruleset = RULESETS["fiim-2025"]
    guests = tuple(f"G{number}" for number in range(10))
    state = open_game(rules_for(ruleset, {}), cards_for(ruleset, 10), guests, secret="a:b").state
    twin = state.copy()
    for one, other in ((state, twin), (state.table, twin.table), (state.views[3].me, twin.views[3].me)):
        assert [name for name in type(one).__slots__ if not hasattr(other, name)] == []
        assert one == other
    assert twin.views[3].me is not state.views[3].me
    assert twin.table.fouls is not state.table.fouls
