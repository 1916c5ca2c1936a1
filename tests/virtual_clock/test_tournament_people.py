"""External changes to a tournament: its group gets another id, a person is forgotten, protests come late."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from aiogram.methods import SendRichMessage
from sqlalchemy import select

from bot.games.lobby import Phase
from bot.games.results import results_in
from bot.games.running_game import RunningGame
from bot.language.display_names import FORGOTTEN
from bot.storage.schema import entries, tournaments
from bot.tournaments import disqualification, seating
from bot.tournaments.protests import seat_in
from bot.tournaments.tournament import Room, Tournament
from engine.events import Winner
from engine.results import GameResult
from engine.statistics import counted as official
from engine.tournament.protests import Entry, Fate, Refusal, Ruling, Verdict, protest_deadline
from handlers.tournament import protests
from tests.kits.handler_calls import with_parts
from tests.kits.virtual_clock.table import House, VirtualTable
from tests.kits.virtual_clock.tournament_kit import (
    CHIEF,
    GROUP,
    RULER,
    begun,
    drain,
    newest,
    ruled,
    seated,
    to_the_end,
)

NEW_GROUP = -1002_000_000_999


@dataclass
class Played:
    """A tournament of twelve people, ten of whom have played the first game."""

    home: House
    tournament: Tournament
    live: RunningGame

    async def entry(self) -> Entry:
        found = await self.home.host.tournaments.store.entry(self.live.id)
        assert found is not None
        return found

    async def points(self) -> dict[str, int]:
        standings = await self.home.host.tournaments.standings.of(await newest(self.home.host, self.tournament))
        return {place.tally.player: place.tally.points for place in standings.places}

    async def counted(self) -> list[GameResult]:
        """Returns the games of the group as statistics count them."""
        return official(await results_in(self.home.store, GROUP))

    @property
    def people(self) -> list[int]:
        """Returns who sat at the table, also if a computer player went on for them."""
        return [person for person in range(1, 13) if seat_in(self.live.lobby, person)]

    def text(self) -> str:
        """Returns everything that is stored about tournaments."""
        asked = (select(tournaments.c.data), select(entries.c.data))
        return "".join(row.data for question in asked for row in self.home.store.now(question))


@pytest.fixture
async def played() -> AsyncIterator[Played]:
    home = House()
    await home.open()
    tournament = await seated(home, people=12, stand_ins=0)
    live = await begun(home.host, tournament)
    await to_the_end(home, live)
    yield Played(home, tournament, live)
    await drain(home)
    await home.close()


async def test_a_supergroup_has_the_tournament_of_the_group(played: Played) -> None:
    host, tournament = played.home.host, played.tournament
    before = await played.points()
    await host.migration.move(GROUP, NEW_GROUP)
    await drain(played.home)
    moved = await host.tournaments.store.here(NEW_GROUP, 0)
    assert moved is not None
    assert (moved.id, moved.chat_id, moved.rooms[0].chat_id) == (tournament.id, NEW_GROUP, NEW_GROUP)
    assert await host.tournaments.store.here(GROUP, 0) is None
    assert str(GROUP) not in played.text()
    shown = [call for call in played.home.telegram.calls if call.chat == NEW_GROUP]
    assert any("Кубок" in str(getattr(call.method, "text", "")) for call in shown), "its message comes anew"
    again = await begun(host, moved)
    assert again.lobby.chat_id == NEW_GROUP
    await to_the_end(played.home, again)
    assert len(await host.tournaments.store.entries(tournament.id)) == 2
    assert (await played.points()).keys() == before.keys()


async def test_who_is_forgotten_leaves_the_points_to_nobody_and_the_seats_to_the_others(played: Played) -> None:
    host = played.home.host
    person = played.people[0]
    before, word = await played.points(), f"u{person}"
    await host.tournaments.protests.protest(played.live.lobby, person, "Мне кажется иначе", "tap")
    await host.people.change(person, reachable=True)
    assert await host.forget_person.ask(person)
    assert f'"{word}"' not in played.text()
    assert f'Игрок {person}"' not in played.text()
    assert "Мне кажется иначе" not in played.text()
    after = await played.points()
    assert sorted(after.values()) == sorted(before.values()), "everybody else keeps what was won"
    tournament = await newest(host, played.tournament)
    (nobody,) = [one for one in tournament.entrants if one.name == FORGOTTEN]
    assert after[nobody.word] == before[word]
    # The judge corrects something afterwards: the journal still knows the number, the list does not.
    await host.tournaments.results.take_in(played.live.id, tournament.id)
    assert f'"{word}"' not in played.text()
    again = await begun(host, tournament)
    assert person not in again.lobby.seating
    assert again.lobby.phase is Phase.PLAYING


async def test_who_is_forgotten_is_named_by_no_ruling(played: Played) -> None:
    host = played.home.host
    await host.tournaments.protests.protest(played.live.lobby, played.people[0], "", "tap 1")
    assert isinstance(await ruled(host, played.live.lobby, Ruling(Fate.ANNULLED), 0, "tap 2"), Entry)
    assert f'"u{RULER}"' in played.text()
    assert await host.forget_person.ask(RULER)
    assert f'"u{RULER}"' not in played.text()
    assert (await played.entry()).ruling.fate is Fate.ANNULLED


async def test_a_protest_after_the_deadline_is_refused_and_one_in_the_last_moment_is_not(played: Played) -> None:
    host = played.home.host
    one, other = played.people[:2]
    deadline = protest_deadline((await played.entry()).result)
    await played.home.clock.on_to(deadline)
    assert await with_parts(protests._file, host)(played.live.lobby, one, "", "tap 1") == ""
    await played.home.clock.on_to(deadline + 1)
    assert (
        await with_parts(protests._file, host)(played.live.lobby, other, "", "tap 2")
        == f"protest-no-{Refusal.TOO_LATE}"
    )
    (noted,) = (await played.entry()).protests
    assert (noted.player, noted.verdict) == (f"u{one}", Verdict.OPEN)


async def test_a_changed_result_reaches_points_and_statistics_and_the_guilty_pays(played: Played) -> None:
    host, lobby = played.home.host, played.live.lobby
    before = (await played.entry()).result
    other = Winner.BLACK if before.winner is Winner.RED else Winner.RED
    guilty = next(seat for seat in before.seats if seat.side.value == before.winner.value)
    await host.tournaments.protests.protest(lobby, played.people[0], "", "tap 1")
    done = await ruled(host, lobby, Ruling(Fate.CHANGED, other), guilty.seat, "tap 2")
    assert isinstance(done, Entry)
    assert await ruled(host, lobby, Ruling(Fate.ANNULLED), 0, "tap 3") is Refusal.DECIDED
    points = await played.points()
    assert points[guilty.player] == -750 + 10 * (guilty.points.total - guilty.points.win)
    winners = {seat.player for seat in before.seats if seat.side.value == other.value}
    assert all(points[word] >= 750 for word in winners)
    (game,) = await played.counted()
    assert game.winner is other
    assert {seat.player for seat in game.seats if seat.won} == winners


async def test_of_two_who_rule_at_once_the_second_is_told_that_it_is_decided(played: Played) -> None:
    host, lobby = played.home.host, played.live.lobby
    assert isinstance(await host.tournaments.protests.protest(lobby, played.people[0], "", "tap"), Entry)
    both = (Ruling(Fate.REPLAYED), Ruling(Fate.ANNULLED))
    done = await asyncio.gather(*(ruled(host, lobby, ruling, 0, f"tap {ruling.fate}") for ruling in both))
    (first,) = [each for each in done if isinstance(each, Entry)]
    assert {Refusal.DECIDED, Refusal.NOT_PROPOSED} & set(done), "nobody agrees to what they have not seen"
    assert (await played.entry()).ruling.fate is first.ruling.fate


async def test_a_ruling_of_a_plain_group_holds_in_its_statistics_too() -> None:
    home = House()
    table = VirtualTable("fiim-2025", 10, 7, home)
    live = await table.play()
    host = home.host
    before = official(await results_in(home.store, table.group))
    person = table.first_person
    assert await with_parts(protests._file, host)(live.lobby, person, "", "tap 1") == ""
    assert isinstance(await ruled(host, live.lobby, Ruling(Fate.ANNULLED), 0, "tap 2"), Entry)
    assert len(before) == 1
    assert official(await results_in(home.store, table.group)) == []
    await drain(home)
    await home.close()


@pytest.mark.parametrize("fate", [Fate.ANNULLED, Fate.REPLAYED])
async def test_a_game_that_does_not_count_is_in_no_statistics(played: Played, fate: Fate) -> None:
    host, lobby = played.home.host, played.live.lobby
    assert len(await played.counted()) == 1
    await host.tournaments.protests.protest(lobby, played.people[0], "", "tap 1")
    assert isinstance(await ruled(host, lobby, Ruling(fate), 0, "tap 2"), Entry)
    assert await played.counted() == []
    assert set((await played.points()).values()) == {0}
    tournament = await newest(host, played.tournament)
    assert [slot.replay_of for slot in tournament.slots if slot.replay_of] == [played.live.id] * (
        fate is Fate.REPLAYED
    )


async def test_a_stage_of_six_rounds_with_a_protest_a_replay_and_a_disqualification() -> None:
    home = House()
    await home.open()
    tournament, host = await seated(home, people=2, stand_ins=10), home.host
    replayed = gone = ""
    while not replayed or (await newest(host, tournament)).slots[-1].game == "":
        live = await begun(host, tournament)
        await to_the_end(home, live)
        await keeps_the_books(home, tournament)
        protester = next((person for person in (1, 2) if seat_in(live.lobby, person)), 0)
        if protester and not replayed:
            assert isinstance(
                await host.tournaments.protests.protest(live.lobby, protester, "", f"protest {live.id}"), Entry
            )
            assert isinstance(await ruled(host, live.lobby, Ruling(Fate.REPLAYED), 0, f"rule {live.id}"), Entry)
            replayed = live.id
            gone = next(word for word in live.table.guests if word.startswith("bot"))
            out = await host.tournaments.store.change(
                tournament.id,
                lambda old, word=gone: disqualification.disqualify(old, word),  # type: ignore[misc]
                "",
            )
            assert isinstance(out, Tournament)
            await keeps_the_books(home, tournament)
    slots = (await newest(host, tournament)).slots
    assert [slot.replay_of for slot in slots] == [""] * 6 + [replayed]
    after = slots[[slot.game for slot in slots].index(replayed) + 1 :]
    assert all(gone not in slot.seats and len(set(slot.seats)) == 10 for slot in after)
    assert len(await host.tournaments.store.entries(tournament.id)) == 7
    final = await host.tournaments.final_stage.make(tournament.id, CHIEF, "final")
    assert isinstance(final, Tournament)
    table = (await host.tournaments.standings.of(await newest(host, tournament))).places
    best = [place.tally.player for place in table if place.tally.player != gone][:10]
    assert [one.word for one in final.entrants] == best
    await home.close()


async def keeps_the_books(home: House, tournament: Tournament) -> None:
    """Checks the standings against the sum of the games that count, without the compensation over the distance."""
    tournaments = home.host.tournaments
    standings = await tournaments.standings.of(await newest(home.host, tournament))
    counting = [
        entry for entry in await tournaments.store.entries(tournament.id) if entry.ruling.fate is not Fate.REPLAYED
    ]
    for place in standings.places:
        seats = [seat for entry in counting if (seat := entry.result.of(place.tally.player)) is not None]
        compensated = place.tally.points - 10 * sum(seat.points.total for seat in seats)
        assert 0 <= compensated <= 400 * sum(seat.first_victim and not seat.won for seat in seats)
        assert place.tally.games == len(seats)
    points = [place.tally.points for place in standings.places]
    assert points == sorted(points, reverse=True)
    assert [place.place for place in standings.places] == list(range(1, len(points) + 1))


async def test_two_tables_play_at_the_same_time() -> None:
    home = House()
    await home.open()
    tournament = await seated(home, stand_ins=20, tables=2, rounds=1)
    host = home.host
    assert tournament.rooms[1:] == ()
    other = await host.tournaments.store.change(
        tournament.id, lambda old: seating.assign_room(old, 2, Room(NEW_GROUP)), ""
    )
    assert isinstance(other, Tournament)
    first, second = await begun(host, tournament, 1), await begun(host, tournament, 2)
    assert set(first.lobby.names).isdisjoint(second.lobby.names)
    await to_the_end(home, first)
    await to_the_end(home, second)
    assert {entry.result.id for entry in await host.tournaments.store.entries(tournament.id)} == {
        first.id,
        second.id,
    }
    there = [call.method for call in home.telegram.calls if call.chat == NEW_GROUP]
    assert any(isinstance(method, SendRichMessage) for method in there), "the other group sees the table too"
    assert CHIEF not in first.lobby.seating
    await home.close()
