"""Small deliberate bugs of the host. A simulation that does not find them would not find real ones either."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from aiogram.exceptions import TelegramRetryAfter

from bot.games.lobby import Lobby
from bot.games.step_clock import StepClock
from bot.games.step_timers import StepClocks
from bot.games.submissions import Accepted, Outcome, Submissions
from bot.pages import renderer
from bot.pages.page_context import SeatContext
from bot.pages.role_card import card_page
from bot.runtime.downtime_credit import DowntimeCredit
from bot.storage import UnitOfWork
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.delivery import Delivery
from bot.telegram.outbox.rows import Row
from bot.telegram.outbox.sender import Sender
from bot.telegram.outbox.stored_rows import StoredRows
from engine.commands import Command
from engine.state import SeatView

Undo = Callable[[], None]


def swap(place: Any, name: str, instead: Any) -> Undo:
    before = getattr(place, name)
    setattr(place, name, instead)
    return lambda: setattr(place, name, before)


def says_yes_before_it_is_stored() -> Undo:
    submit = Submissions.submit

    async def hasty(
        self: Submissions, game: str, command: Command, receipt: str, author: int = 0, **more: Any
    ) -> Outcome:
        on_stored = more.pop("on_stored", None)
        if not receipt.startswith("u"):
            return await submit(self, game, command, receipt, author, on_stored=on_stored, **more)

        async def later() -> None:
            await self._clock.sleep_until(self._clock.now() + 300)
            await submit(self, game, command, receipt, author, **more)

        self.background = asyncio.create_task(later())  # type: ignore[attr-defined]
        if on_stored is not None:
            await on_stored()
        return Accepted(())

    return swap(Submissions, "submit", hasty)


def stores_no_receipts() -> Undo:
    add = UnitOfWork._add

    def forgetful(self: UnitOfWork, change: str, values: dict[str, Any]) -> UnitOfWork:
        return self if change == "add_receipt" else add(self, change, values)

    return swap(UnitOfWork, "_add", forgetful)


def crosses_off_before_it_sends() -> Undo:
    deliver = Sender._deliver

    async def hasty(self: Sender, row: Row) -> Row | None:
        await self._outcomes.record(UnitOfWork().drop_row(row=row.id))
        return await deliver(self, row)

    return swap(Sender, "_deliver", hasty)


def never_crosses_off() -> Undo:
    add = UnitOfWork._add

    def forgetful(self: UnitOfWork, change: str, values: dict[str, Any]) -> UnitOfWork:
        return self if change == "drop_row" else add(self, change, values)

    return swap(UnitOfWork, "_add", forgetful)


def forgets_what_it_owes() -> Undo:
    async def nothing(_: StoredRows) -> None:
        pass

    return swap(StoredRows, "load", nothing)


def gives_up_at_429() -> Undo:
    perform = Delivery.perform

    async def impatient(self: Delivery, row: Row, work: UnitOfWork) -> None:
        try:
            await perform(self, row, work)
        except TelegramRetryAfter:
            return

    return swap(Delivery, "perform", impatient)


def gives_no_time_back() -> Undo:
    credit = DowntimeCredit.credit

    async def stingy(self: DowntimeCredit, _: int) -> Any:
        return await credit(self, 0)

    return swap(DowntimeCredit, "credit", stingy)


def sets_no_timer_after_a_start() -> Undo:
    arm = StepClocks.arm_stored

    def only_if_loaded(self: StepClocks, lobby: Lobby, clock: StepClock) -> None:
        if lobby.id in self._games.loaded():
            arm(self, lobby, clock)

    return swap(StepClocks, "arm_stored", only_if_loaded)


def shows_the_blacks_to_everybody() -> Undo:
    def careless(context: SeatContext, args: Any) -> RenderedMessage | None:
        message = card_page(context, args)
        if message is None:
            return None
        view: SeatView = context.view
        other = view.me.seat % view.table.size + 1
        return RenderedMessage(
            f"{message.text}\n{context.say('told-mates', seats=context.names((other,)))}", protected=True
        )

    before = renderer.SEAT_PAGES["card"]
    pages: Any = renderer.SEAT_PAGES
    pages["card"] = careless

    def undo() -> None:
        pages["card"] = before

    return undo


BREAKS: tuple[Callable[[], Undo], ...] = (
    says_yes_before_it_is_stored,
    stores_no_receipts,
    crosses_off_before_it_sends,
    never_crosses_off,
    forgets_what_it_owes,
    gives_up_at_429,
    gives_no_time_back,
    sets_no_timer_after_a_start,
    shows_the_blacks_to_everybody,
)


@contextmanager
def broken(how: Callable[[], Undo]) -> Iterator[None]:
    undo = how()
    try:
        yield
    finally:
        undo()
