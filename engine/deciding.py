"""The way in: open a game, decide a command, fold the journal."""

from collections.abc import Iterable
from typing import NamedTuple

from engine import judge
from engine.commands import CLOCK, JUDGE, Command, Reason, Rejected, Verb
from engine.day import begin_night
from engine.deal import Deal, commitment, draw
from engine.events import (
    CardDealt,
    DayBroke,
    Event,
    Expired,
    Opened,
    PositionSet,
    SeatsDrawn,
    SecretKept,
    StepName,
)
from engine.game import Game
from engine.house import find_ruleset
from engine.moves import verify
from engine.rules import Rules, rules_for
from engine.state import State, evolve
from engine.steps.meet import introduce


class Position(NamedTuple):
    """A game that starts in the middle, as a chess problem does."""

    day: int
    at_night: bool = False
    out: tuple[int, ...] = ()
    fouls: tuple[tuple[int, int], ...] = ()
    opener: int = 0
    """0: as the rules have it, as if those who are out had never sat."""


def open_game(
    rules: Rules, cards: tuple[str, ...], guests: tuple[str, ...], secret: str, *, seated: bool = False
) -> Game:
    """A new game whose cards follow from a secret, and the seats too unless the guests are seated already."""
    return open_drawn(rules, guests, secret, draw(secret, guests, cards, seated=seated), seated=seated)


def open_drawn(rules: Rules, guests: tuple[str, ...], secret: str, deal: Deal, *, seated: bool = False) -> Game:
    """A new game with a deal that was drawn before; `engine.deal` can tell whether rightly so."""
    if len(guests) != len(deal.cards) or any(
        not guest or "#" in guest or guest.split() != [guest] for guest in guests
    ):
        raise ValueError("each card needs a guest, named by one word that a record can hold")
    cards = tuple(sorted(deal.cards))
    game = _lay(rules, Opened(rules.ruleset.id, rules.changed, cards, guests, commitment(secret), seated))
    game.emit(SecretKept(secret))
    game.emit(SeatsDrawn(deal.guests))
    _hand_out(game, deal.cards)
    game.go(StepName.DEAL)
    return game


def open_dealt(rules: Rules, dealt: tuple[str, ...], position: Position | None = None) -> Game:
    """A new game whose cards are given, from seat 1 on."""
    game = _lay(rules, Opened(rules.ruleset.id, rules.changed, tuple(sorted(dealt))))
    _hand_out(game, dealt)
    if position is None:
        game.go(StepName.DEAL)
    else:
        _begin_at(game, position)
    return game


def _lay(rules: Rules, opened: Opened) -> Game:
    game = Game(State(rules, len(opened.cards)))
    game.emit(opened)
    return game


def _hand_out(game: Game, cards: tuple[str, ...]) -> None:
    for seat, role in enumerate(cards, start=1):
        game.emit(CardDealt(seat, role))


def _begin_at(game: Game, position: Position) -> None:
    out = tuple(sorted(set(position.out)))
    living = [seat for seat in game.table.alive if seat not in out]
    opener = position.opener or living[(position.day - 1) % len(living)]
    game.emit(PositionSet(out, position.fouls, position.day, opener))
    introduce(game)
    if position.at_night:
        begin_night(game)
    else:
        game.emit(DayBroke(position.day, opener))
        game.go(game.table.rules.ruleset.day_opens_with)


def decide(state: State, command: Command) -> tuple[Event, ...] | Rejected:
    """What a command leads to. The state is left as it is."""
    game = Game(state.copy())
    rejected = perform(game, command)
    return tuple(game.journal) if rejected is None else rejected


def perform(game: Game, command: Command) -> Rejected | None:
    """Carry a command out: its events join the journal and the state. A refused one changes nothing."""
    actor, state = command.actor, game.state
    if actor > 0:
        if actor >= len(state.views):
            return Rejected(_why_nobody(state, command))
        move = verify(state.views[actor], command)
        if isinstance(move, Reason):
            return Rejected(move)
        move.do(game, command)
        if move.answers:
            game.complete_if_all_have_answered()
        return None
    if actor == JUDGE:
        reason = judge.why_not(state, command)
        if reason is None:
            judge.JUDGE_VERBS[command.verb](game, command)
    else:
        reason = _why_no_expiry(state, command)
        if reason is None:
            _expire(game)
    return None if reason is None else Rejected(reason)


def _why_nobody(state: State, command: Command) -> Reason:
    """Nobody sits there."""
    if command.verb not in state.table.rules.verbs:
        return Reason.UNKNOWN_COMMAND
    return Reason.GAME_OVER if state.table.step is StepName.OVER else Reason.NOT_PLAYING


def _why_no_expiry(state: State, command: Command) -> Reason | None:
    table = state.table
    if command.actor != CLOCK or command.verb is not Verb.EXPIRE:
        return Reason.UNKNOWN_COMMAND
    if table.step is StepName.OVER:
        return Reason.GAME_OVER
    stale = command.step is not None and command.step != table.number
    return Reason.WRONG_STEP if stale or table.stopped else None


def _expire(game: Game) -> None:
    in_time_out = game.table.time_out_by
    game.emit(Expired())
    if not in_time_out:
        game.expire()


def replay(events: Iterable[Event]) -> State:
    """The state that a journal leads to."""
    journal = iter(events)
    opened = next(journal, None)
    if not isinstance(opened, Opened):
        raise ValueError("a journal begins with the opening of the table")
    rules = rules_for(find_ruleset(opened.ruleset), dict(opened.options))
    state = evolve(State(rules, len(opened.cards)), opened)
    for event in journal:
        evolve(state, event)
    return state
