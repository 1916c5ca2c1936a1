"""The form of the messages in many games tells an onlooker nothing about the cards.

The measurement is described in `tests/kits/virtual_clock/onlooker.py`. The quick part watches a few games; `make
faults` watches five hundred, and two deliberate leaks.
"""

import os
from collections.abc import Callable

import pytest

from tests.faults.fault_log import injected, saw
from tests.kits.virtual_clock.deliberate_leaks import answers_are_messages, wording_counts_the_journal
from tests.kits.virtual_clock.onlooker import Notebook, judge, watch_on_all_cores, watch_quietly
from tests.simulation.deliberate_bugs import Undo, broken

EVERY = ("fiim", "fiim-2025", "phystech", "city", "box", "party")
EVENINGS = int(os.environ.get("ONLOOKER", "5"))
MANY = 100
ALARM = 4.5
"""Standard deviations of chance; with six facts a false alarm comes about once in fifty thousand times."""


def evenings(number: int, how: Callable[[], Undo] | None = None) -> Notebook:
    seeds = range(1, number + 1)
    if number >= MANY:
        return watch_on_all_cores(seeds, EVERY, how)
    return watch_quietly(seeds, EVERY)


def alarms(notes: Notebook) -> list[str]:
    found = []
    for fact, taken in notes.items():
        verdict = judge(taken)
        saw(f"{fact}: {len(taken)} notes, {verdict.gain:.4f} bits, {verdict.beyond:.1f} deviations beyond chance")
        if verdict.beyond > ALARM:
            found.append(fact)
    return found


def test_the_form_of_an_evening_tells_nothing() -> None:
    notes = evenings(EVENINGS)
    injected("evenings watched", EVENINGS)
    assert len(notes) == 6
    moved = {note.features[0] for note in notes["who checks is gone"]}
    assert len(moved - {None}) > 1, "the words of computer players are heard"
    assert alarms(notes) == []


def test_a_second_message_to_whoever_asks_is_noticed() -> None:
    with broken(answers_are_messages):
        notes = watch_quietly(range(1, 6), ("fiim-2025",), stand_ins=0)
    assert "who checks" in alarms(notes)


@pytest.mark.skipif(EVENINGS < MANY, reason="takes many evenings; the exchange notices it in one")
def test_a_wording_that_counts_the_journal_is_noticed() -> None:
    told = alarms(evenings(EVENINGS, wording_counts_the_journal))
    assert {"who checks is gone", "who leads the black is gone"} & set(told)
