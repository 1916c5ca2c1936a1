"""A naive judge for the three sport-like documents.

S0  official rules (first edition, with tournament chapter 8 and protocol chapter 9)
S3  official rules, edition 20250105
S4  rules of the student club

Every rule stands beside its clause.  Where the documents are silent the comment says "assumed", see README.
Night n comes before day n; night 1 is the acquaintance (S0 4.2, S3 4.2, S4 3.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

SEATS: tuple[int, ...] = tuple(range(1, 11))


class Role(Enum):
    CIVILIAN = "civilian"
    SHERIFF = "sheriff"
    MAFIA = "mafia"
    DON = "don"


class Team(Enum):
    RED = "red"
    BLACK = "black"


class Outcome(Enum):
    RED = "red"
    BLACK = "black"
    DRAW = "draw"


class Phase(Enum):
    NIGHT = "night"
    DAY = "day"


class Way(Enum):
    VOTED = "voted"
    KILLED = "killed"
    DISQUALIFIED = "disqualified"


class Kind(Enum):
    ACQUAINTANCE = "acquaintance"
    LAST_WORD = "last word"
    SPEECH = "speech"
    BALLOT = "ballot"
    RESPEECH = "respeech"
    LIFT = "lift"
    SHOTS = "shots"
    DON_CHECK = "don check"
    SHERIFF_CHECK = "sheriff check"
    BEST_MOVE = "best move"
    OVER = "over"


def team_of(role: Role) -> Team:
    """S0 1.1, S3 1.1, S4 1.3."""
    return Team.BLACK if role in (Role.MAFIA, Role.DON) else Team.RED


# --------------------------------------------------------------------------------------------------------------
# What differs between the three documents


@dataclass(frozen=True)
class Rules:
    name: str
    # Discipline
    has_fouls: bool  # fouls, disqualification and loss of the whole team
    # Nominations
    may_withdraw: bool
    withdrawal_frees_nomination: bool
    # Ballot
    single_candidate_automatic: bool  # from day two on, a lone candidate leaves without hands being counted
    no_lift_at_three_or_four: bool  # two or three tied twice while three or four sit at the table: night
    no_lift_of_everybody: bool
    # Cancellation of ballots
    cancellations_pile_up: bool  # a second removal in a later phase cancels a further ballot
    # Departures
    last_word_on_winning_exit: bool
    # Night
    same_target_twice_is_miss: bool
    # Best move
    best_move_at_night: bool  # False: within the last word
    best_move_lost_when_day_one_took: int | None  # so many departures on day one take the right away
    # End of the game
    draw_rounds: int | None  # None: the document knows no draw
    draw_ends_with: Phase
    first_night_counts_for_draw: bool
    both_conditions_winner: Outcome  # the table is empty: no blacks left and parity at once


S0 = Rules(
    name="S0",
    has_fouls=True,  # S0 6
    may_withdraw=True,  # S0 4.4.3, geographical rule (7.10): the chief judge may switch it off
    withdrawal_frees_nomination=False,  # S0 4.4.4 read literally: one candidature a day
    single_candidate_automatic=False,  # S0 4.4.11: any number is voted
    no_lift_at_three_or_four=True,  # S0 7.6, geographical rule (7.10)
    no_lift_of_everybody=True,  # S0 7.9
    cancellations_pile_up=False,  # S0 7.1 names one nearest ballot
    last_word_on_winning_exit=True,  # S0 4.4.14 and 4.5.4 know no exception
    same_target_twice_is_miss=True,  # S0 4.5.5: shooting more than once
    best_move_at_night=False,  # S0 8.3: during the last minute
    best_move_lost_when_day_one_took=None,
    draw_rounds=3,
    draw_ends_with=Phase.DAY,  # S0 7.8: three nights and days, beginning with a night
    first_night_counts_for_draw=True,  # assumed: 4.2 calls it a night
    both_conditions_winner=Outcome.RED,  # cannot happen: 7.9
)

S3 = Rules(
    name="S3",
    has_fouls=True,  # S3 5 and 6
    may_withdraw=False,  # S3 4.3.8
    withdrawal_frees_nomination=False,
    single_candidate_automatic=True,  # S3 4.4.8
    no_lift_at_three_or_four=False,  # no such clause any more
    no_lift_of_everybody=True,  # S3 6.5.7
    cancellations_pile_up=False,  # S3 6.5.1 names one nearest ballot; 6.5.3 speaks of one phase only
    last_word_on_winning_exit=False,  # S3 6.5.8
    same_target_twice_is_miss=False,  # S3 4.5.5: shooting at several players
    best_move_at_night=True,  # S3 4.5.9, 4.6.1
    best_move_lost_when_day_one_took=2,  # S3 6.5.9
    draw_rounds=3,
    draw_ends_with=Phase.NIGHT,  # S3 6.5.6: after the third night
    first_night_counts_for_draw=True,  # assumed
    both_conditions_winner=Outcome.RED,  # cannot happen: 6.5.7
)

S4 = Rules(
    name="S4",
    has_fouls=False,  # the document has no chapter on discipline
    may_withdraw=False,  # not mentioned
    withdrawal_frees_nomination=False,
    single_candidate_automatic=False,  # S4 3.4.6
    no_lift_at_three_or_four=False,  # not mentioned
    no_lift_of_everybody=False,  # not mentioned
    cancellations_pile_up=False,
    last_word_on_winning_exit=False,  # S4 3.6.4: the judge may stop at once; assumed that he does
    same_target_twice_is_miss=False,  # S4 3.5.5: several players
    best_move_at_night=True,  # S4 3.5.10
    best_move_lost_when_day_one_took=2,  # S4 3.5.9: not more than one
    draw_rounds=None,  # not mentioned
    draw_ends_with=Phase.DAY,
    first_night_counts_for_draw=True,
    both_conditions_winner=Outcome.RED,  # assumed: 3.6.2 is read before 3.6.3
)

DOCUMENTS: tuple[Rules, ...] = (S0, S3, S4)


# --------------------------------------------------------------------------------------------------------------
# Inputs


class Done(NamedTuple):
    """The present speech, last word or acquaintance is over."""


class Nominate(NamedTuple):
    target: int


class Withdraw(NamedTuple):
    target: int


class Hands(NamedTuple):
    """Hands put on the table: against the candidate called now, or for lifting all of the tied."""

    seats: frozenset[int]


class Shots(NamedTuple):
    """What every living black does while the numbers are called; an empty tuple or no entry is no shot."""

    by_seat: dict[int, tuple[int, ...]]


class Check(NamedTuple):
    target: int | None


class BestMove(NamedTuple):
    names: tuple[int, ...]


class Foul(NamedTuple):
    seat: int


class Disqualify(NamedTuple):
    seat: int


class TeamLoss(NamedTuple):
    """The seat broke a rule that costs its whole team the game."""

    seat: int


Input = Done | Nominate | Withdraw | Hands | Shots | Check | BestMove | Foul | Disqualify | TeamLoss


# --------------------------------------------------------------------------------------------------------------
# Results as plain data


class Step(NamedTuple):
    kind: Kind
    phase: Phase
    number: int
    speaker: int | None = None  # who speaks, checks or names; None where the whole table acts
    seconds: int = 0
    candidates: tuple[int, ...] = ()
    candidate: int | None = None  # whose number is called in a ballot
    round: int = 0  # 1 is the first ballot of the day, 2 and more are repeated ballots


class Departure(NamedTuple):
    seat: int
    way: Way
    phase: Phase
    number: int


class Nomination(NamedTuple):
    day: int
    by: int
    target: int
    answer: str  # "accepted", "supported" (already on the list), "refused", "withdrawn"


class Ballot(NamedTuple):
    day: int
    round: int
    votes: dict[int, tuple[int, ...]]  # candidate -> who voted against, uncast votes included
    uncast: tuple[int, ...]  # whose votes went to the last candidate unasked
    tied: tuple[int, ...]  # candidates sharing the highest number (one of them: he leaves)


class LiftVote(NamedTuple):
    day: int
    candidates: tuple[int, ...]
    for_lifting: tuple[int, ...]
    lifted: bool


class Answer(NamedTuple):
    night: int
    by: int
    target: int
    answer: str  # don: "sheriff" / "not sheriff"; sheriff: "red" / "black"


class LastWord(NamedTuple):
    phase: Phase
    number: int
    seat: int
    seconds: int


class Night(NamedTuple):
    number: int
    shots: dict[int, tuple[int, ...]]
    victim: int | None  # None is a miss


class BestMoveMade(NamedTuple):
    night: int
    seat: int
    names: tuple[int, ...]


class RuleError(ValueError):
    """The document does not allow this input now."""


# --------------------------------------------------------------------------------------------------------------


class Game:
    """One table.  Read `step`, ask `options()`, call `apply(input)`, read the plain attributes."""

    def __init__(self, rules: Rules, roles: list[Role]) -> None:
        # S0 1.1, S3 1.1, S4 1.1-1.3: ten players, seven reds with one sheriff, three blacks with one don
        wanted = {Role.CIVILIAN: 6, Role.SHERIFF: 1, Role.MAFIA: 2, Role.DON: 1}
        if {role: roles.count(role) for role in Role} != wanted or len(roles) != 10:
            raise RuleError("the deal must be 6 civilians, 1 sheriff, 2 mafia, 1 don")
        self.rules = rules
        self.roles: dict[int, Role] = dict(zip(SEATS, roles, strict=True))
        self.living: list[int] = list(SEATS)
        self.number = 1
        self.phase = Phase.NIGHT
        # Discipline
        self.fouls: dict[int, int] = dict.fromkeys(SEATS, 0)
        self.silenced: set[int] = set()  # have a third foul not yet paid for
        self.disqualified: set[int] = set()
        self.cancelled: set[int] = set()  # days whose ballot is not held because of a removal
        self.cancelled_in_this_phase = False
        # Day
        self.opener: int | None = None
        self.openers: dict[int, int] = {}
        self.speeches: list[tuple[int, int, int]] = []  # day, seat, seconds: minutes in the order given
        self.respeeches: list[tuple[int, int, int]] = []  # day, seat, seconds
        self.to_speak: list[int] = []
        self.nominations: list[tuple[int, int]] = []  # by, target: the list of the present day
        self.nomination_log: list[Nomination] = []
        self.used_nomination: set[int] = set()
        # Ballot
        self.result_known = False  # of the present day
        self.ballot_fate: dict[int, str] = {}
        self.ballots: list[Ballot] = []
        self.lift_votes: list[LiftVote] = []
        self.ballot_candidates: tuple[int, ...] = ()
        self.ballot_round = 0
        self.ballot_hands: dict[int, tuple[int, ...]] = {}
        self.respeech_queue: list[int] = []
        # Departures
        self.departures: list[Departure] = []
        self.last_word_queue: list[int] = []
        self.last_words: list[LastWord] = []
        # Night
        self.nights: list[Night] = []
        self.victim: int | None = None  # shot this night, leaves when the night is over
        self.first_victim: int | None = None  # shot in the first night of shooting
        self.answers: list[Answer] = []
        self.best_move: BestMoveMade | None = None
        # End
        self.winner: Outcome | None = None
        self.why: str = ""
        self.history: list[tuple[Step, Input]] = []
        # S0 4.2, S3 4.2, S4 3.2: blacks meet, nobody shoots, nobody checks
        self.step = Step(Kind.ACQUAINTANCE, Phase.NIGHT, 1, seconds=60)

    # ------------------------------------------------------------------------------------------------ questions

    def blacks(self) -> list[int]:
        return [seat for seat in self.living if team_of(self.roles[seat]) is Team.BLACK]

    def reds(self) -> list[int]:
        return [seat for seat in self.living if team_of(self.roles[seat]) is Team.RED]

    def candidates(self) -> list[int]:
        """S0 4.4.5, S3 4.4.2, S4 3.4.1: in the order of nomination."""
        return [target for _, target in self.nominations]

    def voters(self) -> list[int]:
        """Who has not yet voted in this ballot (S0 4.4.8, S3 4.4.5, S4 3.4.3: one vote each)."""
        voted = {seat for hands in self.ballot_hands.values() for seat in hands}
        return [seat for seat in self.living if seat not in voted]

    def options(self) -> dict[str, tuple[int, ...]]:
        """Name of the input -> the seats it may name now.  Where no seat is to be named the tuple is empty."""
        kind = self.step.kind
        found: dict[str, tuple[int, ...]] = {}
        if kind in (Kind.ACQUAINTANCE, Kind.LAST_WORD, Kind.SPEECH, Kind.RESPEECH):
            found["done"] = ()
        if kind is Kind.SPEECH:
            speaker = self.step.speaker
            assert speaker is not None
            if speaker not in self.used_nomination:
                free = tuple(seat for seat in self.living if seat not in self.candidates())
                if free:
                    found["nominate"] = free
            if self.rules.may_withdraw:
                own = tuple(target for by, target in self.nominations if by == speaker)
                if own:
                    found["withdraw"] = own
        if kind is Kind.BALLOT:
            found["hands"] = tuple(self.voters())
        if kind is Kind.LIFT:
            found["hands"] = tuple(self.living)
        if kind is Kind.SHOTS:
            # S0 4.5.3, S3 4.5.3, S4 3.5.3: all ten numbers are called, absent or not
            found["shots_by"] = tuple(self.blacks())
            found["shots_at"] = SEATS
        if kind in (Kind.DON_CHECK, Kind.SHERIFF_CHECK):
            found["check"] = SEATS  # assumed: any number may be shown; Check(None) is always possible
        if kind is Kind.BEST_MOVE or (kind is Kind.LAST_WORD and self._best_move_in_last_word()):
            found["best_move"] = SEATS
        if self.rules.has_fouls and kind is not Kind.OVER and self.winner is None:
            present = tuple(sorted({*self.living, *self.last_word_queue}))
            found["foul"] = present
            found["disqualify"] = present
            found["team_loss"] = present
        return found

    # --------------------------------------------------------------------------------------------------- inputs

    def apply(self, given: Input) -> None:
        kind = self.step.kind
        if kind is Kind.OVER:
            raise RuleError("the game is over")
        before = self.step
        if isinstance(given, (Foul, Disqualify, TeamLoss)):
            self._discipline(given)
        elif isinstance(given, Done) and kind is Kind.ACQUAINTANCE:
            self._end_night()
        elif isinstance(given, Done) and kind is Kind.LAST_WORD:
            self.last_word_queue.pop(0)
            self._next_last_word()
        elif isinstance(given, Done) and kind is Kind.SPEECH:
            self._next_speech()
        elif isinstance(given, Done) and kind is Kind.RESPEECH:
            self.respeech_queue.pop(0)
            self._next_respeech()
        elif isinstance(given, Nominate) and kind is Kind.SPEECH:
            self._nominate(given.target)
        elif isinstance(given, Withdraw) and kind is Kind.SPEECH and self.rules.may_withdraw:
            self._withdraw(given.target)
        elif isinstance(given, Hands) and kind is Kind.BALLOT:
            self._hands_against(given.seats)
        elif isinstance(given, Hands) and kind is Kind.LIFT:
            self._hands_for_lifting(given.seats)
        elif isinstance(given, Shots) and kind is Kind.SHOTS:
            self._shots(given.by_seat)
        elif isinstance(given, Check) and kind is Kind.DON_CHECK:
            self._don_check(given.target)
        elif isinstance(given, Check) and kind is Kind.SHERIFF_CHECK:
            self._sheriff_check(given.target)
        elif isinstance(given, BestMove) and kind is Kind.BEST_MOVE:
            self._best_move(given.names)
            self._end_night()
        elif isinstance(given, BestMove) and kind is Kind.LAST_WORD and self._best_move_in_last_word():
            self._best_move(given.names)
        else:
            raise RuleError(f"{given} is not possible at {kind.value}")
        self.history.append((before, given))

    # ------------------------------------------------------------------------------------------------------ day

    def _start_discussion(self) -> None:
        # S0 4.3.2, S3 4.3.2, S4 3.3.3: seat 1 opens day one, then the seat after the previous opener.
        # A seat that has left is passed over (S4 3.3.3 says so; assumed for the others).
        wanted = 1 if self.opener is None else self.opener % 10 + 1
        while wanted not in self.living:
            wanted = wanted % 10 + 1
        self.opener = wanted
        self.openers[self.number] = wanted
        clockwise = [(wanted - 1 + i) % 10 + 1 for i in range(10)]
        self.to_speak = [seat for seat in clockwise if seat in self.living]
        self._next_speech()

    def _next_speech(self) -> None:
        if not self.to_speak:
            self._start_ballot()
            return
        seat = self.to_speak.pop(0)
        seconds = 60  # S0 4.3.1, S3 4.3.1, S4 3.3.3
        if seat in self.silenced:
            # S0 6.4, S3 5.4: the nearest minute is lost, the right to nominate stays
            # S0 7.7, S3 6.5.5: with three or four at the table it is 30 seconds instead
            seconds = 30 if len(self.living) in (3, 4) else 0
            self.silenced.discard(seat)
        self.speeches.append((self.number, seat, seconds))
        self.step = Step(Kind.SPEECH, Phase.DAY, self.number, speaker=seat, seconds=seconds)

    def _nominate(self, target: int) -> None:
        speaker = self.step.speaker
        assert speaker is not None
        if target not in SEATS:
            raise RuleError("no such seat")
        if speaker in self.used_nomination:
            answer = "refused"  # S0 4.4.4, S3 4.3.9, S4 3.3.8: one a day
        elif target not in self.living:
            answer = "refused"  # S4 3.3.7: only who has not left; assumed for the others
        elif target in self.candidates():
            answer = "supported"  # S3 4.3.6, S4 3.3.7; does not use up the right (S3 4.3.7, S4 3.3.8)
        else:
            answer = "accepted"  # S0 4.4.2, S3 4.3.6, S4 3.3.7: any player, so oneself as well
            self.nominations.append((speaker, target))
            self.used_nomination.add(speaker)
        self.nomination_log.append(Nomination(self.number, speaker, target, answer))

    def _withdraw(self, target: int) -> None:
        speaker = self.step.speaker
        assert speaker is not None
        if (speaker, target) not in self.nominations:
            raise RuleError("only one's own nomination can be withdrawn")  # S0 4.4.3
        self.nominations.remove((speaker, target))
        self.nomination_log.append(Nomination(self.number, speaker, target, "withdrawn"))
        if self.rules.withdrawal_frees_nomination:
            self.used_nomination.discard(speaker)

    # --------------------------------------------------------------------------------------------------- ballot

    def _start_ballot(self) -> None:
        found = tuple(self.candidates())
        if self.number in self.cancelled:
            self.ballot_fate[self.number] = "cancelled"  # S0 7.1-7.2, S3 6.5.1-6.5.3
            self._end_day()
        elif not found:
            self.ballot_fate[self.number] = "no candidates"  # S0 4.4.1, S3 4.4.1
            self._end_day()
        elif len(found) == 1 and self.number == 1:
            self.ballot_fate[self.number] = "one candidate on day one"  # S0 4.4.11, S3 4.4.8, S4 3.4.6
            self._end_day()
        elif len(found) == 1 and self.rules.single_candidate_automatic:
            self.ballot_fate[self.number] = "automatic"  # S3 4.4.8: leaves with all votes
            self.ballots.append(Ballot(self.number, 1, {found[0]: tuple(self.living)}, (), found))
            self._leave_by_vote(found)
        else:
            self.ballot_fate[self.number] = "held"
            self._call_candidates(found, 1)

    def _call_candidates(self, candidates: tuple[int, ...], round_number: int) -> None:
        self.ballot_candidates = candidates
        self.ballot_round = round_number
        self.ballot_hands = {}
        self._call(candidates[0])

    def _call(self, candidate: int) -> None:
        self.step = Step(
            Kind.BALLOT,
            Phase.DAY,
            self.number,
            candidates=self.ballot_candidates,
            candidate=candidate,
            round=self.ballot_round,
        )

    def _hands_against(self, seats: frozenset[int]) -> None:
        candidate = self.step.candidate
        assert candidate is not None
        free = self.voters()
        if not seats <= set(free):
            raise RuleError("only the living who have not voted yet may vote")
        raised = tuple(seat for seat in free if seat in seats)
        if candidate != self.ballot_candidates[-1]:
            self.ballot_hands[candidate] = raised
            self._call(self.ballot_candidates[self.ballot_candidates.index(candidate) + 1])
            return
        # S0 4.4.9, S3 4.4.6, S4 3.4.4: uncast votes go to the last candidate
        uncast = tuple(seat for seat in free if seat not in seats)
        self.ballot_hands[candidate] = tuple(free)
        most = max(len(hands) for hands in self.ballot_hands.values())
        tied = tuple(c for c in self.ballot_candidates if len(self.ballot_hands[c]) == most)
        self.ballots.append(Ballot(self.number, self.ballot_round, dict(self.ballot_hands), uncast, tied))
        if len(tied) == 1:
            self._leave_by_vote(tied)  # S0 4.4.12, S3 4.4.9, S4 3.4.7
        elif self.ballot_round > 1 and self._nothing_more_to_vote_on(tied):
            self._nobody_leaves()
        elif self.ballot_round > 1 and tied == self.ballot_candidates:
            self._same_tie_again(tied)
        else:
            # S0 4.4.13, S3 4.4.11, S4 3.4.8: thirty seconds each and another ballot among them.
            # Also when a repeated ballot ties fewer of them: S3 4.4.11.2, S4 3.4.9; S0 4.4.13 sentence one.
            self.ballot_candidates = tied
            self.respeech_queue = list(tied)
            self._next_respeech()

    def _next_respeech(self) -> None:
        if not self.respeech_queue:
            self._call_candidates(self.ballot_candidates, self.ballot_round + 1)
            return
        seat = self.respeech_queue[0]
        # S0 7.5, S3 6.5.4: a third foul does not take this speech away
        self.respeeches.append((self.number, seat, 30))
        self.step = Step(
            Kind.RESPEECH,
            Phase.DAY,
            self.number,
            speaker=seat,
            seconds=30,
            candidates=self.ballot_candidates,
            round=self.ballot_round,
        )

    def _nothing_more_to_vote_on(self, tied: tuple[int, ...]) -> bool:
        """S0 7.6; corrected: who ties twice has done so also when the first tie was among more."""
        few = len(self.living) in (3, 4) and len(tied) in (2, 3)
        return self.rules.no_lift_at_three_or_four and few

    def _same_tie_again(self, tied: tuple[int, ...]) -> None:
        if self.rules.no_lift_of_everybody and len(tied) == len(self.living):  # S0 7.9, S3 6.5.7
            self._nobody_leaves()
            return
        # S0 4.4.13, S3 4.4.11.3, S4 3.4.10
        self.step = Step(Kind.LIFT, Phase.DAY, self.number, candidates=tied, round=self.ballot_round)

    def _hands_for_lifting(self, seats: frozenset[int]) -> None:
        if not seats <= set(self.living):
            raise RuleError("only the living vote")
        tied = self.step.candidates
        lifted = 2 * len(seats) > len(self.living)  # more than half of the table; half and half: they stay
        self.lift_votes.append(LiftVote(self.number, tied, tuple(sorted(seats)), lifted))
        if lifted:
            self._leave_by_vote(tied)
        else:
            self._nobody_leaves()

    def _nobody_leaves(self) -> None:
        self.result_known = True
        self._end_day()

    def _leave_by_vote(self, seats: tuple[int, ...]) -> None:
        self.result_known = True
        for seat in seats:
            self._depart(seat, Way.VOTED)
        self.last_word_queue = list(seats)  # assumed: several lifted speak in the order of nomination
        self._look_for_winner()
        self._after_departure()

    # ----------------------------------------------------------------------------------- departures, last words

    def _depart(self, seat: int, way: Way) -> None:
        self.living.remove(seat)
        self.departures.append(Departure(seat, way, self.phase, self.number))
        if seat in self.to_speak:
            self.to_speak.remove(seat)
        self.nominations = [(by, target) for by, target in self.nominations if target != seat]

    def _after_departure(self) -> None:
        if self.winner is not None and not self.rules.last_word_on_winning_exit:
            self.last_word_queue = []  # S3 6.5.8, S4 3.6.4
        self._next_last_word()

    def _next_last_word(self) -> None:
        if self.last_word_queue:
            # S0 4.4.14 and 4.5.4, S3 4.4.10 and 4.5.4, S4 3.4.11: one minute
            # assumed: the third foul takes a minute of discussion, never the last word
            seat = self.last_word_queue[0]
            self.last_words.append(LastWord(self.phase, self.number, seat, 60))
            self.step = Step(Kind.LAST_WORD, self.phase, self.number, speaker=seat, seconds=60)
        elif self.winner is not None:
            self._over()
        elif self.result_known:
            self._end_day()
        else:
            self._start_discussion()

    def _end_day(self) -> None:
        if self.rules.draw_ends_with is Phase.DAY and self._quiet_rounds():
            self._draw()
            return
        self.number += 1
        self._enter(Phase.NIGHT)
        # S0 4.5.2, S3 4.5.2, S4 3.5.2
        self.step = Step(Kind.SHOTS, Phase.NIGHT, self.number)

    def _enter(self, phase: Phase) -> None:
        self.phase = phase
        self.cancelled_in_this_phase = False
        self.nominations = []
        self.used_nomination = set()
        self.to_speak = []
        self.result_known = False

    # ---------------------------------------------------------------------------------------------------- night

    def _shots(self, by_seat: dict[int, tuple[int, ...]]) -> None:
        blacks = self.blacks()
        if not set(by_seat) <= set(blacks):
            raise RuleError("only living blacks shoot")
        if any(target not in SEATS for targets in by_seat.values() for target in targets):
            raise RuleError("no such number is called")
        fired = {seat: by_seat.get(seat, ()) for seat in blacks}
        self.victim = self._hit(list(fired.values()))
        self.nights.append(Night(self.number, fired, self.victim))
        if self.number == 2:
            self.first_victim = self.victim
        self._wake_don()

    def _hit(self, fired: list[tuple[int, ...]]) -> int | None:
        """S0 4.5.4-4.5.5, S3 4.5.4-4.5.5, S4 3.5.4-3.5.5: every living black at one and the same."""
        for targets in fired:
            if len(targets) == 0 or len(set(targets)) > 1:
                return None
            if len(targets) > 1 and self.rules.same_target_twice_is_miss:
                return None
        named = {target for targets in fired for target in targets}
        if len(named) != 1:
            return None
        (target,) = named
        return target if target in self.living else None  # an empty chair: nobody leaves (assumed)

    def _wake_don(self) -> None:
        # A seat shot this night leaves only when the night is over (S0 4.5.4, S3 4.5.4, S4 3.5.11),
        # so a shot don or sheriff still checks.  A step nobody living can take is passed over.
        found = [seat for seat in self.living if self.roles[seat] is Role.DON]
        if found:
            self.step = Step(Kind.DON_CHECK, Phase.NIGHT, self.number, speaker=found[0], seconds=10)
        else:
            self._wake_sheriff()

    def _don_check(self, target: int | None) -> None:
        """S0 4.5.6, S3 4.5.6, S4 3.5.7."""
        if target is not None:
            answer = "sheriff" if self._role_at(target) is Role.SHERIFF else "not sheriff"
            self._record_answer(target, answer)
        self._wake_sheriff()

    def _wake_sheriff(self) -> None:
        found = [seat for seat in self.living if self.roles[seat] is Role.SHERIFF]
        if found:
            self.step = Step(Kind.SHERIFF_CHECK, Phase.NIGHT, self.number, speaker=found[0], seconds=10)
        else:
            self._wake_victim()

    def _sheriff_check(self, target: int | None) -> None:
        """S0 4.5.7, S3 4.5.7, S4 3.5.8."""
        if target is not None:
            self._record_answer(target, team_of(self._role_at(target)).value)
        self._wake_victim()

    def _role_at(self, seat: int) -> Role:
        if seat not in SEATS:
            raise RuleError("no such seat")
        return self.roles[seat]

    def _record_answer(self, target: int, answer: str) -> None:
        speaker = self.step.speaker
        assert speaker is not None
        self.answers.append(Answer(self.number, speaker, target, answer))

    def _wake_victim(self) -> None:
        victim = self.victim
        self.victim = None
        if victim is not None:
            self._depart(victim, Way.KILLED)
            self.last_word_queue = [victim]
            self._look_for_winner()
        if self.winner is not None and not self.rules.last_word_on_winning_exit:
            # corrected: a killing that decides ends the game at once, before the best move (S3 1.4, S4 3.6.4)
            self.last_word_queue = []
            self._over()
        elif self.rules.best_move_at_night and victim is not None and self.has_best_move(victim):
            # S3 4.5.9, S4 3.5.10: at night, after the checks
            self.step = Step(Kind.BEST_MOVE, Phase.NIGHT, self.number, speaker=victim, seconds=20)
        else:
            self._end_night()

    def has_best_move(self, seat: int) -> bool:
        """S0 8.3; S3 4.5.9, 4.6.1, 6.5.9; S4 3.5.9: shot in the first night of shooting."""
        if seat != self.first_victim or self.best_move is not None:
            return False
        limit = self.rules.best_move_lost_when_day_one_took
        left_on_day_one = [d for d in self.departures if d.phase is Phase.DAY and d.number == 1]
        return limit is None or len(left_on_day_one) < limit

    def _best_move_in_last_word(self) -> bool:
        if self.rules.best_move_at_night or self.number != 2 or self.step.speaker is None:
            return False
        return not self.result_known and self.has_best_move(self.step.speaker)

    def _best_move(self, names: tuple[int, ...]) -> None:
        # three names; fewer are taken as they are (S3 4.6.3; assumed for the others), none is allowed: a right
        if len(names) > 3 or len(set(names)) != len(names) or not set(names) <= set(SEATS):
            raise RuleError("up to three different seats")
        speaker = self.step.speaker
        assert speaker is not None
        self.best_move = BestMoveMade(2, speaker, names)

    def _end_night(self) -> None:
        if self.rules.draw_ends_with is Phase.NIGHT and self._quiet_rounds():
            self._draw()
            return
        self._enter(Phase.DAY)
        self._after_departure()

    # ----------------------------------------------------------------------------------------------- discipline

    def _discipline(self, given: Foul | Disqualify | TeamLoss) -> None:
        seat = given.seat
        allowed = self.options().get("foul", ())
        if seat not in allowed:
            raise RuleError("nobody to punish, or the document has no fouls")
        if isinstance(given, TeamLoss):
            # S0 6.8, S3 6.3
            guilty = team_of(self.roles[seat])
            self.winner = Outcome.BLACK if guilty is Team.RED else Outcome.RED
            self.why = "team loss"
            self._over()
            return
        if isinstance(given, Foul):
            self.fouls[seat] += 1
            if self.fouls[seat] == 3:
                self.silenced.add(seat)  # S0 6.4, S3 5.4: the next minute that begins (assumed)
            if self.fouls[seat] < 4:
                return
        self._remove(seat)  # S0 6.5, S3 5.5: at once and without a last word

    def _remove(self, seat: int) -> None:
        self.disqualified.add(seat)
        if seat in self.last_word_queue:
            # Already gone by a shot or by the ballot: S0 7.1-7.2, S3 6.5.1-6.5.2 cancel nothing
            speaking = self.last_word_queue[0] == seat
            self.last_word_queue.remove(seat)
            if self.step.kind is Kind.BEST_MOVE:
                self._end_night()
            elif speaking:
                self._next_last_word()
            return
        if seat == self.victim:
            self.victim = None  # shot this very night: cancels nothing (S0 7.1, S3 6.5.1)
        else:
            self._cancel_a_ballot()
        kind = self.step.kind
        ballot_going_on = kind in (Kind.BALLOT, Kind.RESPEECH, Kind.LIFT)
        if ballot_going_on:
            self.ballot_fate[self.number] = "cancelled"  # the ballot going on is not held: S0 7.1, S3 6.5.1
        self._depart(seat, Way.DISQUALIFIED)
        self._look_for_winner()
        if self.winner is not None:
            self.last_word_queue = []
            self._over()  # S0 1.4, S3 1.4
        elif ballot_going_on:
            self._end_day()
        elif seat == self.step.speaker and kind is Kind.SPEECH:
            self._next_speech()
        elif seat == self.step.speaker and kind is Kind.DON_CHECK:
            self._wake_sheriff()
        elif seat == self.step.speaker and kind is Kind.SHERIFF_CHECK:
            self._wake_victim()

    def _cancel_a_ballot(self) -> None:
        # S0 7.1, S3 6.5.1: the one going on or the nearest; S0 7.2, S3 6.5.2: once the result of today
        # is known, the one of the next day.  S3 6.5.3: removals in one phase cancel one ballot.
        day = self.number + 1 if self.result_known else self.number
        if self.rules.cancellations_pile_up:
            if self.cancelled_in_this_phase:
                return
            while day in self.cancelled:
                day += 1
        self.cancelled.add(day)
        self.cancelled_in_this_phase = True

    # --------------------------------------------------------------------------------------------------- ending

    def _look_for_winner(self) -> None:
        """S0 1.4, S3 1.4, S4 3.6.2-3.6.3."""
        no_blacks = not self.blacks()
        parity = len(self.blacks()) >= len(self.reds())
        if no_blacks and parity:
            self.winner = self.rules.both_conditions_winner
            self.why = "empty table"
        elif no_blacks:
            self.winner = Outcome.RED
            self.why = "no blacks"
        elif parity:
            self.winner = Outcome.BLACK
            self.why = "parity"

    def _quiet_rounds(self) -> bool:
        """S0 7.8: night and day three times; S3 6.5.6: three nights with the days between them."""
        rounds = self.rules.draw_rounds
        if rounds is None:
            return False
        first = self.number - rounds + 1
        if first < (1 if self.rules.first_night_counts_for_draw else 2):
            return False
        return all(departure.number < first for departure in self.departures)

    def _draw(self) -> None:
        self.winner = Outcome.DRAW
        self.why = "nobody left for too long"
        self._over()

    def _over(self) -> None:
        self.step = Step(Kind.OVER, self.phase, self.number)
