"""One game on the virtual clock, and the same game with two hidden cards exchanged.

`two_worlds.py` and `night_worlds.py` of `tests/kits` compare what the engine tells; here it is the whole host on
the virtual clock. Everything public is decided alike in both worlds, at the same moments. The two say at night
what their new card asks for, as the former holder did, only that in one world they check nobody; and nobody aims
at the two. For a person who does not know the two cards every call of the Bot API must be the same: its text,
keyboard and flags, its order, its time.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from random import Random
from typing import Any

from aiogram.methods import CopyMessage, SendMessage, TelegramMethod
from aiogram.types import Message
from sqlalchemy import select

from bot.games.lobby import Lobby
from bot.games.running_game import RunningGame
from bot.language.translator import Translator
from bot.stand_ins.stand_ins_of_a_table import NewPlayer
from bot.storage.schema import events as events_table
from bot.wiring import assembly
from engine import api
from engine import events as ev
from engine.ability_effects import CopyVote, Expose, Guard
from engine.codec import decode
from engine.commands import NO, YES, Command, Verb
from engine.dice import Dice
from engine.events import Event, StepName
from engine.fair_deal import Deal, draw
from engine.legal_moves import Offer, legal
from engine.players import SensiblePlayer
from engine.players.statements import Say, Statement
from engine.roles import Ability
from engine.state import SeatView
from engine.steps.night import asked
from handlers.messages import private_messages
from tests.kits.handler_calls import with_parts
from tests.kits.virtual_clock.clock import START, VirtualClock
from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.telegram import Call, CountingTelegram
from tests.virtual_clock.test_uniform_messages import word

GROUP = -1001_000_000_015
FIRST_PERSON = 7001
WORDS = Translator()
SAID_TO_ALL = (ev.GameEnded, ev.CardsShown)
SKIPPED = frozenset({Verb.SURRENDER, Verb.TIME_OUT, Verb.EXTEND, Verb.WITHDRAW})
DECLINES = (Verb.HOLD, Verb.SLEEP)
SHOWS_THE_ACTOR = (CopyVote, Expose, Guard)
"""What these come to depends on who used them, by the rules."""
LONGEST_MS = 3 * 3_600_000

Pair = tuple[int, int]


class Numbered(CountingTelegram):
    """Numbers the messages of each chat separately, so that a number tells nothing of another chat."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self._numbers: Counter[int] = Counter()

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        chat = int(getattr(method, "chat_id", 0) or 0)
        if isinstance(method, SendMessage | CopyMessage):
            self._numbers[chat] += 1
        number = self._numbers[chat]
        answer = await super().__call__(method, request_timeout)
        return answer.model_copy(update={"message_id": number}) if isinstance(answer, Message) else answer


class Blind:
    """A computer player that never uses its card: does nothing at night, and by day does what all may do."""

    def sit_down(self, view: SeatView, dice: Dice) -> None:
        pass

    def hear(self, seat: int, statement: Statement) -> None:
        pass

    def watch(self, view: SeatView) -> None:
        pass

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:
        others = [seat for seat in view.table.alive if seat != view.me.seat]
        return Statement(dice.choice((Say.SUSPECTS, Say.TRUSTS)), (dice.choice(others),)) if others else None

    def choose(self, view: SeatView, dice: Dice) -> Command | None:
        offers = {offer.verb: offer for offer in legal(view) if offer.verb not in SKIPPED}
        for verb in (*DECLINES, Verb.SEEN, Verb.VOTE):
            if verb in offers:
                return self._with(view, offers[verb], dice)
        if Verb.NOMINATE in offers and not any(by == view.me.seat for by, _ in view.table.nominations):
            return self._with(view, offers[Verb.NOMINATE], dice)
        named = offers.get(Verb.BEST_MOVE) or offers.get(Verb.PASS) or offers.get(Verb.READY)
        return None if named is None else self._with(view, named, dice)

    def _with(self, view: SeatView, offer: Offer, dice: Dice) -> Command:
        value = dice.choice(offer.values) if offer.values else None
        return Command(view.me.seat, offer.verb, (dice.choice(offer.seats),) if offer.most else (), value)


@dataclass(frozen=True)
class Plan:
    """A game that can be played again: everything but the two cards follows from it."""

    ruleset: str
    seed: int
    size: int = 10
    stand_ins: int = 0
    player: NewPlayer = SensiblePlayer
    options: tuple[tuple[str, str], ...] = ()
    cards: tuple[tuple[str, int], ...] = ()
    """Another role set than the usual one."""
    words: bool = True
    """Whether everybody writes something to the bot, in the meeting and at night."""
    pair: Pair = (0, 0)
    """The two seats: nobody aims at them or votes for them."""
    tricked: int = 0
    """Whose vote is copied by whichever of the two can; they vote alike then, so that it comes out the same."""
    swapped: bool = False

    def dice(self, *key: object) -> Random:
        return Random(f"{self.ruleset}:{self.seed}:{key}")

    def dealt(self, secret: str, guests: tuple[str, ...], cards: tuple[str, ...], *, seated: bool = False) -> Deal:
        deal = draw(secret, guests, cards, seated=seated)
        if not self.swapped:
            return deal
        order = list(deal.cards)
        one, other = (seat - 1 for seat in self.pair)
        order[one], order[other] = order[other], order[one]
        return deal._replace(cards=tuple(order))


@contextmanager
def cards_of(plan: Plan) -> Iterator[None]:
    """Returns the cards, the only difference between the worlds."""
    before, api.draw = api.draw, plan.dealt  # type: ignore[attr-defined]
    words, assembly.Translator = assembly.Translator, lambda: WORDS  # type: ignore[attr-defined, assignment, misc]
    try:
        yield
    finally:
        api.draw, assembly.Translator = before, words  # type: ignore[attr-defined]


@dataclass
class World:
    """One game as it was played."""

    plan: Plan
    house: House
    live: RunningGame
    ended: int = 0
    _asked: set[tuple[object, ...]] = field(default_factory=set)

    def two_play(self) -> bool:
        return set(self.plan.pair) <= {0, *self.live.table.alive}

    def observers(self) -> list[int]:
        """The chats of those who do not know the two cards: not their own, nor those of a team that one is of."""
        views = self.live.position.views
        teams = {views[seat].me.role.team for seat in self.plan.pair} - {None}
        others = [
            self.live.person_on(seat)
            for seat in range(1, self.plan.size + 1)
            if seat not in self.plan.pair and views[seat].me.role.team not in teams
        ]
        return [GROUP, *filter(None, others)]

    # --- what people do -----------------------------------------------------------------------------------------

    def look(self) -> None:
        """Plans when each player who has something to do in the running step acts."""
        live, table = self.live, self.live.table
        if live.clock is None or live.clock.waits or table.step is StepName.OVER:
            return
        for seat in (table.speaker,) if table.speaker else table.alive:
            key = (table.number, table.window, seat)
            if not live.person_on(seat) or key in self._asked:
                continue
            self._asked.add(key)
            self._set(seat, self.plan.dice("when", table.number, seat).randrange(4_000, 12_000), self._act)
            if self.plan.words and table.step in (StepName.MEET, StepName.NIGHT):
                self._set(seat, self.plan.dice("word", table.number, seat).randrange(1_000, 20_000), self._say)

    def _set(self, seat: int, after_ms: int, deed: Callable[[int, int], Any]) -> None:
        timers, number = self.house.host.timers, self.live.table.number
        name = f"person:{number}:{self.live.table.window}:{seat}:{deed.__name__}"
        timers.set(name, self.house.clock.now() + after_ms, lambda: deed(seat, number))

    async def _say(self, seat: int, number: int) -> None:
        if self.live.table.number == number:
            said = word(self.house, self.live.person_on(seat), f"Я № {seat}")
            await with_parts(private_messages.in_private, self.house.host)(said, f"word:{number}:{seat}")

    async def _act(self, seat: int, number: int) -> None:
        """One thing by day; at night all answers of the seat in one moment, as many as its card has questions."""
        for place in range(4):
            if self.live.table.number != number:
                return
            command = self._choose(seat, place)
            if command is None:
                return
            receipt = f"person:{number}:{self.live.table.window}:{seat}:{place}"
            await self.house.host.submissions.submit(self.live.id, command._replace(step=number), receipt)

    def _choose(self, seat: int, place: int) -> Command | None:
        table, view = self.live.table, self.live.position.views[seat]
        offers = {offer.verb: offer for offer in legal(view) if offer.verb not in SKIPPED}
        dice = self.plan.dice("what", table.number, table.window, seat, place)
        if table.step is StepName.NIGHT:
            return self._at_night(view, offers)
        if Verb.APPOINT in offers:
            others = self._others(offers[Verb.APPOINT])
            return Command(seat, Verb.APPOINT, others[:3]) if not view.me.appointed and len(others) > 2 else None
        if table.step in (StepName.BALLOT, StepName.TIE_BALLOT):
            return self._vote(seat, offers.get(Verb.VOTE))
        if Verb.VOTE in offers:
            return Command(seat, Verb.VOTE, (), dice.choice((YES, NO)))
        if Verb.NOMINATE in offers and dice.random() < 0.6 and not any(by == seat for by, _ in table.nominations):
            return Command(seat, Verb.NOMINATE, (dice.choice(self._others(offers[Verb.NOMINATE])),))
        if Verb.BEST_MOVE in offers:
            return Command(seat, Verb.BEST_MOVE, tuple(sorted(dice.sample(offers[Verb.BEST_MOVE].seats, 3))))
        plain = next((verb for verb in (Verb.SEEN, Verb.PASS, Verb.READY) if verb in offers), None)
        return None if plain is None else Command(seat, plain)

    def _others(self, offer: Offer) -> tuple[int, ...]:
        return tuple(seat for seat in offer.seats if seat not in self.plan.pair) or offer.seats

    def _vote(self, seat: int, offer: Offer | None) -> Command | None:
        """Votes: most choose the same candidate, so that somebody leaves."""
        table = self.live.table
        if offer is None:
            return None
        if offer.values:
            return Command(seat, Verb.VOTE, (), YES if table.candidate not in self.plan.pair else NO)
        wanted = [candidate for candidate in table.candidates if candidate not in self.plan.pair]
        if not wanted:
            return None
        alike = self.plan.tricked and seat in self.plan.pair
        own = not alike and self.plan.dice("own", table.day, seat).random() < 0.3
        key = (table.day, len(table.ballots), seat if own else 0)
        chosen = self.plan.dice("vote", *key).choice(wanted)
        return Command(seat, Verb.VOTE, (chosen,)) if chosen in offer.seats else None

    def _at_night(self, view: SeatView, offers: dict[Verb, Offer]) -> Command | None:
        """Acts at night: the two by their cards, all others by their seats."""
        table, me = view.table, view.me
        done = me.acted if (me.night, me.wave) == (table.night, table.wave) else ()
        ability = next((one for one in asked(view) if one.id not in [name for name, _ in done]), None)
        if ability is None:
            return None
        who: object = me.role.id if me.seat in self.plan.pair else me.seat
        dice = self.plan.dice("night", table.night, table.wave, who, ability.id)
        verbs = [verb for verb in ability.verbs if verb in offers and verb not in DECLINES]
        decline = next((verb for verb in DECLINES if verb in offers), None)
        if self.plan.tricked and me.seat in self.plan.pair and _does(ability, (CopyVote,)):
            return Command(me.seat, Verb.COPY, (self.plan.tricked,))
        one_of_the_two = me.seat in self.plan.pair
        shown = one_of_the_two and _does(ability, SHOWS_THE_ACTOR)
        if not verbs or (decline and (shown or dice.random() < 0.15)):
            return None if decline is None else Command(me.seat, decline)
        verb = dice.choice(sorted(verbs))
        if decline and one_of_the_two and self.plan.swapped and verb is Verb.CHECK:
            return Command(me.seat, decline)
        aims = [seat for seat in self._others(offers[verb]) if seat not in self.plan.pair]
        if not aims:
            return None if decline is None else Command(me.seat, decline)
        # Which of two different choices counts depends on who has which card, by the rules.
        of_the_two = any(self.live.position.views[seat].me.role.team for seat in self.plan.pair if seat)
        together = ability.by_team and (of_the_two or self.plan.dice("agree", table.night).random() < 0.8)
        target = (self.plan.dice("shot", table.night) if together else dice).choice(aims)
        return Command(me.seat, verb, (target,))

    # --- what can be seen ---------------------------------------------------------------------------------------

    def journal(self) -> list[tuple[int, Event]]:
        t = events_table.c
        rows = self.house.store.now(select(t.payload, t.at_ms).order_by(t.version))
        return [(row.at_ms, decode(json.loads(row.payload))) for row in rows]

    def told_at(self) -> int:
        """Returns when the rules tell something about the two, from which on they may differ for everybody."""
        pair = set(self.plan.pair)
        for at, event in self.journal():
            match event:
                case ev.NightClosed(_, seats) | ev.Left(seats) | ev.Imprisoned(seats) | ev.VoteTaken(seats):
                    told = bool(pair & set(seats))
                case ev.AlibiGiven(seats):
                    told = bool(pair & set(seats))
                case ev.Acted(seat, _, _, _, verb, target):
                    # What was done to one of the two comes out by the card.
                    told = target in pair and seat not in pair and verb is not Verb.SUSPECT
                case ev.Acquitted():
                    told = True
                case _:
                    told = isinstance(event, SAID_TO_ALL)
            if told:
                return at
        return self.ended

    def calls_to(self, chat: int, until: int) -> list[Call]:
        return [call for call in self.house.telegram.calls if call.chat == chat and call.at < until]


def _does(ability: Ability, kinds: tuple[type, ...]) -> bool:
    return any(isinstance(effect, kinds) for _, effects in ability.uses for effect in effects)


def lobby_of(plan: Plan) -> Lobby:
    """People first, computer players after them; who sits where is drawn from the secret."""
    lobby = Lobby(
        id=f"twin{plan.seed}",
        chat_id=GROUP,
        thread_id=0,
        opener=FIRST_PERSON,
        ruleset=plan.ruleset,
        options=(("stand_ins", "fill"), *plan.options),
        role_sets=((plan.size, plan.cards),) if plan.cards else (),
        secret=f"{plan.dice('secret').randbytes(16).hex()}:{plan.dice('salt').randbytes(16).hex()}",
        starts_at=START + LONGEST_MS,
        opened_at=START,
    )
    for place in range(1, plan.size + 1):
        is_person = place <= plan.size - plan.stand_ins
        name = f"Игрок {place}"
        seated = lobby.sit(FIRST_PERSON + place, name) if is_person else lobby.add_stand_in(name)
        assert isinstance(seated, Lobby)
        lobby = replace(seated, guests=(*seated.guests[:-1], replace(seated.guests[-1], word=f"u{place}")))
    return lobby


def with_pair(plan: Plan, *, of_the_town: bool) -> Plan:
    """Two different cards; with computer players who think, of two whom no team knows, and who are people."""
    lobby = lobby_of(plan)
    words = tuple(guest.word for guest in lobby.guests)
    deal = draw(lobby.secret, words, lobby.cards(len(words)))
    roles = [lobby.rules.ruleset.roles[card] for card in deal.cards]
    people = {guest.word for guest in lobby.guests if guest.user_id}
    fit = [
        seat
        for seat, (word_, role) in enumerate(zip(deal.guests, roles, strict=True), start=1)
        if plan.player is Blind or (word_ in people and not (of_the_town and role.team))
    ]
    pairs = [(a, b) for a in fit for b in fit if a < b and roles[a - 1].id != roles[b - 1].id]
    if not pairs:
        return with_pair(replace(plan, seed=plan.seed + 1_000), of_the_town=of_the_town)
    return replace(plan, pair=plan.dice("pair").choice(pairs))


def pair_of(plan: Plan, roles: tuple[str, ...]) -> Pair | None:
    """Two people who hold these cards, if there are such."""
    lobby = lobby_of(plan)
    words = tuple(guest.word for guest in lobby.guests)
    deal = draw(lobby.secret, words, lobby.cards(len(words)))
    people = {guest.word for guest in lobby.guests if guest.user_id}
    held = [card if who in people else "" for who, card in zip(deal.guests, deal.cards, strict=True)]
    one, other = (held.index(role) + 1 if role in held else 0 for role in roles)
    return (one, other) if one and other else None


async def play(plan: Plan, nights: int = 1) -> World:
    """Plays until the rules tell something about the two, the game ends, or that many nights are over."""
    with cards_of(plan):
        house = House(Numbered)
        host = house.host
        host.stand_ins._player = plan.player
        await house.open()
        rights = ("can_restrict_members", "can_delete_messages", "can_pin_messages")
        await host.groups.change(GROUP, language="ru", title="Двор", rights=rights, afterlife=False)
        lobby = lobby_of(plan)
        for guest in lobby.guests:
            if guest.user_id:
                await host.people.change(guest.user_id, name=guest.name, reachable=True)
        assert await host.lobbies.open_lobby(lobby, [], "")
        live = await host.dealing.begin(lobby.id, "begin", 0)
        assert isinstance(live, RunningGame)
        world = World(plan, house, live)
        limit = house.clock.now() + LONGEST_MS
        while live.table.step is not StepName.OVER and live.table.night <= nights and world.two_play():
            world.look()
            assert await house.clock.step(limit), "stands still"
        world.ended = house.clock.now()
        await house.close()
    return world


class Leak(AssertionError):
    """A difference that somebody can see and should not."""


@dataclass
class Compared:
    calls: int = 0
    nights: int = 0


async def compare(plan: Plan, nights: int = 1) -> Compared:
    """Plays both worlds; raises `Leak` if somebody who does not know the two cards could tell which is which."""
    one, other = await play(plan, nights), await play(replace(plan, swapped=not plan.swapped), nights)
    until = min(one.told_at(), other.told_at())
    found = Compared(nights=sum(isinstance(event, ev.NightClosed) for at, event in one.journal() if at < until))
    for chat in one.observers():
        seen, seen_there = one.calls_to(chat, until), other.calls_to(chat, until)
        for here, there in zip_longest(map(_face, seen), map(_face, seen_there)):
            if here is None or there is None or here[1:] != there[1:] or abs(here[0] - there[0]) > _apart(chat):
                raise Leak(f"{plan}: {'the group' if chat < 0 else chat} sees\n{here}\n{there}")
        found.calls += len(seen)
        loose = [call for call in seen if chat > 0 and getattr(call.method, "protect_content", True) is not True]
        if loose:
            raise Leak(f"{plan}: can be forwarded: {loose[0]}")
    return found


def _apart(chat: int) -> int:
    """Milliseconds. The calls of all chats keep one measure: what a team's phones are sent in the same moment puts
    a private answer off by hundredths of a second, far less than the way to a phone does."""
    return 0 if chat < 0 else 100


def _face(call: Call) -> tuple[int, str, str]:
    return call.at - START, type(call.method).__name__, repr(call.method)
