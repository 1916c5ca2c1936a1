"""Games recorded in advance, so that any number of tables can be set up in mid-play and played on.

A score is a whole game: who does what, and the contents of the store just before each action. For 10, 100 or 1,000
tables each score is cut into as many pieces as are needed, and each piece is a table in the position where the
piece begins. Whatever the number of tables, the same actions are done in the same order: only the number differs.
"""

import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from sqlalchemy import Table, insert, select

from bot.games.lobby import Lobby
from bot.games.submissions import Accepted
from bot.storage import Database
from bot.storage.groups import Group
from bot.storage.people import Person
from bot.storage.schema import clocks, events, games, groups, mutes, people, places, slots
from bot.telegram.buttons.callback_data import MoveTap, joined
from engine.api import open_game
from engine.commands import CLOCK, Command, Verb
from engine.players import RandomPlayer, play_to_the_end
from engine.record import read_record, write_record
from engine.record.reading import Action
from tests.kits.virtual_clock.table import VirtualTable

SEATS = 10
RULESET = "fiim-2025"
LENGTHS = (
    *("deal", "meet", "speech", "silenced_window", "tie_speech", "last_word", "ballot_window", "lift_window"),
    *("night", "best_move"),
)
LONG_S = 25 * 60
"""Seconds of every step: none ends by itself while it is measured, and it is still no game over days."""
SETTLED_MS = 15_000
RIGHTS = ("can_delete_messages", "can_restrict_members", "can_pin_messages")
Rows = dict[Table, list[dict[str, Any]]]
GROUP = -1
"""The place of a row that belongs to the group; people are counted from 0."""


class Deed(NamedTuple):
    """A tap of a player; place -1: the time of a step is over."""

    place: int
    step: int
    verb: Verb
    seats: str = ""
    value: int = -1

    def data(self, game: str) -> str:
        tap = MoveTap(game=game, step=self.step, verb=self.verb, seats=self.seats, value=self.value, sure=1)
        return tap.pack()

    @property
    def taps(self) -> int:
        """A nomination is tapped twice."""
        return 2 if self.verb is Verb.NOMINATE else 1


class Moment(NamedTuple):
    """What is stored of a game just before an action."""

    version: int
    clock: dict[str, Any]
    slots: tuple[tuple[int, str, str, str], ...]
    mutes: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Score:
    lobby: Lobby
    journal: tuple[str, ...]
    deeds: tuple[Deed, ...]
    moments: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class Seating:
    """A group of the sandbox, its people, and one message of the bot in each of their chats to tap at."""

    group: int
    group_message: int
    people: tuple[int, ...]
    messages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A table at some action of a score, and the actions that follow."""

    game: str
    score: int
    first: int
    last: int
    seating: Seating

    def person(self, place: int) -> int:
        return self.seating.people[place]


# --- writing ----------------------------------------------------------------------------------------------------


async def write_score(seed: int) -> Score:
    """A game between random players, as the host stores it step by step; on the virtual clock."""
    table = VirtualTable(RULESET, SEATS, seed)
    table.house_rules = dict.fromkeys(LENGTHS, str(LONG_S))
    await table.house.open()
    await table.begin()
    live = table.live
    assert live is not None
    seating = live.lobby.seating
    deeds, moments = [], []
    for number, command in enumerate(_commands(live.lobby, seed)):
        await _settle(table)
        step = live.table.number
        moments.append(_moment(table, live.version))
        place = GROUP if command.actor == CLOCK else seating[command.actor - 1] - table.first_person
        value = -1 if command.value is None else command.value
        deeds.append(Deed(place, step, command.verb, joined(command.seats), value))
        for seat in live.table.alive:
            await table.host.absence.heard(live, seat)
        outcome = await table.host.submissions.submit(live.id, command._replace(step=step), f"{seed}:{number}")
        assert isinstance(outcome, Accepted), (number, command, outcome)
    journal = tuple(table.journal())
    await table.close()
    assert table.over
    return Score(replace(live.lobby, phase=type(live.lobby.phase).PLAYING), journal, tuple(deeds), tuple(moments))


def _commands(lobby: Lobby, seed: int) -> list[Command]:
    words = tuple(guest.word for guest in lobby.guests)
    game = open_game(lobby.rules, lobby.cards(len(words)), words, lobby.secret)
    play_to_the_end(game, [RandomPlayer() for _ in words], random.Random(seed))
    written = read_record(write_record(game.journal)).body
    return [action.command for action in written if isinstance(action, Action)]


async def _settle(table: VirtualTable) -> None:
    """Waits until the outbox is empty and no mute is under way, for a limited time."""
    until = table.clock.now() + SETTLED_MS
    await table.clock.settle()
    while (table.host.outbox.waiting or table.host.muting.busy) and await table.clock.step(until):
        pass


def _moment(table: VirtualTable, version: int) -> Moment:
    def place(chat: int) -> int:
        return GROUP if chat == table.group else chat - table.first_person

    now = table.store.now
    (clock,) = now(select(clocks))
    return Moment(
        version,
        dict(clock._mapping),
        tuple((place(row.chat_id), row.slot, row.page, row.args) for row in now(select(slots))),
        tuple((place(row.user_id), row.former) for row in now(select(mutes))),
    )


# --- setting up -------------------------------------------------------------------------------------------------


def cut(scores: Sequence[Score], tables: int, seatings: Sequence[Seating], letter: str = "b") -> list[Piece]:
    """Returns that many tables, each with its part of a score."""
    each = tables // len(scores)
    assert each * len(scores) == tables <= len(seatings)
    places = iter(seatings)
    return [
        Piece(
            f"{letter}{number:02}x{part:04}",
            number,
            part * count // each,
            (part + 1) * count // each,
            next(places),
        )
        for number, score in enumerate(scores)
        for part in range(each)
        if (count := len(score.deeds))
    ]


def rows_of(scores: Sequence[Score], pieces: Sequence[Piece], now: int) -> Rows:
    """Returns the rows as if all these games had been played this far in an earlier run."""
    rows: Rows = {table: [] for table in (games, places, events, clocks, slots, mutes, groups, people)}
    for piece in pieces:
        _add_rows(rows, scores[piece.score], piece, now)
    return rows


async def store(database: Database, scores: Sequence[Score], pieces: Sequence[Piece]) -> None:
    rows = rows_of(scores, pieces, time.time_ns() // 1_000_000)
    async with database.engine.begin() as connection:
        for table, some in rows.items():
            for first in range(0, len(some), 1000):
                await connection.execute(insert(table), some[first : first + 1000])


def _add_rows(rows: Rows, score: Score, piece: Piece, now: int) -> None:
    seating, old = piece.seating, score.lobby
    first = min(old.seating)
    lobby = replace(
        old,
        id=piece.game,
        chat_id=seating.group,
        opener=piece.person(old.opener - first),
        seating=tuple(piece.person(person - first) for person in old.seating),
        guests=tuple(
            replace(guest, user_id=(person := piece.person(guest.user_id - first)), word=f"u{person}")
            for guest in old.guests
        ),
        opened_at=now,
    )
    moment = score.moments[piece.first] if piece.first < len(score.moments) else score.moments[-1]
    rows[games].append(
        {"id": piece.game, "chat_id": seating.group, "thread_id": 0, "phase": "playing", "lobby": lobby.to_json()}
        | {"changed_ms": now, "revision": 0}
    )
    rows[places] += [{"user_id": person, "game_id": piece.game} for person in sorted(lobby.found_by)]
    rows[events] += [
        {"game_id": piece.game, "version": version, "payload": payload, "at_ms": now, "author": 0, "receipt": ""}
        for version, payload in enumerate(score.journal[: moment.version], start=1)
    ]
    rows[clocks].append(moment.clock | {"game_id": piece.game, "runs_since": now, "waits": False})
    for place, name, page, args in moment.slots:
        chat = seating.group if place == GROUP else piece.person(place)
        message = seating.group_message if place == GROUP else seating.messages[place]
        rows[slots].append(
            {"chat_id": chat, "slot": name.replace(old.id, piece.game), "message_id": message, "page": page}
            | {"args": args.replace(old.id, piece.game)}
        )
    rows[mutes] += [
        {"chat_id": seating.group, "user_id": piece.person(place), "game_id": piece.game, "former": former}
        | {"until_ms": now + 3_600_000}
        for place, former in moment.mutes
    ]
    group = Group(seating.group, title="T", language="ru", rights=RIGHTS)
    rows[groups].append({"chat_id": group.chat_id, "data": json.dumps(asdict(group)), "revision": 0})
    for place, person in enumerate(seating.people):
        known = Person(person, name=f"P{place}", language="ru", reachable=True)
        rows[people].append({"user_id": person, "data": json.dumps(asdict(known)), "revision": 0})


def in_order(scores: Sequence[Score], pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Deed]]:
    """Returns the first action of each score, the second of each, and so on: the same for any number of tables."""
    at = {(piece.score, number): piece for piece in pieces for number in range(piece.first, piece.last)}
    for number in range(max(len(score.deeds) for score in scores)):
        for place, score in enumerate(scores):
            if number < len(score.deeds):
                yield at[place, number], score.deeds[number]
