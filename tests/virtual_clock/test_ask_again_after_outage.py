"""Taps that Telegram dropped while the host was away, on the virtual clock: who is asked again and who is not."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable

import pytest
from aiogram.methods import EditMessageText, SendMessage
from sqlalchemy import select

from bot.games.ask_again_after_outage import LOST_TAPS, TAP_KEPT_MS
from bot.games.running_game import RunningGame
from bot.games.step_clock import StepClock
from bot.games.submissions import Accepted
from bot.judge import judges_chair
from bot.storage.schema import notes
from engine.commands import JUDGE, Command, Verb
from engine.events import StepName
from engine.table import Table
from tests.faults.fault_log import injected
from tests.kits.virtual_clock.table import House, Manners, VirtualTable
from tests.kits.virtual_clock.telegram import Call

LONG_MS, SHORT_MS = 200_000, 140_000
AGAIN = "могли потеряться"
REPLACED = "ниже"
UNANSWERED: dict[StepName, tuple[str, str]] = {
    StepName.DEAL: ("fiim-2025", "deal"),
    StepName.SPEECH: ("fiim-2025", "speech"),
    StepName.BALLOT: ("fiim-2025", "ballot_window"),
    StepName.NIGHT: ("fiim-2025", "night"),
    StepName.BEST_MOVE: ("fiim-2025", "best_move"),
    StepName.DISCUSSION: ("box", "discussion"),
}
"""Steps in which a player must tap, with rules that have them, and the option with their length."""
LASTS_S = 1_200
PUBLIC = frozenset({StepName.SPEECH, StepName.BALLOT, StepName.DISCUSSION})


def in_step(step: StepName) -> Callable[[Table], bool]:
    return lambda table: table.step is step


async def pass_time(table: VirtualTable, condition: Callable[[], bool]) -> None:
    for _ in range(10_000):
        if condition():
            return
        table.ask()
        assert await table.clock.step(table.clock.now() + 10 * 24 * 3_600_000), "it never came"
    raise AssertionError("it never came")


async def seated(
    step: StepName, seed: int = 3, house: House | None = None, number: int = 1, lasts_s: int = LASTS_S
) -> VirtualTable:
    """Returns a table in this step; the players who are asked there do not answer."""
    ruleset, length = UNANSWERED[step]
    table = VirtualTable(ruleset, 10, seed, house, number)
    table.house_rules = {length: str(lasts_s)}
    table.manners = Manners({each: wait for each, wait in Manners().after.items() if each is not step}, 0.9)
    if house is None:
        await table.house.open()
    await table.begin()
    await at(table, step)
    return table


async def at(table: VirtualTable, step: StepName) -> RunningGame:
    def arrived() -> bool:
        live = table.live
        assert live is not None
        assert live.table.step is not StepName.OVER
        asked = live.clock is not None and not live.clock.waits and not live.announces_vote
        asked = asked and not table.host.outbox.waiting
        return live.table.step is step and asked

    await pass_time(table, arrived)
    assert table.live is not None
    return table.live


async def away(table: VirtualTable, ms: int) -> RunningGame:
    """Stops the host for that long, and starts it again."""
    house = table.house
    await house.close()
    house.clock.set_to(house.clock.now() + ms)
    await back(table, ms)
    assert table.live is not None
    return table.live


async def back(table: VirtualTable, ms: int) -> None:
    house = table.house
    house.host = house._wired()
    injected("long outage", int(ms > TAP_KEPT_MS))
    waking = asyncio.ensure_future(house.host.recovery.recover(ms))
    while not waking.done():
        await house.clock.step(house.clock.now() + 60_000)
    await waking
    await table.found_again()


async def settled(table: VirtualTable) -> None:
    host = table.house.host
    await pass_time(table, lambda: not host.outbox.waiting and not host.background.running)


def sends(calls: Iterable[Call]) -> dict[int, list[str]]:
    """Returns what was written into each chat."""
    found: dict[int, list[str]] = {}
    for call in calls:
        if isinstance(call.method, SendMessage):
            found.setdefault(call.chat, []).append(call.method.text)
    return found


def left(table: VirtualTable) -> int:
    assert table.live is not None
    assert table.live.clock is not None
    return table.live.clock.left(table.clock.now())


def running(live: RunningGame) -> StepClock:
    assert live.clock is not None
    assert live.clock.runs_since is not None
    return live.clock


@pytest.mark.parametrize("step", UNANSWERED, ids=str)
async def test_after_a_long_outage_every_open_question_comes_again(step: StepName) -> None:
    table = await seated(step)
    live = table.live
    assert live is not None
    awaited, journal, time_left = live.awaited(), table.journal(), left(table)
    assert awaited
    before = len(table.telegram.calls)
    live = await away(table, LONG_MS)
    await settled(table)
    after = table.telegram.calls[before:]
    asked = sends(after)
    people = {live.person_on(seat) for seat in awaited}
    private = set() if step in PUBLIC else people
    assert set(asked) == private | ({table.group} if step in PUBLIC else set())
    assert all(len(texts) == 1 and AGAIN in texts[0] for texts in asked.values()), asked
    buttons = [call.method.reply_markup for call in after if isinstance(call.method, SendMessage)]
    assert all(buttons)
    assert table.journal() == journal
    assert left(table) >= time_left - 2_000
    assert running(live).step == live.table.number
    await table.close()


@pytest.mark.parametrize("step", UNANSWERED, ids=str)
async def test_the_message_that_asked_before_loses_its_keys(step: StepName) -> None:
    table = await seated(step)
    before = len(table.telegram.calls)
    await away(table, LONG_MS)
    await settled(table)
    after = table.telegram.calls[before:]
    edits = [call.method for call in after if isinstance(call.method, EditMessageText)]
    replaced = [edit for edit in edits if edit.reply_markup is None and edit.chat_id in sends(after)]
    assert len(replaced) == len(sends(after)) > 0
    if step is not StepName.DEAL:  # the card message stays as it is
        assert all(REPLACED in (edit.text or "") for edit in replaced)
    await table.close()


@pytest.mark.parametrize("step", UNANSWERED, ids=str)
async def test_after_a_short_outage_nobody_is_asked_again(step: StepName) -> None:
    table = await seated(step)
    time_left, before = left(table), len(table.telegram.calls)
    live = await away(table, SHORT_MS)
    await settled(table)
    assert sends(table.telegram.calls[before:]) == {}
    assert left(table) >= time_left - 2_000
    assert running(live)
    await table.close()


async def test_who_has_answered_is_not_asked_again_and_what_was_chosen_stays() -> None:
    table = await seated(StepName.NIGHT)
    live = table.live
    assert live is not None
    chosen = live.awaited()[:4]
    for seat in chosen:
        command = table._choose(live, seat, None)
        assert command is not None
        command = command._replace(step=live.table.number)
        assert isinstance(await table.host.submissions.submit(live.id, command, f"c{seat}", 1), Accepted)
    still, journal = live.awaited(), table.journal()
    assert 0 < len(still) < 10
    await pass_time(table, lambda: not table.host.outbox.waiting)
    before = len(table.telegram.calls)
    live = await away(table, LONG_MS)
    await settled(table)
    assert set(sends(table.telegram.calls[before:])) == {live.person_on(seat) for seat in still}
    assert table.journal() == journal
    await table.close()


async def test_the_vote_that_was_lost_can_be_cast() -> None:
    table = await seated(StepName.BALLOT)
    live = await away(table, LONG_MS)
    seat = live.awaited()[0]
    vote = Command(seat, Verb.VOTE, (live.table.candidates[live.table.window],), step=live.table.number)
    assert isinstance(await table.house.host.submissions.submit(live.id, vote, "again", 1), Accepted)
    assert live.table.votes[seat]
    await settled(table)
    await table.close()


async def test_no_time_runs_until_everybody_is_asked_again() -> None:
    """However long it takes to write to all of them."""
    table = await seated(StepName.NIGHT)
    time_left = left(table)
    table.telegram.slow_down(20_000)
    live = await away(table, LONG_MS)
    assert live.clock is not None
    await pass_time(table, lambda: bool(live.clock and live.clock.waits))
    await pass_time(table, lambda: bool(live.clock and not live.clock.waits))
    assert left(table) >= time_left - 2_000
    assert running(live)
    await table.close()


async def test_a_paused_game_asks_nobody_again() -> None:
    table = await seated(StepName.BALLOT)
    live = table.live
    assert live is not None
    await table.host.submissions.submit(live.id, Command(JUDGE, Verb.PAUSE), "pause")
    await pass_time(table, lambda: not table.host.outbox.waiting)
    before = len(table.telegram.calls)
    await away(table, LONG_MS)
    await settled(table)
    assert sends(table.telegram.calls[before:]) == {}
    await table.close()


@pytest.mark.parametrize("paused", [False, True])
async def test_the_judge_hears_that_taps_on_the_panel_may_be_lost(paused: bool) -> None:
    table = await seated(StepName.BALLOT)
    live, judge = table.live, 777
    assert live is not None
    await table.host.people.change(judge, name="Судья", language="ru", reachable=True)
    await table.host.lobbies.change_lobby(
        live.id, lambda lobby: judges_chair.take_chair(lobby, judge, "Судья", 1), ""
    )
    if paused:
        await table.host.submissions.submit(live.id, Command(JUDGE, Verb.PAUSE), "pause")
    await pass_time(table, lambda: not table.host.outbox.waiting)
    before = len(table.telegram.calls)
    await away(table, LONG_MS)
    await settled(table)
    said = sends(table.telegram.calls[before:])
    assert ["пульт" in text for text in said[judge]] == [True]
    assert set(said) == ({judge} if paused else {judge, table.group})
    await table.close()


async def test_killed_while_it_asks_it_goes_on_asking_and_asks_nobody_twice() -> None:
    """The second start is a quick one: it must not forget that the outage before it was long."""
    house = House()
    await house.open()
    tables = [await seated(StepName.DEAL, seed, house, seed) for seed in (1, 2, 3)]
    await house.close()
    before = len(house.telegram.calls)

    def asked() -> Counter[int]:
        return Counter(call.chat for call in house.telegram.calls[before:] if isinstance(call.method, SendMessage))

    house.clock.set_to(house.clock.now() + LONG_MS)
    house.host = house._wired()
    waking = asyncio.ensure_future(house.host.recovery.recover(LONG_MS))
    await pass_time(tables[0], lambda: house.host.outbox.waiting > 0)
    for task in (waking, *house.host.background.running):
        task.cancel()
    await pass_time(tables[0], lambda: not house.host.outbox.waiting)
    assert 0 < len(asked()) < 30, "it dies in the middle"
    await house.close()
    await back(tables[0], 1_000)
    await settled(tables[0])
    assert len(asked()) == 30
    assert set(asked().values()) == {1}
    assert house.store.now(select(notes).where(notes.c.key == LOST_TAPS.key)) == [], "the next start asks nobody"
    await house.close()
