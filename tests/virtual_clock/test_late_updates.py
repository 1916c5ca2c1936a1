"""Updates from another time: messages and taps after a day of downtime, and a store restored from a backup."""

import asyncio
import sqlite3
from collections.abc import Coroutine
from datetime import UTC, datetime
from inspect import signature
from typing import Any

from aiogram.methods import DeleteMessage
from aiogram.types import Chat, Message, User

from bot.games.running_game import RunningGame
from bot.games.submissions import Accepted
from engine.commands import Command, Rejected, Verb
from engine.events import StepName
from handlers.messages import group_messages
from tests.kits.virtual_clock.table import House, VirtualTable
from tests.virtual_clock.test_ask_again_after_outage import away, back, seated

DAY_MS = 24 * 3_600_000
MINUTE_MS = 60_000


async def done(house: House, deed: Coroutine[Any, Any, None]) -> None:
    task = asyncio.ensure_future(deed)
    while not task.done():
        await house.clock.step(house.clock.now() + 1_000)
    task.result()


async def test_words_from_a_day_of_downtime_are_nobodys_offence_and_the_game_is_played_to_its_end() -> None:
    table = await seated(StepName.SPEECH)
    table.rights = ("can_delete_messages",)
    await table.host.groups.change(table.group, rights=table.rights)
    live = table.live
    assert live is not None
    speaker, step, went = live.table.speaker, live.table.number, table.clock.now()
    live = await away(table, DAY_MS)
    assert (live.table.speaker, live.table.number) == (speaker, step), "the time away is nobody's"
    before, host = live.version, table.host
    others = [seat for seat in live.table.alive if seat != speaker]
    for number, seat in enumerate(others):
        written = went + (number + 1) * DAY_MS // 24
        message = Message(
            message_id=5000 + number,
            date=datetime.fromtimestamp(written / 1000, UTC),
            chat=Chat(id=table.group, type="supergroup", title="Двор"),
            from_user=User(id=live.person_on(seat), is_bot=False, first_name="x"),
            text="А я шериф",
            edit_date=written // 1000 if number % 2 else None,
        )
        handler = group_messages.edited_in_group if number % 2 else group_messages.in_group
        asked = {name: host.by_name[name] for name in signature(handler).parameters if name in host.by_name}
        await done(table.house, handler(message, receipt=f"late{number}", **asked))
    assert live.version == before
    assert not [call for call in table.telegram.calls if isinstance(call.method, DeleteMessage)]
    stale = await host.submissions.submit(
        live.id, Command(others[0], Verb.VOTE, (speaker,), step=step - 1), "stale", 1
    )
    assert isinstance(stale, Rejected)
    await table.house.go_on([table], 60 * 48)
    await table.house.close()


async def test_a_copy_that_was_put_back_is_gone_on_with_and_taps_of_what_never_was_do_nothing() -> None:
    table = VirtualTable("fiim-2025", 10, 5)
    await table.house.open()
    await table.begin()
    await _passes(table, 6 * MINUTE_MS)
    copy = sqlite3.connect(":memory:")
    raw = table.store._connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    raw.backup(copy)
    live = table.live
    assert live is not None
    kept, cards = live.table.number, _cards(live)
    await _passes(table, 8 * MINUTE_MS)
    never_was = live.table.number
    assert never_was > kept + 3
    await table.house.close()
    table.store.become(copy)
    await back(table, 8 * MINUTE_MS)
    live = await table.found_again()
    assert live.table.number == kept
    assert _cards(live) == cards, "the deal is the same"
    for seat in live.table.alive:
        for verb in (Verb.VOTE, Verb.NOMINATE, Verb.SHOOT, Verb.PASS):
            command = Command(seat, verb, () if verb is Verb.PASS else (1,), step=never_was)
            outcome = await table.host.submissions.submit(live.id, command, f"ghost:{seat}:{verb}", 1)
            assert not isinstance(outcome, Accepted)
    await table.house.go_on([table])
    await table.house.close()


def _cards(live: RunningGame) -> list[str]:
    return [live.position.views[seat].me.role.id for seat in range(1, live.table.size + 1)]


async def _passes(table: VirtualTable, time_ms: int) -> None:
    until = table.clock.now() + time_ms
    while True:
        table.ask()
        if not await table.clock.step(until):
            break
    await table.clock.on_to(until)
