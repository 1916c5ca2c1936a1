"""Taps while no updates are fetched, over HTTP: Telegram drops them after 150 seconds of its clock, and people are
asked again."""

import asyncio
import time
from pathlib import Path

import pytest

from bot.telegram.buttons.callback_data import MoveTap
from engine.commands import Command, Verb
from engine.events import StepName
from engine.state import State
from engine.table import Table
from sandbox.client import BotAccount, Group, Person
from sandbox.world.messages import buttons_of, text_of
from tests.end_to_end.test_restart import Tables, in_step, table, three_candidates
from tests.faults.fault_log import injected
from tests.kits.end_to_end.hosted_sandbox import WORDS
from tests.kits.end_to_end.repeatable_moves import next_move

LONG_S, SHORT_S = 200, 100
AGAIN = WORDS.plain("ru", "taps-lost")
ACCEPTED = WORDS.plain("ru", "tap-accepted")
DEAF_S = 7
"""Seconds in which getUpdates fails; long enough that the time is given back."""


class Telegram:
    """The clock of Telegram."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


def first_night(state: State) -> Command | None:
    return next_move(state, "lost taps")


UNANSWERED = {StepName.BALLOT: three_candidates, StepName.NIGHT: first_night}


async def standing(played: Tables, step: StepName) -> tuple[Person, Group | BotAccount]:
    """Returns a person who is asked something in this step, and the chat."""
    await played.open(10)
    await played.deal()
    await played.go_on(in_step(step), UNANSWERED[step])
    live = await played.settle()
    person_id = live.person_on(live.awaited()[-1])
    person = next(person for person in played.people if person.id == person_id)
    return person, played.hosted.host if step is StepName.NIGHT else played.group


def moves(person: Person, chat: Group | BotAccount) -> list[tuple[int, int, int, MoveTap]]:
    """Returns the buttons that are moves, in the order of their messages."""
    return [
        (message["message_id"], row, column, MoveTap.unpack(button["callback_data"]))
        for message in person.messages(chat)
        for row, column, button in buttons_of(message)
        if button.get("callback_data", "").startswith("m:")
    ]


def final(tap: MoveTap) -> bool:
    """Returns whether the move needs no second tap."""
    return tap.verb is not Verb.SHOOT


async def tapped(person: Person, chat: Group | BotAccount) -> tuple[int, str]:
    """Taps in the newest message that has moves; returns the numbers of the message and of the tap."""
    found = [move for move in moves(person, chat) if final(move[3])]
    newest = max(message for message, *_ in found)
    message, row, column, _ = next(move for move in found if move[0] == newest)
    tap = await person.client.do(
        "tap", user_id=person.id, chat=person.key(chat), message_id=message, row=row, column=column
    )
    return message, tap["query_id"]


def asked_again(person: Person, chat: Group | BotAccount) -> list[int]:
    return [message["message_id"] for message in person.messages(chat) if AGAIN in (text_of(message) or "")]


async def awaits(played: Tables, person: Person) -> bool:
    live = await played.live()
    return live.lobby.seat_of(person.id) in live.awaited()


async def away(played: Tables, telegram: Telegram, seconds: int) -> None:
    telegram.ahead += seconds
    played.time_passes(seconds * 1000)
    await played.hosted.begin()
    await played.hosted.ready()


@pytest.mark.parametrize("step", UNANSWERED, ids=str)
async def test_what_was_tapped_in_a_long_outage_is_asked_again_and_can_be_said(
    step: StepName, tmp_path: Path
) -> None:
    telegram = Telegram()
    async with table(tmp_path, 10, now=telegram, ruleset="fiim-2025") as played:
        person, chat = await standing(played, step)
        events = len(played.stored("SELECT 1 FROM events"))
        await played.hosted.end()
        old, _ = await tapped(person, chat)
        injected("tap lost")
        await away(played, telegram, LONG_S)
        await person.until(lambda: asked_again(person, chat))
        await played.settle()
        assert len(played.stored("SELECT 1 FROM events")) == events, "the tap is gone"
        assert await awaits(played, person)
        assert len(asked_again(person, chat)) == 1
        await person.until(lambda: old not in {message for message, *_ in moves(person, chat)})

        new, query = await tapped(person, chat)
        assert new > old
        answer = await person.client.do("callback_answer", query_id=query, wait=10)
        assert answer["text"] == ACCEPTED
        # By the journal: at night some cards are asked twice, and still awaited after one answer.
        assert len(played.stored("SELECT 1 FROM events")) > events


@pytest.mark.parametrize("step", UNANSWERED, ids=str)
async def test_what_was_tapped_in_a_short_outage_counts_and_nobody_is_asked(
    step: StepName, tmp_path: Path
) -> None:
    telegram = Telegram()
    async with table(tmp_path, 10, now=telegram, ruleset="fiim-2025") as played:
        person, chat = await standing(played, step)
        said = played.seen()
        await played.hosted.end()
        await tapped(person, chat)
        await away(played, telegram, SHORT_S)
        await played.until(lambda: not played.host.outbox.waiting and not played.host.background.running)
        live = await played.live()
        await played.until(lambda: live.lobby.seat_of(person.id) not in live.awaited())
        assert played.seen() == said


async def test_no_step_ends_while_updates_cannot_be_fetched_and_what_was_tapped_then_counts(
    tmp_path: Path,
) -> None:
    async with table(tmp_path, 10, ruleset="fiim-2025") as played:
        person, chat = await standing(played, StepName.BALLOT)
        live = await played.live()
        clock = live.clock
        assert clock is not None
        number = live.table.number
        await played.hosted.stage.fault("error", method="getUpdates", times=10_000, error_code=502)
        await person.say("кто-нибудь слышит?", played.hosted.host)  # ends the poll that was under way
        reception = played.host.reception
        await played.until(lambda: reception.is_interrupted)
        live.clock = clock._replace(left_ms=played.host.clock.now() - (clock.runs_since or 0) + 1_000)
        played.host.clocks.arm(live)
        await tapped(person, chat)
        await played.until(lambda: reception.interrupted_ms > DEAF_S * 1000)
        assert _unchanged(live.table, number)
        injected("getUpdates failed", (await played.hosted.stage.counts())["refusals"]["502"])
        await played.hosted.stage.do("clear_faults")
        await played.until(lambda: live.lobby.seat_of(person.id) not in live.awaited())
        assert _unchanged(live.table, number)
        await asyncio.wait_for(_ended(played, number), 30)


def _unchanged(table: Table, number: int) -> bool:
    return table.number == number and table.step is StepName.BALLOT


async def _ended(played: Tables, number: int) -> None:
    """Its time goes on."""
    live = await played.live()
    await played.until(lambda: live.table.number != number)
