"""A tournament: entrants, seating, schedule. Pure: each change returns a new tournament."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any, TypeVar

from bot.games.lobby import FORGOTTEN
from bot.storage.unit_of_work import as_json
from engine.results import GameResult
from engine.rulesets import RULESETS
from engine.tournament.seating import TEN, Plan, Seating

T = TypeVar("T")
RULESETS_WITH_POINTS = tuple(name for name, ruleset in RULESETS.items() if ruleset.scoring.ranking)
MOST_TABLES, MOST_ROUNDS, MOST_ENTRANTS = 8, 30, 100


class Stage(StrEnum):
    SELECTION = "selection"
    QUARTER = "quarter"
    SEMI = "semi"
    FINAL = "final"


class TournamentPhase(StrEnum):
    DRAFT = "draft"
    OPEN = "open"
    """People register."""
    SEATED = "seated"
    OVER = "over"


class Refusal(StrEnum):
    """Why a change was refused; the texts are `tournament-no-…`."""

    NOT_DRAFT = "not-draft"
    NOT_OPEN = "not-open"
    NOT_SEATED = "not-seated"
    LIST_CHANGED = "outdated"
    """While a seating was sought somebody has come or gone."""
    ALREADY = "already"
    NOT_IN_IT = "not-in-it"
    FULL = "full"
    TOO_FEW = "too-few"
    ONE_TABLE = "one-table"
    NO_GAMES_LEFT = "complete"
    GAME_RUNS = "running"
    PLAYERS_PLAY = "players-play"
    SHORT = "short"
    """Somebody is out, and nobody is left to take the seat."""
    NO_ROOM = "homeless"
    STARTED = "started"
    NOT_OVER = "not-over"
    NOT_PLAYED = "unplayed"
    COUNTED = "counted"
    UNOFFICIAL = "unofficial"
    """Other numbers, other cards or house rules: that was a game among friends."""
    OTHER_RULES = "other-rules"
    OTHER_ROOM = "other-room"
    OTHER_PLAYERS = "other-players"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person, or a computer player (`user_id` 0)."""

    word: str
    user_id: int
    name: str
    reserve: bool = False
    out: bool = False
    """Disqualified from the tournament (S0 7.3, S3 6.4)."""
    why: str = ""
    """The clause, or the chief judge's own words."""


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game of the schedule."""

    round: int
    table: int
    seats: tuple[str, ...]
    """Player ids from seat 1 on; empty for a seat nobody could fill."""
    game: str = ""
    tries: int = 0
    """How often the game was started."""
    replay_of: str = ""
    seed: str = ""
    """A secret of its own, drawn when this game was ordered: the tournament's may have been told by then."""

    @property
    def seal(self) -> str:
        return seal_of(self.seed) if self.seed else ""

    @property
    def is_extra(self) -> bool:
        """Beyond the schedule: nothing of the tournament's seed is left for it."""
        return bool(self.replay_of or self.tries)


@dataclass(frozen=True, slots=True)
class Room:
    """Where a table plays."""

    chat_id: int
    thread_id: int = 0


@dataclass(frozen=True, slots=True)
class Tournament:
    id: str
    chat_id: int
    thread_id: int
    chief: int
    """Who has created it, or whom an admin has named since."""
    name: str
    seed: str
    """Sealed when registration has not begun yet. Seating, lots and the cards of the schedule follow from it; told
    when every game of the schedule has been dealt once."""
    created_ms: int
    stage: Stage = Stage.SELECTION
    ruleset: str = "fiim-2025"
    tables: int = 1
    rounds: int = 6
    phase: TournamentPhase = TournamentPhase.DRAFT
    entrants: tuple[Entrant, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    rooms: tuple[Room, ...] = ()
    """Of table 1, 2, …; more tables than rooms cannot play yet."""
    slots: tuple[ScheduledGame, ...] = ()
    parent: str = ""
    """The stage before."""
    appointed: bool = False
    """Was the chief named by an admin? Whoever has only created it leads it as an admin, and while one."""

    @property
    def seal(self) -> str:
        return seal_of(self.seed)

    def derived(self, what: str) -> str:
        return derived(what, self.seed)

    def secret_of(self, slot: ScheduledGame) -> str:
        """The secret of a game's deal (`engine.fair_deal`)."""
        drawn = derived(f"game {slot.round}.{slot.table}.{slot.replay_of}.{slot.tries}", slot.seed or self.seed)
        return f"{drawn[:32]}:{drawn[32:]}"

    # --- who takes part -----------------------------------------------------------------------------------------

    @property
    def players(self) -> tuple[Entrant, ...]:
        return tuple(one for one in self.entrants if not one.reserve)

    @property
    def reserves(self) -> tuple[Entrant, ...]:
        return tuple(one for one in self.entrants if one.reserve)

    def entrant(self, word: str) -> Entrant | None:
        return next((one for one in self.entrants if one.word == word), None)

    def person(self, user_id: int) -> Entrant | None:
        return next((one for one in self.entrants if one.user_id == user_id), None) if user_id else None

    def named(self, word: str) -> str:
        found = self.entrant(word)
        return found.name if found is not None else "?"

    def register(self, user_id: int, name: str, *, reserve: bool = False) -> "Tournament | Refusal":
        if self.phase is not TournamentPhase.OPEN:
            return Refusal.NOT_OPEN
        if self.person(user_id) is not None:
            return Refusal.ALREADY
        if len(self.entrants) >= MOST_ENTRANTS:
            return Refusal.FULL
        newcomer = Entrant(f"u{user_id}", user_id, name, reserve)
        return replace(self, entrants=(*self.entrants, newcomer))

    def add_stand_in(self, name: str) -> "Tournament | Refusal":
        if self.phase is not TournamentPhase.OPEN:
            return Refusal.NOT_OPEN
        if len(self.entrants) >= MOST_ENTRANTS:
            return Refusal.FULL
        number = sum(1 for one in self.entrants if not one.user_id) + 1
        return replace(self, entrants=(*self.entrants, Entrant(f"bot{number}", 0, name)))

    def withdraw(self, user_id: int) -> "Tournament | Refusal":
        if self.phase is not TournamentPhase.OPEN:
            return Refusal.NOT_OPEN
        found = self.person(user_id)
        if found is None:
            return Refusal.NOT_IN_IT
        apart = tuple(pair for pair in self.apart if found.word not in pair)
        return replace(self, entrants=tuple(one for one in self.entrants if one is not found), apart=apart)

    def keep_apart(self, one: int, other: int) -> "Tournament | Refusal":
        """Two numbers of the list; the same pair again: they may meet after all."""
        if self.phase is not TournamentPhase.OPEN:
            return Refusal.NOT_OPEN
        if one == other or not all(1 <= number <= len(self.entrants) for number in (one, other)):
            return Refusal.NOT_IN_IT
        pair = (self.entrants[one - 1].word, self.entrants[other - 1].word)
        without = tuple(old for old in self.apart if set(old) != set(pair))
        return replace(self, apart=without if len(without) < len(self.apart) else (*self.apart, pair))

    # --- before it begins ---------------------------------------------------------------------------------------

    def turn(self, what: str, by: int) -> "Tournament | Refusal":
        """Change one setting of the draft."""
        if self.phase is not TournamentPhase.DRAFT:
            return Refusal.NOT_DRAFT
        match what:
            case "stage":
                return replace(self, stage=_next(tuple(Stage), self.stage))
            case "ruleset":
                return replace(self, ruleset=_next(RULESETS_WITH_POINTS, self.ruleset))
            case "tables":
                return replace(self, tables=min(max(self.tables + by, 1), MOST_TABLES))
            case _:
                return replace(self, rounds=min(max(self.rounds + by, 1), MOST_ROUNDS))

    def open(self) -> "Tournament | Refusal":
        return (
            replace(self, phase=TournamentPhase.OPEN) if self.phase is TournamentPhase.DRAFT else Refusal.NOT_DRAFT
        )

    @property
    def plan(self) -> Plan:
        words = [one.word for one in self.players]
        apart = tuple(pair for pair in self.apart if {*pair} <= {*words})
        return Plan(tuple(words), self.tables, self.rounds, apart)

    def why_not_seat(self) -> Refusal | None:
        if self.phase is not TournamentPhase.OPEN and not (
            self.phase is TournamentPhase.SEATED and self.untouched
        ):
            return Refusal.STARTED if self.phase is TournamentPhase.SEATED else Refusal.NOT_OPEN
        return Refusal.TOO_FEW if len(self.players) < self.tables * TEN else None

    @property
    def untouched(self) -> bool:
        """Nothing has been played yet."""
        return not any(slot.tries for slot in self.slots)

    def seat(self, seating: Seating, sought: Plan | None = None) -> "Tournament | Refusal":
        """`sought`: for whom it was found. A seat of somebody who is not on the list could never be filled."""
        why_not = self.why_not_seat()
        if why_not is not None:
            return why_not
        seated = {word for tables in seating.rounds for seats in tables for word in seats}
        if (sought is not None and sought != self.plan) or not seated <= {*self.plan.players}:
            return Refusal.LIST_CHANGED
        slots = tuple(
            ScheduledGame(number, table, seats)
            for number, tables in enumerate(seating.rounds, start=1)
            for table, seats in enumerate(tables, start=1)
        )
        return replace(self, phase=TournamentPhase.SEATED, slots=slots)

    @property
    def seating(self) -> Seating:
        """As it is now, replays left out."""
        rounds: dict[int, list[tuple[str, ...]]] = {}
        for slot in self.slots:
            if not slot.replay_of:
                rounds.setdefault(slot.round, []).append(slot.seats)
        return Seating(tuple(tuple(rounds[number]) for number in sorted(rounds)))

    def put_room(self, table: int, room: Room) -> "Tournament | Refusal":
        if not 2 <= table <= self.tables or table > len(self.rooms) + 1:
            return Refusal.ONE_TABLE
        rooms = list(self.rooms)
        rooms[table - 1 : table] = [room]
        return replace(self, rooms=tuple(rooms))

    # --- games --------------------------------------------------------------------------------------------------

    def slot_of(self, game: str) -> ScheduledGame | None:
        return next((slot for slot in self.slots if slot.game == game), None) if game else None

    def next_slot(self, table: int, running: frozenset[str]) -> ScheduledGame | Refusal:
        """The next game of a table; `running` are games that are not over."""
        if self.phase is not TournamentPhase.SEATED:
            return Refusal.NOT_SEATED
        if table > len(self.rooms):
            return Refusal.NO_ROOM
        if any(slot.table == table and slot.game in running for slot in self.slots if slot.game):
            return Refusal.GAME_RUNS
        found = next((slot for slot in self.slots if slot.table == table and not slot.game), None)
        if found is None:
            return Refusal.NO_GAMES_LEFT
        if "" in found.seats:
            return Refusal.SHORT
        playing = {word for slot in self.slots if slot.game and slot.game in running for word in slot.seats}
        return Refusal.PLAYERS_PLAY if playing & set(found.seats) else found

    def begin(self, slot: ScheduledGame, game: str) -> "Tournament":
        return self._with(slot, replace(slot, game=game, tries=slot.tries + 1))

    def give_up(self, game: str, seed: str) -> "Tournament":
        """The game has ended without a result: it is played once more, from a seed of its own."""
        slot = self.slot_of(game)
        return self if slot is None else self._with(slot, replace(slot, game="", seed=seed))

    def seal_extra(self, slot: ScheduledGame, seed: str) -> tuple["Tournament", ScheduledGame]:
        """Releases before this one have ordered games without a seed of their own."""
        if slot.seed or not slot.is_extra:
            return self, slot
        sealed = replace(slot, seed=seed)
        return self._with(slot, sealed), sealed

    def count_in(self, game: GameResult, room: Room) -> "Tournament | Refusal":
        """A game that was played without the schedule stands for the one in which the same ten were to meet."""
        if self.phase is not TournamentPhase.SEATED:
            return Refusal.NOT_SEATED
        if self.slot_of(game.id) is not None:
            return Refusal.COUNTED
        if not game.official:
            return Refusal.UNOFFICIAL
        if game.ruleset != self.ruleset:
            return Refusal.OTHER_RULES
        if room not in self.rooms:
            return Refusal.OTHER_ROOM
        played = tuple(seat.player for seat in game.seats)
        free = (slot for slot in self.slots if not slot.game and self.rooms[slot.table - 1 :][:1] == (room,))
        found = next((slot for slot in free if set(slot.seats) == set(played)), None)
        if found is None:
            return Refusal.OTHER_PLAYERS
        return self._with(found, replace(found, game=game.id, seats=played, tries=found.tries + 1))

    def replay(self, game: str, seats: Sequence[str], seed: str) -> "Tournament":
        """Once more, at the end of the stage and with other seats (S3 9.7.4-9.7.5)."""
        slot = self.slot_of(game)
        assert slot is not None, "only a game of this tournament is replayed"
        again = ScheduledGame(
            slot.round, slot.table, self._fit(tuple(seats), slot.round), replay_of=game, seed=seed
        )
        return replace(self, slots=(*self.slots, again), phase=TournamentPhase.SEATED)

    def _with(self, old: ScheduledGame, new: ScheduledGame) -> "Tournament":
        return replace(self, slots=tuple(new if slot is old else slot for slot in self.slots))

    def disqualify(self, word: str, why: str = "") -> "Tournament | Refusal":
        """Out of the tournament; a reserve has the seats of the games to come, or else somebody who rests."""
        found = self.entrant(word)
        if found is None or found.out:
            return Refusal.NOT_IN_IT
        entrants = tuple(replace(one, out=True, why=why) if one is found else one for one in self.entrants)
        without = replace(self, entrants=entrants)
        reserve = next((one for one in without.reserves if not one.out), None)
        if reserve is not None:
            called = tuple(replace(one, reserve=False) if one is reserve else one for one in without.entrants)
            without = replace(without, entrants=called)
        slots = []
        for slot in without.slots:
            if slot.game:
                slots.append(slot)
                continue
            seats = tuple(reserve.word if reserve is not None and each == word else each for each in slot.seats)
            slots.append(replace(slot, seats=without._fit(seats, slot.round)))
        return replace(without, slots=tuple(slots))

    def _fit(self, seats: tuple[str, ...], number: int) -> tuple[str, ...]:
        """Whoever is out is replaced by one who rests in this round and has the fewest games."""
        games = {one.word: 0 for one in self.players if not one.out}
        for slot in self.slots:
            for word in slot.seats:
                if word in games:
                    games[word] += 1
        busy = {word for slot in self.slots if slot.round == number and not slot.replay_of for word in slot.seats}
        resting = sorted((word for word in games if word not in busy | set(seats)), key=games.__getitem__)
        fitted = []
        for word in seats:
            found = self.entrant(word)
            if found is not None and not found.out:
                fitted.append(word)
            else:
                fitted.append(resting.pop(0) if resting else "")
        return tuple(fitted)

    def finish(self) -> "Tournament":
        return replace(self, phase=TournamentPhase.OVER)

    def name_chief(self, user_id: int) -> "Tournament":
        return replace(self, chief=user_id, appointed=True)

    # --- what happens to the people and to the group -------------------------------------------------------------

    def moved(self, old: int, new: int) -> "Tournament":
        """A group has become a supergroup."""
        rooms = tuple(replace(room, chat_id=new) if room.chat_id == old else room for room in self.rooms)
        return replace(self, chat_id=new if self.chat_id == old else self.chat_id, rooms=rooms)

    def without_person(self, user_id: int, alias: str) -> "Tournament":
        """As it is kept when this person is to be forgotten: games that were played have been somebody's."""
        tournament = replace(self, chief=0, appointed=False) if self.chief == user_id else self
        found = tournament.person(user_id)
        if found is None:
            return tournament
        tournament = replace(tournament, apart=tuple(pair for pair in tournament.apart if found.word not in pair))
        if not tournament.slots:
            return replace(tournament, entrants=tuple(one for one in tournament.entrants if one is not found))
        if not found.out:
            without = tournament.disqualify(found.word)
            assert isinstance(without, Tournament)
            tournament = without
        nobody = Entrant(alias, 0, FORGOTTEN, reserve=found.reserve, out=True)
        return replace(
            tournament,
            entrants=tuple(nobody if one.word == found.word else one for one in tournament.entrants),
            slots=tuple(
                replace(slot, seats=tuple(alias if word == found.word else word for word in slot.seats))
                for slot in tournament.slots
            ),
        )

    # --- as text ------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        return as_json(asdict(self))


def new_seed() -> str:
    return secrets.token_hex(32)


def seal_of(seed: str) -> str:
    return sha256(seed.encode()).hexdigest()


def derived(what: str, seed: str) -> str:
    """A secret of its own for each purpose; none tells the seed."""
    return sha256(f"{what}\n{seed}".encode()).hexdigest()


def tournament_from_json(text: str) -> Tournament:
    data: dict[str, Any] = json.loads(text)
    known = {field.name for field in fields(Tournament)}
    values = {key: value for key, value in data.items() if key in known}
    values |= {
        "stage": Stage(data["stage"]),
        "phase": TournamentPhase(data["phase"]),
        "entrants": tuple(Entrant(**one) for one in data["entrants"]),
        "apart": tuple((one, other) for one, other in data["apart"]),
        "rooms": tuple(Room(**room) for room in data["rooms"]),
        "slots": tuple(ScheduledGame(**{**slot, "seats": tuple(slot["seats"])}) for slot in data["slots"]),
    }
    return Tournament(**values)


def _next(items: tuple[T, ...], item: T) -> T:
    return items[(items.index(item) + 1) % len(items)]
