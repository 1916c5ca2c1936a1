"""Games on the virtual clock with people of random manners, computer players and a judge, watched in their chats.

Everything follows from the plan. What people do is submitted as their taps would be; what they see is in
`tests.kits.virtual_clock.chats`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import NamedTuple

from sqlalchemy import select

from bot.games.lobby import Lobby
from bot.games.running_game import RunningGame
from bot.storage.schema import events as events_table
from engine.codec import decode
from engine.commands import JUDGE, NO, YES, Command, Verb
from engine.events import Event, StepName
from engine.house_rules import SHIPPED
from engine.legal_moves import Offer, legal
from tests.kits.virtual_clock.chats import Chats, Storms
from tests.kits.virtual_clock.clock import START, VirtualClock
from tests.kits.virtual_clock.deleted_messages import delete_at_random
from tests.kits.virtual_clock.table import House

GROUP = -1001_000_000_018
FIRST_PERSON = 8001
RULESETS = ("fiim", "fiim-2025", "phystech", "city", "box", "party")
LANGUAGES = ("ru", "uk")
SPEEDS = (1, 20)
TALK = (StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD)
DECLINES = (Verb.HOLD, Verb.SLEEP)
NOT_CHOSEN = frozenset({Verb.SURRENDER, Verb.TIME_OUT})
LONGEST_MS = 8 * 3_600_000
RESUMED_AFTER_MS = 20_000
GRACE_MS = 10_000
"""After the end of a step its messages may look as before for so long, if other messages have to wait."""


@dataclass(frozen=True)
class Plan:
    """A game; everything but the times of calls follows from it."""

    ruleset: str
    seed: int
    language: str = "ru"
    speed: int = 1
    stand_ins: int = 0
    """How many of the ten are computer players."""
    storms: bool = False
    judged: bool = False
    """Whether a judge gives fouls, takes them back, and pauses the game."""
    restarts: bool = False
    stops: bool = False
    """Whether the game is stopped somewhere on its way."""
    size: int = 10
    deletes: float = 0
    """Which share of the messages people delete, in the group and in private."""

    def __str__(self) -> str:
        who = {0: "people", self.size: "computer players"}.get(self.stand_ins, "mixed")
        more = [name for name in ("storms", "judged", "restarts", "stops") if getattr(self, name)]
        more += [f"deletes {self.deletes:.0%}"] if self.deletes else []
        return " ".join([self.ruleset, self.language, f"×{self.speed}", who, *more, f"seed {self.seed}"])

    def dice(self, *key: object) -> Random:
        return Random(f"{self.ruleset}:{self.seed}:{key}")


class Moment(NamedTuple):
    """The state of the host from `at` to the next moment."""

    at: int
    step: int
    """The number of the running step."""
    is_out: bool
    """Whether all messages that the step's clock waits for are delivered."""
    is_empty: bool
    """Whether no message waits in the outbox."""


@dataclass
class Evening:
    """A game that was played, or is being played."""

    plan: Plan
    house: House
    live: RunningGame
    moments: list[Moment] = field(default_factory=list)
    stopped_at: int | None = None
    restarts: int = 0
    _asked: set[tuple[object, ...]] = field(default_factory=set)
    _receipts: int = 0

    @property
    def telegram(self) -> Chats:
        assert isinstance(self.house.telegram, Chats)
        return self.house.telegram

    @property
    def people(self) -> list[int]:
        """Everybody who sat down, also those whose seat a computer player has taken over."""
        return [FIRST_PERSON + place for place in range(1, self.plan.size - self.plan.stand_ins + 1)]

    def texts(self) -> list[str]:
        """Returns what a latecomer reads in the group, from top to bottom."""
        return [message.now.text for message in self.telegram.of(GROUP) if message.stands]

    def everything_ever_read(self) -> list[str]:
        """Returns the group's messages as they looked last, those that people have deleted among them."""
        return [message.now.text for message in self.telegram.of(GROUP)]

    def person_on(self, seat: int) -> int:
        return self.live.person_on(seat)

    def journal(self) -> list[tuple[int, Event]]:
        t = events_table.c
        rows = self.house.store.now(select(t.payload, t.at_ms).order_by(t.version))
        return [(row.at_ms, decode(json.loads(row.payload))) for row in rows]

    def settled_after(self, moment: int) -> int | None:
        """Returns by when everything that follows from this moment has to be seen: the messages of the running
        step are out, and the outbox is empty or ten seconds have passed. None: the evening ended before."""
        for here, following in zip(self.moments, [*self.moments[1:], None], strict=True):
            until = None if following is None else following.at
            if not here.is_out or (until is not None and until <= moment):
                continue
            if here.is_empty:
                return max(here.at, moment)
            if until is None or until > moment + GRACE_MS:
                return max(here.at, moment + GRACE_MS)
        return None

    # --- playing ------------------------------------------------------------------------------------------------

    def note(self) -> None:
        clock, outbox = self.live.clock, self.house.host.outbox
        is_out = clock is None or not clock.waits
        moment = Moment(self.house.clock.now(), self.live.table.number, is_out, not outbox.waiting)
        if self.moments and self.moments[-1].at == moment.at:
            self.moments[-1] = moment
        else:
            self.moments.append(moment)

    def look(self) -> None:
        """Plans when each person who has something to do in the running step acts, and what the judge does."""
        live, table = self.live, self.live.table
        if live.clock is None or live.clock.waits or table.step is StepName.OVER or table.paused:
            return
        if live.announces_vote:
            return  # there are no keys yet
        left = live.clock.left(self.house.clock.now())
        for seat in (table.speaker,) if table.speaker else table.alive:
            view = live.position.views[seat]
            done = len(view.me.said) if view.me.night == table.night else 0
            key = (table.number, seat, done)
            if not live.person_on(seat) or key in self._asked:
                continue
            self._asked.add(key)
            if table.step in TALK:
                self._heard(seat, table.number)
            for place, (share, verb) in enumerate(self._intentions(table.step, table.number, seat)):
                self._later(int(left * share), seat, table.number, f"{done}:{place}", verb)
        if self.plan.judged and ("judge", table.number) not in self._asked:
            self._asked.add(("judge", table.number))
            self._judge(left, table.number)

    def _intentions(self, step: StepName, number: int, seat: int) -> Sequence[tuple[float, Verb | None]]:
        """Returns at which shares of a step a seat does what; None: something that the step offers."""
        dice = self.plan.dice("manners", number, seat)
        early, late = dice.uniform(0.05, 0.5), dice.uniform(0.55, 0.97)
        if step in TALK:
            wishes: list[tuple[float, Verb | None]] = []
            if step is StepName.SPEECH and dice.random() < 0.6:
                wishes.append((early, Verb.NOMINATE))
                if dice.random() < 0.35:
                    wishes.append((early + 0.03, Verb.WITHDRAW))
                    wishes.append((early + 0.06, Verb.NOMINATE))
            if step is StepName.LAST_WORD:
                wishes.append((early, Verb.BEST_MOVE))
            return [*wishes, (late, Verb.PASS)] if dice.random() < 0.5 else wishes
        if step is StepName.DISCUSSION:
            return [(early, Verb.NOMINATE), (late, Verb.READY)] if dice.random() < 0.6 else [(late, Verb.READY)]
        return [(dice.uniform(0.05, 0.95), None)] if dice.random() < 0.9 else []

    def _heard(self, seat: int, number: int) -> None:
        """Tells the host that the speaker is present, as any word in the group does."""
        live, host = self.live, self.house.host
        host.timers.set(f"heard:{number}:{seat}", self.house.clock.now(), lambda: host.absence.heard(live, seat))

    def _later(self, after_ms: int, seat: int, number: int, what: str, verb: Verb | None) -> None:
        name = f"person:{number}:{seat}:{what}"

        async def act() -> None:
            if self.live.table.number == number and not self.live.table.paused:
                command = self._choose(seat, verb, what)
                if command is not None:
                    await self._submit(command._replace(step=number), name)

        self.house.host.timers.set(name, self.house.clock.now() + after_ms, act)

    async def _submit(self, command: Command, receipt: str) -> None:
        await self.house.host.submissions.submit(self.live.id, command, f"{receipt}:{self.live.version}")

    def _choose(self, seat: int, verb: Verb | None, what: str) -> Command | None:
        table, view = self.live.table, self.live.position.views[seat]
        offers = [offer for offer in legal(view) if offer.verb not in NOT_CHOSEN and verb in (None, offer.verb)]
        aimed = [offer for offer in offers if offer.seats or offer.values] or offers
        if not aimed:
            return None
        dice = self.plan.dice("choice", table.number, seat, what)
        offer = dice.choice(aimed)
        if offer.values:
            return Command(seat, offer.verb, (), dice.choice((YES, NO)))
        if not offer.most:
            return Command(seat, offer.verb)
        if offer.most > 1:
            return Command(seat, offer.verb, tuple(dice.sample(offer.seats, min(offer.most, len(offer.seats), 3))))
        return Command(seat, offer.verb, (self._aim(seat, offer, dice),))

    def _aim(self, seat: int, offer: Offer, dice: Random) -> int:
        """The team mostly shoots together and the table mostly agrees, so that people leave."""
        table = self.live.table
        if offer.verb is Verb.SHOOT:
            mates = self.live.position.views[seat].me.mates
            others = [target for target in offer.seats if target not in mates] or list(offer.seats)
            return self.plan.dice("shot", table.night).choice(others)
        return dice.choice(offer.seats)

    def _judge(self, left: int, number: int) -> None:
        dice = self.plan.dice("judge", number)
        chance, share = dice.random(), dice.uniform(0.1, 0.6)
        acts: list[tuple[float, Verb]] = []
        if chance < 0.12:
            acts = [(share, Verb.FOUL)]
        elif chance < 0.18:
            acts = [(share, Verb.FOUL), (share + 0.005, Verb.UNDO)]
        elif chance < 0.24:
            acts = [(share, Verb.PAUSE), (share + 0.3, Verb.RESUME)]
        elif chance < 0.28:
            acts = [(share, Verb.NEXT)]
        for part, verb in acts:
            at = self.house.clock.now() + int(left * part)
            self.house.host.timers.set(f"judge:{number}:{verb}", at, partial(self._rule, verb, number))

    async def _rule(self, verb: Verb, number: int) -> None:
        table = self.live.table
        if table.step is StepName.OVER or (verb is not Verb.RESUME and table.number != number):
            return
        # A foul goes to somebody with few of them: nobody is removed here, and every foul can be undone.
        seats = [seat for seat in table.alive if table.fouls[seat] < 3]
        if verb is Verb.FOUL and not seats:
            return
        named = (self.plan.dice("foul", number).choice(seats),) if verb is Verb.FOUL else ()
        await self._submit(Command(JUDGE, verb, named), f"judge:{number}:{verb}")

    async def stop(self) -> None:
        self.stopped_at = self.house.clock.now()
        await self.house.host.stop_game.stop(self.live.id, "stop")

    async def restart(self) -> None:
        """Starts another program on the same store; people who had not answered yet do so later."""
        await self.house.restart()
        found = await self.house.host.games.find(self.live.id)
        assert found is not None
        self.live = found
        self.restarts += 1
        self._asked.clear()
        table = self.live.table
        if table.paused:  # the judge's own timer is gone with the program
            at = self.house.clock.now() + RESUMED_AFTER_MS
            rule = partial(self._rule, Verb.RESUME, table.number)
            self.house.host.timers.set(f"judge:{table.number}:{Verb.RESUME}", at, rule)


def lobby_of(plan: Plan, options: Mapping[str, str] | None = None) -> Lobby:
    """People first, computer players after them; who sits where is drawn from the secret."""
    lobby = Lobby(
        id=f"evening{plan.seed}",
        chat_id=GROUP,
        thread_id=0,
        opener=FIRST_PERSON,
        ruleset=plan.ruleset,
        options=(("stand_ins", "fill"), *_known(plan.ruleset, options or {})),
        role_sets=(),
        secret=f"{plan.dice('secret').randbytes(16).hex()}:{plan.dice('salt').randbytes(16).hex()}",
        starts_at=START + LONGEST_MS,
        opened_at=START,
    )
    for place in range(1, plan.size + 1):
        is_person = place <= plan.size - plan.stand_ins
        name = f"Игрок {place}" if is_person else f"Бот {place}"
        seated = lobby.sit(FIRST_PERSON + place, name) if is_person else lobby.add_stand_in(name)
        assert isinstance(seated, Lobby)
        lobby = replace(seated, guests=(*seated.guests[:-1], replace(seated.guests[-1], word=f"u{place}")))
    return lobby


def _known(ruleset: str, options: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yields the options that the rule set has."""
    yield from ((key, value) for key, value in options.items() if key in SHIPPED[ruleset].options)


async def begin(plan: Plan, options: Mapping[str, str] | None = None) -> Evening:
    """Opens a house for this game and deals the cards. `options` that the rule set has are set."""

    def telegram(clock: VirtualClock) -> Chats:
        return Chats(clock, plan.speed, Storms(plan.seed, plan.speed) if plan.storms else None)

    house = House(telegram, speed=plan.speed)
    host = house.host
    await house.open()
    rights = ("can_restrict_members", "can_delete_messages", "can_pin_messages")
    await host.groups.change(GROUP, language=plan.language, title="Двор", rights=rights)
    lobby = lobby_of(plan, options)
    for guest in lobby.guests:
        if guest.user_id:
            await host.people.change(guest.user_id, name=guest.name, language=plan.language, reachable=True)
    assert await host.lobbies.open_lobby(lobby, [], "")
    if plan.deletes:
        delete_at_random(house, plan.dice("deletions"), plan.deletes, plan.speed)
    live = await host.dealing.begin(lobby.id, f"begin:{lobby.id}", 0)
    assert isinstance(live, RunningGame)
    return Evening(plan, house, live)


async def play(plan: Plan) -> Evening:
    """Plays a game until it is over or was stopped and everything is delivered."""
    evening = await begin(plan)
    house, dice = evening.house, plan.dice("course")
    restart_at = {dice.randrange(2, 40) for _ in range(6)} if plan.restarts else set()
    stop_at = dice.randrange(3, 20) if plan.stops else None
    while evening.live.table.step is not StepName.OVER:
        evening.look()
        evening.note()
        table = evening.live.table
        if table.number in restart_at and not table.paused and dice.random() < 0.3:
            restart_at.discard(evening.live.table.number)
            await evening.restart()
            continue
        if stop_at is not None and evening.live.table.number >= stop_at and dice.random() < 0.3:
            await evening.stop()
            break
        assert await house.clock.step(house.clock.now() + LONGEST_MS), f"{plan}: stands still"
        assert house.clock.now() < START + 3 * LONGEST_MS, f"{plan}: does not end"
    evening.note()
    # What is left is delivered, and nothing else happens for a while.
    limit = house.clock.now() + 600_000
    while (house.host.outbox.waiting or house.clock.now() < limit - 540_000) and await house.clock.step(limit):
        evening.note()
    evening.note()
    await house.close()
    return evening
