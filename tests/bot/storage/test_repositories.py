"""Every query of a repository, on both databases."""

import ast
import importlib
import inspect
import json
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import bot.storage.repositories
from bot.core.phase import Phase
from bot.storage import UnitOfWork
from bot.storage.repositories.clocks import ClockRepository, ClockWithLobby, StoredClock
from bot.storage.repositories.failed_updates import FailedUpdate, FailedUpdateRepository
from bot.storage.repositories.games import GameRepository, NewerGame, StoredGame
from bot.storage.repositories.groups import GroupRepository, StoredGroup
from bot.storage.repositories.journals import JournalRepository, ReceiptedEvent, TimedEvent
from bot.storage.repositories.mutes import MuteRepository, StoredMute
from bot.storage.repositories.notes import Note, Notes
from bot.storage.repositories.outbox import OutboxRepository, StoredRow
from bot.storage.repositories.people import PersonRepository, StoredPerson
from bot.storage.repositories.plans import OPEN, OVER, PlanRepository, StoredPlan
from bot.storage.repositories.receipts import ReceiptRepository
from bot.storage.repositories.results import ResultRepository, Scope, StoredResult
from bot.storage.repositories.sent_messages import SentMessageRepository, StoredMessage
from bot.storage.repositories.tournaments import (
    EntryKey,
    ScheduledGame,
    StoredTournament,
    TournamentRepository,
)
from bot.storage.tournament_entry_json import write_entry
from engine.codec import encode
from engine.events import Voted, Winner
from engine.tournament.protests import Entry, Fate, Ruling
from tests.kits.results_kit import played
from tests.kits.storage_kit import note, opened, owed, receipt, slot

GROUP, TOPIC = -100, 7
ANNA, BORIS = 11, 12


def table(
    game_id: str,
    phase: Phase,
    *,
    chat: int = GROUP,
    thread: int = 0,
    lobby: str = "{}",
    changed_ms: int = 1,
    people: tuple[int, ...] = (),
    work: UnitOfWork | None = None,
) -> UnitOfWork:
    work = work or UnitOfWork()
    work.put_game(
        game_id=game_id, chat_id=chat, thread_id=thread, phase=phase.value, lobby=lobby, changed_ms=changed_ms
    )
    for person in people:
        work.add_place(user_id=person, game_id=game_id)
    return work


def voted(game_id: str, version: int, at_ms: int, author: int, receipt: str, work: UnitOfWork) -> UnitOfWork:
    payload = json.dumps(encode(Voted(version, 5)))
    return work.add_event(
        game_id=game_id, version=version, payload=payload, at_ms=at_ms, author=author, receipt=receipt
    )


def clock(game_id: str, work: UnitOfWork) -> UnitOfWork:
    return work.put_clock(game_id=game_id, step=3, left_ms=900, runs_since=None, under_ms=0, waits=True)


def ids(games: list[StoredGame]) -> list[str]:
    return [game.id for game in games]


async def test_lobbies_and_games_under_way(url: str) -> None:
    async with opened(url) as store:
        work = table("open", Phase.OPEN, people=(ANNA,), changed_ms=2)
        table("playing", Phase.PLAYING, thread=TOPIC, people=(ANNA, BORIS), changed_ms=3, work=work)
        table("over", Phase.OVER, people=(ANNA,), changed_ms=9, work=work)
        table("closed", Phase.CLOSED, people=(ANNA,), changed_ms=9, work=work)
        table("elsewhere", Phase.PLAYING, chat=-200, lobby='{"a":1}', work=work)
        await store.commit(work)
        games = GameRepository(store)
        assert await games.find("elsewhere") == StoredGame("elsewhere", -200, '{"a":1}', 0, 1)
        assert await games.find("nowhere") is None
        assert await games.live_in(GROUP, 0) == "open"
        assert await games.live_in(GROUP, TOPIC) == "playing"
        assert await games.live_in(-200, TOPIC) == ""
        assert sorted(await games.live_in_group(GROUP)) == ["open", "playing"]
        assert sorted(await games.live_of(ANNA)) == ["open", "playing"]
        assert await games.live_or_over_of(ANNA, 8) == ["over", "playing", "open"]
        assert await games.live_or_over_of(ANNA, 9) == ["playing", "open"]
        assert await games.is_playing(BORIS)
        assert not await games.is_playing(99)
        assert await games.is_played_in(-200)
        assert not await games.is_played_in(-300)
        assert await games.count_live() == {Phase.OPEN: 1, Phase.PLAYING: 2}
        assert await games.live_among(["open", "over", "nowhere"]) == {"open"}
        assert await games.live_revisions() == {"open": 0, "playing": 0, "elsewhere": 0}
        assert ids(await games.open_lobbies()) == ["open"]
        assert ids(await games.played_among(["open", "playing", "over"])) == ["playing"]
        assert ids(await games.live_without_places()) == ["elsewhere"]


async def test_games_that_have_ended(url: str) -> None:
    async with opened(url) as store:
        work = table("a", Phase.OVER, thread=TOPIC, lobby='["u11"]', changed_ms=1)
        table("b", Phase.OVER, lobby='["u11"]', changed_ms=3, work=work)
        table("c", Phase.OVER, lobby='["u11"]', changed_ms=3, work=work)
        table("d", Phase.CLOSED, lobby='["u11"]', changed_ms=2, work=work)
        table("e", Phase.PLAYING, lobby='["u115"]', changed_ms=1, work=work)
        work.put_result(game_id="b", chat_id=GROUP, ruleset="", ended_ms=1, changed_ms=1, data="{}")
        await store.commit(work)
        games = GameRepository(store)
        assert ids(await games.ended_before(3, 1)) == ["a"]
        assert ids(await games.ended_before(3, 9)) == ["a", "d"]
        assert sorted(ids(await games.ended_among(["a", "d", "e"]))) == ["a", "d"]
        assert await games.last_over_in(GROUP, TOPIC) == "a"
        assert await games.last_over_in(GROUP, 99) == "b"
        assert await games.last_over_in(-200, 0) == ""
        first = await games.over_naming("u11", None, 2)
        assert ids(first) == ["b", "c"]
        assert ids(await games.over_naming("u11", first[0], 2)) == ["c", "a"]
        assert ids(await games.over_naming("u11", first[1], 2)) == ["a"]
        assert await games.over_naming("u1", None, 2) == []
        assert sorted(await games.over_without_result()) == ["a", "c"]


async def test_games_page_by_page(url: str) -> None:
    async with opened(url) as store:
        work = table("a", Phase.OVER, lobby="[11]")
        table("b", Phase.OPEN, lobby="[112]", work=work)
        table("c", Phase.PLAYING, lobby="[12]", work=work)
        table("d", Phase.CLOSED, chat=-200, lobby="[11]", work=work)
        await store.commit(work)
        games = GameRepository(store)
        assert await games.chats() == {GROUP, -200}
        assert ids(await games.page_in(GROUP, "", 2)) == ["a", "b"]
        assert ids(await games.page_in(GROUP, "b", 2)) == ["c"]
        assert ids(await games.page_naming(ANNA, "", 9, ended=True)) == ["a", "d"]
        assert ids(await games.page_naming(ANNA, "a", 9, ended=True)) == ["d"]
        assert ids(await games.page_naming(ANNA, "", 9, ended=False)) == ["b"]


async def test_what_other_processes_have_done_to_a_game(url: str) -> None:
    async with opened(url) as store:
        if not store.shared:
            return  # one program holds the file: nobody else changes a game
        work = table("g", Phase.PLAYING, changed_ms=4)
        for version in (1, 2, 3):
            voted("g", version, version, 0, "", work)
        await store.commit(work)
        games = GameRepository(store)
        assert await games.newer("g", revision=0, version=1) is None
        await store.commit(UnitOfWork().guard_game("g", 0))
        stored = StoredGame("g", GROUP, "{}", 1, 4)
        assert await games.newer("g", revision=0, version=1) == NewerGame(stored, None, (Voted(2, 5), Voted(3, 5)))
        await store.commit(clock("g", UnitOfWork()))
        newer = await games.newer("g", revision=0, version=3)
        assert newer == NewerGame(stored, StoredClock("g", 3, 900, None, 0, waits=True), ())


async def test_journals_are_read_in_order_whole_or_from_a_version(url: str) -> None:
    async with opened(url) as store:
        work = voted("g", 2, 20, ANNA, "u2", UnitOfWork())
        voted("g", 1, 10, BORIS, "u1", work)
        voted("g", 3, 30, ANNA, "u2", work)
        voted("h", 1, 40, ANNA, "u9", work)
        await store.commit(work)
        journals = JournalRepository(store)
        assert await journals.of("g") == [Voted(1, 5), Voted(2, 5), Voted(3, 5)]
        assert await journals.of("nowhere") == []
        assert await journals.timed("h") == [TimedEvent(Voted(1, 5), 40)]
        assert await journals.between("g", 1, 2) == [ReceiptedEvent(Voted(2, 5), "u2")]
        assert await journals.stored_since("g", 10, 2) == (Voted(2, 5),)
        assert sorted(await journals.games_with_author(ANNA)) == ["g", "h"]


async def test_step_clocks_are_found_by_their_game(url: str) -> None:
    async with opened(url) as store:
        await store.commit(clock("g", table("g", Phase.PLAYING, lobby='{"a":1}')))
        clocks, stored = ClockRepository(store), StoredClock("g", 3, 900, None, 0, waits=True)
        found = await clocks.of("g")
        assert found == stored
        assert found is not None
        assert found.waits is True
        assert await clocks.of("h") is None
        assert await clocks.with_lobbies() == [ClockWithLobby(stored, '{"a":1}')]


async def test_a_receipt_is_recognised(url: str) -> None:
    async with opened(url) as store:
        await store.commit(receipt("", receipt("u1")))
        receipts = ReceiptRepository(store)
        assert await receipts.has("u1")
        assert not await receipts.has("u2")
        assert not await receipts.has("")


async def test_rows_of_the_outbox(url: str) -> None:
    async with opened(url) as store:
        work = owed(2, GROUP, owed(1, -200))
        work.add_row(
            row_id=3, chat_id=ANNA, thread_id=0, game_id="h", step=4, rank=0, kind="send", slot="h:card",
            page="p", args="{}", due_ms=0,
        )  # fmt: skip
        await store.commit(work)
        outbox = OutboxRepository(store)
        last = StoredRow(3, ANNA, 0, "h", 4, 0, "send", "h:card", "p", "{}", 0, 0)
        assert [row.id for row in await outbox.all()] == [1, 2, 3]
        assert await outbox.among([3, 99]) == [last]
        assert await outbox.games_by_row() == {1: "g", 2: "g", 3: "h"}
        assert await outbox.has_slot(ANNA, "h:card")
        assert not await outbox.has_slot(BORIS, "h:card")
        assert await outbox.slots_of_step("h", 4, "send") == {(ANNA, "h:card")}
        assert await outbox.slots_of_step("h", 4, "edit") == set()


async def test_sent_messages(url: str) -> None:
    async with opened(url) as store:
        await store.commit(slot(GROUP, "g:table", 55))
        sent = SentMessageRepository(store)
        assert await sent.find(GROUP, "g:table") == StoredMessage(55, "p", "{}")
        assert await sent.find(ANNA, "g:table") is None


async def test_stored_mutes_are_found_with_the_games_that_run(url: str) -> None:
    async with opened(url) as store:
        work = table("over", Phase.OVER, work=table("playing", Phase.PLAYING))
        for person, game in ((ANNA, "playing"), (BORIS, "playing"), (BORIS + 1, "over")):
            work.put_mute(chat_id=GROUP, user_id=person, game_id=game, until_ms=9, former="{}")
        await store.commit(work)
        mutes = MuteRepository(store)
        assert len(await mutes.all()) == 3
        assert StoredMute(GROUP, ANNA, "playing", 9, "{}") in await mutes.all()
        assert await mutes.games_played() == ["playing"]


async def test_failed_updates(url: str) -> None:
    async with opened(url) as store:
        await store.commit(
            UnitOfWork().put_failed_update(
                update_id=5, kind="message", chat_id=GROUP, tries=2, why="", aside=True, at_ms=1
            )
        )
        failed = FailedUpdateRepository(store)
        found = await failed.find(5)
        assert found == FailedUpdate(2, aside=True)
        assert await failed.find(6) is None


async def test_people_are_found_and_those_to_be_forgotten(url: str) -> None:
    async with opened(url) as store:
        await store.commit(UnitOfWork().add_person(ANNA, '{"forget":true}').add_person(BORIS, '{"forget":false}'))
        people = PersonRepository(store)
        assert await people.find(ANNA) == StoredPerson('{"forget":true}', 0)
        assert await people.find(99) is None
        assert await people.to_forget() == [ANNA]


async def test_groups_are_found_by_id_block_and_waiting_person(url: str) -> None:
    async with opened(url) as store:
        blocked, waited_for = '{"blocked":true,"waiting":[]}', '{"blocked":false,"waiting":[11]}'
        await store.commit(UnitOfWork().add_group(GROUP, blocked).add_group(-200, waited_for))
        groups = GroupRepository(store)
        assert await groups.find(GROUP) == StoredGroup(blocked, 0)
        assert await groups.find(-300) is None
        assert await groups.blocked() == [StoredGroup(blocked, 0)]
        assert await groups.naming(ANNA) == [-200]


async def test_results_are_found_within_a_scope(url: str) -> None:
    async with opened(url) as store:
        work = UnitOfWork().add_person(ANNA, '{"uncounted":true}').add_person(BORIS, '{"uncounted":false}')
        for game_id, chat_id, ruleset, ended_ms in (
            ("c", GROUP, "city", 1),
            ("a", GROUP, "fiim", 2),
            ("b", GROUP, "city", 2),
            ("d", -200, "city", 3),
        ):
            work.put_result(
                game_id=game_id, chat_id=chat_id, ruleset=ruleset, ended_ms=ended_ms, changed_ms=1, data="{}"
            )
        work.put_result_seat("a", 1, ANNA).put_result_seat("a", 2, BORIS).put_result_seat("d", 1, BORIS)
        await store.commit(work)
        results = ResultRepository(store)

        async def page(scope: Scope, after: StoredResult | None = None, limit: int = 9) -> list[str]:
            return [each.game_id for each in await results.page(scope, after, limit)]

        assert await page(Scope(), limit=2) == ["c", "a"]
        assert await page(Scope(), StoredResult("a", 2, "{}")) == ["b", "d"]
        assert await page(Scope(chat=GROUP, since_ms=2)) == ["a", "b"]
        assert await page(Scope(chat=GROUP, rules="city")) == ["c", "b"]
        assert await page(Scope(user=BORIS)) == ["a", "d"]
        assert await results.page(Scope(chat=-200), None, 9) == [StoredResult("d", 3, "{}")]
        assert await results.people_on_seats(["a", "b"]) == {"a": {1: ANNA, 2: BORIS}}
        assert await results.chats() == {GROUP, -200}
        assert await results.players_in(GROUP) == {ANNA, BORIS}
        assert await results.uncounted_in(GROUP) == [ANNA]
        assert await results.uncounted_in(-200) == []


async def test_the_mark_of_results_changes_with_each_of_them(url: str) -> None:
    async with opened(url) as store:
        results, marks = ResultRepository(store), set()
        for work in (
            UnitOfWork(),
            UnitOfWork().put_result(game_id="a", chat_id=GROUP, ruleset="", ended_ms=1, changed_ms=1, data="{}"),
            UnitOfWork().put_result(game_id="a", chat_id=GROUP, ruleset="", ended_ms=1, changed_ms=2, data="{}"),
            UnitOfWork().put_result_seat("a", 1, ANNA),
            UnitOfWork().put_entry("a", "", "{}"),
            UnitOfWork().put_entry("a", "", '{"ruling":{}}'),
        ):
            await store.commit(work)
            marks.add(await results.mark(Scope(chat=GROUP)))
        assert len(marks) == 6


async def test_tournaments_are_found_by_group_and_by_scheduled_game(url: str) -> None:
    async with opened(url) as store:
        scheduled = {"round": 2, "table": 1, "game": "g"}
        cup = json.dumps({"name": "Cup", "stage": "final", "slots": [{"round": 1, "table": 1}, scheduled]})
        work = UnitOfWork()
        for tournament_id, chat_id, data, changed_ms in (
            ("old", GROUP, "[]", 1),
            ("cup", GROUP, cup, 2),
            ("guest", -200, f"[{GROUP}]", 3),
        ):
            work.put_tournament(tournament_id=tournament_id, chat_id=chat_id, data=data, changed_ms=changed_ms)
        await store.commit(work)
        tournaments = TournamentRepository(store)
        assert await tournaments.find("old") == StoredTournament("[]", 0, 1)
        assert await tournaments.find("none") is None
        assert await tournaments.scheduled_game("cup", "g") == ScheduledGame("Cup", "final", 2, 1, "")
        assert await tournaments.scheduled_game("cup", "h") is None
        assert await tournaments.scheduled_game("none", "g") is None
        assert await tournaments.newest(GROUP, 1) == [cup]
        assert await tournaments.newest(GROUP, 9) == [cup, "[]"]
        assert await tournaments.newest_naming(GROUP, 9) == [f"[{GROUP}]"]
        assert await tournaments.naming(GROUP) == ["guest"]


async def test_plans(url: str) -> None:
    async with opened(url) as store:
        work = UnitOfWork()
        for plan_id, chat_id, phase, changed_ms in (
            ("a", GROUP, OPEN, 1),
            ("b", GROUP, OVER, 2),
            ("c", -200, OPEN, 3),
        ):
            work.put_plan(
                plan_id=plan_id, chat_id=chat_id, phase=phase, data=f"[{plan_id}, {ANNA}]", changed_ms=changed_ms
            )
        await store.commit(work)
        plans = PlanRepository(store)
        assert await plans.find("a") == StoredPlan(f"[a, {ANNA}]", 0)
        assert await plans.find("none") is None
        assert await plans.still_to_come() == [f"[a, {ANNA}]", f"[c, {ANNA}]"]
        assert await plans.still_to_come_in(GROUP) == [f"[a, {ANNA}]"]
        assert sorted(await plans.in_chat(GROUP)) == ["a", "b"]
        assert sorted(await plans.naming(ANNA)) == ["a", "b", "c"]
        assert await plans.naming(BORIS) == []
        await store.commit(UnitOfWork().drop_old_plans(before=3))
        assert sorted(await plans.naming(ANNA)) == ["a", "c"]


async def test_entries_of_tournaments(url: str) -> None:
    async with opened(url) as store:
        later = Entry(played(1, Winner.RED)._replace(ended_ms=2), ruling=Ruling(fate=Fate.CHANGED, by="u11"))
        earlier = Entry(played(2, Winner.BLACK)._replace(ended_ms=1))
        work = UnitOfWork().put_entry(later.result.id, "cup", write_entry(later))
        await store.commit(work.put_entry(earlier.result.id, "cup", write_entry(earlier)))
        tournaments = TournamentRepository(store)
        assert await tournaments.entry(later.result.id) == later
        assert await tournaments.entry("none") is None
        assert await tournaments.entries("cup") == [earlier, later]
        assert await tournaments.entries_naming("u11") == [EntryKey(later.result.id, "cup")]
        assert await tournaments.entries_naming("u1") == []
        rulings = await tournaments.rulings([later.result.id, "none"])
        assert rulings == {later.result.id: later.ruling}


async def test_notes_are_kept_by_name_and_key(url: str) -> None:
    async with opened(url) as store:
        heartbeat, tags = Note("heartbeat", int), Notes[list[int]]("tag:", json.loads, json.dumps)
        assert await heartbeat.read(store) is None
        work = heartbeat.put(note("tags", "[9]"), 5)
        tags.put(work, "g:1", [1, 2])
        await store.commit(tags.put(work, "g:2", []))
        assert await heartbeat.read(store) == 5
        assert await tags.read(store, "g:1") == await tags.of("g:1").read(store) == [1, 2]
        assert await tags.read(store, "g:3") is None
        assert await tags.read_all(store) == {"g:1": [1, 2], "g:2": []}
        await store.commit(heartbeat.drop(tags.drop(UnitOfWork(), "g:1")))
        assert await heartbeat.read(store) is None
        assert await tags.read_all(store) == {"g:2": []}


# --- none is left out -----------------------------------------------------------------------------------------


def repository_methods() -> Iterator[tuple[str, str]]:
    """Returns every public method of every class that is given a store, as class and name."""
    for module in pkgutil.iter_modules(bot.storage.repositories.__path__, "bot.storage.repositories."):
        for name, kind in vars(importlib.import_module(module.name)).items():
            if inspect.isclass(kind) and kind.__module__ == module.name and not issubclass(kind, tuple):
                yield from ((name, method) for method in vars(kind) if inspect.isfunction(vars(kind)[method]))


def tried_methods() -> set[tuple[str, str]]:
    """Returns the methods called in this module, by the class whose result the variable was given."""
    found = set()
    for test in ast.parse(Path(__file__).read_text(encoding="utf-8")).body:
        made: dict[str, str] = {}
        for node in ast.walk(test):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    made[name] = _called(value)
                case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                    pairs = zip(names, values, strict=True)
                    made |= {name.id: _called(value) for name, value in pairs if isinstance(name, ast.Name)}
        for node in ast.walk(test):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if name in made:
                    found.add((made[name], method))
    return found


def _called(value: ast.expr) -> str:
    """Returns `Notes` for `Notes[int](…)` and for `Notes(…)`."""
    match value:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Subscript(value=ast.Name(id=name))):
            return name
    return ""


def test_every_method_of_every_repository_is_tried() -> None:
    wanted = {(name, method) for name, method in repository_methods() if not method.startswith("_")}
    assert len(wanted) > 50
    assert wanted - tried_methods() == set()
