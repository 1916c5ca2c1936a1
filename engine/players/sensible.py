"""A player who thinks: suspects by what it sees and hears, plays its card, and errs like a person now and then."""

from engine.catalogue import FIND_BLACK
from engine.commands import NO, YES, Command, Verb
from engine.events import StepName
from engine.moves import Offer, legal
from engine.options import BallotStyle
from engine.players.black import Black
from engine.players.memory import Memory
from engine.players.mind import Mind
from engine.players.random_player import RandomPlayer
from engine.players.red import Red
from engine.players.seat import Dice
from engine.players.sheriff import Sheriff
from engine.players.statements import Statement
from engine.roles import Side
from engine.state import SeatView

KNOWN_SIDES = (Side.RED, Side.BLACK)
_RANDOM = RandomPlayer()


class SensiblePlayer:
    """Sits on one seat for one game; knows what that seat has seen and heard, and nothing else."""

    __slots__ = ("_memory", "_mind", "_thought_over", "_unheard", "sheriff_checks")

    def __init__(self, *, sheriff_checks: bool = True) -> None:
        self.sheriff_checks = sheriff_checks
        """Off: the Sheriff sleeps at night and nobody claims the card, to measure what the checks are worth."""
        self._memory: Memory | None = None
        self._mind: Mind | None = None
        self._unheard: list[tuple[int, Statement]] = []
        self._thought_over = 0
        """The step in which it was decided whom to nominate."""

    # --- what it takes in ---------------------------------------------------------------------------------------

    def hear(self, seat: int, statement: Statement) -> None:
        if self._memory is None:
            self._unheard.append((seat, statement))
        else:
            self._memory.hear(seat, statement)

    def watch(self, view: SeatView) -> None:
        self._remembered(view).look(view.table)

    def _remembered(self, view: SeatView) -> Memory:
        if self._memory is None:
            self._memory = Memory(view)
            for seat, statement in self._unheard:
                self._memory.hear(seat, statement)
        return self._memory

    def _thinking(self, view: SeatView, dice: Dice) -> Mind | None:
        """The card decides how to think; cards of other games than red against black it does not know."""
        if self._mind is None:
            role = view.me.role
            if role.side not in KNOWN_SIDES:
                return None
            memory = self._remembered(view)
            if role.side is Side.BLACK:
                self._mind = Black(view, dice, memory, may_claim=self.sheriff_checks)
            elif FIND_BLACK in role.abilities and self.sheriff_checks:
                self._mind = Sheriff(view, dice, memory)
            else:
                self._mind = Red(view, dice, memory)
        return self._mind

    # --- what it does -------------------------------------------------------------------------------------------

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:
        mind = self._thinking(view, dice)
        statement = mind.speak(view, dice) if mind else None
        if statement is not None:
            self.hear(view.me.seat, statement)
        return statement

    def choose(self, view: SeatView, dice: Dice) -> Command | None:
        table, me = view.table, view.me.seat
        if table.time_out_by or table.stopped:
            return None
        mind = self._thinking(view, dice)
        if mind is None:
            return _RANDOM.choose(view, dice)
        match table.step:
            case StepName.SPEECH:
                return self._nominate(view, mind, dice) or Command(me, Verb.PASS)
            case StepName.BALLOT | StepName.TIE_BALLOT:
                return _vote(view, mind, dice)
            case StepName.LIFT_BALLOT:
                return Command(me, Verb.VOTE, (), YES if mind.lift(view) else NO)
            case StepName.NIGHT:
                return _at_night(view, mind, dice)
            case StepName.LAST_WORD | StepName.BEST_MOVE:
                return _best_move(view, mind) or Command(me, Verb.PASS)
            case StepName.TIE_SPEECH:
                return Command(me, Verb.PASS)
            case StepName.DEAL:
                return Command(me, Verb.SEEN)
            case StepName.MEET:
                return _appoint(view, mind, dice)
            case _:
                return None

    def _nominate(self, view: SeatView, mind: Mind, dice: Dice) -> Command | None:
        """At most one nomination in a minute, thought over once."""
        number = view.table.number
        if self._thought_over == number:
            return None
        self._thought_over = number
        target = mind.nominate(view, dice)
        if target:
            for offer in legal(view):
                if offer.verb is Verb.NOMINATE and target in offer.seats:
                    return Command(view.me.seat, Verb.NOMINATE, (target,))
        return None


def _vote(view: SeatView, mind: Mind, dice: Dice) -> Command | None:
    """Vote when the worst of those not yet called is called; the votes left over fall to the last."""
    table = view.table
    called = table.candidates[table.window :]
    worst = mind.vote(view, dice, called)
    if worst != called[0] and table.rules.options.ballot_style is BallotStyle.SEQUENTIAL:
        return None
    for offer in legal(view):
        if offer.verb is Verb.VOTE and worst in offer.seats:
            return Command(view.me.seat, Verb.VOTE, (worst,))
    return None


def _at_night(view: SeatView, mind: Mind, dice: Dice) -> Command | None:
    for offer in legal(view):
        match offer.verb:
            case Verb.SHOOT:
                return _aim(view, offer, mind.shoot(view, dice), Verb.HOLD)
            case Verb.CHECK:
                return _aim(view, offer, mind.check(view, dice), Verb.SLEEP)
            case Verb.SUSPECT:
                return _aim(view, offer, mind.first_guess(view, offer.seats), Verb.SLEEP)
            case Verb.HEAL | Verb.VISIT:
                return _aim(view, offer, mind.suspects(view, offer.seats)[-1], Verb.SLEEP)
    return None


def _aim(view: SeatView, offer: Offer, target: int, otherwise: Verb) -> Command:
    """At this seat; with no such seat, decline."""
    if target in offer.seats:
        return Command(view.me.seat, offer.verb, (target,))
    return Command(view.me.seat, otherwise)


def _best_move(view: SeatView, mind: Mind) -> Command | None:
    for offer in legal(view):
        if offer.verb is Verb.BEST_MOVE:
            named = tuple(mind.best_move(view, offer.seats)[: offer.most])
            return Command(view.me.seat, Verb.BEST_MOVE, named)
    return None


def _appoint(view: SeatView, mind: Mind, dice: Dice) -> Command | None:
    for offer in legal(view):
        if offer.verb is Verb.APPOINT:
            return Command(view.me.seat, Verb.APPOINT, mind.appoint(view, dice)[: offer.most])
    return None
