"""Statistics as a message: of one player, or the table of a group."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from aiogram.types import InlineKeyboardMarkup

from bot.games.results import player_word
from bot.language.point_numbers import points_text
from bot.language.role_names import role_key, ruleset_name
from bot.language.translator import Html, Translator
from bot.reports.statistics_query import FRIENDLY, PERIODS, StatisticsFigures
from bot.telegram.buttons.callback_data import StatisticsTap
from bot.telegram.buttons.keyboard_rows import in_rows
from bot.telegram.message import button, keyboard
from engine.statistics import Profile, Score
from engine.statistics_ranking import LEAST_GAMES


class StatisticsText:
    """The text and the buttons of the statistics message in one language."""

    def __init__(
        self, words: Translator, language: str, figures: StatisticsFigures, top: int, *, private: bool
    ) -> None:
        self.words = words
        self.language = language
        self.figures = figures
        self.private = private
        self.top = top
        self.query = figures.query

    def say(self, key: str, **args: Any) -> Html:
        return self.words.say(self.language, key, **args)

    def plain(self, key: str, **args: Any) -> str:
        return self.words.plain(self.language, key, **args)

    def lines(self) -> Iterator[str]:
        yield self.say(f"{self.query.view}-title", name=self.name(player_word(self.query.user)))
        yield self.say("stats-scope", scope=self.scope())
        yield ""
        if self.query.view == "stats" and self.figures.left:
            yield self.say("stats-left")
        elif not self.figures.rows:
            yield self.say("stats-none")
        elif self.query.view == "stats":
            yield from self.of_one(self.figures.rows[0])
        else:
            yield from self.of_all(self.figures.rows[: self.top])
        yield ""
        yield self.note()

    def note(self) -> Html:
        """Returns the sentence that says which games count."""
        return self.say("stats-note-friends" if self.query.rules == FRIENDLY else "stats-note")

    def _rules_name(self, rules: str) -> str:
        if rules == FRIENDLY:
            return self.plain("stats-friends")
        return ruleset_name(self.words, self.language, rules)

    def scope(self) -> str:
        rules = self._rules_name(self.query.rules) if self.query.rules else ""
        parts = (
            self.figures.where,
            rules or self.plain("stats-all-rules"),
            self.plain(f"stats-days-{self.query.days}"),
        )
        return " · ".join(part for part in parts if part)

    def of_one(self, one: Profile) -> Iterator[str]:
        yield self.say("stats-games", **_score(one.all))
        yield self._split((self.say(f"side-{side}"), score) for side, score in one.by_side)
        yield self._split((self.say(self.role(role)), score) for role, score in one.by_role)
        yield from (
            self.say("stats-line", label=label, value=value) for label, value in self.labelled_figures(one)
        )
        mates = self.mates(one)
        if mates:
            yield self.say("stats-line", label=self.plain("stats-mates"), value="; ".join(mates))

    def _split(self, scores: Iterable[tuple[str, Score]]) -> str:
        return " · ".join(self.say("stats-split", name=name, **_score(score)) for name, score in scores)

    def labelled_figures(self, one: Profile) -> Iterator[tuple[str, str]]:
        """Yields label and value of each figure, in the order in which they are shown."""
        if self.figures.counts_points:
            yield self.plain("stats-points"), points_text(one.points)
        if one.best_moves_tried:
            yield (
                self.plain("stats-best-moves"),
                self.plain("stats-of", some=one.best_moves, all=one.best_moves_tried),
            )
        if one.suspicions:
            some = self.plain("stats-of", some=one.right, all=one.suspicions)
            yield self.plain("stats-sense"), self.plain("stats-share", some=some, percent=one.accuracy)
        yield (
            self.plain("stats-streak"),
            self.plain("stats-won" if one.streak >= 0 else "stats-lost", count=abs(one.streak)),
        )
        yield self.plain("stats-longest"), str(one.longest)
        yield self.plain("stats-first-deaths"), str(one.first_deaths)
        yield self.plain("stats-fouls"), self.plain("stats-fouls-of", fouls=one.fouls, removals=one.removals)

    def mates(self, one: Profile) -> list[str]:
        return [
            self.plain("stats-mate", name=self.name(mate.player), some=mate.together.wins, all=mate.together.games)
            for mate in one.mates
        ]

    def of_all(self, rows: Sequence[Profile]) -> Iterator[str]:
        if not self.figures.counts_points:
            yield self.say("top-least", count=min(LEAST_GAMES, max(one.all.games for one in rows)))
        for place, one in enumerate(rows, start=1):
            points = (
                self.say("top-points", points=points_text(one.points)) if self.figures.counts_points else Html("")
            )
            yield self.say("top-line", place=place, name=self.name(one.player), points=points, **_score(one.all))

    def name(self, player: str) -> str:
        return self.figures.names.get(player, "?")

    def role(self, role: str) -> str:
        return role_key(self.figures.roles[role], role)

    # --- buttons ------------------------------------------------------------------------------------------------

    def keyboard(self) -> InlineKeyboardMarkup | None:
        query = self.query

        def tap(label: str, rules: str = query.rules, days: int = query.days, wish: Any = "show") -> Any:
            chosen = wish == "show" and (rules, days) == (query.rules, query.days)
            data = StatisticsTap(view=query.view, user=query.user, rules=rules, days=days, wish=wish)  # type: ignore[arg-type]
            return button(f"• {label}" if chosen else label, data.pack())

        periods = [tap(self.plain(f"button-days-{days}"), days=days) for days in PERIODS]
        names = {rules: self._rules_name(rules) for rules in self.figures.played}
        rules = [tap(self.plain("button-all-rules"), rules=""), *(tap(names[one], rules=one) for one in names)]
        more = [tap(self.plain("button-paper-png"), wish="png")] if self.figures.rows else []
        own = query.view == "stats" and self.private
        if own and self.figures.left:
            more.append(tap(self.plain("button-count-me"), wish="join"))
        elif own:
            more.append(tap(self.plain("button-leave-stats"), wish="leave"))
        return keyboard(periods, *(in_rows(rules, 2) if len(names) > 1 else []), more)


def _score(score: Score) -> dict[str, int]:
    return {"games": score.games, "wins": score.wins, "percent": score.percent}
