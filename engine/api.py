"""The way in: open a game, decide a command, fold the journal."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine import judge_commands
from engine.commands import CLOCK, JUDGE, Command, Reason, Rejected, Verb
from engine.daybreak_and_nightfall import begin_night
from engine.errors import BadEvent, BadGuests, BadJournal, BadPosition, BadSecret, NoSuchSeat, UnknownRole
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
from engine.events.opening import check_opening
from engine.fair_deal import Deal, commitment, draw
from engine.game import Game
from engine.house_rules import find_ruleset
from engine.legal_moves import verify
from engine.rules import Rules, rules_for
from engine.state import State, evolve
from engine.steps.meet import introduce


class Position(NamedTuple):
    """Where a game starts in the middle, as a chess problem does; `open_dealt` begins one from it.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> cards = engine.cards_for(rules.ruleset, 10)
    >>> engine.open_dealt(rules, cards, Position(day=2, out=(9, 10))).table
    <Table fiim, day 2, speech of seat 2, 8 of 10 alive>
    """

    day: int
    """From 1 on."""
    at_night: bool = False
    """It begins with the night after that day."""
    out: tuple[int, ...] = ()
    """The seats that have left already."""
    fouls: tuple[tuple[int, int], ...] = ()
    """Seat and number of fouls, fewer than remove a player."""
    opener: int = 0
    """0: as the rules have it, as if those who are out had never sat."""


def open_game(
    rules: Rules, cards: tuple[str, ...], guests: tuple[str, ...], secret: str, *, seated: bool = False
) -> Game:
    """A new game whose cards follow from a secret, and the seats too unless the guests are `seated` already.

    `cards` are a set: their order does not matter. `guests` are one word for each card, in the order they sat
    down. `secret` is one word, best `seed:salt` with random numbers of your own.

    `BadGuests` if the guests do not fit the cards, `BadSecret` if a record cannot hold the secret, `UnknownRole`
    if the rule set has no such card, `BadPosition` if there are no cards at all.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> game = open_game(rules, engine.cards_for(rules.ruleset, 10), tuple("ABCDEFGHIJ"), "seed:salt")
    >>> game
    <Game fiim, deal, 10 of 10 alive, 14 events>
    >>> game.table.commitment[:8]
    '5cba897c'
    """
    _check_guests(guests, len(cards))
    if [secret] != secret.split() or "#" in secret:
        raise BadSecret(f"a secret is one word without #, as 'seed:salt'; this one has {len(secret)} characters")
    seats = tuple(guests)
    return open_drawn(rules, seats, secret, draw(secret, seats, tuple(cards), seated=seated), seated=seated)


def open_drawn(rules: Rules, guests: tuple[str, ...], secret: str, deal: Deal, *, seated: bool = False) -> Game:
    """A new game with a deal that was drawn before; `verify_deal` tells whether it was drawn from the secret."""
    cards = tuple(sorted(deal.cards))
    game = _lay(rules, Opened(rules.ruleset.id, rules.changed, cards, guests, commitment(secret), seated))
    game.emit(SecretKept(secret))
    game.emit(SeatsDrawn(deal.guests))
    _hand_out(game, deal.cards)
    game.go(StepName.DEAL)
    return game


def _check_guests(guests: Sequence[str], cards: int) -> None:
    named = all(isinstance(guest, str) and guest.split() == [guest] and "#" not in guest for guest in guests)
    if len(guests) != cards or not named:
        raise BadGuests(f"each of the {cards} cards needs a guest, named by one word without #; found {guests!r}")
    if len(set(guests)) != len(guests):
        twice = sorted({guest for guest in guests if guests.count(guest) > 1})
        raise BadGuests(f"sits down twice: {', '.join(twice)}")


def open_dealt(rules: Rules, dealt: tuple[str, ...], position: Position | None = None) -> Game:
    """A new game whose cards are given, from seat 1 on; it may start from a position.

    `UnknownRole` if the rule set has no such card, `NoSuchSeat` or `BadPosition` if no game can begin like that.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> game = open_dealt(rules, ("don", "mafia", "sheriff", "civilian", "civilian", "civilian"))
    >>> game.state.side(1).value
    'black'
    >>> open_dealt(rules, ("king", "civilian"))
    Traceback (most recent call last):
    engine.errors.UnknownRole: fiim has no role 'king'; it has: civilian, sheriff, mafia, don
    """
    game = _lay(rules, Opened(rules.ruleset.id, rules.changed, tuple(sorted(dealt))))
    _hand_out(game, dealt)
    if position is None:
        game.go(StepName.DEAL)
    else:
        _begin_at(game, position)
    return game


def _lay(rules: Rules, opened: Opened) -> Game:
    if not opened.cards:
        raise BadPosition("a game needs cards; found none")
    for role in opened.cards:
        if role not in rules.ruleset.roles:
            known = ", ".join(rules.ruleset.roles)
            raise UnknownRole(f"{rules.ruleset.id} has no role {role!r}; it has: {known}")
    game = Game(State(rules, len(opened.cards)))
    game.emit(opened)
    return game


def _hand_out(game: Game, cards: tuple[str, ...]) -> None:
    for seat, role in enumerate(cards, start=1):
        game.emit(CardDealt(seat, role))


def _begin_at(game: Game, position: Position) -> None:
    out = tuple(sorted(set(position.out)))
    for seat in (*out, *(seat for seat, _ in position.fouls), position.opener or 1):
        if not 1 <= seat <= game.table.size:
            raise NoSuchSeat(f"no seat {seat} at a table of {game.table.size}")
    if position.day < 1:
        raise BadPosition(f"days are counted from 1; found day {position.day}")
    for seat, count in position.fouls:
        if not 0 <= count < game.table.rules.options.fouls_to_removal:
            raise BadPosition(f"a player with {count} fouls does not sit at the table: seat {seat}")
    living = [seat for seat in game.table.alive if seat not in out]
    if not living:
        raise BadPosition(f"nobody is left at the table: out are {out}")
    if position.opener in out:
        raise BadPosition(f"seat {position.opener} is out and opens no day")
    opener = position.opener or living[(position.day - 1) % len(living)]
    game.emit(PositionSet(out, position.fouls, position.day, opener))
    introduce(game)
    if position.at_night:
        begin_night(game)
    else:
        game.emit(DayBroke(position.day, opener))
        game.go(game.table.rules.ruleset.day_opens_with)


def decide(state: State, command: Command) -> tuple[Event, ...] | Rejected:
    """The events that a command leads to, or `Rejected`. The state is left as it is.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> decide(game.state, Command(3, Verb.SEEN))
    (CardSeen(seat=3),)
    >>> decide(game.state, Command(3, Verb.VOTE, (1,)))
    Rejected(reason=<Reason.WRONG_STEP: 'wrong-step'>)
    """
    game = Game(state.copy())
    rejected = perform(game, command)
    return tuple(game.journal) if rejected is None else rejected


def perform(game: Game, command: Command) -> Rejected | None:
    """Carry a command out: its events join the journal and the state. `Rejected` if it is refused.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> perform(game, Command(CLOCK, Verb.EXPIRE))
    >>> game.table.step.value
    'meet'
    >>> perform(game, Command(3, Verb.PASS))
    Rejected(reason=<Reason.WRONG_STEP: 'wrong-step'>)
    """
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
        reason = judge_commands.why_not(state, command)
        if reason is None:
            judge_commands.JUDGE_VERBS[command.verb](game, command)
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
    """The state that a journal leads to.

    `BadJournal` if it does not begin with `Opened`, or an event cannot follow those before it; `BadEvent` if
    something in it is no event; `UnknownRuleSet` or `BadOption` if this release does not have its rules.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> replay(game.journal)
    <State fiim, deal, 10 of 10 alive>
    """
    journal = iter(events)
    opened = check_opening(next(journal, None))
    rules = rules_for(find_ruleset(opened.ruleset), dict(opened.options))
    state = evolve(State(rules, len(opened.cards)), opened)
    event: Event = opened
    try:
        for event in journal:
            evolve(state, event)
    except (BadEvent, BadJournal):
        raise
    except (LookupError, ValueError) as wrong:
        # Without the fields: a card must not reach a log.
        raise BadJournal(f"{type(event).__name__} cannot follow the events before it") from wrong
    return state
