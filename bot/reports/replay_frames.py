"""Turns a journal into the frames of the replay page.

Each frame has the text of what happened and the state of the table after it. Frames marked `secret` are for the
view that shows all cards.
"""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any

from bot.games.news_lines import news
from bot.language.clause_names import clause_name
from bot.language.role_names import role_in_text, role_key
from bot.language.ruleset_wording import ruleset_key
from bot.language.translator import Html, Translator
from bot.reports.protocol_form import answer_word
from engine import events as ev
from engine.commands import Verb
from engine.events import Event, StepName, Topic
from engine.house_rules import find_ruleset
from engine.protocol import standing
from engine.roles import SUSPECT
from engine.rules import rules_for
from engine.state import State, evolve

Frame = dict[str, Any]
Arrow = tuple[int, int, str]

SHOTS = frozenset({Verb.SHOOT})
CARES = frozenset({Verb.HEAL, Verb.GUARD, Verb.CHARM})
SPEECHES = frozenset({StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD, StepName.BEST_MOVE})
BALLOTS = frozenset({StepName.BALLOT, StepName.TIE_BALLOT, StepName.LIFT_BALLOT, StepName.CONFIRMATION})
TAG = re.compile(r"<[^<>]+>")


def arrow_kind(verb: Verb) -> str:
    if verb in SHOTS:
        return "shot"
    if verb is Verb.CHECK:
        return "check"
    return "care" if verb in CARES else "deed"


class ReplayFrames:
    """The frames, chapters and cards of one journal, in one language."""

    def __init__(self, journal: Sequence[Event], names: Sequence[str], words: Translator, language: str) -> None:
        self.words = words
        self.language = language
        self.names = names
        self.chapters: list[str] = []
        self.frames: list[Frame] = []
        self.night = False
        self.guesses: list[Arrow] = []
        self.votes: list[Arrow] = []
        counted, _ = standing(journal)
        opened = counted[0]
        if not isinstance(opened, ev.Opened):
            raise ValueError("a journal begins with the opening of the table")
        self.ruleset = find_ruleset(opened.ruleset)
        self.state = State(rules_for(self.ruleset, dict(opened.options)), len(opened.cards))
        for event in counted:
            before = list(self._before(event))
            evolve(self.state, event)
            for frame in (*before, *self._after(event)):
                self.frames.append(frame)

    @property
    def cards(self) -> list[dict[str, str]]:
        found = []
        for seat in range(1, self.state.table.size + 1):
            role = self.state.views[seat].me.role
            key = role_key(self.ruleset.id, role.id)
            found.append(
                {
                    "name": self.names[seat - 1],
                    "role": self.say(key),
                    "icon": self.say(f"{key}-icon"),
                    "side": role.side.value,
                }
            )
        return found

    # --- words --------------------------------------------------------------------------------------------------

    def say(self, key: str, **args: Any) -> str:
        return self.words.plain(self.language, ruleset_key(self.ruleset.id, key), **args)

    def name(self, seat: int) -> str:
        """Returns the seat and its name in isolation marks: a right-to-left name must not reorder the sentence."""
        return f"№ {seat} \u2068{self.names[seat - 1]}\u2069"

    def listed(self, seats: Sequence[int]) -> str:
        return ", ".join(map(self.name, seats))

    def news(self, event: Event) -> list[str]:
        """Returns the event's news for the group as plain text: the page inserts it as text, not as HTML."""
        told = []
        for key, args in news(self.state.table, event):
            safe = {name: self._safe(value) for name, value in args.items()}
            html = self.words.say(self.language, ruleset_key(self.ruleset.id, key), **safe)
            told.append(unescape(TAG.sub("", html)).strip())
        return [line for line in told if line]

    def _safe(self, value: Any) -> Any:
        match value:
            case {"clause": code, "verb": verb}:
                return clause_name(self.words, self.language, self.ruleset, Verb(verb), code)
            case {"seat": seat}:
                return self.name(seat)
            case {"seats": seats}:
                return self.listed(seats)
            case {"role": role}:
                return Html(self.words.say(self.language, role_key(self.ruleset.id, role)))
            case _:
                return value

    # --- frames -------------------------------------------------------------------------------------------------

    def frame(self, lines: Sequence[str], arrows: Sequence[Arrow] = (), *, secret: bool = False) -> Frame:
        table = self.state.table
        return {
            "chapter": max(len(self.chapters) - 1, 0),
            "night": self.night,
            "secret": secret,
            "text": list(lines),
            "arrows": [list(arrow) for arrow in arrows],
            "alive": list(table.alive),
            "fouls": {seat: count for seat, count in enumerate(table.fouls) if count},
            "speaker": table.speaker if table.step in SPEECHES else 0,
            "standing": list(table.candidates) if not self.night else [],
            "prison": list(table.prisoners),
            "shown": sorted(table.roles_shown),
        }

    def chapter(self, title: str, *, night: bool = False) -> None:
        self.chapters.append(title)
        self.night = night

    def _before(self, event: Event) -> Iterator[Frame]:
        """Collects votes and yields frames that need the state before the event is applied."""
        table = self.state.table
        match event:
            case ev.WindowOpened() | ev.BallotClosed():
                arrows = [(voter, target, "vote") for voter, target in enumerate(table.votes) if voter and target]
                if isinstance(event, ev.BallotClosed):
                    arrows = [] if event.cast else arrows
                    arrows += [(voter, event.tally[-1][0], "vote") for voter in event.by_default]
                    arrows += [(voter, target, "vote") for voter, target in table_cast(event, self.state)]
                self.votes = arrows
            case ev.LiftClosed() | ev.ConfirmationClosed():
                self.votes = []
            case ev.NightClosed() if self.guesses:
                yield self.frame([self.say("replay-suspicions")], self.guesses, secret=True)
                self.guesses = []

    def _after(self, event: Event) -> Iterator[Frame]:
        yield from self._turn(event)
        yield from self._deed(event)
        match event:
            case ev.BallotClosed():
                yield self.frame(self.news(event), self.votes)
            case ev.WindowOpened() if self.votes:
                called = self.state.table.candidates[event.window - 1]
                now = [arrow for arrow in self.votes if arrow[1] == called]
                voters = self.listed([voter for voter, _, _ in now]) or self.say("replay-nobody")
                yield self.frame([self.say("replay-votes", target=self.name(called), seats=voters)], now)
            case ev.Nominated(seat, target):
                said = self.say("replay-nominated", seat=self.name(seat), target=self.name(target))
                yield self.frame([said], [(seat, target, "nominate")])
            case ev.Withdrew(seat):
                yield self.frame([self.say("replay-withdrew", seat=self.name(seat))])
            case ev.BestMoveMade(seat, named):
                yield self.frame(self.news(event), [(seat, target, "guess") for target in named])
            case ev.GameEnded():
                self.chapter(self.say("replay-end"))
                misses = list(map(str, self.state.table.losing_misses))
                told = {"nights": self.words.listed(self.language, misses)} if misses else {}
                yield self.frame([self.say(f"winner-{event.winner}"), self.say(f"why-{event.why}", **told)])
            case ev.DayBroke() | ev.NightFell() | ev.CardsShown() | ev.SecretShown():
                return
            case _:
                if lines := self.news(event):
                    yield self.frame(lines)

    def _turn(self, event: Event) -> Iterator[Frame]:
        """Yields the frames for the course of the game: the deal, days, nights, speeches and ballots."""
        table = self.state.table
        match event:
            case ev.StepBegan(step=StepName.DEAL):
                self.chapter(self.say("replay-deal"))
                yield self.frame([self.say("replay-dealt", count=table.size)])
            case ev.StepBegan(step=StepName.MEET):
                self.chapter(self.say("replay-meet"), night=True)
                yield self.frame([self.say("replay-meeting")])
            case ev.DayBroke():
                self.chapter(self.say("table-day", day=event.day))
                yield self.frame(self.news(event))
            case ev.NightFell():
                self.chapter(self.say("table-night", night=event.night), night=True)
                yield self.frame(self.news(event))
            case ev.StepBegan(step=step) if step in SPEECHES:
                yield self.frame([self.say(f"replay-{step}", seat=self.name(event.seat))])
            case ev.StepBegan(step=StepName.DISCUSSION):
                yield self.frame([self.say("replay-discussion")])
            case ev.StepBegan(step=step) if step in BALLOTS:
                stood = (table.condemned,) if step is StepName.CONFIRMATION else table.candidates
                yield self.frame([self.say(f"replay-{step}", seats=self.listed(stood))])

    def _deed(self, event: Event) -> Iterator[Frame]:
        """Yields the secret frames: mates, the order of shots, night actions and the answers to checks."""
        match event:
            case ev.Told(topic=Topic.MATES) if len(event.about) > 1 and event.seat == event.about[0]:
                team = self.listed(event.about)
                yield self.frame([self.say("replay-mates", seats=team)], secret=True)
            case ev.ShotsAppointed(seat, targets):
                order = " → ".join(map(self.name, targets))
                yield self.frame([self.say("replay-order", seat=self.name(seat), seats=order)], secret=True)
            case ev.Acted() if event.ability == SUSPECT.id:
                if event.target:
                    self.guesses.append((event.seat, event.target, "guess"))
            case ev.Acted():
                yield self._night_deed(event)
            case ev.Told(topic=Topic.CHECK):
                said = answer_word(self.words, self.language, self.ruleset, event.answer)
                line = self.say("replay-answer", target=self.name(event.about[0]), answer=said)
                if self.frames and self.frames[-1]["secret"] and self.frames[-1].get("check") == event.seat:
                    self.frames[-1]["text"].append(line)
                else:
                    yield self.frame([line], [(event.seat, event.about[0], "check")], secret=True)

    def _night_deed(self, event: ev.Acted) -> Frame:
        role = self.state.views[event.seat].me.role.id
        who = {
            "seat": self.name(event.seat),
            "role": role_in_text(self.words, self.language, self.ruleset.id, role),
        }
        if not event.target:
            return self.frame([self.say("replay-declined", **who)], secret=True)
        deed = self.say(f"protocol-deed-{event.verb}")
        line = self.say("replay-deed", **who, deed=deed, target=self.name(event.target))
        frame = self.frame([line], [(event.seat, event.target, arrow_kind(event.verb))], secret=True)
        return frame | ({"check": event.seat} if event.verb is Verb.CHECK else {})


def table_cast(closed: ev.BallotClosed, state: State) -> Iterator[tuple[int, int]]:
    """Yields voter and target of the votes that stayed hidden until the ballot closed."""
    for voter, target in closed.cast:
        if state.table.rules.options.lynch.value == "one-by-one":
            if target:
                yield voter, closed.tally[0][0]
        elif target:
            yield voter, target
