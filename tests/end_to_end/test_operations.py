"""Operation of a host: messages to its owner, owner's commands, old data, backups, mutes as long as the game."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import DataError, OperationalError

from bot.core.clock import SteadyClock
from bot.core.error_reports import described, trace
from bot.games.lobby import Lobby, Phase, new_secret
from bot.operations import owner_alerts
from bot.operations.backup import KEPT, Backup, prepare_folder
from bot.operations.cleanup import DAY_MS, RECEIPTS_KEPT_MS
from bot.operations.scheduled_jobs import ScheduledJob, ScheduledJobs
from bot.storage import Database, StoreClosed, UnitOfWork
from bot.storage.schema import events, games, mutes, outbox, receipts, slots
from bot.storage.storage_errors import store_failed
from bot.telegram.outbox.rows import Kind, Rank, Row
from bot.telegram.restrictions.mute_lengths import BEYOND_STEP_MS
from engine.record import BadRecord, read_record
from sandbox.client import Person
from tests.kits.end_to_end.hosted_sandbox import WORDS, HostedSandbox, hosted_sandbox
from tests.kits.handler_calls import jobs_of

LATER = 2 * 365 * DAY_MS


@pytest.fixture
async def hosted(tmp_path: Path) -> AsyncIterator[HostedSandbox]:
    async with hosted_sandbox(tmp_path) as begun:
        await begun.ready()
        yield begun


def said(key: str, **args: Any) -> str:
    return WORDS.plain("ru", key, **args)


async def answered(hosted: HostedSandbox, person: Person, text: str) -> str:
    before = len(person.sees(hosted.host))
    await person.say(text, hosted.host)
    await person.until(lambda: len(person.sees(hosted.host)) > before + 1)
    return person.sees(hosted.host)[-1]


async def owned_by(hosted: HostedSandbox, person: Person) -> None:
    """Starts the same host again with an owner."""
    await hosted.end()
    hosted.settings = hosted.settings.model_copy(update={"owner_id": person.id})
    await hosted.begin()
    await hosted.ready()


# --- the owner --------------------------------------------------------------------------------------------------


async def test_the_owner_hears_what_broke_once_and_later_how_often(
    hosted: HostedSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner_alerts, "GAP_MS", 1500)
    anna, boris = people = await hosted.guests(2)
    await owned_by(hosted, anna)
    group = await hosted.group(people)
    assert hosted.wired is not None

    async def broken(*_: object, **__: object) -> bool:
        raise ValueError("what somebody wrote in private")

    monkeypatch.setattr(type(hosted.wired.admins), "is_admin", broken)

    def told() -> list[str]:
        return [text for text in anna.sees(hosted.host) if "ValueError" in text]

    await boris.say("/keepaway", group)
    await anna.until(told)
    for number in range(3):
        await boris.say(f"/keepaway {number}", group)
    await anna.until(lambda: len(told()) == 2)
    first, second = told()
    assert "update: ValueError at bot/permissions.py" in first
    assert "1 ×" in first
    assert "3 ×" in second
    assert "private" not in first + second
    assert not any("ValueError" in text for text in boris.sees(hosted.host))


async def test_only_the_owner_drains_and_running_tables_stay(hosted: HostedSandbox) -> None:
    anna, boris = people = await hosted.guests(2)
    await owned_by(hosted, anna)
    group = await hosted.group(people)
    other = await hosted.stage.group("Парк", people, hosted.host)
    await boris.say("/newgame", group)
    await boris.until(lambda: said("button-sit") in boris.buttons(group))

    assert await answered(hosted, boris, "/drain") == said("unknown-command")
    assert await answered(hosted, anna, "/drain") == said("owner-drained", count=1)
    await boris.say("/newgame", other)
    await boris.until(lambda: said("draining") in boris.sees(other))
    seated = await boris.tap(said("button-sit"), group)
    assert seated is not None
    assert seated.text == said("lobby-no-already-seated")

    assert await answered(hosted, boris, "/undrain") == said("unknown-command")
    assert await answered(hosted, anna, "/undrain") == said("owner-undrained")
    await boris.say("/newgame", other)
    await boris.until(lambda: said("button-sit") in boris.buttons(other))


async def test_a_blocked_group_is_not_heard_until_it_is_unblocked(hosted: HostedSandbox) -> None:
    anna, boris = people = await hosted.guests(2)
    await owned_by(hosted, anna)
    group = await hosted.group(people)
    await boris.say("/newgame", group)
    await boris.until(lambda: said("button-sit") in boris.buttons(group))

    for wish in ("/block", f"/block {group.id}", f"/unblock {group.id}"):
        assert await answered(hosted, boris, wish) == said("unknown-command")
    for nonsense in ("/block me", "/block 5", "/unblock", "/block -"):
        assert await answered(hosted, anna, nonsense) == said("owner-block-how")
    assert await answered(hosted, anna, "/block") == said("owner-blocked-none")
    number = f"-{abs(group.id)}"
    assert number in await answered(hosted, anna, f"/block {number}")
    await boris.until(lambda: said("game-stopped") in boris.sees(group))
    assert "Двор" in await answered(hosted, anna, "/block")

    await hosted.end()  # it is stored
    await hosted.begin()
    shown = len(boris.sees(group))
    await boris.say("/newgame", group)
    assert number in await answered(hosted, anna, f"/unblock {number}")
    assert len(boris.sees(group)) == shown + 1  # their own words
    await boris.say("/newgame", group)
    await boris.until(lambda: said("button-sit") in boris.buttons(group))


def test_what_may_be_said_of_an_exception() -> None:
    whisper = "what somebody wrote in private"
    with pytest.raises(BadRecord) as bad:
        read_record(whisper)
    assert described(bad.value).startswith("BadRecord at engine/record/reading.py:")
    assert "private" not in trace(bad.value)
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorname = "SQLITE_FULL"
    assert described(full) == "OperationalError SQLITE_FULL"


def test_what_is_tried_again_is_what_the_store_could_not_take() -> None:
    full = OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))
    wrong = DataError("INSERT", {}, sqlite3.DataError("too big"))
    assert store_failed(full)
    assert store_failed(StoreClosed())
    assert not store_failed(wrong)
    assert not store_failed(ValueError())


# --- chores -----------------------------------------------------------------------------------------------------


def chores_of(hosted: HostedSandbox) -> tuple[ScheduledJobs, Database]:
    assert hosted.wired is not None
    database = hosted.wired.store
    assert isinstance(database, Database)
    return jobs_of(hosted.wired, database), database


def old_game(number: int, phase: Phase) -> Lobby:
    return Lobby(
        id=f"game{number:04}",
        chat_id=-100 - number,
        thread_id=0,
        opener=5,
        ruleset="fiim-2025",
        options=(),
        role_sets=(),
        secret=new_secret(),
        starts_at=0,
        opened_at=0,
        phase=phase,
        seating=(5, 0),
    )


def stored(lobby: Lobby, changed_ms: int) -> UnitOfWork:
    work = UnitOfWork().put_game(
        game_id=lobby.id,
        chat_id=lobby.chat_id,
        thread_id=0,
        phase=lobby.phase.value,
        lobby=lobby.to_json(),
        changed_ms=changed_ms,
    )
    work.add_event(game_id=lobby.id, version=1, payload="{}", at_ms=0, author=0, receipt="")
    for chat in (lobby.chat_id, 5):
        work.put_slot(chat_id=chat, slot=f"{lobby.id}:table", message_id=1, page="table", args="{}")
    # Due in a far future, so that the host does not send it meanwhile.
    Row(int(lobby.id[4:]) + 1, 5, Kind.SEND, "text", Rank.NEWS, lobby.id, due_ms=10**15).put(work)
    return work


async def test_old_games_go_with_all_that_belongs_to_them_and_the_others_stay(hosted: HostedSandbox) -> None:
    scheduled_jobs, database = chores_of(hosted)
    now = hosted.wired.clock.now() if hosted.wired else 0
    ages = {Phase.OVER: now - LATER, Phase.CLOSED: now - LATER, Phase.PLAYING: now - LATER}
    for number, (phase, age) in enumerate(ages.items()):
        await database.commit(stored(old_game(number, phase), age))
    await database.commit(stored(old_game(3, Phase.OVER), now))

    assert await scheduled_jobs.cleanup.delete_old_games() == 2
    kept = {"game0002", "game0003"}
    assert {row.id for row in await database.rows(select(games.c.id))} == kept
    assert {row.game_id for row in await database.rows(select(events.c.game_id))} == kept
    assert {row.game_id for row in await database.rows(select(outbox.c.game_id))} == kept
    assert {row.slot for row in await database.rows(select(slots.c.slot))} == {f"{game}:table" for game in kept}
    assert await scheduled_jobs.cleanup.delete_old_games() == 0


async def test_receipts_are_kept_for_two_days(hosted: HostedSandbox) -> None:
    scheduled_jobs, database = chores_of(hosted)
    assert hosted.wired is not None
    now = hosted.wired.clock.now()
    for key, age in (("old", RECEIPTS_KEPT_MS + 1000), ("young", RECEIPTS_KEPT_MS - 60_000)):
        await database.commit(UnitOfWork().add_receipt(key=key, at_ms=now - age))
    await scheduled_jobs.cleanup.drop_old_receipts()
    assert [row.key for row in await database.rows(select(receipts.c.key))] == ["young"]


class Tomorrow(SteadyClock):
    """A clock that is a day later at each reading."""

    days = 0

    def now(self) -> int:
        return super().now() + self.days * DAY_MS


async def test_a_copy_is_whole_and_private_and_seven_are_kept(hosted: HostedSandbox, tmp_path: Path) -> None:
    _, database = chores_of(hosted)
    folder = tmp_path / "copies"
    folder.mkdir()
    clock = Tomorrow()
    backup = Backup(database, folder, clock)
    made = []
    for clock.days in range(KEPT + 2):
        await database.commit(stored(old_game(clock.days, Phase.OVER), 0))
        made.append(await backup.make())
    assert sorted(folder.iterdir()) == sorted(made[-KEPT:])
    assert made[-1].stat().st_mode & 0o777 == 0o600
    copy = sqlite3.connect(made[-1])
    assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert copy.execute("SELECT count(*) FROM games").fetchone() == (KEPT + 2,)
    copy.close()


HALVES = ("omerta-20260102-030405.part", "omerta-20260102-030405.part-journal")
NOT_OURS = ("omerta-notes.part", "film.part", "omerta-20260102-030405.db.part", "omerta-20260102-030405.db")


async def test_half_a_copy_does_not_outlive_the_next_start_or_copy(hosted: HostedSandbox, tmp_path: Path) -> None:
    """A program that is killed while it writes leaves one."""
    assert hosted.wired is not None
    folder, database = tmp_path / "copies", hosted.wired.store
    assert isinstance(database, Database)
    folder.mkdir()
    for name in (*HALVES, *NOT_OURS):
        (folder / name).touch()
    prepare_folder(folder)
    assert sorted(file.name for file in folder.iterdir()) == sorted(NOT_OURS)
    for name in HALVES:
        (folder / name).touch()
    made = await Backup(database, folder, hosted.wired.clock).make()
    assert sorted(file.name for file in folder.iterdir()) == sorted((*NOT_OURS, made.name))


async def test_one_copy_a_day_is_enough(hosted: HostedSandbox, tmp_path: Path) -> None:
    _, database = chores_of(hosted)
    clock = Tomorrow()
    backup = Backup(database, tmp_path, clock)
    assert await backup.if_due() is not None
    assert await backup.if_due() is None
    clock.days = 1
    assert await backup.if_due() is not None


async def test_mutes_are_renewed_while_the_game_lasts(hosted: HostedSandbox) -> None:
    people = await hosted.guests(6)
    group = await hosted.group(people)
    await people[0].say("/newgame", group)
    await people[0].until(lambda: said("button-sit") in people[0].buttons(group))
    for person in people[1:]:
        await person.tap(said("button-sit"), group)
    await people[0].tap(said("button-start"), group)
    await people[0].until(lambda: not all(person.chat(group)["can_write"] for person in people[1:]))
    scheduled_jobs, database = chores_of(hosted)
    assert hosted.wired is not None
    restrictions, clock = hosted.wired.muting.restrictions, hosted.wired.clock
    while restrictions.busy:
        await asyncio.sleep(0.01)
    key, mute = next(iter(restrictions.records.mutes.items()))
    restrictions.records.mutes[key] = mute._replace(until_ms=clock.now() + 60_000)
    assert restrictions.games_to_renew() == {mute.game_id}
    await scheduled_jobs.renew_mutes()
    while restrictions.busy:
        await asyncio.sleep(0.01)
    # Either the game has gone on meanwhile and it is this person's turn, or the mute lasts for a while again.
    renewed = restrictions.records.mutes.get(key)
    assert renewed is None or renewed.until_ms > clock.now() + BEYOND_STEP_MS - 60_000
    assert restrictions.games_to_renew() == set()
    stored = await database.rows(select(mutes).where(mutes.c.chat_id == key[0], mutes.c.user_id == key[1]))
    assert [row.until_ms for row in stored] == ([] if renewed is None else [renewed.until_ms])


async def test_a_chore_that_the_end_cuts_off_is_no_error(
    hosted: HostedSandbox, caplog: pytest.LogCaptureFixture
) -> None:
    scheduled_jobs, _ = chores_of(hosted)
    begun = asyncio.Event()

    async def endless() -> None:
        begun.set()
        await asyncio.Event().wait()

    scheduled_jobs._all = lambda: [ScheduledJob("endless", 3600, endless, at_once=True)]  # type: ignore[method-assign]
    scheduled_jobs.start()
    await asyncio.wait_for(begun.wait(), 30)
    await scheduled_jobs.stop()
    for _ in range(5):
        await asyncio.sleep(0)
    assert not [
        record for record in caplog.records if record.name.startswith("apscheduler") and record.levelno >= 40
    ]
