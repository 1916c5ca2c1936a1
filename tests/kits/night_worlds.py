"""The two worlds of `tests/kits/two_worlds.py`, for nights with many roles: city and box.

- Mirrored: every hidden command of the night is given with the two seats exchanged, as actor and as target, so
  that the night comes out the same with the two names exchanged. Even the number, order and size of the messages
  to others are equal. A player who aims at one of the two learns something and is no longer compared.
- Free: the two and some more seats choose in each world what they like. A player who is not among them, and has no
  mate there, must see the same as long as the public news are the same; only the answer to an own question may
  differ.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from random import Random
from typing import NamedTuple

from engine import (
    SHIPPED,
    Command,
    Event,
    Game,
    Offer,
    Position,
    Rules,
    StepName,
    Verb,
    legal,
    perform,
    rules_for,
)
from engine import events as ev
from engine.ability_effects import Expose
from engine.events import Topic
from engine.options import BallotSecrecy, NightTalk
from engine.roles import Role
from engine.steps.night import EXTRA_WAVE
from tests.kits import engine_kit
from tests.kits.night_kit import random_valid_cards
from tests.kits.two_worlds import ONLOOKER, Leak, Pair, Seen, Worlds, asked, commands, seen_by, two_different_cards

AIMED = frozenset(
    {
        Verb.SHOOT,
        Verb.CHECK,
        Verb.HEAL,
        Verb.VISIT,
        Verb.GUARD,
        Verb.CHARM,
        Verb.BLOCK,
        Verb.FRAME,
        Verb.SILENCE,
        Verb.COPY,
    }
)
"""Verbs that affect their target; a suspicion does not."""
SHARED_AIM = 0.6
"""How often a shooter aims where the others do: blacks who never agreed would never hit anybody."""
ATTEMPTS = 12
"""How many free nights are tried until one brings the same news."""


def team_shot(role: Role, verb: Verb) -> bool:
    """Returns whether it is a choice that the mates see, also the choice of nobody."""
    return verb in (Verb.SHOOT, Verb.HOLD) and any(ability.by_team for ability in role.abilities)


# --- mirrored --------------------------------------------------------------------------------------------------


class MirroredNights(Worlds):
    """Worlds in which everything at night happens to the exchanged seats."""

    def __init__(self, rules: Rules, cards: tuple[str, ...], position: Position | None, pair: Pair) -> None:
        self.roles = tuple(rules.ruleset.roles[cards[seat - 1]] for seat in pair)
        one, other = self.roles
        self.mates_alike = one.team is other.team is not None and not (one.leads or other.leads)
        """Mates who are to their team the same: seats without cards (S2)."""
        self._copied = {True: False, False: False}
        self._shot_at_oneself = False
        super().__init__(rules, cards, position, pair)

    def observers(self) -> set[int]:
        """Who does not know the two cards: everybody but themselves and the teams of which not both are."""
        state = self.game.state
        teams = () if self.mates_alike else tuple(role.team for role in self.roles if role.team)
        seats = range(1, state.table.size + 1)
        return {seat for seat in seats if state.view(seat).me.role.team not in teams} - set(self.pair) | {ONLOOKER}

    def mirrored(self, command: Command) -> Command:
        actor, verb = command.actor, command.verb
        if actor < 1 or self.game.table.step not in (StepName.NIGHT, StepName.MEET):
            return command
        if self.mates_alike and team_shot(self.game.state.view(actor).me.role, verb):
            return command  # their mates see who chose whom
        seats = command.seats
        if verb in AIMED or actor in self.pair:
            seats = tuple(map(self.pair.exchanged, seats))
        return command._replace(actor=self.pair.exchanged(actor), seats=seats)

    def play(self, command: Command) -> bool:
        going = super().play(command)
        return going and not self._shot_at_oneself

    def accepted(self, command: Command) -> None:
        """Who aims at one of the two sees another seat in each world, and so do the mates who watch."""
        actor, verb, state = command.actor, command.verb, self.game.state
        if actor < 1 or verb not in AIMED:
            return
        role = state.view(actor).me.role
        aims_at_them = bool(set(command.seats) & set(self.pair))
        if actor in self.pair:
            if role.does(Expose):
                self.watching.difference_update(command.seats)
        elif aims_at_them:
            self.watching.discard(actor)
        if aims_at_them and team_shot(role, verb):
            self._shot_at_oneself = self.mates_alike
            if state.table.rules.options.night_talk is not NightTalk.OFF:
                self.watching -= {seat for seat in self.watching - {ONLOOKER} if state.view(seat).me.role.team}

    def seen(self, observer: int, events: Sequence[Event], *, to_the_end: bool) -> Seen:
        """Two of one card are answered in the order of their seats: of the messages to others only the number."""
        seen = seen_by(observer, events, False)
        unseen = sorted(size for name, size in seen_by(observer, events, True) if name == "unseen")
        return [*seen, ("unseen", unseen)] if to_the_end else seen

    def before_the_rules_tell(self, events: Sequence[Event], *, twin: bool) -> int:
        pair, judges = set(self.pair), any(role.acquits for role in self.roles)
        for index, event in enumerate(events):
            match event:
                case ev.NightClosed(_, seats) if pair & set(seats):
                    return index
                case ev.Left(seats) | ev.Imprisoned(seats) | ev.VoteTaken(seats) | ev.AlibiGiven(seats) if (
                    pair & set(seats)
                ):
                    return index
                case ev.WordLost(seat) | ev.RoleShown(seat, _) | ev.Surrendered(seat) if seat in pair:
                    return index
                case ev.CardsShown():
                    return index
                case ev.Acquitted() | ev.Left(way=ev.Way.VOTED) if judges:
                    return index
                case ev.CopySet(seat, by) if pair & {seat, by}:
                    self._copied[twin] = True
                case ev.BallotClosed() if self._copied[twin]:
                    return index
                case ev.NightFell():
                    self._copied[twin] = False
        return len(events)


# --- free ------------------------------------------------------------------------------------------------------

MORNING = (
    ev.NightClosed,
    ev.Left,
    ev.RoleShown,
    ev.Imprisoned,
    ev.Freed,
    ev.VoteTaken,
    ev.AlibiGiven,
    ev.GameEnded,
    ev.CardsShown,
)
"""What the choices of a night may come to for everybody."""
OWN_NEWS = (Topic.JAILED, Topic.SILENCED)
OWN_ANSWERS = (Topic.CHECK, Topic.PRIEST)
AT_THE_COUNT = (Topic.VOTE,)
"""What a player is told alone when votes are counted: whose vote was copied hears how it counted (S2), though the
tally may be the same without a copy."""


class Said(NamedTuple):
    """Commands of one seat in a wave, and their results."""

    seat: int
    commands: tuple[Command, ...]
    events: tuple[Event, ...]
    closed: bool


class FreeNights(MirroredNights):
    """Worlds in which the two and some more seats choose independently at night."""

    def __init__(
        self, rules: Rules, cards: tuple[str, ...], position: Position | None, pair: Pair, free: frozenset[int]
    ) -> None:
        self.free = free
        self.same_news = 0
        """Waves with different choices after which the table knew the same."""
        self._learnt: set[int] = set()
        """Seats that have got another answer to an own question in this wave."""
        super().__init__(rules, cards, position, pair)

    def observers(self) -> set[int]:
        """Returns the seats that neither choose freely nor are mates of such a seat: mates see each other
        choose."""
        state = self.game.state
        teams = {state.view(seat).me.role.team for seat in self.free} - {None}
        others = super().observers() - self.free
        return {seat for seat in others if seat == ONLOOKER or state.view(seat).me.role.team not in teams}

    def by_day(self, command: Command) -> bool:
        """Gives the command in both worlds; returns False when the worlds differ."""
        if command.verb is Verb.APPOINT:
            return True
        if command.verb is Verb.VOTE and command.actor in self.free and not self.game.table.time_out_by:
            self._compare_votes(command)
        self._learnt.clear()
        lengths = len(self.game.journal), len(self.twin.journal)
        may_tell = self.game.state.copies or self.twin.state.copies or any(role.acquits for role in self.roles)
        may_tell = may_tell or command.verb is Verb.SURRENDER
        self.do(command, command)
        here, there = self.game.journal[lengths[0] :], self.twin.journal[lengths[1] :]
        news = (ev.BallotClosed, ev.Acquitted, ev.Left) if may_tell else ()
        return self._same(here, there, (*news, ev.RoleShown, ev.Freed, ev.GameEnded, ev.CardsShown), self.twin)

    def night(self, dice: Random) -> bool:
        """Plays a wave in both worlds; returns False when it brings other news, however often it is tried."""
        order = list(self.game.table.alive)
        dice.shuffle(order)
        aim = dice.choice(order)
        here = list(self._wave(dice, self.game, order, aim, ()))
        for _ in range(ATTEMPTS):
            twin = Game(self.twin.state.copy())
            self._learnt.clear()
            other_aim = aim if dice.random() < SHARED_AIM else dice.choice(order)
            there = list(self._wave(dice, twin, order, other_aim, here))
            if self._same_wave(here, there, twin):
                self.twin = twin
                self.same_news += 1
                self.watching -= self._learnt
                return True
        return False

    def _wave(
        self, dice: Random, game: Game, order: Sequence[int], aim: int, before: Sequence[Said]
    ) -> Iterator[Said]:
        """Everybody in turn; in the second world whoever is not free says what it said in the first."""
        known = {said.seat: said.commands for said in before}
        number = game.table.number
        for seat in order:
            start = len(game.journal)
            if seat in known and seat not in self.free:
                given = list(known[seat])
                for command in given:
                    if perform(game, command) is not None:
                        raise Leak(f"{command} is refused in one world only")
            else:
                given = []
                while game.table.number == number and (offered := asked(game, seat)):
                    given.append(choice(dice, seat, offered, aim))
                    assert perform(game, given[-1]) is None
            closed = game.table.number != number
            yield Said(seat, tuple(given), tuple(game.journal[start:]), closed)
            if closed:
                return
        start = len(game.journal)
        assert perform(game, engine_kit.EXPIRE) is None
        yield Said(0, (engine_kit.EXPIRE,), tuple(game.journal[start:]), closed=True)

    def _same_wave(self, here: list[Said], there: list[Said], twin: Game) -> bool:
        if len(here) != len(there):
            raise Leak(f"the night waits for other seats: {len(here)} / {len(there)} answers")
        for one, other in zip(here[:-1], there[:-1], strict=True):
            self._same(one.events, other.events, (), None)  # no news while it runs
        return self._same(here[-1].events, there[-1].events, MORNING, twin)

    def _same(
        self, here: Sequence[Event], there: Sequence[Event], news: tuple[type, ...], twin: Game | None
    ) -> bool:
        """Does everybody who watches see the same, but for these news and the answers to own questions?"""
        same = True
        for observer in self.watching - self._learnt:
            seen, seen_there = seen_by(observer, here, False), seen_by(observer, there, False)
            if _without_answers(seen, observer) != _without_answers(seen_there, observer):
                _must_be_news(seen, seen_there, news, observer)
                same = False
            elif seen != seen_there:
                self._learnt.add(observer)
        if same and twin is not None:
            self._compare_with(twin)
        return same

    def _compare_with(self, twin: Game) -> None:
        before, watching = self.twin, self.watching
        self.twin, self.watching = twin, watching - self._learnt
        try:
            self.compare_views()
        finally:
            self.twin, self.watching = before, watching

    def _compare_votes(self, command: Command) -> None:
        """A vote that is hidden until the close, or for good, looks the same whomever it is against."""
        seat, state = command.actor, self.game.state
        is_open = self.game.table.rules.options.ballot_secrecy is BallotSecrecy.OPEN
        for offer in () if is_open else legal(state.view(seat)):
            if offer.verb is not Verb.VOTE:
                continue
            for other in (*[Command(seat, Verb.VOTE, (s,)) for s in offer.seats], *_answers(seat, offer.values)):
                one, two = Game(state.copy()), Game(state.copy())
                if perform(one, command) is not None or perform(two, other) is not None:
                    continue
                if one.table.number != state.table.number or two.table.number != state.table.number:
                    continue  # it was the last one: the ballot is closed, and all is shown
                for observer in self.watching - {seat}:
                    if seen_by(observer, one.journal, True) != seen_by(observer, two.journal, True):
                        raise Leak(f"seat {observer} sees how seat {seat} votes")
                if one.table != two.table:
                    raise Leak(f"the table knows how seat {seat} votes")


def _answers(seat: int, values: tuple[int, ...]) -> list[Command]:
    return [Command(seat, Verb.VOTE, (), value) for value in values]


def _without_answers(seen: Seen, observer: int) -> Seen:
    """Without the answers to this seat's own questions, and whom it was shown to itself alone."""
    return [
        (name, event)
        for name, event in seen
        if not (isinstance(event, ev.Told) and event.seat == observer and event.topic in OWN_ANSWERS)
    ]


def _must_be_news(here: Seen, there: Seen, news: tuple[type, ...], observer: int) -> None:
    """Raises `Leak` unless the first difference that this seat sees is allowed news."""
    nothing = ("", None)
    both = zip_longest(_without_answers(here, observer), _without_answers(there, observer), fillvalue=nothing)
    first = next((one, other) for one, other in both if one != other)
    topics = (*OWN_NEWS, *(AT_THE_COUNT if ev.BallotClosed in news else ()))
    for _, event in first:
        extra_wave = isinstance(event, ev.StepBegan) and event.wave == EXTRA_WAVE
        own = isinstance(event, ev.Told) and event.seat == observer and event.topic in topics
        if isinstance(event, news) or extra_wave or own:
            return
    raise Leak(f"seat {observer} sees {first}")


def choice(dice: Random, seat: int, offered: list[Offer], aim: int) -> Command:
    offer = dice.choice(offered)
    if offer.verb is Verb.SHOOT and aim in offer.seats and dice.random() < SHARED_AIM:
        return Command(seat, Verb.SHOOT, (aim,))
    return engine_kit.choose(dice, seat, offer)


# --- whole games -----------------------------------------------------------------------------------------------


class Dealt(NamedTuple):
    """Cards from seat 1 on, and the seats whose cards are exchanged."""

    ruleset: str
    cards: tuple[str, ...]
    pair: Pair
    options: Mapping[str, str] = {}
    """Options besides those that are changed at random."""

    def rules(self, dice: Random) -> Rules:
        changed = engine_kit.random_options(dice, self.ruleset, 0.1)
        return rules_for(SHIPPED[self.ruleset], {**changed, **self.options})


def any_deal(dice: Random, ruleset: str, size: int, *, official: bool) -> Dealt:
    """Returns cards of an official role set for that many players, or any that may be dealt."""
    cards = engine_kit.random_cards(dice, ruleset, size) if official else ()
    while len(cards) != size:
        cards = random_valid_cards(dice, SHIPPED[ruleset])
    return Dealt(ruleset, cards, two_different_cards(dice, cards))


def mirrored_game(dice: Random, dealt: Dealt) -> MirroredNights:
    """Plays one random game in both worlds with mirrored nights; raises `Leak` if it shows."""
    _, cards, pair, _ = dealt
    rules = dealt.rules(dice)
    position = engine_kit.random_position(dice, len(cards)) if dice.random() < 0.3 else None
    worlds = MirroredNights(rules, cards, position, pair)
    for command in commands(dice, worlds.game):
        if not worlds.play(command):
            break
        if dice.random() < 0.1:
            worlds.compare_answers(dice)
    return worlds


def free_game(dice: Random, dealt: Dealt) -> FreeNights:
    """Plays one random game in both worlds, some choosing freely at night; raises `Leak` if it shows."""
    _, cards, pair, _ = dealt
    rules = dealt.rules(dice)
    free = frozenset({*pair, *dice.sample(range(1, len(cards) + 1), 2)})
    position = Position(dice.randint(1, 3), at_night=dice.random() < 0.7)
    worlds = FreeNights(rules, cards, position, pair, free)
    table, going = worlds.game.table, True
    while going and table.step is not StepName.OVER:
        if table.step is StepName.NIGHT and not table.stopped:
            going = worlds.night(dice)
        else:
            going = worlds.by_day(next(commands(dice, worlds.game)))
        if going and dice.random() < 0.1:
            worlds.compare_answers(dice)
    return worlds
