"""Fills the cells of a protocol, the same for the message, the picture, the PDF and the spreadsheet.

The sport form follows S0 9 (roles by a letter); other games name their roles. A dash stands where a field has no
value.
"""

from collections.abc import Iterable, Sequence
from html import unescape
from typing import Any

from bot.language.clause_names import clause_name
from bot.language.point_numbers import points_text
from bot.language.role_names import FAMILY, role_in_text, role_key, ruleset_name
from bot.language.ruleset_wording import ruleset_key
from bot.language.translator import Translator
from bot.reports.protocol_cells import DASH, BallotCells, Form, Heading, SeatCells
from engine.commands import Verb
from engine.events import StepName
from engine.house_rules import find_ruleset
from engine.points import NO_POINTS
from engine.protocol import Day, NightAction, Protocol, Remark, SeatLine, Vote
from engine.role_catalogue.box import EXTRA_SHOT
from engine.roles import Ability
from engine.rules import RuleSet

MOST_FOULS = 9
ANSWERS = frozenset({"red", "black", "sheriff", "not-sheriff", "commissar", "not-commissar"}) | frozenset(
    {"leader", "not-leader", "failed", "town", "mafia", "yakuza", "loner"}
)
"""Answers to a check that have a text of their own; any other answer is the id of a role."""
VERBS = {
    "warn": Verb.WARN,
    "foul": Verb.FOUL,
    "pardon": Verb.PARDON,
    "disqualify": Verb.DISQUALIFY,
    "team-loss": Verb.TEAM_LOSS,
    "expel": Verb.EXPEL,
    "bonus": Verb.BONUS,
    "penalty": Verb.PENALTY,
    "correction": Verb.CORRECT,
    "remark": Verb.CORRECT,
}
"""The judge's command behind each kind of remark; clauses are looked up by command."""
BLOCKS = 7
"""Number of ballot blocks on the official form."""
LABELS = (
    *("player", "role", "fouls", "left", "points", "extra", "total", "winner", "best", "order", "judge"),
    *("protest", "night", "nights", "remarks", "candidate", "by", "votes", "again", "signature", "names"),
    *("ballots",),
)


def form_of(protocol: Protocol, heading: Heading, words: Translator, language: str) -> Form:
    return _FormWriter(protocol, heading, words, language).form()


class _FormWriter:
    def __init__(self, protocol: Protocol, heading: Heading, words: Translator, language: str) -> None:
        self.protocol = protocol
        self.heading = heading
        self.words = words
        self.language = language
        self.ruleset = find_ruleset(protocol.ruleset)
        self.sport = FAMILY.get(protocol.ruleset) == "sport"

    def say(self, key: str, **args: Any) -> str:
        return self.words.plain(self.language, ruleset_key(self.protocol.ruleset, key), **args)

    def form(self) -> Form:
        protocol, heading = self.protocol, self.heading
        best_moves = [
            self.say("protocol-best-move-by", named=_seats(named), seat=by)
            for by, named in protocol.best_moves
            if named
        ]
        rules = ruleset_name(self.words, self.language, protocol.ruleset)
        fields = ("tournament", "stage", "date", "table", "game")
        return Form(
            language=self.language,
            sport=self.sport,
            counts_points=self.ruleset.scoring != NO_POINTS,
            labels={label: self.say(f"protocol-label-{label}") for label in LABELS},
            title=self.say("protocol-title"),
            rules=rules if protocol.official else self.say("protocol-unofficial", rules=rules),
            heading=tuple(
                (self.say(f"protocol-label-{field}"), getattr(heading, field) or DASH) for field in fields
            ),
            seats=tuple(map(self.seat, protocol.seats)),
            ballots=tuple(self.ballot(day) for day in protocol.days),
            unused=tuple(self.say("protocol-day", number=n) for n in self.unused()),
            nights=tuple(self.nights()),
            winner=self.say(f"protocol-winner-{protocol.winner}") if protocol.winner else DASH,
            best_move="; ".join(best_moves) or DASH,
            order=_seats(protocol.order) or DASH,
            judge=heading.judge or self.say("protocol-judge-bot"),
            protest=heading.protest or DASH,
            remarks=tuple(map(self.remark, protocol.remarks)),
            legend=self.say("protocol-legend") if self.sport else "",
        )

    # --- seats --------------------------------------------------------------------------------------------------

    def seat(self, line: SeatLine) -> SeatCells:
        points = line.points
        extra = points.total - points.win - points.discipline
        return SeatCells(
            number=line.seat,
            name=self.heading.names[line.seat - 1],
            role=self.role(line.role),
            black=line.side.value in ("black", "mafia", "yakuza", "loner"),
            fouls="*" * min(line.fouls, MOST_FOULS) + ("!" if line.disqualified else ""),
            left=self.left(line),
            points=points_text(points.win + points.discipline) if self.ruleset.scoring.win else DASH,
            extra=points_text(extra) if any(points[1:4]) or points.correction else DASH,
            total=points_text(points.total),
        )

    def role(self, role: str) -> str:
        return self.say(f"protocol-role-{role}") if self.sport else self.say(role_key(self.protocol.ruleset, role))

    def left(self, line: SeatLine) -> str:
        if line.left is None:
            return DASH
        when = "night" if line.left.at_night else "day"
        moment = self.say(f"protocol-{when}-short", number=line.left.day)
        return self.say(f"protocol-left-{line.left.way}", when=moment)

    # --- days ---------------------------------------------------------------------------------------------------

    def unused(self) -> range:
        days = self.protocol.days
        return range(len(days) + 1, BLOCKS + 1) if self.sport else range(0)

    def ballot(self, day: Day) -> BallotCells:
        stood = [nomination.target for nomination in day.nominations]
        stood += [count.seat for vote in day.ballots for count in vote.counts]
        candidates = list(dict.fromkeys(stood))
        out = {seat for exit_ in day.exits for seat in exit_.seats}
        by = {nomination.target: nomination.by for nomination in day.nominations}
        rows = [
            (self.say("protocol-label-candidate"), *(f"({s})" if s in out else str(s) for s in candidates)),
            (self.say("protocol-label-by"), *(str(by.get(s, DASH)) for s in candidates)),
        ]
        counted = [vote for vote in day.ballots if vote.counts]
        for number in range(max(len(counted), 1)):
            label = "protocol-label-votes" if number == 0 else "protocol-label-again"
            counts = {count.seat: count.votes for count in counted[number].counts} if counted else {}
            rows.append((self.say(label), *(str(counts.get(seat, DASH)) for seat in candidates)))
        named = [self.say("protocol-named-by", seat=n.target, by=n.by) for n in day.nominations]
        return BallotCells(
            self.say("protocol-day", number=day.number),
            tuple(rows),
            tuple(self.day_notes(day)),
            self.say("protocol-nominated", seats=", ".join(named) or DASH),
            tuple(self.voters(counted)),
        )

    def voters(self, ballots: Sequence[Vote]) -> Iterable[str]:
        for number, vote in enumerate(ballots):
            if number:
                yield self.say("protocol-label-again")
            for seat, votes, voters in vote.counts:
                known = bool(voters) or not votes  # of an anonymous ballot there are numbers only
                key = "protocol-voters" if known else "protocol-voters-anonymous"
                yield self.say(key, seat=seat, votes=votes, voters=_seats(voters) or DASH)

    def day_notes(self, day: Day) -> Iterable[str]:
        if day.skipped is not None:
            yield self.say(f"protocol-skip-{day.skipped}")
        for vote in day.ballots:
            if vote.step is StepName.LIFT_BALLOT:
                key = "protocol-lift-yes" if vote.passed else "protocol-lift-no"
                known = bool(vote.yes) or not vote.ayes
                yield self.say(key if known else f"{key}-anonymous", yes=vote.ayes, seats=_seats(vote.yes) or DASH)
            elif vote.step is StepName.CONFIRMATION:
                key = "protocol-confirmed" if vote.passed else "protocol-not-confirmed"
                yield self.say(key, seat=vote.about, yes=vote.ayes, no=vote.noes)
        for seat in day.acquitted:
            yield self.say("protocol-acquitted", seat=seat)
        for exit_ in day.exits:
            yield self.say(f"protocol-exit-{exit_.way}", seats=_seats(exit_.seats))

    # --- nights -------------------------------------------------------------------------------------------------

    def nights(self) -> Iterable[tuple[str, ...]]:
        nights = self.protocol.nights
        yield (self.say("protocol-label-night"), *(str(night.number) for night in nights))
        for line in self.protocol.seats:
            for ability in self.ruleset.roles[line.role].abilities:
                actions = [
                    next((d for d in night.actions if (d.seat, d.ability) == (line.seat, ability.id)), None)
                    for night in nights
                ]
                if ability.id != EXTRA_SHOT.id or any(actions):
                    yield (self.who(line, ability), *(self.action(action, ability) for action in actions))
        yield (self.say("protocol-killed"), *(_seats(night.victims) or DASH for night in nights))

    def who(self, line: SeatLine, ability: Ability) -> str:
        verbs = "/".join(self.say(f"protocol-deed-{verb}") for verb, _ in ability.uses)
        role = role_in_text(self.words, self.language, self.protocol.ruleset, line.role)
        return self.say("protocol-who", seat=line.seat, role=role, verb=verbs)

    def action(self, action: NightAction | None, ability: Ability) -> str:
        if action is None or not action.target:
            return DASH
        said = [str(action.target)]
        if action.answer:
            said.append(answer_word(self.words, self.language, self.ruleset, action.answer))
        if len(ability.uses) > 1 and action.verb is not Verb.CHECK:
            said.append(self.say(f"protocol-deed-{action.verb}"))
        return " ".join(said)

    # --- the judge ----------------------------------------------------------------------------------------------

    def remark(self, remark: Remark) -> str:
        said = self.say(
            f"protocol-remark-{remark.kind}",
            seat=remark.seat,
            name=self.heading.names[remark.seat - 1],
            points=points_text(remark.points),
            day=remark.day,
        )
        if remark.note:
            why = clause_name(self.words, self.language, self.ruleset, VERBS[remark.kind], remark.note)
            said = self.say("protocol-remark-why", remark=said, note=unescape(why))
        return self.say("protocol-remark-undone", remark=said) if remark.undone else said


def answer_word(words: Translator, language: str, ruleset: RuleSet, answer: str) -> str:
    """Returns the answer to a check in a word or two."""
    if answer in ANSWERS and (FAMILY.get(ruleset.id) == "sport" or answer not in ruleset.roles):
        return words.plain(language, f"protocol-answer-{answer}")
    return role_in_text(words, language, ruleset.id, answer)


def _seats(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats))
