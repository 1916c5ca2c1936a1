"""A journal, or a record written from it, leads to the same game again: what random games do not come upon."""

from pathlib import Path

import pytest

from engine import JUDGE, RULESETS, Command, Game, Position, Verb, open_dealt, perform, replay, rules_for
from engine.options import KINDS
from engine.record import read_record, replay_record, write_record
from tests.kits.engine_kit import SPORT, example_cards, scene, typed

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.mafia"))


def same_again(game: Game) -> bool:
    text = write_record(game.journal)
    replayed = replay_record(read_record(text))
    return typed(replayed.journal) == typed(game.journal) and replay(game.journal) == game.state == replayed.state


def test_every_record_written_from_its_journal_is_the_same_game() -> None:
    for file in RECORDS:
        first = replay_record(read_record(file.read_text(encoding="utf-8")))
        again = replay_record(read_record(write_record(first.journal)))
        assert typed(again.journal) == typed(first.journal), file.name
        assert replay(first.journal) == first.state == again.state, file.name


@pytest.mark.parametrize("ruleset", SPORT)
def test_an_option_set_to_its_official_value_is_no_change(ruleset: str) -> None:
    for key, option in RULESETS[ruleset].options.items():
        rules = rules_for(RULESETS[ruleset], {key: KINDS[key].write(option.value)})
        game = open_dealt(rules, example_cards())
        assert rules.changed == ()
        assert same_again(game), key


def test_a_length_written_with_a_zero_in_front_is_that_length() -> None:
    game = open_dealt(rules_for(RULESETS["fiim"], {"speech": "045"}), example_cards())
    assert same_again(game)


@pytest.mark.parametrize(
    "note", ["", "S3 6.1.4", "out of turn, again", "№ 3 # twice", " spaces around ", "two\nlines"]
)
@pytest.mark.parametrize("verb", [Verb.FOUL, Verb.DISQUALIFY, Verb.TEAM_LOSS])
def test_the_reason_a_judge_gives_is_kept(verb: Verb, note: str) -> None:
    at = scene(position=Position(day=1))
    assert perform(at.game, Command(JUDGE, verb, (3,), note=note)) is None
    assert same_again(at.game)


def test_seats_out_of_a_position_are_a_set() -> None:
    game = scene(position=Position(day=3, out=(7, 5))).game
    assert same_again(game)


def test_the_opener_that_the_rules_choose_is_written_down() -> None:
    game = scene(position=Position(day=3, out=(1, 2))).game
    assert "opener 5" in write_record(game.journal).splitlines()
    assert same_again(game)


def test_equal_steps_by_the_clock_are_counted_in_one_line() -> None:
    at = scene().expire(5)
    assert "clock: expire 5" in write_record(at.game.journal).splitlines()
    assert same_again(at.game)


def test_a_journal_begins_with_the_opening() -> None:
    with pytest.raises(ValueError, match="begins with Opened, not with CardDealt"):
        replay(scene().game.journal[1:])
    with pytest.raises(ValueError, match="begins with Opened, not with CardDealt"):
        write_record(scene().game.journal[1:])
