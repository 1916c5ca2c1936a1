"""A journal as JSON: every event comes back as it was, older ones are raised, and rubbish is refused."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Event, Verb, Winner, replay
from engine import events as ev
from engine.codec import EVENTS, RAISERS, VERSIONS, Fields, decode, encode
from engine.errors import BadEvent
from engine.events import Skip, StepName, Topic, Way, Why
from engine.record import read_record, replay_record

FOLDER = Path(__file__).parents[1] / "records"

BY_HAND: tuple[Event, ...] = (
    ev.Opened("box", (("lynch", "one-by-one"), ("night", "30")), ("civilian", "mafioso"), ("Оля", "Ян"), "c0ffee"),
    ev.SecretKept("seed:salt"),
    ev.SeatsDrawn(("Ян", "Оля")),
    ev.SecretShown("seed:salt"),
    ev.JudgeVotedOut(6),
    ev.CancellationLifted(3),
    ev.StepReleased(),
    ev.FoulGiven(3, "S3 6.1.4 «шум»", by_bot=True),
    ev.PenaltyGiven(2, -40, "7.4"),
    ev.PenaltyGiven(2, -40, "7.4.4", consent=True),
    ev.BonusGiven(2, 90, consent=True),
    ev.StepBegan(StepName.NIGHT, 40, wave=3),
    ev.Told(4, Topic.CHECK, (7,), "not-leader"),
    ev.Acted(4, 2, 1, "charm", Verb.CHARM, 7),
    ev.Left((3, 4), Way.LIFTED),
    ev.GameEnded(Winner.LONER, Why.DEPARTURE),
    ev.BallotSkipped(Skip.STRUCK),
    ev.BallotClosed(((3, 2), (5, 0)), (1, 2), ((1, 3), (2, 3))),
)
"""Rare ones, and ones with every kind of value."""


@cache
def journals() -> tuple[tuple[Event, ...], ...]:
    """All games of the records."""
    files = sorted(FOLDER.glob("*.mafia"))
    return tuple(replay_record(read_record(file.read_text(encoding="utf-8"))).journal for file in files)


def everything() -> Iterator[Event]:
    yield from BY_HAND
    for journal in journals():
        yield from journal


def through_json(event: Event) -> Event:
    return decode(json.loads(json.dumps(encode(event))))


def same(one: object, other: object) -> bool:
    """Equal and of the same types, down to the last value."""
    if type(one) is not type(other) or one != other:
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return all(same(mine, theirs) for mine, theirs in zip(one, other, strict=True))
    return True


# --- there and back --------------------------------------------------------------------------------------------


def test_every_event_of_every_record_comes_back_as_it_was() -> None:
    for event in everything():
        back = through_json(event)
        assert same(event, back), f"{event!r} became {back!r}"


def test_every_kind_of_event_was_among_them() -> None:
    missing = set(get_args(Event)) - {type(event) for event in everything()}
    assert not missing, f"no sample of {sorted(kind.__name__ for kind in missing)}"


def test_a_journal_read_from_json_is_the_same_game() -> None:
    finished = [journal for journal in journals() if isinstance(journal[-1], ev.CardsShown | ev.SecretShown)]
    assert len(finished) > 20
    for journal in finished:
        assert replay(map(through_json, journal)) == replay(journal)


def test_every_event_says_what_it_is_and_its_version() -> None:
    assert encode(ev.Voted(3, 5)) == {"event": "Voted", "v": 1, "seat": 3, "target": 5}
    assert set(EVENTS) == set(VERSIONS) == {kind.__name__ for kind in get_args(Event)}
    assert all({"event", "v"}.isdisjoint(kind._fields) for kind in EVENTS.values())


def test_every_event_is_frozen_and_of_its_own_kind() -> None:
    """As bare tuples `Passed(3)` and `CardSeen(3)` are equal: their names keep them apart."""
    for kind in (ev.Passed, ev.CardSeen, ev.HandRaised):
        assert type(through_json(kind(3))) is kind


# --- versions --------------------------------------------------------------------------------------------------


def test_an_older_version_is_raised_step_by_step() -> None:
    """As if a vote had been written `by`/`against`, then `seat`/`against`, and now `seat`/`target`."""

    def second(fields: Fields) -> Fields:
        return {"seat": fields["by"], "against": fields["against"]}

    def third(fields: Fields) -> Fields:
        return {"seat": fields["seat"], "target": fields["against"]}

    versions = {**VERSIONS, "Voted": 3}
    raisers = {("Voted", 1): second, ("Voted", 2): third}
    for old in (
        {"event": "Voted", "v": 1, "by": 3, "against": 5},
        {"event": "Voted", "v": 2, "seat": 3, "against": 5},
        {"event": "Voted", "v": 3, "seat": 3, "target": 5},
    ):
        assert same(decode(old, versions, raisers), ev.Voted(3, 5))


def test_every_older_version_has_a_raiser() -> None:
    assert set(RAISERS) == {(name, old) for name, newest in VERSIONS.items() for old in range(1, newest)}


def test_what_is_raised_is_left_as_it_was() -> None:
    old: dict[str, Any] = {"event": "Voted", "v": 1, "seat": 3, "target": 5}
    decode(
        old, {**VERSIONS, "Voted": 2}, {("Voted", 1): lambda fields: {"seat": 1, "target": fields.pop("target")}}
    )
    assert old == {"event": "Voted", "v": 1, "seat": 3, "target": 5}


# --- what cannot be read ---------------------------------------------------------------------------------------

GOOD = {"event": "Voted", "v": 1, "seat": 3, "target": 5}

RUBBISH: dict[str, Mapping[str, Any]] = {
    "a newer version": {**GOOD, "v": 2},
    "a far newer version": {**GOOD, "v": 10**9},
    "version 0": {**GOOD, "v": 0},
    "a version below 0": {**GOOD, "v": -1},
    "a version in words": {**GOOD, "v": "1"},
    "a version that is true": {**GOOD, "v": True},
    "half a version": {**GOOD, "v": 1.0},
    "no version": {"event": "Voted", "seat": 3, "target": 5},
    "no name": {"v": 1, "seat": 3, "target": 5},
    "nothing": {},
    "an unknown event": {**GOOD, "event": "Danced"},
    "the name of something else in the module": {**GOOD, "event": "StepName"},
    "a name that is a list": {**GOOD, "event": ["Voted"]},
    "a name that is nothing": {**GOOD, "event": None},
    "a field missing": {"event": "Voted", "v": 1, "seat": 3},
    "a field too many": {**GOOD, "colour": "red"},
    "an unknown step": {"event": "StepBegan", "v": 1, "step": "dance", "seconds": 60},
    "an unknown winner": {"event": "GameEnded", "v": 1, "winner": "nobody", "why": "departure"},
    "an unknown verb": {**encode(ev.Acted(1, 1, 1, "shot", Verb.SHOOT, 5)), "verb": "dance"},
    "a step that is a list": {"event": "StepBegan", "v": 1, "step": ["night"], "seconds": 60},
}

WRONG_VALUES: dict[str, Mapping[str, Any]] = {
    "a seat in words": {**GOOD, "seat": "three"},
    "a seat that is nothing": {**GOOD, "seat": None},
    "a seat that is half": {**GOOD, "seat": 3.5},
    "one victim where there are several": {"event": "NightClosed", "v": 1, "night": 1, "victims": 5},
    "a role that is a number": {"event": "CardDealt", "v": 1, "seat": 3, "role": 5},
    "victims in words": {"event": "NightClosed", "v": 1, "night": 1, "victims": ["five"]},
    "a pair of three": {**encode(ev.BallotClosed(((5, 2),))), "tally": [[5, 2, 1]]},
    "a pair of one": {**encode(ev.BallotClosed(((5, 2),))), "tally": [[5]]},
    "a switch that is a number": {"event": "HoldSet", "v": 1, "on": 7},
}


@pytest.mark.parametrize("what", RUBBISH)
def test_rubbish_is_refused(what: str) -> None:
    with pytest.raises(BadEvent) as refused:
        decode(RUBBISH[what])
    assert str(refused.value)


@pytest.mark.parametrize("what", WRONG_VALUES)
def test_a_value_of_another_type_is_refused(what: str) -> None:
    """Found when the journal is read, not in the middle of the game that it leads to."""
    with pytest.raises(BadEvent):
        decode(WRONG_VALUES[what])


def test_the_good_one_beside_the_rubbish_is_read() -> None:
    assert same(decode(GOOD), ev.Voted(3, 5))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=5) | st.sampled_from(sorted(EVENTS)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(
    name=st.sampled_from(sorted(EVENTS)) | JSON,
    version=st.just(1) | JSON,
    fields=st.dictionaries(
        st.sampled_from(("seat", "target", "step", "seats", "why", "winner", "day", "x")), JSON
    ),
)
def test_any_json_is_an_event_or_refused(name: object, version: object, fields: dict[str, object]) -> None:
    try:
        event = decode({"event": name, "v": version, **fields})
    except BadEvent:
        return
    assert same(through_json(event), event)
