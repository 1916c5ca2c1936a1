"""Another process takes over on PostgreSQL after minutes without a leader: it sends prompts by the stored
state."""

import json

from sqlalchemy import select

from bot.storage import UnitOfWork
from bot.storage.schema import clocks, outbox
from tests.end_to_end.test_two_hosts import PEOPLE, Pair, pair
from tests.faults.fault_log import injected
from tests.kits.postgres import Postgres

LONG_MS, SHORT_MS = 200_000, 100_000


async def asked(two: Pair) -> set[int]:
    """Returns whose card is sent once more."""
    cards = select(outbox.c.chat_id, outbox.c.args).where(outbox.c.page == "card", outbox.c.kind == "send")
    return {row.chat_id for row in await two.database.rows(cards) if json.loads(row.args).get("again")}


async def test_whoever_takes_over_asks_those_who_have_not_answered_meanwhile(postgres: Postgres) -> None:
    async with pair(postgres) as two:
        live = await two.game()
        await two.conducts.games.find(live.id)
        await two.database.commit(UnitOfWork().drop_rows_of_game(game=live.id))  # all of it was delivered
        await two.conducts.clocks.open(live.id, 1)
        injected("long outage")
        woken = await two.conducts.downtime_credit.credit(LONG_MS)
        assert woken.unasked == (live.id,)
        two.conducts.ask_again.begin(woken.unasked, woken.ended)
        await two.sees(1)  # at another process; the leader has not been notified
        await two.conducts.ask_again.ask(live.id)
        has_seen = live.lobby.seating[0]
        assert await asked(two) == {*PEOPLE} - {has_seen}
        (clock,) = await two.database.rows(select(clocks))
        assert clock.waits
        assert clock.runs_since is None

        await two.database.commit(UnitOfWork().drop_rows_of_game(game=live.id))
        later = two.other.ask_again  # of the next one that takes over
        later.begin(woken.unasked, woken.ended)
        await later.ask(live.id)
        assert await asked(two) == set()


async def test_after_a_short_change_of_hands_nobody_is_asked(postgres: Postgres) -> None:
    async with pair(postgres) as two:
        live = await two.game()
        await two.database.commit(UnitOfWork().drop_rows_of_game(game=live.id))
        woken = await two.conducts.downtime_credit.credit(SHORT_MS)
        assert woken.unasked == ()
