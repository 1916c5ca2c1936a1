"""Small deliberate mistakes of the shell. A simulation that does not find them would not find ours either."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from aiogram.exceptions import TelegramRetryAfter

from bot import rendering, waking
from bot.clockwork.clocks import Clocks
from bot.clockwork.timekeeping import StepClock
from bot.lobby import Lobby
from bot.outbox.delivery import Delivery, Render
from bot.outbox.rows import Row
from bot.outbox.sender import Outbox
from bot.pages.prompt import card_page
from bot.pages.sheet import SeatScene, Sheet
from bot.service import Accepted, Outcome, Service
from bot.store import Work
from engine.commands import Command
from engine.state import SeatView

Undo = Callable[[], None]


def swap(place: Any, name: str, instead: Any) -> Undo:
    before = getattr(place, name)
    setattr(place, name, instead)
    return lambda: setattr(place, name, before)


def says_yes_before_it_is_stored() -> Undo:
    submit = Service.submit

    async def hasty(self: Service, game: str, command: Command, receipt: str, author: int = 0) -> Outcome:
        if not receipt.startswith("u"):
            return await submit(self, game, command, receipt, author)

        async def later() -> None:
            await self.clock.sleep_until(self.clock.now() + 300)
            await submit(self, game, command, receipt, author)

        self.background = asyncio.create_task(later())  # type: ignore[attr-defined]
        return Accepted(())

    return swap(Service, "submit", hasty)


def stores_no_receipts() -> Undo:
    add = Work.add

    def forgetful(self: Work, change: str, **values: Any) -> Work:
        return self if change == "add_receipt" else add(self, change, **values)

    return swap(Work, "add", forgetful)


def crosses_off_before_it_sends() -> Undo:
    attempt = Outbox._attempt

    async def hasty(self: Outbox, row: Row) -> bool:
        await self._database.commit(Work().add("drop_row", row=row.id))
        return await attempt(self, row)

    return swap(Outbox, "_attempt", hasty)


def never_crosses_off() -> Undo:
    add = Work.add

    def forgetful(self: Work, change: str, **values: Any) -> Work:
        return self if change == "drop_row" else add(self, change, **values)

    return swap(Work, "add", forgetful)


def forgets_what_it_owes() -> Undo:
    async def nothing(_: Outbox) -> None:
        pass

    return swap(Outbox, "load", nothing)


def gives_up_at_429() -> Undo:
    perform = Delivery.perform

    async def impatient(self: Delivery, row: Row, render: Render, work: Work) -> None:
        try:
            await perform(self, row, render, work)
        except TelegramRetryAfter:
            return

    return swap(Delivery, "perform", impatient)


def gives_no_time_back() -> Undo:
    credit = waking.credit_all

    async def stingy(service: Service, _: int) -> Any:
        return await credit(service, 0)

    return swap(waking, "credit_all", stingy)


def sets_no_timer_after_a_start() -> Undo:
    arm = Clocks.arm_stored

    def only_if_loaded(self: Clocks, lobby: Lobby, clock: StepClock) -> None:
        if lobby.id in self._tables.loaded():
            arm(self, lobby, clock)

    return swap(Clocks, "arm_stored", only_if_loaded)


def shows_the_blacks_to_everybody() -> Undo:
    def careless(scene: SeatScene, args: Any) -> Sheet:
        sheet = card_page(scene, args)
        view: SeatView = scene.view
        other = view.me.seat % view.table.size + 1
        return Sheet(f"{sheet.text}\n{scene.say('told-mates', seats=scene.names((other,)))}", protected=True)

    before = rendering.SEAT_PAGES["card"]
    pages: Any = rendering.SEAT_PAGES
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
