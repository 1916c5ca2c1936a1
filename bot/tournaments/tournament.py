"""A tournament as it is stored: entrants, schedule, rooms.

It is changed by `registration`, `seating`, `schedule`, `disqualification` and `id_changes`; each change returns a
new tournament.
"""

import json
import secrets
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any

from bot.storage.unit_of_work import as_json
from engine.rulesets import RULESETS
from engine.tournament.seating import Plan, Seating

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
    """Registration is open."""
    SEATED = "seated"
    OVER = "over"


class Refusal(StrEnum):
    """Why a change was refused; the texts are `cup-no-…`."""

    NOT_DRAFT = "not-draft"
    NOT_OPEN = "not-open"
    NOT_SEATED = "not-seated"
    LIST_CHANGED = "outdated"
    """The list of entrants changed while a seating was searched for."""
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
    """The game had another number of players, other cards or house rules."""
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
    """The secret of a game beyond the schedule, drawn with it, because the tournament's may be public by then."""

    @property
    def seal(self) -> str:
        return seal_of(self.seed) if self.seed else ""

    @property
    def is_extra(self) -> bool:
        """Whether the game is beyond the schedule: its cards do not follow from the tournament's seed."""
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
    """User id of the chief judge: the tournament's creator, or the person an admin has named since."""
    name: str
    seed: str
    """Sealed before registration begins. Seating, lots and the cards of the schedule follow from it; published
    when the stage is over."""
    created_ms: int
    stage: Stage = Stage.SELECTION
    ruleset: str = "fiim-2025"
    tables: int = 1
    rounds: int = 6
    phase: TournamentPhase = TournamentPhase.DRAFT
    entrants: tuple[Entrant, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    rooms: tuple[Room, ...] = ()
    """Where table 1, 2, … plays; a table without a room cannot play yet."""
    slots: tuple[ScheduledGame, ...] = ()
    parent: str = ""
    """Id of the previous stage."""
    appointed: bool = False
    """Whether an admin named the chief. A creator who was not named leads it only while being an admin."""

    @property
    def seal(self) -> str:
        return seal_of(self.seed)

    def derived(self, what: str) -> str:
        return derived(what, self.seed)

    def secret_of(self, slot: ScheduledGame) -> str:
        """Returns the secret of a game's deal (`engine.fair_deal`)."""
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

    # --- the seating --------------------------------------------------------------------------------------------

    @property
    def plan(self) -> Plan:
        words = [one.word for one in self.players]
        apart = tuple(pair for pair in self.apart if {*pair} <= {*words})
        return Plan(tuple(words), self.tables, self.rounds, apart)

    @property
    def untouched(self) -> bool:
        """Whether no game has been started yet."""
        return not any(slot.tries for slot in self.slots)

    @property
    def seating(self) -> Seating:
        """The current seating, without replays."""
        rounds: dict[int, list[tuple[str, ...]]] = {}
        for slot in self.slots:
            if not slot.replay_of:
                rounds.setdefault(slot.round, []).append(slot.seats)
        return Seating(tuple(tuple(rounds[number]) for number in sorted(rounds)))

    # --- games --------------------------------------------------------------------------------------------------

    def slot_of(self, game: str) -> ScheduledGame | None:
        return next((slot for slot in self.slots if slot.game == game), None) if game else None

    def finish(self) -> "Tournament":
        return replace(self, phase=TournamentPhase.OVER)

    def name_chief(self, user_id: int) -> "Tournament":
        return replace(self, chief=user_id, appointed=True)

    # --- as text ------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        return as_json(asdict(self))


def new_seed() -> str:
    return secrets.token_hex(32)


def seal_of(seed: str) -> str:
    return sha256(seed.encode()).hexdigest()


def derived(what: str, seed: str) -> str:
    """Returns a secret for one purpose, from which the seed cannot be computed."""
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
