"""Two hosts on one PostgreSQL, in one process so that the test can make them collide at the critical moment."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from bot.core.clock import SteadyClock
from bot.core.leadership import Leadership
from bot.core.pace import Pace
from bot.games.game_registry import refreshed_once
from bot.games.lobby import Lobby, Phase
from bot.games.running_game import RunningGame
from bot.runtime import leader_election
from bot.runtime.recovery import Recovery
from bot.settings import Settings
from bot.storage import Database, UnitOfWork, postgres_setup
from bot.storage.postgres_channel import PostgresChannel
from bot.storage.schema import games, outbox
from bot.telegram.outbox.rate_limits import Limits
from bot.telegram.outbox.rows import Kind
from bot.wiring import Parts, wire
from engine.commands import Command, Verb
from engine.events import CardSeen, Event
from tests.kits.end_to_end.hosted_sandbox import hosted_sandbox
from tests.kits.postgres import Postgres
from tests.kits.storage_kit import opened

GROUP, SUPERGROUP = -4001, -1001_000_004_001
PEOPLE = range(101, 111)


class Nobody:
    """A Telegram that fails every call: a process that is not the leader must not send."""

    async def __call__(self, method: Any, request_timeout: int | None = None) -> Any:
        raise AssertionError(f"{type(method).__name__} was sent within {request_timeout}")


@dataclass
class Heard:
    """A follower that only records what it is notified of."""

    events: list[Event] = field(default_factory=list)

    async def follow(self, _: RunningGame, happened: Sequence[Event]) -> None:
        self.events += happened


@dataclass
class Pair:
    conducts: Parts
    other: Parts
    database: Database
    """The database of the other host."""

    async def game(self) -> RunningGame:
        lobby = Lobby("game", GROUP, 0, PEOPLE[0], "fiim-2025", (), (), f"{1:032x}:{2:032x}", 10**15, 0)
        await self.other.groups.change(GROUP, title="Двор", language="ru")
        for person in PEOPLE:
            await self.other.people.change(person, name=f"p{person}", reachable=True)
            lobby = _seated(lobby.sit(person, f"p{person}"))
            lobby = replace(lobby, guests=(*lobby.guests[:-1], replace(lobby.guests[-1], word=f"w{person}")))
        assert await self.other.lobbies.open_lobby(lobby, [], "u1")
        begun = await self.other.dealing.begin("game", "u2", PEOPLE[0])
        assert isinstance(begun, RunningGame)
        return begun

    async def sees(self, seat: int) -> None:
        await self.other.submissions.submit("game", Command(seat, Verb.SEEN, step=1), f"seen{seat}", seat)


def _seated(lobby: Lobby | object) -> Lobby:
    assert isinstance(lobby, Lobby)
    return lobby


def wired(store: Database, *, conducts: bool) -> Parts:
    leadership = Leadership(shared=True)
    leadership.held = conducts
    settings = Settings.model_validate({"bot_token": "1:x", "lobby_minutes": 60})
    return wire(settings, store, SteadyClock(), Nobody(), Pace(1), Limits(), 1, "omerta_bot", leadership)


@asynccontextmanager
async def pair(postgres: Postgres) -> AsyncIterator[Pair]:
    url = postgres.new_database()
    async with opened(url) as one, opened(url) as other:
        yield Pair(wired(one, conducts=True), wired(other, conducts=False), other)


async def test_two_that_hear_of_it_at_once_show_the_table_of_a_moved_group_once(postgres: Postgres) -> None:
    """Telegram tells the old group and the new one in the same moment."""
    async with pair(postgres) as two:
        await two.game()
        await two.database.commit(UnitOfWork().drop_rows_of(chat=GROUP))
        both = (two.conducts, two.other)
        for host in both:
            await host.groups.get(GROUP)
            await host.groups.get(SUPERGROUP)
        await asyncio.gather(*(host.migration.move(GROUP, SUPERGROUP) for host in both))
        shown = select(outbox.c.id).where(outbox.c.page == "table", outbox.c.kind == Kind.SEND.value)
        assert len(await two.database.rows(shown)) == 1
        assert (await two.other.groups.get(GROUP)).moved_to == SUPERGROUP
        assert (await two.other.groups.get(SUPERGROUP)).title == "Двор"


async def test_who_is_forgotten_does_not_undo_what_another_process_stores(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pair(postgres) as two:
        await two.game()
        await two.conducts.lobbies.change_lobby("game", lambda lobby: lobby.close(), "u3")
        database, commit = two.conducts.store, two.conducts.store.commit

        async def meanwhile(work: UnitOfWork) -> None:
            if any(change == "drop_person" for change, _ in work.parts):
                monkeypatch.setattr(database, "commit", commit)
                await two.other.lobbies.change_lobby("game", lambda old: replace(old, opener_name="Судья"), "u4")
            await commit(work)

        monkeypatch.setattr(database, "commit", meanwhile)
        assert await two.conducts.forget_person.ask(PEOPLE[3])
        lobby = (await two.database.rows(select(games.c.lobby)))[0].lobby
        assert str(PEOPLE[3]) not in lobby
        assert "Судья" in lobby


async def test_what_another_has_stored_is_followed_though_a_tap_came_to_know_of_it_first(
    postgres: Postgres,
) -> None:
    async with pair(postgres) as two:
        heard = Heard()
        two.conducts.followers.add(heard)
        await two.game()
        # Read for the first time: what was stored a moment ago may have been followed by nobody.
        await two.sees(1)
        await two.conducts.remote_game_changes.follow("game")
        assert CardSeen(1) in heard.events
        heard.events.clear()
        await two.sees(2)
        with refreshed_once():
            await two.conducts.games.find("game")
        assert heard.events == []
        assert two.conducts.games.with_unfollowed() == ["game"]
        await two.conducts.remote_game_changes.follow("game")
        await two.conducts.remote_game_changes.follow("game")
        assert heard.events == [CardSeen(2)]
        # Found out by deciding: both are heard, in their order.
        await two.sees(3)
        await two.conducts.submissions.submit("game", Command(4, Verb.SEEN, step=1), "seen4", 4)
        assert heard.events == [CardSeen(2), CardSeen(3), CardSeen(4)]
        assert not two.conducts.games.with_unfollowed()


async def test_a_row_that_was_found_in_the_store_is_not_sent_twice(postgres: Postgres) -> None:
    async with pair(postgres) as two:
        row = two.conducts.replies.text(PEOPLE[0], "absent-nudge")
        work = UnitOfWork()
        row.put(work)
        await two.database.commit(work)
        await two.conducts.outbox.stored_rows.load()
        two.conducts.outbox.add([row])
        await two.conducts.outbox.stored_rows.load()
        assert two.conducts.outbox.waiting == 1


async def test_all_processes_hear_that_somebody_is_forgotten(postgres: Postgres) -> None:
    async with opened(postgres.new_database()) as store:
        channel = PostgresChannel(store, print, lambda: None, leader_election.HUNG_AFTER_MS)
        said = channel.notification([UnitOfWork().drop_person(user=PEOPLE[0])], is_leader=True)
        assert str(PEOPLE[0]) in said


async def test_who_hangs_within_a_transaction_does_not_hold_up_the_others(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_setup, "SILENT_MS", 500)
    async with pair(postgres) as two:
        live = await two.game()
        async with two.database.connect() as frozen:
            await frozen.execute(text("UPDATE games SET revision = revision WHERE id = 'game'"))
            async with asyncio.timeout(20):
                closed = await two.conducts.lobbies.change_lobby("game", lambda lobby: lobby.close(), "u9")
            assert isinstance(closed, Lobby)
            await frozen.invalidate()
        with refreshed_once():
            again = await two.other.games.find(live.id)
        assert again is not None
        assert again.lobby.phase is Phase.CLOSED


async def test_who_takes_over_slowly_keeps_the_lock(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Recovery may take longer than the limit for a silent connection."""
    monkeypatch.setattr(leader_election, "HUNG_AFTER_MS", 1_500)
    recover = Recovery.recover

    async def slowly(recovery: Recovery, down_ms: int) -> None:
        await asyncio.sleep(4)
        await recover(recovery, down_ms)

    monkeypatch.setattr(Recovery, "recover", slowly)
    async with hosted_sandbox(tmp_path, database_url=postgres.new_database()) as hosted:
        async with asyncio.timeout(60):
            await hosted.ready()
        assert hosted.wired is not None
        leadership = hosted.wired.leadership
        assert await leadership.claim()
        assert leadership.term == "1", "lost while it read, and taken again"
