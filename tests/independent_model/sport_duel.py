"""A random game of a sport rule set, step by step at two tables: the engine's and the model's."""

from collections import defaultdict
from collections.abc import Sequence

from engine import Event, Reason, StepName, Verb
from engine import events as ev
from engine.commands import NO, YES
from engine.events import Skip, Way, Why
from tests.independent_model import sport
from tests.independent_model.duel import Duel, Views
from tests.independent_model.settled import rules_of
from tests.independent_model.sport import Kind, Phase

CARDS = (
    *[sport.Role.CIVILIAN] * 6,
    sport.Role.SHERIFF,
    *[sport.Role.MAFIA] * 2,
    sport.Role.DON,
)
STEPS: dict[Kind, tuple[StepName, ...]] = {
    Kind.ACQUAINTANCE: (StepName.DEAL, StepName.MEET),
    Kind.LAST_WORD: (StepName.LAST_WORD,),
    Kind.SPEECH: (StepName.SPEECH,),
    Kind.BALLOT: (StepName.BALLOT, StepName.TIE_BALLOT),
    Kind.RESPEECH: (StepName.TIE_SPEECH,),
    Kind.LIFT: (StepName.LIFT_BALLOT,),
    Kind.SHOTS: (StepName.NIGHT,),
    Kind.DON_CHECK: (StepName.NIGHT,),
    Kind.SHERIFF_CHECK: (StepName.NIGHT,),
    Kind.BEST_MOVE: (StepName.BEST_MOVE,),
    Kind.OVER: (StepName.OVER,),
}
AT_NIGHT = (Kind.SHOTS, Kind.DON_CHECK, Kind.SHERIFF_CHECK)
WITH_A_SPEAKER = (Kind.LAST_WORD, Kind.SPEECH, Kind.RESPEECH, Kind.BEST_MOVE)
TIMED = (Kind.ACQUAINTANCE, *WITH_A_SPEAKER)
WITH_CANDIDATES = (Kind.BALLOT, Kind.RESPEECH, Kind.LIFT)
SEVERITY = {kind: 1 if kind is Kind.SPEECH else 8 if kind is Kind.LIFT else 4 for kind in Kind}
"""Of some steps a game has few: there the judge is severe, so that removals come at all of them."""
WAYS = {Way.VOTED: "voted", Way.LIFTED: "voted", Way.SHOT: "killed", Way.REMOVED: "disqualified"}
FATES = {
    Skip.CANCELLED: "cancelled",
    Skip.NOBODY: "no candidates",
    Skip.ONE_ON_DAY_ONE: "one candidate on day one",
}
ENDS = {
    "no blacks": Why.DEPARTURE,
    "parity": Why.DEPARTURE,
    "team loss": Why.TEAM_LOSS,
    "nobody left for too long": Why.QUIET,
}
ANSWERS = {
    "accepted": (None,),
    "supported": (Reason.ALREADY_NOMINATED,),
    "refused": (Reason.ALREADY_DONE, Reason.BAD_TARGET),
}
JUDGED = {sport.Foul: Verb.FOUL, sport.Disqualify: Verb.DISQUALIFY, sport.TeamLoss: Verb.TEAM_LOSS}
MOST_INPUTS = 5000


class Book:
    """What the engine's journal says, in the words of the model."""

    def __init__(self) -> None:
        self.read = 0
        self.day = 0
        self.step = StepName.DEAL
        self.openers: dict[int, int] = {}
        self.speeches: list[tuple[int, int, int]] = []
        self.fates: dict[int, str] = {}
        self.votes: dict[int, list[int]] = defaultdict(list)
        self.ballots: list[tuple[int, dict[int, tuple[int, ...]]]] = []
        self.lifting: list[int] = []
        self.lifts: list[tuple[int, tuple[int, ...], bool]] = []
        self.nights: list[tuple[int, int | None]] = []
        self.answers: list[tuple[int, int, str]] = []
        self.why: Why | None = None

    def go_on(self, journal: list[Event]) -> None:
        for event in journal[self.read :]:
            self._note(event)
        self.read = len(journal)

    def _note(self, event: Event) -> None:
        match event:
            case ev.DayBroke(day):
                self.day = day
            case ev.StepBegan(step, seconds, seat, silent):
                self._begin(step, seat, 0 if silent else seconds)
            case ev.BallotSkipped(why):
                self.fates[self.day] = FATES[why]
            case ev.Voted(seat, target):
                self.votes[target].append(seat)
            case ev.BallotClosed(tally, by_default):
                self._close(tally, by_default)
            case ev.LiftVoted(seat, yes):
                self.lifting += [seat] if yes else []
            case ev.LiftClosed(_, passed):
                self.lifts.append((self.day, tuple(sorted(self.lifting)), passed))
            case ev.NightClosed(night, victims):
                self.nights.append((night + 1, victims[0] if victims else None))
            case ev.Told(seat, ev.Topic.CHECK, about, answer):
                self.answers.append((seat, about[0], answer.replace("-", " ")))
            case ev.GameEnded(_, why):
                self.why = why

    def _begin(self, step: StepName, seat: int, seconds: int) -> None:
        self.step = step
        self.votes = defaultdict(list)
        self.lifting = []
        if step is StepName.SPEECH:
            self.openers.setdefault(self.day, seat)
            self.speeches.append((self.day, seat, seconds))
        elif step is StepName.BALLOT:
            self.fates[self.day] = "held"

    def _close(self, tally: tuple[tuple[int, int], ...], by_default: tuple[int, ...]) -> None:
        if self.step is StepName.SPEECH:
            self.fates[self.day] = "automatic"
        self.votes[tally[-1][0]] += by_default
        votes = {seat: tuple(sorted(self.votes[seat])) for seat, _ in tally}
        assert tally == tuple((seat, len(voters)) for seat, voters in votes.items()), (tally, votes)
        self.ballots.append((self.day, votes))


class SportDuel(Duel):
    def __init__(self, ruleset: str, seed: int) -> None:
        super().__init__(ruleset, seed)
        cards = list(CARDS)
        self.dice.shuffle(cards)
        self.model = sport.Game(rules_of(ruleset), cards)
        self.deal(tuple(role.value for role in cards))
        self.book = Book()
        self.aim = self.dice.choice((1.0, 0.9, 0.2))
        self.harsh = self.dice.choice((0.0, 0.02, 0.1))
        self.nominate = self.dice.choice((0.05, 0.3, 0.6))
        self.long = self.coin(0.5)
        self.split = 0
        """Votes for each candidate of a ballot that is to end in a tie; 0: everybody votes at will."""
        if self.coin(0.5):
            self.expire()

    def play(self) -> None:
        for _ in range(MOST_INPUTS):
            if self.model.step.kind is Kind.OVER:
                self._count()
                return
            self._turn(self._choose())
            while not self.model.winner and self._is_nobody_called():
                self._turn(sport.Hands(self._some(self.model.voters(), 0.5)))
        self.differ("end", "within a few thousand inputs", "never")

    def _is_nobody_called(self) -> bool:
        """The model still calls a candidate; the engine has closed the ballot."""
        step = self.model.step
        return step.kind is Kind.BALLOT and (step.candidate == step.candidates[-1] or not self.model.voters())

    def _turn(self, given: sport.Input) -> None:
        before = self.model.step
        self.told.append(f"{before.kind.value} {before.number} {before.speaker or ''}: {given}")
        self._count_input(before.kind, given)
        self.model.apply(given)
        self._carry_out(before, given)
        if not self._is_nobody_called():
            self.book.go_on(self.game.journal)
            self.compare(self._views())

    # --- what anybody might do ---------------------------------------------------------------------------------

    def _some(self, seats: list[int] | tuple[int, ...], share: float) -> frozenset[int]:
        return frozenset(seat for seat in seats if self.coin(share))

    def _choose(self) -> sport.Input:
        model, dice = self.model, self.dice
        options, step = model.options(), model.step
        if "foul" in options and self.coin(self.harsh * SEVERITY[step.kind]):
            return self._punish(options["foul"])
        if "best_move" in options and (step.kind is Kind.BEST_MOVE or self.coin(0.5)):
            others = [seat for seat in sport.SEATS if seat != step.speaker]
            least = 0 if step.kind is Kind.BEST_MOVE else 1
            return sport.BestMove(tuple(dice.sample(others, dice.randint(least, 3))))
        if "nominate" in options and self.coin(0.9 if self.long and len(model.living) < 5 else self.nominate):
            return sport.Nominate(
                dice.choice(sport.SEATS) if self.coin(0.2) else self._victim(options["nominate"])
            )
        if step.kind is Kind.SPEECH and self.coin(0.05):
            return sport.Nominate(dice.choice(sport.SEATS))
        if "withdraw" in options and self.coin(0.1):
            return sport.Withdraw(dice.choice(options["withdraw"]))
        if "hands" in options:
            return sport.Hands(self._hands(options["hands"]))
        if step.kind is Kind.SHOTS:
            return self._shots()
        if "check" in options:
            others = [seat for seat in model.living if seat != step.speaker]
            return sport.Check(None if self.coin(0.1) else dice.choice(others))
        return sport.Done()

    def _victim(self, seats: Sequence[int]) -> int:
        """In a long game rather somebody without whom it is not decided."""
        reds, blacks = self.model.reds(), self.model.blacks()
        harmless = [
            seat
            for seat in seats
            if (seat in blacks and len(blacks) > 1) or (seat in reds and len(reds) > len(blacks) + 1)
        ]
        return self.dice.choice(harmless if self.long and harmless else seats)

    def _punish(self, present: tuple[int, ...]) -> sport.Input:
        marked = [seat for seat in present if self.model.fouls[seat]]
        seat = self.dice.choice(marked if marked and self.coin(0.7) else present)
        share = self.dice.random()
        if share < 0.7:
            return sport.Foul(seat)
        return sport.Disqualify(seat) if share < 0.98 else sport.TeamLoss(seat)

    def _hands(self, free: tuple[int, ...]) -> frozenset[int]:
        step, living = self.model.step, len(self.model.living)
        if step.kind is Kind.LIFT:
            return self._some(free, self.dice.choice((0.3, 0.5, 0.8)))
        assert step.candidate is not None
        left = len(step.candidates) - step.candidates.index(step.candidate)
        if step.candidate == step.candidates[0]:
            self.split = self._even_share() if self.coin(0.7 if step.round > 1 or living < 5 else 0.2) else 0
        if self.split:
            return frozenset(self.dice.sample(free, min(self.split, len(free))))
        return self._some(free, 1 / left)

    def _even_share(self) -> int:
        """So many votes for each of all candidates, or of the first few, that they tie."""
        called = len(self.model.step.candidates)
        return len(self.model.living) // self.dice.randint(min(2, called), called)

    def _shots(self) -> sport.Shots:
        common = self._victim(self.model.living)
        fired: dict[int, tuple[int, ...]] = {}
        for seat in self.model.blacks():
            if self.coin(self.aim):
                fired[seat] = (common,)
            elif self.coin(0.6):
                fired[seat] = (self.dice.choice(self.model.living),)
        return sport.Shots(fired)

    # --- the same at the engine's table ------------------------------------------------------------------------

    def _carry_out(self, before: sport.Step, given: sport.Input) -> None:
        match given:
            case sport.Done():
                self._end_step(before)
            case sport.Nominate(target):
                self._compare_answer(before, target)
            case sport.Withdraw():
                self.does(self._speaker(before), Verb.WITHDRAW)
            case sport.Hands(seats) if before.kind is Kind.LIFT:
                self._lift(seats)
            case sport.Hands(seats):
                self._vote(before, seats)
            case sport.Shots(by_seat):
                self._shoot(by_seat)
            case sport.Check(target):
                self._check(before, target)
            case sport.BestMove(names):
                self._name(before, names)
            case _:
                self._hold_unanswered(given.seat)
                self.judge(JUDGED[type(given)], given.seat)
        if before.kind in AT_NIGHT and self.model.step.kind not in AT_NIGHT and not self._is_ended_by(given):
            self.let_all_answer()

    def _is_ended_by(self, given: sport.Input) -> bool:
        """The judge's act itself has ended the game, not the night that it was the last to hold up."""
        model = self.model
        if type(given) not in JUDGED or model.step.kind is not Kind.OVER:
            return False
        return isinstance(given, sport.TeamLoss) or model.departures[-1].way is sport.Way.DISQUALIFIED

    @staticmethod
    def _speaker(step: sport.Step) -> int:
        assert step.speaker is not None
        return step.speaker

    def _end_step(self, before: sport.Step) -> None:
        if before.kind is Kind.ACQUAINTANCE:
            while self.game.table.step in STEPS[Kind.ACQUAINTANCE]:
                self.expire()
        elif self.coin(0.5):
            self.does(self._speaker(before), Verb.PASS)
        else:
            self.expire()

    def _compare_answer(self, before: sport.Step, target: int) -> None:
        rejected = self.try_to(self._speaker(before), Verb.NOMINATE, target)
        answer = self.model.nomination_log[-1].answer
        stays_on_the_list = target in self.game.table.candidates and target not in self.game.table.alive
        if not stays_on_the_list and (rejected and rejected.reason) not in ANSWERS[answer]:
            self.differ(f"nomination of {target}", answer, rejected)

    def _vote(self, before: sport.Step, seats: frozenset[int]) -> None:
        """Against the one being called, in any order; nobody is called when all have voted, nor for the last."""
        table, candidate = self.game.table, before.candidate
        assert candidate is not None
        if candidate == before.candidates[-1] or table.step not in STEPS[Kind.BALLOT]:
            return
        hands = sorted(seats)
        self.dice.shuffle(hands)
        for seat in hands:
            self.does(seat, Verb.VOTE, candidate)
        if len(seats) < len(self._free_before(seats)):
            self.expire()

    def _free_before(self, seats: frozenset[int]) -> set[int]:
        """Who had not voted when these put their hands on the table; the model has noted them by now."""
        model = self.model
        if model.step.kind is Kind.BALLOT:
            return {*model.voters(), *seats}
        return {*seats, 0}

    def _lift(self, seats: frozenset[int]) -> None:
        asked = list(self.game.table.alive)
        self.dice.shuffle(asked)
        number = self.game.table.number
        for seat in asked:
            if seat in seats:
                self.does(seat, Verb.VOTE, value=YES)
            elif self.coin(0.5):
                self.does(seat, Verb.VOTE, value=NO)
        if self.game.table.number == number:
            self.expire()

    def _shoot(self, by_seat: dict[int, tuple[int, ...]]) -> None:
        blacks = [
            seat for seat in self.game.table.alive if self.model.roles[seat] in (sport.Role.MAFIA, sport.Role.DON)
        ]
        self.dice.shuffle(blacks)
        for seat in blacks:
            target = by_seat.get(seat, ())
            if target:
                self.does(seat, Verb.SHOOT, *target)
            elif self.coin(0.5):
                self.does(seat, Verb.HOLD)

    def _hold_unanswered(self, seat: int) -> None:
        """Whoever has not fired while the numbers were called has held fire."""
        if self.model.nights and self.game.table.step is StepName.NIGHT and seat in self.game.table.alive:
            if self.book.nights and self.book.nights[-1][0] == self.model.nights[-1].number:
                return
            if self.offered(seat, Verb.HOLD) is not None and seat in self.model.nights[-1].shots:
                self.does(seat, Verb.HOLD)

    def _check(self, before: sport.Step, target: int | None) -> None:
        seat = self._speaker(before)
        if before.kind is Kind.DON_CHECK and self.offered(seat, Verb.HOLD) is not None:
            self.does(seat, Verb.HOLD)
        if target is not None:
            self.does(seat, Verb.CHECK, target)
        elif self.coin(0.5):
            self.does(seat, Verb.SLEEP)

    def _name(self, before: sport.Step, names: tuple[int, ...]) -> None:
        if names:
            self.does(self._speaker(before), Verb.BEST_MOVE, *names)
        else:
            self._end_step(before)

    # --- the two tables side by side ---------------------------------------------------------------------------

    def _views(self) -> Views:
        model, table, book = self.model, self.game.table, self.book
        step, kind = model.step, model.step.kind
        over = kind is Kind.OVER
        settled = self.game.state.settled
        won = table.winner or (settled and settled[0])
        nights = [(night.number, night.victim) for night in model.nights]
        views: dict[str, tuple[object, object]] = {
            "step": (True, table.step in STEPS[kind]) if table.step in STEPS[kind] else (kind, table.step),
            "winner": (model.winner and model.winner.value, won and won.value),
            "at the table": (tuple(model.living), table.alive),
            "departures": (
                [(gone.seat, gone.way.value, gone.phase, gone.number) for gone in model.departures],
                [self._departure(gone.seat, gone.way, gone.day, gone.at_night) for gone in table.departures],
            ),
            "fouls": (list(model.fouls.values()), table.fouls[1:]),
            "silenced": (model.silenced & set(model.living), set(table.silence_owed) & set(model.living)),
            "disqualified": (model.disqualified, set(table.disqualified)),
            "openers": (model.openers, book.openers),
            "minutes": (model.speeches, book.speeches),
            "what became of the ballots": self._fates(),
            "votes": (
                [
                    (ballot.day, {seat: tuple(sorted(by)) for seat, by in ballot.votes.items()})
                    for ballot in model.ballots
                ],
                book.ballots,
            ),
            "lifts": ([(lift.day, lift.for_lifting, lift.lifted) for lift in model.lift_votes], book.lifts),
            "victims": (nights[: len(book.nights)], book.nights),
            "answers": ([tuple(answer)[1:] for answer in model.answers], book.answers),
            "best move": (
                {model.best_move.seat: model.best_move.names} if model.best_move and model.best_move.names else {},
                table.best_moves,
            ),
        }
        if kind not in AT_NIGHT and not over:
            views["nights"] = (len(nights), len(book.nights))
        if not over and step.phase is Phase.DAY:
            views["day"] = (step.number, table.day)
        if kind in AT_NIGHT:
            views["night"] = (step.number - 1, table.night)
        if kind in TIMED:
            views["seconds"] = (step.seconds, 0 if table.silent else table.length)
        if kind in WITH_A_SPEAKER:
            views["speaker"] = (step.speaker, table.speaker)
        if kind in WITH_CANDIDATES:
            views["candidates"] = (step.candidates, table.candidates)
        if kind is Kind.BALLOT:
            views["called"] = (step.candidate, table.candidate)
            views["round"] = (step.round > 1, table.step is StepName.TIE_BALLOT)
            views["voters"] = (model.voters(), [seat for seat in table.alive if not table.votes[seat]])
        if kind is Kind.SPEECH:
            views |= self._views_of_a_speech()
        if kind is Kind.LAST_WORD and step.speaker == table.speaker:
            named = self.offered(self._speaker(step), Verb.BEST_MOVE) is not None
            views["right to a best move"] = ("best_move" in model.options(), named)
        if over:
            views["what ended it"] = (ENDS[model.why], book.why)
        return views

    def _fates(self) -> tuple[dict[int, str], dict[int, str]]:
        """A game that ends in the middle of a ballot leaves open what became of it."""
        if self.model.step.kind is not Kind.OVER:
            return self.model.ballot_fate, self.book.fates
        earlier = range(1, self.model.number)
        return (
            {day: fate for day, fate in self.model.ballot_fate.items() if day in earlier},
            {day: fate for day, fate in self.book.fates.items() if day in earlier},
        )

    def _views_of_a_speech(self) -> Views:
        model, table = self.model, self.game.table
        options, speaker = model.options(), self._speaker(model.step)
        standing = [seat for seat in table.candidates if seat in table.alive]
        own = dict(table.nominations).get(speaker)
        withdraws = self.offered(speaker, Verb.WITHDRAW) is not None and own in table.alive
        return {
            "nominated": (model.candidates(), standing),
            "may nominate": (options.get("nominate"), self.offered(speaker, Verb.NOMINATE)),
            "may withdraw": ("withdraw" in options, withdraws),
        }

    @staticmethod
    def _departure(seat: int, way: Way, day: int, at_night: bool) -> tuple[int, str, Phase, int]:
        if at_night or not day:
            return (seat, WAYS[way], Phase.NIGHT, day + 1)
        return (seat, WAYS[way], Phase.DAY, day)

    # --- what was reached --------------------------------------------------------------------------------------

    def _count_input(self, kind: Kind, given: sport.Input) -> None:
        model, tally = self.model, self.tally
        if isinstance(given, sport.Foul):
            tally[f"foul {model.fouls[given.seat] + 1}"] += 1
        removes = isinstance(given, sport.Disqualify) or (
            isinstance(given, sport.Foul) and model.fouls[given.seat] == 3
        )
        if removes:
            tally[f"removed: {kind.value}"] += 1

    def _count(self) -> None:
        model, tally = self.model, self.tally
        assert model.winner is not None
        tally["games"] += 1
        tally["steps"] += len(model.history)
        tally[f"end: {model.winner.value}, {model.why}"] += 1
        for fate in model.ballot_fate.values():
            tally[f"ballot: {fate}"] += 1
        for ballot in model.ballots:
            tally["tied once"] += ballot.round == 1 and len(ballot.tied) > 1
            tally["tied again"] += ballot.round > 1 and len(ballot.tied) > 1
            few = sum(map(len, ballot.votes.values())) < 5
            fewer = ballot.round > 1 and 1 < len(ballot.tied) < len(ballot.votes)
            tally["tied at a table of three or four"] += few and len(ballot.tied) > 1
            tally["tied again, fewer"] += fewer
            tally["tied again, fewer, at a table of three or four"] += few and fewer
            tally["uncast votes"] += len(ballot.uncast) > 0
        for lift in model.lift_votes:
            tally["lifted" if lift.lifted else "not lifted"] += 1
        tally["misses"] += sum(night.victim is None for night in model.nights)
        tally["best moves"] += model.best_move is not None
        tally["silent minutes"] += sum(seconds == 0 for *_, seconds in model.speeches)
        tally["short minutes"] += sum(seconds == 30 for *_, seconds in model.speeches)
        tally["three or four at the table"] += len(model.living) in (3, 4)
