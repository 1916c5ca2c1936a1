"""A random game of the city: its nights step by step at two tables, its days as the model is told of them."""

from copy import deepcopy

from engine import RULESETS, Event, StepName, Verb, cards_for
from engine import events as ev
from engine.commands import NO, YES
from engine.events import Way, Why
from tests.independent_model import city_night as city
from tests.independent_model.city_night import NIGHT_ORDER, Kind, Role, next_opener
from tests.independent_model.duel import Duel, Views
from tests.independent_model.settled import city_choices

NAMES = {"commissar": Role.COMMISSIONER, "lover": Role.MISTRESS}
"""Roles that are called otherwise here."""
VERBS = {
    Kind.DON: Verb.CHECK,
    Kind.MANIAC: Verb.SHOOT,
    Kind.COMMISSIONER: Verb.CHECK,
    Kind.DOCTOR: Verb.HEAL,
    Kind.MISTRESS: Verb.VISIT,
}
AT_NIGHT = (Kind.SHOTS, *(kind for kind, _ in NIGHT_ORDER))
STEPS = dict.fromkeys(AT_NIGHT, StepName.NIGHT) | {
    Kind.LAST_WORD: StepName.LAST_WORD,
    Kind.DAY: StepName.SPEECH,
    Kind.OVER: StepName.OVER,
}
WAYS = {Way.VOTED: "voted", Way.LIFTED: "voted", Way.SHOT: "killed", Way.REMOVED: "removed"}
ENDS = {
    "parity": Why.DEPARTURE,
    "no blacks": Why.DEPARTURE,
    "three misses": Why.MISSES,
    "surrender": Why.SURRENDER,
}
LAST_DAY = 45
"""Before the engine's own limit."""


class Book:
    """What the engine's journal says, in the words of the model."""

    def __init__(self) -> None:
        self.read = 0
        self.day = 0
        self.order: dict[int, list[int]] = {}
        """Who spoke on each day, in this order."""
        self.misses: list[bool] = []
        self.alibis: dict[int, tuple[int, ...]] = {}
        self.answers: list[tuple[int, int, str]] = []
        self.why: Why | None = None

    def go_on(self, journal: list[Event]) -> None:
        for event in journal[self.read :]:
            match event:
                case ev.DayBroke(day):
                    self.day = day
                case ev.StepBegan(StepName.SPEECH, _, seat):
                    self.order.setdefault(self.day, []).append(seat)
                case ev.TeamShot(_, target):
                    self.misses.append(not target)
                case ev.AlibiGiven(seats):
                    self.alibis[len(self.misses)] = seats
                case ev.Told(seat, ev.Topic.CHECK, about, answer):
                    self.answers.append((seat, about[0], answer))
                case ev.GameEnded(_, why):
                    self.why = why
        self.read = len(journal)


class CityDuel(Duel):
    def __init__(self, seed: int) -> None:
        super().__init__("city", seed)
        cards = list(cards_for(RULESETS["city"], self.dice.randint(10, 15)))
        self.dice.shuffle(cards)
        self.model = city.City([NAMES.get(card) or Role(card) for card in cards], city_choices())
        self.deal(tuple(cards))
        self.book = Book()
        self.owed: set[int] = set()
        """A third remark for which no minute has been lost yet."""
        self.opened = 1
        """The latest day whose first speaker was compared."""
        self.aim = self.dice.choice((1.0, 0.9, 0.1))
        self.harsh = self.dice.choice((0.0, 0.03, 0.15))
        self.quiet = self.coin(0.3)
        while self.game.table.step is not StepName.NIGHT:
            self.expire()
        self._look()

    def play(self) -> None:
        while self.model.step.kind is not Kind.OVER:
            if self.model.number > LAST_DAY:
                self.tally["stopped"] += 1
                return
            self._turn()
        self._count()

    def _turn(self) -> None:
        before = self.model.step
        if self.coin(self.harsh):
            marked = [seat for seat in self.model.living if self.model.remarks[seat]]
            self._remark(self.dice.choice(marked if marked and self.coin(0.8) else self.model.living))
        elif self.coin(0.003):
            self._surrender(self.dice.choice(self.model.living))
        elif before.kind is Kind.SHOTS:
            self._shoot()
        elif before.kind in VERBS:
            self._use(before)
        elif before.kind is Kind.LAST_WORD:
            self._last_word(before)
        else:
            self._day()
        self._look()

    def _tell(self, given: city.Input) -> None:
        step = self.model.step
        self.told.append(f"{step.kind.value} {step.number} {step.actor or ''}: {given}")
        self.model.apply(given)

    # --- at any time -------------------------------------------------------------------------------------------

    def _remark(self, seat: int) -> None:
        before, table = self.model.step, self.game.table
        speaks = table.step is StepName.SPEECH and table.speaker == seat
        self._tell(city.Remark(seat))
        self.tally[f"remark {self.model.remarks[seat]}"] += 1
        self._hold_unanswered(seat)
        self.judge(Verb.FOUL, seat)
        if self.model.remarks[seat] == 3:
            self.owed.add(seat)
            if speaks:
                self._compare_minute(seat, silenced=True)
        self._go_on_after(before, removed=seat not in self.model.living)

    def _surrender(self, seat: int) -> None:
        before = self.model.step
        self._tell(city.Surrender(seat))
        self.tally["surrenders"] += 1
        self._hold_unanswered(seat)
        self.does(seat, Verb.SURRENDER)
        self._go_on_after(before, removed=True)

    def _hold_unanswered(self, seat: int) -> None:
        """Whoever has not fired while the numbers were called has held fire."""
        fired = self.model.step.kind in VERBS or (self.model.step.kind not in AT_NIGHT)
        if fired and self.game.table.step is StepName.NIGHT and city.is_black(self.model.roles[seat]):
            self._hold(seat)

    def _hold(self, seat: int) -> None:
        if self.offered(seat, Verb.HOLD) is not None:
            self.does(seat, Verb.HOLD)

    def _go_on_after(self, before: city.Step, *, removed: bool) -> None:
        if removed:
            self.tally[f"removed: {before.kind.value}"] += 1
        self._end_night(before, by_removal=removed)

    def _end_night(self, before: city.Step, *, by_removal: bool = False) -> None:
        """The model has left the night; the engine waits for those who have no part in it."""
        model = self.model
        if before.kind not in AT_NIGHT or model.step.kind in AT_NIGHT:
            return
        over_at_once = by_removal and len(model.nights) < before.number
        if not over_at_once and self.game.table.step is StepName.NIGHT:
            self.let_all_answer()

    # --- the night ---------------------------------------------------------------------------------------------

    def _shoot(self) -> None:
        before, dice = self.model.step, self.dice
        blacks, living = self.model.blacks(), self.model.living
        common = dice.choice(living if self.coin(0.1) else self.model.reds())
        fired: dict[int, tuple[int, ...]] = {}
        for seat in blacks:
            if self.coin(self.aim):
                fired[seat] = (common,)
            elif self.coin(0.6):
                fired[seat] = (dice.choice(living),)
        self._tell(city.Shots(fired))
        dice.shuffle(blacks)
        for seat in blacks:
            if seat in fired:
                self.does(seat, Verb.SHOOT, *fired[seat])
            elif self.coin(0.5):
                self._hold(seat)
        self._end_night(before)

    def _use(self, before: city.Step) -> None:
        actor, allowed = before.actor, self.model.options()["choose"]
        assert actor is not None
        if before.kind is Kind.DON:
            self._hold(actor)
        self.compare(
            {f"whom {before.kind.value} may choose": (allowed, self.offered(actor, VERBS[before.kind]) or ())}
        )
        target = self.dice.choice(allowed) if allowed and self.coin(0.9) else None
        self._tell(city.Choose(target))
        if target is not None:
            self.does(actor, VERBS[before.kind], target)
        elif self.coin(0.5):
            self.does(actor, Verb.HOLD if before.kind is Kind.MANIAC else Verb.SLEEP)
        self._end_night(before)

    # --- the morning -------------------------------------------------------------------------------------------

    def _last_word(self, before: city.Step) -> None:
        seat = before.actor
        assert seat is not None
        self.compare(
            {"who has the last word": (seat, self.game.table.speaker), "seconds": (60, self.game.table.length)}
        )
        named = self.offered(seat, Verb.BEST_MOVE) is not None
        self.compare({"right to a best move": (bool(self.model.options()["last_word"]), named)})
        others = [other for other in self.model.roles if other != seat]
        names = tuple(self.dice.sample(others, self.dice.randint(0, 3))) if named else ()
        claims = self.coin(0.2)
        self._tell(city.LastWord(names, claims))
        if claims:
            self.judge(Verb.CLAIM, seat)
            self.compare({"best move after a claim": (None, self.offered(seat, Verb.BEST_MOVE))})
            self.tally["claims"] += 1
        elif names:
            self.does(seat, Verb.BEST_MOVE, *names)
        self._pass(seat)

    def _pass(self, seat: int) -> None:
        if self.coin(0.5):
            self.does(seat, Verb.PASS)
        else:
            self.expire()

    # --- the day -----------------------------------------------------------------------------------------------

    def _day(self) -> None:
        """Some leave: by a removal, by the most votes, or several by two ties and the question about all."""
        dice, table = self.dice, self.game.table
        living = self.model.living
        removed = (dice.choice(living),) if self.coin(self.harsh) else ()
        free = [seat for seat in living if seat not in (*removed, *table.alibis)]
        count = 0 if self.quiet or self.coin(0.2) else dice.choice((1, 1, 1, 1, 2, 3))
        voted = tuple(dice.sample(free, min(count, len(free))))
        early = not voted or self.coin(0.5)
        if early:
            self._remove(removed)
        if not self._is_over():
            self._speeches(voted)
            if not early:
                self._remove(removed)
        if self._is_over():
            self._tell(city.DayOver((), removed))
            return
        self._ballot(voted)
        self._tell(city.DayOver(voted, removed))
        for _ in voted:
            if table.step is StepName.LAST_WORD:
                self._pass(table.speaker)

    def _remove(self, seats: tuple[int, ...]) -> None:
        for seat in seats:
            self.tally[f"removed: {self.game.table.step.value}"] += 1
            self.judge(Verb.DISQUALIFY, seat)
            then = deepcopy(self.model)
            then.apply(city.DayOver((), seats))
            self.compare({"over after a removal": (then.step.kind is Kind.OVER, self._is_over())})

    def _is_over(self) -> bool:
        return self.game.table.step is StepName.OVER

    def _speeches(self, voted: tuple[int, ...]) -> None:
        """Each of these is nominated by one of the last speakers, so that all others have spoken before."""
        table = self.game.table
        for left in reversed(range(len(table.alive))):
            seat = table.speaker
            self._compare_minute(seat, silenced=seat in self.owed)
            self.owed.discard(seat)
            if left < len(voted):
                self.does(seat, Verb.NOMINATE, voted[len(voted) - left - 1])
            self._pass(seat)

    def _compare_minute(self, seat: int, *, silenced: bool) -> None:
        """L88: a whole round without the word; half a minute where three are left."""
        table = self.game.table
        if table.speaker != seat or table.step is not StepName.SPEECH:
            self.differ("who speaks", seat, table.speaker)
        seconds = 60 if not silenced else 30 if len(table.alive) == 3 else 0
        self.compare({f"minute of {seat}": (seconds, 0 if table.silent else table.length)})

    def _ballot(self, voted: tuple[int, ...]) -> None:
        """Nobody has to vote: what is not cast is not counted."""
        table = self.game.table
        if len(voted) == 1:
            friends = self.dice.sample(table.alive, self.dice.randint(1, len(table.alive)))
            for seat in friends:
                self.does(seat, Verb.VOTE, voted[0])
            if table.step is StepName.BALLOT:
                self.expire()
            return
        for step in (StepName.BALLOT, StepName.TIE_BALLOT) if voted else ():
            self.compare({"candidates": ((step, voted), (table.step, table.candidates))})
            for seat, candidate in zip(table.alive, voted, strict=False):
                self.does(seat, Verb.VOTE, candidate)
                if table.step is step:
                    self.expire()
            for candidate in voted if step is StepName.BALLOT else ():
                self.compare({"tied": (candidate, table.speaker), "seconds": (30, table.length)})
                self._pass(candidate)
        if voted:
            self._lift()

    def _lift(self) -> None:
        table = self.game.table
        number, alive = table.number, table.alive
        against = self.dice.sample(alive, (len(alive) - 1) // 2)
        for seat in alive:
            self.does(seat, Verb.VOTE, value=NO if seat in against else YES)
        if table.number == number:
            self.expire()
        self.tally["lifted"] += 1

    # --- the two tables side by side ---------------------------------------------------------------------------

    def _look(self) -> None:
        self.book.go_on(self.game.journal)
        self.compare(self._views())

    def _views(self) -> Views:
        model, table, book = self.model, self.game.table, self.book
        kind, over = model.step.kind, model.step.kind is Kind.OVER
        nights = model.nights[: len(book.misses)]
        views: dict[str, tuple[object, object]] = {
            "step": (STEPS[kind], table.step),
            "winner": (model.winner and model.winner.value, table.winner and table.winner.value),
            "at the table": (tuple(model.living), table.alive),
            "departures": (
                [tuple(gone) for gone in model.departures],
                [self._departure(gone.seat, gone.way, gone.day, gone.at_night) for gone in table.departures],
            ),
            "remarks": (list(model.remarks.values()), table.fouls[1:]),
            "misses": ([night.miss for night in nights], book.misses),
            "answers": (
                [(answer.by, answer.target, answer.answer) for answer in model.answers],
                [(by, target, self._in_words_of_the_model(answer)) for by, target, answer in book.answers],
            ),
            "best moves": ({move.seat: move.names for move in model.best_moves}, table.best_moves),
        }
        if not over:
            views["nights"] = (len(model.nights), len(book.misses))
            views["alibi"] = (self._alibi(), book.alibis.get(len(nights), ()) if kind not in AT_NIGHT else ())
        if kind is Kind.DAY and self.opened < table.day:
            self.opened = table.day
            views["opener"] = (next_opener(book.order[table.day - 1], model.living), table.opener)
            views["speaker"] = (table.opener, table.speaker)
        if over:
            views["what ended it"] = (ENDS[model.why], book.why)
        return views

    def _alibi(self) -> tuple[int, ...]:
        """Of a mistress's choice who has lived to see the morning."""
        if self.model.step.kind in AT_NIGHT or not self.model.nights:
            return ()
        night = self.model.nights[-1]
        return (night.alibi,) if night.alibi and night.alibi not in night.killed else ()

    @staticmethod
    def _in_words_of_the_model(answer: str) -> str:
        return answer.replace("-", " ").replace("commissar", "commissioner")

    @staticmethod
    def _departure(seat: int, way: Way, day: int, at_night: bool) -> tuple[int, str, str, int]:
        """The model's day follows the night of the same number; the engine counts the one before as well."""
        return (seat, WAYS[way], "night", day) if at_night else (seat, WAYS[way], "day", day - 1)

    def _count(self) -> None:
        model, tally = self.model, self.tally
        assert model.winner is not None
        tally["games"] += 1
        tally["steps"] += len(model.history)
        tally[f"end: {model.winner.value}, {model.why}"] += 1
        tally["saved"] += sum(night.saved is not None for night in model.nights)
        tally["misses"] += sum(night.miss for night in model.nights)
        tally["two killed"] += sum(len(night.killed) == 2 for night in model.nights)
        tally["best moves"] += len(model.best_moves)
        tally["alibis"] += sum(night.alibi is not None for night in model.nights)
