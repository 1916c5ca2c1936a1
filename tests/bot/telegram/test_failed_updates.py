"""No update blocks the queue: one that cannot be handled is tried three times and set aside, across restarts
too."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiogram.types import Update
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from bot.operations.cleanup import FAILED_UPDATES_KEPT_MS, drop_old_failed_updates
from bot.operations.metrics import Metrics
from bot.storage.schema import failed_updates
from bot.telegram.updates.failed_updates import EARLY_MS, MOST_TRIES, FailedUpdates
from bot.telegram.updates.intake import Intake
from tests.faults.fault_log import injected
from tests.fuzz.checked_host import CheckedHost
from tests.fuzz.messenger import Sight
from tests.fuzz.update_shapes import Shapes
from tests.kits.storage_kit import note, opened

ANNA, BORIS = 11, 21
PRIVATE_WORDS = "у меня спрятано 4711"

Handle = Callable[[Update], Awaitable[None]]


class Reception:
    """The real intake on a real store; the test defines what handling an update does."""

    def __init__(self, checked: CheckedHost) -> None:
        self.checked = checked
        self.shapes = Shapes()
        self.troubles: list[str] = []
        self.told: list[Sight] = []
        self.metrics = Metrics()
        self.handled: list[int] = []
        self.handle: Handle = self.fine
        checked.messenger.look = self.told.append
        self.start()

    def start(self) -> None:
        """Starts anew as after a restart: only what is stored is known."""
        failed = FailedUpdates(self.checked.store, self.checked.clock)
        self.intake = Intake(
            self.checked.host.replies,
            self.checked.host.answer_limits,
            self.checked.host.transport,
            self._handle,
            self.metrics,
            self._on_trouble,
            failed,
            self.checked.clock,
        )

    def _on_trouble(self, place: str, _: BaseException) -> None:
        self.troubles.append(place)

    async def _handle(self, update: Update) -> None:
        self.handled.append(update.update_id)
        await self.handle(update)

    async def fine(self, _: Update) -> None:
        pass

    def tap(self, who: int = ANNA) -> Update:
        return self._update(self.shapes.tap("tap", who, None, who, f"c:{PRIVATE_WORDS}").body)

    def words(self, who: int = ANNA) -> Update:
        return self._update(self.shapes.words("message", who, who, text=PRIVATE_WORDS).body)

    def _update(self, body: dict[str, Any]) -> Update:
        update = Update.model_validate(body, context={"bot": self.checked.bot})
        if update.callback_query is not None:
            self.checked.messenger.tapped[update.callback_query.id] = update.callback_query.from_user.id
        return update

    async def later(self) -> None:
        """Goes on until the start phase of the run is over and its stored marks are deleted."""
        for pause in (EARLY_MS, 0):
            assert await self.take(self.words())
            await self.checked.pass_time(pause)
        self.handled.clear()

    async def stored(self) -> list[Any]:
        return [*await self.checked.store.rows(select(failed_updates).order_by(failed_updates.c.update_id))]

    async def take(self, update: Update) -> bool:
        async with asyncio.timeout(30):
            return await self.intake.take(update)

    async def take_and_die(self, *updates: Update) -> None:
        """Takes all of them at once; the program ends while the waiting ones are being handled."""
        tasks = [asyncio.create_task(self.intake.take(update)) for update in updates]
        await asyncio.wait(tasks, timeout=1)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    def outcome(self, update: Update, outcome: str) -> float:
        kind = "callback_query" if update.callback_query else "message"
        found = self.metrics.registry.get_sample_value("omerta_updates_total", {"kind": kind, "outcome": outcome})
        return found or 0


@asynccontextmanager
async def reception(url: str) -> AsyncIterator[Reception]:
    async with opened(url) as database:
        checked = CheckedHost(1, database)
        await checked.open()
        yield Reception(checked)
        await checked.close()


async def raising(_: Update) -> None:
    raise KeyError(PRIVATE_WORDS)


async def test_what_always_fails_is_tried_three_times_and_put_aside(url: str) -> None:
    async with reception(url) as settings_editor:
        settings_editor.handle = raising
        tap, words = settings_editor.tap(), settings_editor.words()
        assert await settings_editor.take(tap)
        assert await settings_editor.take(words)
        injected("update that always fails", 2)
        assert settings_editor.handled == [tap.update_id] * MOST_TRIES + [words.update_id] * MOST_TRIES
        rows = await settings_editor.stored()
        assert [(row.update_id, row.kind, row.chat_id, row.tries, row.aside) for row in rows] == [
            (tap.update_id, "callback_query", ANNA, MOST_TRIES, True),
            (words.update_id, "message", ANNA, MOST_TRIES, True),
        ]
        assert rows[0].why.startswith("KeyError at ")
        assert "4711" not in str(rows)
        assert settings_editor.troubles.count("put-aside") == 2
        assert settings_editor.outcome(tap, "put-aside") == settings_editor.outcome(words, "put-aside") == 1
        await settings_editor.checked.pass_time(5_000)
        assert [sight.toast for sight in settings_editor.told if "не получилось обработать" in sight.text] == [
            True,
            False,
        ]
        settings_editor.handle = settings_editor.fine
        assert await settings_editor.take(settings_editor.tap(BORIS))
        assert settings_editor.outcome(tap, "handled") == 1


async def test_what_fails_once_is_handled(url: str) -> None:
    async with reception(url) as settings_editor:
        tap = settings_editor.tap()

        async def fails_once(update: Update) -> None:
            if len(settings_editor.handled) == 1:
                await raising(update)

        settings_editor.handle = fails_once
        assert await settings_editor.take(tap)
        assert settings_editor.handled == [tap.update_id] * 2
        assert settings_editor.outcome(tap, "handled") == 1
        assert not any(row.aside for row in await settings_editor.stored())


async def cut_off(_: Update) -> None:
    raise DBAPIError("x", None, ConnectionResetError("connection was closed in the middle of operation"))


async def test_an_outage_counts_as_no_try_however_long_it_lasts(url: str) -> None:
    async with reception(url) as settings_editor:
        await settings_editor.later()
        settings_editor.handle = cut_off
        tap = settings_editor.tap()
        assert [await settings_editor.take(tap) for _ in range(20)] == [False] * 20
        settings_editor.handle = settings_editor.fine
        assert await settings_editor.take(tap)
        assert await settings_editor.stored() == []
        assert settings_editor.outcome(tap, "put-aside") == 0


async def test_what_meets_an_outage_that_others_do_not_is_to_blame(url: str) -> None:
    async with reception(url) as settings_editor:
        await settings_editor.later()
        settings_editor.handle = cut_off
        tap, taken = settings_editor.tap(), []
        for number in range(10):
            taken.append(await settings_editor.take(tap))
            await settings_editor.checked.store.commit(note(f"somebody else's {number}", "1"))
            if taken[-1]:
                break
        assert taken == [False] * MOST_TRIES + [True]
        assert [row.aside for row in await settings_editor.stored()] == [True]


async def test_what_holds_bad_values_is_answered_at_once_and_never_again(url: str) -> None:
    async with reception(url) as settings_editor:
        await settings_editor.later()

        async def asks_the_store(_: Update) -> None:
            await settings_editor.checked.store.rows(
                select(failed_updates).where(failed_updates.c.update_id == 10**30)
            )

        settings_editor.handle = asks_the_store
        tap = settings_editor.tap()
        assert await settings_editor.take(tap)
        assert len(settings_editor.handled) == 1
        assert [sight.text for sight in settings_editor.told if sight.toast] == ["Этот ход уже завершён."]
        assert settings_editor.troubles == []
        assert await settings_editor.stored() == []


async def test_what_ends_the_program_at_each_start_is_put_aside_and_nobody_with_it(url: str) -> None:
    async with reception(url) as settings_editor:
        guilty, neighbour = settings_editor.tap(), settings_editor.tap(BORIS)

        async def ends_the_program(update: Update) -> None:
            if update is guilty or len(settings_editor.handled) <= 2:  # at the first start both are being handled
                await asyncio.Event().wait()

        settings_editor.handle = ends_the_program
        for start in range(1, MOST_TRIES + 1):
            settings_editor.start()
            await settings_editor.take_and_die(neighbour, guilty)
            injected("program ended by an update")
            tries = {row.update_id: row.tries for row in await settings_editor.stored() if not row.aside}
            assert tries[guilty.update_id] == start
        settings_editor.start()
        before = settings_editor.handled.count(guilty.update_id)
        assert await settings_editor.take(guilty)
        assert await settings_editor.take(neighbour)
        assert settings_editor.outcome(neighbour, "handled") >= 1
        assert settings_editor.handled.count(guilty.update_id) == before
        asides = [(row.update_id, row.why.split()[0]) for row in await settings_editor.stored() if row.aside]
        assert asides == [(guilty.update_id, "NeverFinished")]


async def test_later_in_a_run_the_way_of_a_tap_costs_no_commit(url: str) -> None:
    async with reception(url) as settings_editor:
        early = settings_editor.checked.store.commits
        assert await settings_editor.take(settings_editor.tap())
        assert settings_editor.checked.store.commits > early
        await settings_editor.later()
        assert await settings_editor.stored() == []
        late = settings_editor.checked.store.commits
        for _ in range(5):
            assert await settings_editor.take(settings_editor.tap())
        assert settings_editor.checked.store.commits == late


async def test_what_was_put_aside_is_forgotten_after_a_month(url: str) -> None:
    async with reception(url) as settings_editor:
        settings_editor.handle = raising
        assert await settings_editor.take(settings_editor.tap())
        await drop_old_failed_updates(settings_editor.checked.store, settings_editor.checked.clock)
        assert len(await settings_editor.stored()) == 1
        settings_editor.checked.clock.set_to(settings_editor.checked.clock.now() + FAILED_UPDATES_KEPT_MS + 1)
        await drop_old_failed_updates(settings_editor.checked.store, settings_editor.checked.clock)
        assert await settings_editor.stored() == []
