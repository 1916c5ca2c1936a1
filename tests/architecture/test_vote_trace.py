"""A vote passes few modules before its tap is answered; what else follows from it comes after the answer."""

import asyncio

import pytest

from tests.architecture.vote_trace import PURE, Trace, switches, traced

MOST_MODULES, MOST_OF_THE_SHELL = 26, 18
MOST_SWITCHES, MOST_SWITCHES_OF_THE_SHELL = 72, 55
"""Between modules, on the way from the update to the answer."""
AFTER_THE_ANSWER = {
    "bot.telegram.outbox.outbox",
    "bot.games.event_followers",
    "bot.games.muting",
    "bot.games.absence",
    "bot.operations.metrics",
}


@pytest.fixture(scope="module")
def trace() -> Trace:
    return asyncio.run(traced())


def shell(modules: list[str]) -> list[str]:
    return [module for module in modules if module.partition(".")[0] != PURE]


def test_a_vote_passes_few_modules_before_the_answer(trace: Trace) -> None:
    passed = trace.modules[: trace.at("answer")]
    assert len(set(passed)) <= MOST_MODULES, sorted(set(passed))
    assert len(set(shell(passed))) <= MOST_OF_THE_SHELL, sorted(set(shell(passed)))
    assert switches(passed) <= MOST_SWITCHES
    assert switches(shell(passed)) <= MOST_SWITCHES_OF_THE_SHELL


def test_the_tap_is_answered_before_messages_are_sent_and_followers_are_told(trace: Trace) -> None:
    answered = trace.at("answer")
    before, after = set(trace.modules[:answered]), set(trace.modules[answered:])
    assert not before & AFTER_THE_ANSWER
    assert after >= AFTER_THE_ANSWER, "they are told all the same"
