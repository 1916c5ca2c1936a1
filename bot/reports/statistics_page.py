"""Statistics as people see them: of one player, or the table of a group. Only games that are over and official."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from aiogram.types import InlineKeyboardMarkup

from bot.core.clock import Clock
from bot.games.results import NOBODY, Scope, player_word, user_of, who_left
from bot.language.role_names import role_key, ruleset_name
from bot.language.translator import Html, Translator
from bot.reports.statistics_counter import StatisticsCounter
from bot.reports.typesetting import Typesetter, TypesettingFailed
from bot.storage import Store
from bot.storage.directory import Directory
from bot.telegram.buttons.callback_data import StatisticsTap
from bot.telegram.message import File, RenderedMessage, button, in_rows, keyboard
from engine.points import NO_POINTS, write_points
from engine.rulesets import RULESETS
from engine.statistics import LEAST, Mate, Profile, Score, ranked

log = structlog.get_logger()

DAY_MS = 24 * 60 * 60_000
PERIODS = (30, 365, 0)
"""Days; 0: all time."""
TOP_IN_TEXT, TOP_IN_PICTURE, MATES = 10, 25, 3


@dataclass(frozen=True, slots=True)
class StatisticsQuery:
    """What is asked for."""

    view: str
    user: int
    rules: str = ""
    days: int = 0
    picture: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """The figures for a query, with names."""

    look: StatisticsQuery
    rows: list[Profile]
    """Best first; nobody without a game."""
    played: tuple[str, ...]
    """Rule sets that there are games of."""
    counts_points: bool
    roles: Mapping[str, str]
    """In which rules somebody has had a role."""
    names: dict[str, str]
    where: str
    left: bool
    """The person has left the statistics."""


class StatisticsPages:
    def __init__(self, store: Store, words: Translator, directory: Directory, clock: Clock) -> None:
        self._store = store
        self._words = words
        self._directory = directory
        self._clock = clock
        self._printer = Typesetter()
        self._counting = StatisticsCounter(store)

    async def sheet(self, chat_id: int, look: StatisticsQuery, language: str) -> RenderedMessage:
        shown = await self._shown(chat_id, look)
        teller = _StatisticsText(self._words, language, shown, private=chat_id > 0)
        if not look.picture:
            return RenderedMessage("\n".join(teller.text()), teller.board())
        try:
            made = await self._printer.print("numbers", teller.picture(), "png")
        except TypesettingFailed as failed:
            log.error("statistics_picture_not_rendered", view=look.view, why=str(failed))
            return RenderedMessage(self._words.say(language, "protocol-failed"))
        return RenderedMessage("", file=File(f"{look.view}.png", made, is_picture=True))

    async def _shown(self, chat_id: int, look: StatisticsQuery) -> Shown:
        since = self._clock.now() - look.days * DAY_MS if look.days else 0
        chat, user = min(chat_id, 0), look.user if look.view == "stats" else 0
        counted = await self._counting.of(Scope(chat, user, since), look.days)
        played = tuple(rules for rules in RULESETS if rules in counted.profiles)
        rules = look.rules or (played[0] if len(played) == 1 else "")
        # Points of different rules cannot be added up.
        by_points = bool(rules) and RULESETS[rules].scoring != NO_POINTS
        gone = {NOBODY} | ({player_word(one) for one in await who_left(self._store, chat)} if not user else set())
        found = (one for one in counted.profiles.get(rules, ()) if one.player not in gone)
        rows = ranked(found, by_points=by_points)[:TOP_IN_PICTURE]
        if user:
            rows = [one._replace(mates=await self._mates(one)) for one in rows]
        subject = await self._directory.person(user) if user else None
        named = {one.player for one in rows} | {mate.player for one in rows for mate in one.mates}
        people = [await self._directory.person(user_of(player)) for player in sorted(named)]
        people += [subject] if subject is not None else []
        names = {player_word(person.user_id): person.name or "?" for person in people}
        where = (await self._directory.group(chat)).title if chat else ""
        left = subject is not None and subject.uncounted
        return Shown(look, [] if left else rows, played, by_points, counted.roles, names, where, left)

    async def _mates(self, one: Profile) -> tuple[Mate, ...]:
        """The best of those who still want to be counted."""
        best: list[Mate] = []
        for mate in one.mates:
            if len(best) == MATES:
                break
            if mate.player != NOBODY and not (await self._directory.person(user_of(mate.player))).uncounted:
                best.append(mate)
        return tuple(best)


class _StatisticsText:
    def __init__(self, words: Translator, language: str, shown: Shown, *, private: bool) -> None:
        self.words = words
        self.language = language
        self.shown = shown
        self.private = private
        self.look = shown.look

    def say(self, key: str, **args: Any) -> Html:
        return self.words.say(self.language, key, **args)

    def plain(self, key: str, **args: Any) -> str:
        return self.words.plain(self.language, key, **args)

    # --- words --------------------------------------------------------------------------------------------------

    def text(self) -> Iterator[str]:
        yield self.say(f"{self.look.view}-title", name=self._name(player_word(self.look.user)))
        yield self.say("stats-scope", scope=self.scope())
        yield ""
        if self.look.view == "stats" and self.shown.left:
            yield self.say("stats-left")
        elif not self.shown.rows:
            yield self.say("stats-none")
        elif self.look.view == "stats":
            yield from self.of_one(self.shown.rows[0])
        else:
            yield from self.of_all(self.shown.rows[:TOP_IN_TEXT])
        yield ""
        yield self.say("stats-note")

    def scope(self) -> str:
        rules = ruleset_name(self.words, self.language, self.look.rules) if self.look.rules else ""
        parts = (
            self.shown.where,
            rules or self.plain("stats-all-rules"),
            self.plain(f"stats-days-{self.look.days}"),
        )
        return " · ".join(part for part in parts if part)

    def of_one(self, one: Profile) -> Iterator[str]:
        yield self.say("stats-games", **_score(one.all))
        yield self._split((self.say(f"side-{side}"), score) for side, score in one.by_side)
        yield self._split((self.say(self._role(role)), score) for role, score in one.by_role)
        yield from (self.say("stats-line", label=label, value=value) for label, value in self.figures(one))
        mates = self.mates(one)
        if mates:
            yield self.say("stats-line", label=self.plain("stats-mates"), value="; ".join(mates))

    def _split(self, scores: Iterable[tuple[str, Score]]) -> str:
        return " · ".join(self.say("stats-split", name=name, **_score(score)) for name, score in scores)

    def figures(self, one: Profile) -> Iterator[tuple[str, str]]:
        """Each with its label, in the order they are told in."""
        if self.shown.counts_points:
            yield self.plain("stats-points"), self._points(one.points)
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
            self.plain(
                "stats-mate", name=self._name(mate.player), some=mate.together.wins, all=mate.together.games
            )
            for mate in one.mates
        ]

    def of_all(self, rows: Sequence[Profile]) -> Iterator[str]:
        if not self.shown.counts_points:
            yield self.say("top-least", count=min(LEAST, max(one.all.games for one in rows)))
        for place, one in enumerate(rows, start=1):
            points = (
                self.say("top-points", points=self._points(one.points)) if self.shown.counts_points else Html("")
            )
            yield self.say("top-line", place=place, name=self._name(one.player), points=points, **_score(one.all))

    def _name(self, player: str) -> str:
        return self.shown.names.get(player, "?")

    def _role(self, role: str) -> str:
        return role_key(self.shown.roles[role], role)

    def _points(self, hundredths: int) -> str:
        return write_points(hundredths).replace(".", ",").replace("-", "−")

    # --- buttons ------------------------------------------------------------------------------------------------

    def board(self) -> InlineKeyboardMarkup | None:
        look = self.look

        def tap(label: str, rules: str = look.rules, days: int = look.days, wish: Any = "show") -> Any:
            chosen = wish == "show" and (rules, days) == (look.rules, look.days)
            data = StatisticsTap(view=look.view, user=look.user, rules=rules, days=days, wish=wish)  # type: ignore[arg-type]
            return button(f"• {label}" if chosen else label, data.pack())

        periods = [tap(self.plain(f"button-days-{days}"), days=days) for days in PERIODS]
        names = {rules: ruleset_name(self.words, self.language, rules) for rules in self.shown.played}
        rules = [tap(self.plain("button-all-rules"), rules=""), *(tap(names[one], rules=one) for one in names)]
        more = [tap(self.plain("button-paper-png"), wish="png")] if self.shown.rows else []
        own = look.view == "stats" and self.private
        if own and self.shown.left:
            more.append(tap(self.plain("button-count-me"), wish="join"))
        elif own:
            more.append(tap(self.plain("button-leave-stats"), wish="leave"))
        return keyboard(periods, *(in_rows(rules, 2) if len(names) > 1 else []), more)

    # --- the picture --------------------------------------------------------------------------------------------

    def picture(self) -> dict[str, Any]:
        view, rows = self.look.view, self.shown.rows
        data: dict[str, Any] = {
            "language": self.language,
            "title": self.plain(f"{view}-heading", name=self._name(player_word(self.look.user))),
            "scope": self.scope(),
            "note": self.plain("stats-note"),
            "figures": [],
            "bars": [],
            "mates": [],
            "head": [],
            "rows": [],
        }
        if view == "top":
            data["head"] = [self.plain(f"top-{column}") for column in ("player", "games", "wins", "share", "sum")]
            data["rows"] = [self._row(place, one) for place, one in enumerate(rows, start=1)]
        elif rows:
            one = rows[0]
            data["figures"] = [(self.plain("stats-all-games"), str(one.all.games)), *self.figures(one)]
            named = [(self.plain(f"side-{side}"), score, True) for side, score in one.by_side]
            named += [(self.plain(self._role(role)), score, False) for role, score in one.by_role]
            data["bars"] = [
                {
                    "name": name,
                    "percent": score.percent,
                    "side": is_side,
                    "text": self.plain("stats-of", some=score.wins, all=score.games),
                }
                for name, score, is_side in [(self.plain("stats-all"), one.all, True), *named]
            ]
            data["mates"] = [self.plain("stats-mates"), *self.mates(one)] if self.mates(one) else []
        return data

    def _row(self, place: int, one: Profile) -> list[str]:
        points = self._points(one.points) if self.shown.counts_points else "—"
        return [
            str(place),
            self._name(one.player),
            str(one.all.games),
            str(one.all.wins),
            str(one.all.percent),
            points,
        ]


def _score(score: Score) -> dict[str, int]:
    return {"games": score.games, "wins": score.wins, "percent": score.percent}
