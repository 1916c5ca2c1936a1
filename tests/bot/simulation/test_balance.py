"""The balance of a set of cards: computed in a separate process beside the bot, and on the command line."""

import asyncio
import json
import os
import subprocess
import sys
from asyncio.subprocess import Process
from contextlib import aclosing
from dataclasses import asdict
from threading import Thread
from typing import Any

import pytest

from bot.cli import main
from bot.group_settings import balance_preview
from bot.simulation.balance import (
    MOST_GAMES,
    NICENESS,
    PRECISION,
    Balance,
    BalanceFailed,
    balance_of,
    watch_balance,
)
from bot.simulation.simulation import CHUNK, Plan, Tally, interval, simulate
from engine import RULESETS, cards_for
from engine.preset import Preset, write_preset

EASY = Plan("fiim", ("don", *("mafia",) * 4, *("civilian",) * 7), games=0, seed=1, conduct="random")
"""The blacks nearly always win: two percent precision is reached soon."""
LONG = Plan("box", cards_for(RULESETS["box"], 16), games=0, seed=1, conduct="random")
"""Takes much longer than any test waits."""


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """Records every process that is started, in order."""
    started: list[Process] = []
    create = asyncio.create_subprocess_exec

    async def noted(*words: Any, **settings: Any) -> Process:
        process = await create(*words, **settings)
        started.append(process)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    return started


async def ended(process: Process) -> bool:
    async with asyncio.timeout(10):
        await process.wait()
    return process.returncode is not None


# --- beside the bot --------------------------------------------------------------------------------------------


async def test_figures_grow_until_they_are_known_well_enough(processes: list[Process]) -> None:
    seen = [figures async for figures in watch_balance(EASY, PRECISION)]
    assert [figures.games for figures in seen] == list(range(CHUNK, CHUNK * len(seen) + 1, CHUNK))
    assert all(sum(figures.wins.values()) == figures.games for figures in seen)
    assert [figures.done for figures in seen] == [False] * (len(seen) - 1) + [True]
    assert all(figures.half_width >= PRECISION for figures in seen[:-1])
    assert seen[-1].half_width < PRECISION
    assert len(processes) == 1
    assert processes[0].returncode == 0


async def test_figures_are_those_of_the_simulation() -> None:
    last = None
    async for figures in watch_balance(EASY, PRECISION):
        last = figures
    assert last is not None
    tally = Tally()
    for number, total in enumerate(simulate(EASY, workers=1), start=1):
        tally = total
        if number * CHUNK == last.games:
            break
    assert last == balance_of(tally, PRECISION)


async def test_closing_the_watch_ends_the_process(processes: list[Process]) -> None:
    async with aclosing(watch_balance(LONG, PRECISION)) as watch:
        first = await anext(watch)
        assert not first.done
        assert processes[0].returncode is None
    assert processes[0].returncode is not None


async def test_whoever_stops_listening_ends_the_process(processes: list[Process]) -> None:
    async for figures in watch_balance(LONG, PRECISION):
        assert figures.games == CHUNK
        break
    assert await ended(processes[0])


async def test_cancelling_ends_the_process(processes: list[Process]) -> None:
    heard: asyncio.Queue[Balance] = asyncio.Queue()

    async def listen() -> None:
        async for figures in watch_balance(LONG, PRECISION):
            heard.put_nowait(figures)

    task = asyncio.create_task(listen())
    await heard.get()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await ended(processes[0])


async def test_only_one_runs_at_a_time(processes: list[Process]) -> None:
    order: list[str] = []

    async def watch(name: str, plan: Plan) -> None:
        async with aclosing(watch_balance(plan, PRECISION)) as figures:
            async for each in figures:
                running = [process for process in processes if process.returncode is None]
                assert len(running) <= 1
                order.append(name)
                if each.games >= 2 * CHUNK:
                    break

    await asyncio.gather(watch("first", LONG), watch("second", EASY))
    assert order == ["first", "first", "second", "second"]
    assert len(processes) == 2


async def test_the_loop_is_free_and_the_process_is_niced(processes: list[Process]) -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.001)
            ticks += 1

    ticking = asyncio.create_task(tick())
    async with aclosing(watch_balance(LONG, PRECISION)) as watch:
        await anext(watch)
        before = ticks
        await anext(watch)
        assert ticks > before + 10
        mine = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, processes[0].pid) == min(19, mine + NICENESS)
    ticking.cancel()


BROKEN = Plan("no-such-rules", EASY.cards, games=0, seed=1, conduct="random")


async def test_a_process_that_breaks_down_says_why(processes: list[Process]) -> None:
    with pytest.raises(BalanceFailed, match=r"^engine\.errors\.UnknownRuleSet: unknown rule set 'no-such-rules'"):
        [figures async for figures in watch_balance(BROKEN, PRECISION)]
    assert processes[0].returncode == 1


async def test_one_that_was_killed_is_a_failure_too(processes: list[Process]) -> None:
    async with aclosing(watch_balance(LONG, PRECISION)) as watch:
        await anext(watch)
        processes[0].kill()
        with pytest.raises(BalanceFailed, match="ended with code -9"):
            [figures async for figures in watch]


async def test_after_a_failure_the_next_one_runs(processes: list[Process]) -> None:
    with pytest.raises(BalanceFailed):
        [figures async for figures in watch_balance(BROKEN, PRECISION)]
    async with aclosing(watch_balance(LONG, PRECISION)) as watch:
        assert (await anext(watch)).games == CHUNK
    assert len(processes) == 2


def test_one_at_a_time_also_in_two_event_loops(processes: list[Process]) -> None:
    """One loop after the other, with somebody waiting in each, and two at once in two threads."""

    async def listen() -> None:
        async with aclosing(watch_balance(LONG, PRECISION)) as watch:
            await anext(watch)
            assert len([process for process in processes if process.returncode is None]) == 1

    async def two() -> None:
        await asyncio.gather(listen(), listen())

    asyncio.run(two())
    threads = [Thread(target=asyncio.run, args=(two(),)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(processes) == 6
    assert all(process.returncode is not None for process in processes)


def test_the_process_does_not_load_the_bot_framework() -> None:
    code = (
        "import sys; from bot.simulation.balance import main; main(sys.argv[1], sys.argv[2]);"
        "print([name for name in ('aiogram', 'aiohttp', 'pydantic', 'aiosqlite') if name in sys.modules])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code, json.dumps(asdict(EASY)), str(PRECISION)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    *figures, framework = shown.stdout.splitlines()
    assert [json.loads(line)["games"] for line in figures] == list(range(CHUNK, CHUNK * len(figures) + 1, CHUNK))
    assert framework == "[]"


def test_it_gives_up_at_last_when_the_shares_stay_uncertain() -> None:
    tally = Tally(games=MOST_GAMES, days=1, commands=1)
    tally.wins.update({"red": MOST_GAMES // 2, "black": MOST_GAMES // 2})
    assert balance_of(tally, PRECISION).done
    few = Tally(games=CHUNK, days=1, commands=1)
    few.wins.update({"red": CHUNK // 2, "black": CHUNK // 2})
    assert not balance_of(few, PRECISION).done


# --- on the command line ---------------------------------------------------------------------------------------


def summary(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["balance", *words, "--json", "--workers", "1"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def test_json_has_the_sides_with_their_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    found = summary(capsys, "--ruleset", "box", "--players", "6")
    assert found["ruleset"] == "box"
    assert found["players"] == 6
    assert set(found["wins"]) == set(found["share_95"]) == {"town", "mafia", "draw"}
    assert sum(found["wins"].values()) == found["games"]
    for side, wins in found["wins"].items():
        low, high = found["share_95"][side]
        assert 0 <= low <= wins / found["games"] <= high <= 1
        assert (low, high) == tuple(round(bound, 4) for bound in interval(wins, found["games"]))
        assert (high - low) / 2 < PRECISION
    assert found["days"] >= 1
    assert 0 < sum(found["deciders"].values()) <= found["games"]
    assert set(found["deciders"]) <= {"civilian", "detective", "mafioso"}


@pytest.fixture
def roughly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lowers the precision so that a few games are enough."""
    monkeypatch.setattr(balance_preview, "PRECISION", 0.2)


@pytest.mark.usefixtures("roughly")
def test_a_preset_brings_rules_cards_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    cards = {"mafioso": 2, "maniac": 1, "detective": 1, "civilian": 6}
    text = write_preset(Preset("box", {10: cards}, (("lynch", "one-by-one"),)))
    found = summary(capsys, "--preset", text, "--players", "10")
    assert found["ruleset"] == "box"
    assert set(found["wins"]) == {"town", "mafia", "loner", "draw"}
    assert set(found["deciders"]) <= cards.keys()


@pytest.mark.usefixtures("roughly")
def test_a_preset_without_cards_for_this_number_takes_the_usual_ones(capsys: pytest.CaptureFixture[str]) -> None:
    found = summary(capsys, "--preset", write_preset(Preset("city")), "--players", "12")
    assert (found["ruleset"], found["players"]) == ("city", 12)
    assert set(found["wins"]) == {"red", "black", "draw"}


@pytest.mark.usefixtures("roughly")
def test_without_json_the_sides_and_the_last_to_leave_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "--ruleset", "box", "--players", "7", "--workers", "1"]) == 0
    printed = capsys.readouterr().out
    for word in ("town", "mafia", "draw", "95 %", "days a game", "detective"):
        assert word in printed


def test_a_cut_preset_is_refused_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "--preset", write_preset(Preset("box"))[:-3]]) == 2
    assert capsys.readouterr().err.count("\n") == 1
