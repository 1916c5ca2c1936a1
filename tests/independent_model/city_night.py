"""A naive judge for the nights of the city version (S1).

The document has no clause numbers; "L49" is line 49 of the document.
Days are not played here: the caller reports with `DayOver` who left during the day.
Night 1 is the first night with shots (the night of the deal, L17-L29, has no actions).

Order of a night (L49-L60): mafia shoots, don looks for the commissioner, maniac, commissioner, doctor, mistress.
Nobody leaves before the morning (L63), so who was shot still acts in the same night (assumed).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Role(Enum):
    CIVILIAN = "civilian"
    COMMISSIONER = "commissioner"
    DOCTOR = "doctor"
    MISTRESS = "mistress"
    MANIAC = "maniac"
    MAFIA = "mafia"
    DON = "don"


class Outcome(Enum):
    RED = "red"
    BLACK = "black"


class Kind(Enum):
    SHOTS = "shots"
    DON = "don"
    MANIAC = "maniac"
    COMMISSIONER = "commissioner"
    DOCTOR = "doctor"
    MISTRESS = "mistress"
    LAST_WORD = "last word"
    DAY = "day"
    OVER = "over"


BLACK_ROLES = (Role.MAFIA, Role.DON)

# L49-L60
NIGHT_ORDER: tuple[tuple[Kind, Role], ...] = (
    (Kind.DON, Role.DON),
    (Kind.MANIAC, Role.MANIAC),
    (Kind.COMMISSIONER, Role.COMMISSIONER),
    (Kind.DOCTOR, Role.DOCTOR),
    (Kind.MISTRESS, Role.MISTRESS),
)


def is_black(role: Role) -> bool:
    """L2; the maniac counts as red (L15)."""
    return role in BLACK_ROLES


@dataclass(frozen=True)
class Choices:
    """Places where the document is silent; change them to compare."""

    shot_can_kill_black: bool = False  # L49 and L67 speak of shots at red players only
    heals_against_maniac: bool = True  # L13 names only the mafia's attempt
    self_heal_used_when_chosen: bool = True  # L13; False: used only if it saved the doctor
    maniac_may_choose_self: bool = False
    mistress_may_choose_self: bool = False
    healed_shot_is_miss: bool = False  # L67-L68 define a miss by the shooting alone


# Inputs


class Shots(NamedTuple):
    """Black seat -> seats shot at, in the order of shooting; nothing or an empty tuple is no shot."""

    by_seat: dict[int, tuple[int, ...]]


class Choose(NamedTuple):
    """What the one awake points at; None is nobody."""

    target: int | None


class LastWord(NamedTuple):
    """The last minute of a victim; names count only where a best move is due (L65-L66)."""

    names: tuple[int, ...] = ()
    claims_commissioner: bool = False


class DayOver(NamedTuple):
    """Who left during the day, by the ballot or removed."""

    voted: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()


class Surrender(NamedTuple):
    """L74: a black ends the game; a red who says so is removed."""

    seat: int


class Remark(NamedTuple):
    """L76, L88, L90."""

    seat: int


Input = Shots | Choose | LastWord | DayOver | Surrender | Remark


# Results


class Step(NamedTuple):
    kind: Kind
    number: int
    actor: int | None = None


class Answer(NamedTuple):
    night: int
    by: int
    target: int
    answer: str  # commissioner: "red" / "black"; don: "commissioner" / "not commissioner"


class NightResult(NamedTuple):
    number: int
    shots: dict[int, tuple[int, ...]]
    mafia_target: int | None  # None is a miss
    miss: bool
    maniac_target: int | None
    healed: int | None  # whom the doctor chose
    saved: int | None  # who would have died without the doctor
    alibi: int | None  # with whom the mistress spent the night
    killed: tuple[int, ...]  # in order of seats


class Departure(NamedTuple):
    seat: int
    way: str  # "killed", "voted", "removed"
    phase: str  # "night", "day"
    number: int


class BestMove(NamedTuple):
    seat: int
    names: tuple[int, ...]
    found: int  # how many of the names are black


class RuleError(ValueError):
    """The document does not allow this input now."""


def next_opener(previous_order: Sequence[int], living: Sequence[int]) -> int:
    """L71: who spoke second in the previous round opens; if he is gone, the next clockwise.  L30: seat 1 first.

    `previous_order` is the order of the previous round's speeches, empty before the first round.
    """
    table = sorted(living)
    wanted = 1 if not previous_order else previous_order[1 % len(previous_order)]
    after = [seat for seat in table if seat >= wanted]
    return after[0] if after else table[0]


class City:
    """Nights of one game.  Read `step`, ask `options()`, call `apply(input)`, read the plain attributes."""

    def __init__(self, roles: Sequence[Role], choices: Choices | None = None) -> None:
        # L2: 10 to 15 players, one of each special role, one don and several mafia (number not given)
        if not 10 <= len(roles) <= 15:
            raise RuleError("ten to fifteen players")
        for role in Role:
            if role not in (Role.CIVILIAN, Role.MAFIA) and list(roles).count(role) != 1:
                raise RuleError(f"exactly one {role.value}")
        if Role.MAFIA not in roles:
            raise RuleError("at least one mafia besides the don")
        self.choices = choices or Choices()
        self.roles: dict[int, Role] = dict(enumerate(roles, 1))
        self.living: list[int] = sorted(self.roles)
        self.number = 1
        self.last_healed: int | None = None  # previous night
        self.self_heal_used = False
        self.last_visited: int | None = None  # previous night
        self.remarks: dict[int, int] = dict.fromkeys(self.roles, 0)
        self.silenced: set[int] = set()  # L88: three remarks, loses the floor for one round
        self.to_remove_in_morning: list[int] = []
        self.answers: list[Answer] = []
        self.nights: list[NightResult] = []
        self.departures: list[Departure] = []
        self.last_words: list[int] = []
        self.last_word_queue: list[int] = []
        self.best_moves: list[BestMove] = []
        self.winner: Outcome | None = None
        self.why = ""
        self.history: list[tuple[Step, Input]] = []
        self._pending: list[tuple[Kind, Role]] = []
        self._shots: dict[int, tuple[int, ...]] = {}
        self._mafia_target: int | None = None
        self._miss = False
        self._chosen: dict[Kind, int | None] = {}
        self.step = Step(Kind.SHOTS, 1)
        self._start_night()

    # ------------------------------------------------------------------------------------------------ questions

    def blacks(self) -> list[int]:
        return [seat for seat in self.living if is_black(self.roles[seat])]

    def reds(self) -> list[int]:
        return [seat for seat in self.living if not is_black(self.roles[seat])]

    def options(self) -> dict[str, tuple[int, ...]]:
        """Name of the input -> seats it may name.  Choose(None) is always possible at a step of choosing."""
        kind, _, actor = self.step
        living = tuple(self.living)
        found: dict[str, tuple[int, ...]] = {}
        if kind is Kind.SHOTS:
            found["shots_by"] = tuple(self.blacks())
            found["shots_at"] = living  # L49: numbers of those who sit at the table
        elif kind in (Kind.DON, Kind.COMMISSIONER):
            found["choose"] = tuple(seat for seat in living if seat != actor)
        elif kind is Kind.MANIAC:
            may_self = self.choices.maniac_may_choose_self
            found["choose"] = tuple(seat for seat in living if seat != actor or may_self)
        elif kind is Kind.DOCTOR:
            # L13: not the same player two nights in a row; himself once in the game
            found["choose"] = tuple(
                seat for seat in living if seat != self.last_healed and not (seat == actor and self.self_heal_used)
            )
        elif kind is Kind.MISTRESS:
            # L14: not the same player two nights in a row
            may_self = self.choices.mistress_may_choose_self
            found["choose"] = tuple(
                seat for seat in living if seat != self.last_visited and (seat != actor or may_self)
            )
        elif kind is Kind.LAST_WORD:
            # L65: only who was killed in the first night names three; L64: no nominations
            found["last_word"] = tuple(sorted(self.roles)) if self.number == 1 else ()
        elif kind is Kind.DAY:
            found["day_over"] = living
        if kind is not Kind.OVER:
            found["surrender"] = living
            found["remark"] = living
        return found

    # --------------------------------------------------------------------------------------------------- inputs

    def apply(self, given: Input) -> None:
        before = self.step
        kind = before.kind
        if kind is Kind.OVER:
            raise RuleError("the game is over")
        if isinstance(given, Surrender):
            self._surrender(given.seat)
        elif isinstance(given, Remark):
            self._remark(given.seat, hidden=False)
        elif isinstance(given, Shots) and kind is Kind.SHOTS:
            self._shoot(given.by_seat)
        elif isinstance(given, Choose) and kind in [pair[0] for pair in NIGHT_ORDER]:
            self._choose(given.target)
        elif isinstance(given, LastWord) and kind is Kind.LAST_WORD:
            self._last_word(given)
        elif isinstance(given, DayOver) and kind is Kind.DAY:
            self._day_over(given)
        else:
            raise RuleError(f"{given} is not possible at {kind.value}")
        self.history.append((before, given))

    # ---------------------------------------------------------------------------------------------------- night

    def _start_night(self) -> None:
        self._shots = {}
        self._mafia_target = None
        self._miss = False
        self._chosen = {}
        self._pending = list(NIGHT_ORDER)
        self.step = Step(Kind.SHOTS, self.number)

    def _shoot(self, by_seat: dict[int, tuple[int, ...]]) -> None:
        blacks = self.blacks()
        if not set(by_seat) <= set(blacks):
            raise RuleError("only living blacks shoot")
        if any(target not in self.living for targets in by_seat.values() for target in targets):
            raise RuleError("only numbers of players at the table are called")
        self._shots = {seat: by_seat.get(seat, ()) for seat in blacks}
        # L70: of several shots of one black the first counts, and he gets a hidden remark
        for seat, targets in self._shots.items():
            if len(targets) > 1:
                self._remark(seat, hidden=True)
        firsts = {targets[0] if targets else None for targets in self._shots.values()}
        # L49, L67, L68: all at one and the same red player, else it is a miss
        target = firsts.pop() if len(firsts) == 1 else None
        if target is not None and is_black(self.roles[target]) and not self.choices.shot_can_kill_black:
            target = None
        self._mafia_target = target
        self._miss = target is None
        self._next_awake()

    def _next_awake(self) -> None:
        while self._pending:
            kind, role = self._pending.pop(0)
            actors = [seat for seat in self.living if self.roles[seat] is role]
            if actors:
                self.step = Step(kind, self.number, actors[0])
                return
        self._morning()

    def _choose(self, target: int | None) -> None:
        kind, _, actor = self.step
        assert actor is not None
        if target is not None and target not in self.options()["choose"]:
            raise RuleError(f"{kind.value} may not choose {target} now")
        self._chosen[kind] = target
        if kind is Kind.DON and target is not None:
            # L9
            found = self.roles[target] is Role.COMMISSIONER
            self.answers.append(
                Answer(self.number, actor, target, "commissioner" if found else "not commissioner")
            )
        if kind is Kind.COMMISSIONER and target is not None:
            # L11; L15: the maniac is not recognised, he is red
            answer = "black" if is_black(self.roles[target]) else "red"
            self.answers.append(Answer(self.number, actor, target, answer))
        self._next_awake()

    def _morning(self) -> None:
        maniac_target = self._chosen.get(Kind.MANIAC)
        healed = self._chosen.get(Kind.DOCTOR)
        alibi = self._chosen.get(Kind.MISTRESS)  # L14: an alibi; the document gives it no further effect
        attacked_by_mafia = {self._mafia_target} - {None}
        attacked_by_maniac = {maniac_target} - {None}
        dying = {seat for seat in attacked_by_mafia | attacked_by_maniac if seat is not None}
        saved: int | None = None
        # L13: the doctor's choice does not die
        if healed in dying and (self.choices.heals_against_maniac or healed not in attacked_by_maniac):
            saved = healed
            dying.discard(healed)
        doctors = [seat for seat in self.living if self.roles[seat] is Role.DOCTOR]
        if doctors and healed == doctors[0] and (self.choices.self_heal_used_when_chosen or saved == healed):
            self.self_heal_used = True
        self.last_healed = healed
        self.last_visited = alibi
        miss = self._miss or (
            self.choices.healed_shot_is_miss and saved is not None and saved == self._mafia_target
        )
        killed = tuple(sorted(dying))
        self.nights.append(
            NightResult(
                self.number,
                dict(self._shots),
                self._mafia_target,
                miss,
                maniac_target,
                healed,
                saved,
                alibi,
                killed,
            )
        )
        for seat in killed:
            self._depart(seat, "killed", "night")
        for seat in self.to_remove_in_morning:
            if seat in self.living:
                self._depart(seat, "removed", "night")
        self.to_remove_in_morning = []
        self._look_for_winner()
        if self.winner is None and self._three_misses():
            self.winner = Outcome.RED
            self.why = "three misses"
        self.last_word_queue = list(killed)
        self._next_last_word()

    # -------------------------------------------------------------------------------------------------- morning

    def _next_last_word(self) -> None:
        if self.winner is not None:
            self.last_word_queue = []  # assumed: the game stops at once
            self.step = Step(Kind.OVER, self.number)
        elif self.last_word_queue:
            seat = self.last_word_queue[0]
            self.last_words.append(seat)
            self.step = Step(Kind.LAST_WORD, self.number, seat)  # L63-L64: one minute
        else:
            self.step = Step(Kind.DAY, self.number)

    def _last_word(self, given: LastWord) -> None:
        seat = self.last_word_queue[0]
        if len(given.names) > 3 or len(set(given.names)) != len(given.names):
            raise RuleError("up to three different seats")
        if not set(given.names) <= set(self.roles):
            raise RuleError("no such seat")
        if given.names and self.number != 1:
            raise RuleError("only a victim of the first night has the best move")  # L65
        if given.names and not given.claims_commissioner:  # L66
            found = sum(is_black(self.roles[name]) for name in given.names)
            self.best_moves.append(BestMove(seat, given.names, found))
        self.last_word_queue.pop(0)
        self._next_last_word()

    # ------------------------------------------------------------------------------------------------------ day

    def _day_over(self, given: DayOver) -> None:
        leaving = (*given.voted, *given.removed)
        if len(set(leaving)) != len(leaving) or not set(leaving) <= set(self.living):
            raise RuleError("only the living leave, and once")
        for seat in given.removed:
            self._depart(seat, "removed", "day")
        for seat in given.voted:
            self._depart(seat, "voted", "day")
        self._look_for_winner()
        if self.winner is not None:
            self.step = Step(Kind.OVER, self.number)
            return
        self.number += 1
        self._start_night()

    def _surrender(self, seat: int) -> None:
        if seat not in self.living:
            raise RuleError("only the living")
        if is_black(self.roles[seat]):
            self.winner = Outcome.RED
            self.why = "surrender"
            self.step = Step(Kind.OVER, self.number)
        else:
            self._remove_now(seat)  # L74, L95

    def _remark(self, seat: int, *, hidden: bool) -> None:
        if seat not in self.living:
            raise RuleError("only the living")
        self.remarks[seat] += 1
        if self.remarks[seat] == 3:
            self.silenced.add(seat)  # L88
        if self.remarks[seat] >= 4:  # L90
            if hidden:
                self.to_remove_in_morning.append(seat)  # assumed: a hidden remark shows in the morning
            else:
                self._remove_now(seat)

    def _remove_now(self, seat: int) -> None:
        """L96: at once, no last word."""
        phase = "day" if self.step.kind in (Kind.LAST_WORD, Kind.DAY) else "night"
        self._depart(seat, "removed", phase)
        if self._mafia_target == seat:
            self._mafia_target = None  # was hit, so not a miss, but nobody is left to die
        for kind, target in self._chosen.items():
            if target == seat:
                self._chosen[kind] = None
        self._look_for_winner()
        if self.winner is not None:
            self.step = Step(Kind.OVER, self.number)
        elif self.step.actor == seat and self.step.kind in [pair[0] for pair in NIGHT_ORDER]:
            self._next_awake()

    # --------------------------------------------------------------------------------------------------- ending

    def _depart(self, seat: int, way: str, phase: str) -> None:
        self.living.remove(seat)
        self.departures.append(Departure(seat, way, phase, self.number))

    def _look_for_winner(self) -> None:
        # L75: equal numbers, also 0 = 0; fewer reds than blacks is read in (assumed)
        if len(self.reds()) <= len(self.blacks()):
            self.winner = Outcome.BLACK
            self.why = "parity"
        elif not self.blacks():
            self.winner = Outcome.RED  # L72
            self.why = "no blacks"

    def _three_misses(self) -> bool:
        """L73: three misses running, and nobody led out of the game during the two days between them."""
        if len(self.nights) < 3 or not all(night.miss for night in self.nights[-3:]):
            return False
        days = (self.number - 2, self.number - 1)
        return not any(d.phase == "day" and d.number in days for d in self.departures)
