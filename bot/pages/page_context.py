"""The contexts of pages: texts in the reader's language, and the part of a game that the reader may know.

A page of the group gets a `TableContext`, which has only the public table; a page of a private chat gets a
`SeatContext`, which has only that seat's view. What a context does not contain cannot leak.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from bot.games.lobby import Lobby
from bot.games.local_time import LocalTime
from bot.games.quiet_hours import after_quiet_hours
from bot.games.running_game import RunningGame
from bot.language.clause_names import clause_name
from bot.language.role_names import role_key
from bot.language.ruleset_wording import ruleset_key
from bot.language.solo_wording import solo_key
from bot.language.translator import Html, Translator
from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap
from engine.commands import Verb
from engine.point_suggestions import Suggestion
from engine.rules import RuleSet
from engine.state import JudgeView, SeatView
from engine.table import Table

NEAR_MS, FAR_MS = 10 * 60_000, 60 * 60_000
"""Times nearer than the first show seconds; times farther than the second are shown without a countdown."""


class PageContext:
    """Texts in one reader's language, and the names of the people at one table."""

    def __init__(
        self, words: Translator, language: str, lobby: Lobby, bot_name: str, now: int, calendar: LocalTime
    ) -> None:
        self.words = words
        self.language = language
        self.lobby = lobby
        self.bot_name = bot_name
        self.now = now
        self.calendar = calendar

    def say(self, key: str, **args: Any) -> Html:
        return self.words.say(self.language, self._worded(key), **args)

    def label(self, key: str, **args: Any) -> str:
        """Returns the text of a button, without escaping: Telegram shows it as plain text."""
        return self.words.plain(self.language, self._worded(key), **args)

    def _worded(self, key: str) -> str:
        """Returns the key with the wording of this table's rules, or of a solo game."""
        return ruleset_key(self.lobby.ruleset, solo_key(key) if self.lobby.solo else key)

    def name(self, seat: int) -> Html:
        return Html(f"№ {seat} {escape(self.lobby.names[seat - 1], quote=False)}")

    def names(self, seats: Iterable[int]) -> Html:
        return Html(", ".join(self.name(seat) for seat in seats))

    def mention(self, seat: int) -> Html:
        person = self.lobby.seating[seat - 1]
        if not person:
            return self.name(seat)
        return Html(f'№ {seat} <a href="tg://user?id={person}">{escape(self.lobby.names[seat - 1])}</a>')

    def role(self, ruleset: RuleSet, role: str) -> Html:
        return self.say(role_key(ruleset.id, role))

    def until(self, moment: int) -> Html:
        """Returns a time that the reader's device counts down to, or shows in its own zone if it is far away."""
        shape = "r" if moment - self.now < FAR_MS else "dt"
        unix = self.calendar.unix(moment)
        return Html(f'<tg-time unix="{unix}" format="{shape}">{self.time_of_day(moment)}</tg-time>')

    def at(self, moment: int) -> Html:
        """Returns a time that the reader's device shows in its own zone and that does not count down, for messages
        that nobody edits when the moment has passed."""
        shape = "t" if self._is_today(moment) else "dt"
        return Html(
            f'<tg-time unix="{self.calendar.unix(moment)}" format="{shape}">{self.time_of_day(moment)}</tg-time>'
        )

    def _is_today(self, moment: int) -> bool:
        """Tells whether a moment is on the present day in the zone of the table."""
        today, when = (self.calendar.shown(self.lobby, each, self.language) for each in (self.now, moment))
        return bool(when.date() == today.date())

    def time_of_day(self, moment: int) -> Html:
        """Returns the time of day in the zone of the table, with the date unless it is today."""
        when = self.calendar.shown(self.lobby, moment, self.language)
        time = f"{when:%H:%M:%S}" if moment - self.now < NEAR_MS else f"{when:%H:%M}"
        if self._is_today(moment):
            return Html(time)
        return self.say("clock-day", day=when.day, month=when.month, time=time)

    def _deadline(self, game: RunningGame) -> int:
        """Returns when the running step will end, or would end if it began now."""
        left = game.clock.left(self.now) if game.clock else 0
        return after_quiet_hours(self.calendar, self.lobby, self.now + left)

    def lines(self, lines: Sequence[Sequence[Any]], ruleset: RuleSet) -> list[str]:
        said = (self.say(key, **self._in_words(args, ruleset)) for key, args in lines)
        return [text for text in said if text.strip()]

    def _in_words(self, args: dict[str, Any], ruleset: RuleSet) -> dict[str, Any]:
        return {key: self._in_word(value, ruleset) for key, value in args.items()}

    def clause(self, ruleset: RuleSet, verb: Verb, code: str) -> Html:
        """Returns the text of a judge's reason: a clause of the rules, or the judge's own words."""
        return clause_name(self.words, self.language, ruleset, verb, code)

    def _in_word(self, value: Any, ruleset: RuleSet) -> Any:
        match value:
            case {"clause": code, "verb": verb}:
                return self.clause(ruleset, Verb(verb), code)
            case {"seat": seat}:
                return self.name(seat)
            case {"seats": seats}:
                return self.names(seats)
            case {"role": role}:
                return self.role(ruleset, role)
            case _:
                return value


class TableContext(PageContext):
    """The context of pages that the whole table may see."""

    def __init__(self, game: RunningGame, warning_ms: int, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.table: Table = game.table
        self.deadline = self._deadline(game)
        self.left_ms = game.clock.left(self.now) if game.clock else 0
        self.waits = game.clock.waits if game.clock else False
        self.announces_vote = game.announces_vote
        self.acts = game.acts.lines
        self.has_people = game.has_people()
        self.warning_ms = warning_ms


class SeatContext(PageContext):
    """The context of pages that one seat may see."""

    def __init__(self, game: RunningGame, seat: int, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.view: SeatView = game.position.views[seat]
        self.seat = seat
        self.deadline = self._deadline(game)


class JudgeContext(PageContext):
    """The context of pages for people who may know every card: judges, and spectators if the group allows it."""

    def __init__(self, game: RunningGame, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.view: JudgeView = game.position.judge_view()


class PanelContext(JudgeContext):
    """The context of one judge's panel: the whole game, and the open page."""

    def __init__(
        self, person: int, game: RunningGame, *args: Any, hints: Sequence[Suggestion] = (), **more: Any
    ) -> None:
        super().__init__(game, *args, **more)
        self.game = game
        self.hints = hints
        """Points suggested from the record of a finished game."""
        self.person = person
        self.leads = person == self.lobby.judge
        """Whether this person is the judge; a side judge can only propose."""
        self.screen = game.screens.get(person) or JudgeTap(game=game.id, wish=JudgeAction.MAIN)
