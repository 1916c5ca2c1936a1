"""What people see of a tournament: its message with buttons, the table."""

from collections.abc import Sequence
from html import escape

from aiogram.types import InlineKeyboardButton

from bot.language.clause_names import clause_name
from bot.language.role_names import ruleset_name
from bot.language.translator import Html, Translator
from bot.telegram.buttons.callback_data import TournamentTap
from bot.telegram.buttons.tournament_actions import TournamentAction
from bot.telegram.message import RenderedMessage, button, in_rows, keyboard
from bot.tournaments.standings import Standings
from bot.tournaments.tournament import Tournament, TournamentPhase
from engine.commands import Verb
from engine.rulesets import RULESETS
from engine.tournament.ranking import Place
from engine.tournament.seating import Quality
from engine.tournament.standings import write_thousandths

RICH_COLUMNS = ("cup-column-name", "cup-column-total", "cup-short-additional", "cup-short-games")
"""As many as a phone has room for; the picture and the workbook have them all."""
SHOWN = 20
"""Lines of a list; the files have them all."""
SEALS = 4
"""Of games beyond the schedule that are to be played next."""


def points(thousandths: int) -> str:
    return write_thousandths(thousandths).replace(".", ",").replace("-", "−")


class TournamentOverview:
    """One tournament in one language."""

    def __init__(self, words: Translator, language: str, tournament: Tournament) -> None:
        self.words = words
        self.language = language
        self.tournament = tournament

    def say(self, key: str, **args: str | int) -> Html:
        return self.words.say(self.language, key, **args)

    def key(
        self, wish: TournamentAction, value: int = 0, style: str | None = None, **args: int
    ) -> InlineKeyboardButton:
        label = self.words.plain(self.language, f"cup-button-{wish}", **args)
        return button(label, TournamentTap(tournament=self.tournament.id, wish=wish, value=value).pack(), style)

    # --- the message of the tournament --------------------------------------------------------------------------

    def panel(
        self, standings: Standings, quality: Quality | None, running: Sequence[int], seeking: int | None
    ) -> RenderedMessage:
        tournament = self.tournament
        text = [*self._head(), ""]
        rows: list[list[InlineKeyboardButton]] = []
        match tournament.phase:
            case TournamentPhase.DRAFT:
                text.append(self.say("cup-draft"))
                text += self._list() if tournament.entrants else []
                rows = self._draft_keys()
            case TournamentPhase.OPEN:
                text += self._list()
                if seeking is not None:
                    text += ["", self.say("cup-seeking", percent=seeking)]
                rows = [
                    [self.key(TournamentAction.JOIN, style="success"), self.key(TournamentAction.LEAVE)],
                    [self.key(TournamentAction.RESERVE), self.key(TournamentAction.BOT)],
                    [self.key(TournamentAction.SEAT, style="primary", again=0)],
                ]
            case TournamentPhase.SEATED | TournamentPhase.OVER:
                if seeking is not None:
                    text += [self.say("cup-seeking", percent=seeking), ""]
                elif quality is not None and tournament.untouched:
                    text += [self.quality(quality), ""]
                text += self._games(running)
                text += ["", *self._table(standings)] if standings.games else []
                rows = self._game_keys(running)
        return RenderedMessage("\n".join(text), keyboard(*rows))

    def _head(self) -> list[str]:
        tournament = self.tournament
        return [
            self.say("cup-title", name=tournament.name, stage=self.say(f"cup-stage-{tournament.stage}")),
            self.say(
                "cup-shape",
                ruleset=ruleset_name(self.words, self.language, tournament.ruleset),
                tables=tournament.tables,
                rounds=tournament.rounds,
            ),
            self.say("cup-seal", seal=tournament.seal, id=tournament.id),
        ]

    def _draft_keys(self) -> list[list[InlineKeyboardButton]]:
        return [
            [self.key(TournamentAction.STAGE), self.key(TournamentAction.RULES)],
            [
                self.key(TournamentAction.TABLES, -1, step=-1),
                self.key(TournamentAction.TABLES, 1, step=1),
            ],
            [
                self.key(TournamentAction.ROUNDS, -1, step=-1),
                self.key(TournamentAction.ROUNDS, 1, step=1),
            ],
            [self.key(TournamentAction.OPEN, style="success")],
        ]

    def _list(self) -> list[str]:
        tournament = self.tournament
        lines: list[str] = [self.say("cup-entrants", count=len(tournament.players), needed=tournament.tables * 10)]
        for number, one in enumerate(tournament.entrants[:SHOWN], start=1):
            mark = self.say("cup-mark-reserve") if one.reserve else Html("")
            lines.append(self.say("cup-entrant", number=number, name=one.name, mark=mark))
        if len(tournament.entrants) > SHOWN:
            lines.append(self.say("cup-more", count=len(tournament.entrants) - SHOWN))
        lines += [
            self.say("cup-apart", one=tournament.named(one), other=tournament.named(other))
            for one, other in tournament.apart
        ]
        return lines

    def quality(self, found: Quality) -> Html:
        return self.say(
            "cup-quality",
            target=_decimal(found.target),
            fewest=found.fewest,
            most=found.most,
            spread=_decimal(found.spread),
            chance=_decimal(found.chance),
            seats=_decimal(found.seat_off),
            apart=len(self.tournament.apart),
        )

    def _games(self, running: Sequence[int]) -> list[str]:
        tournament = self.tournament
        done = sum(1 for slot in tournament.slots if slot.game) - len(running)
        lines: list[str] = [self.say("cup-games", done=done, all=len(tournament.slots))]
        lines += [self.say("cup-running", table=table) for table in running]
        sealed = [slot for slot in tournament.slots if slot.seed and not slot.game][:SEALS]
        lines += [self.say("cup-extra", round=slot.round, table=slot.table, seal=slot.seal) for slot in sealed]
        ruleset = RULESETS[tournament.ruleset]
        for one in [each for each in tournament.entrants if each.out and each.why][:SHOWN]:
            why = clause_name(self.words, self.language, ruleset, Verb.EXPEL, one.why)
            lines.append(self.say("cup-out-why", name=one.name, why=why))
        return lines

    def _game_keys(self, running: Sequence[int]) -> list[list[InlineKeyboardButton]]:
        tournament = self.tournament
        rows: list[list[InlineKeyboardButton]] = []
        if tournament.phase is TournamentPhase.SEATED:
            waiting = [
                table
                for table in range(1, tournament.tables + 1)
                if table not in running and any(s.table == table and not s.game for s in tournament.slots)
            ]
            rows += in_rows(
                [self.key(TournamentAction.GAME, table, "success", table=table) for table in waiting], 2
            )
            if tournament.untouched:
                rows.append([self.key(TournamentAction.SEAT, again=1)])
            elif not waiting and not running:
                rows.append([self.key(TournamentAction.FINAL, style="primary")])
        rows.append([self.key(TournamentAction.TABLE), self.key(TournamentAction.AWARDS)])
        rows.append(
            [
                self.key(TournamentAction.PICTURE),
                self.key(TournamentAction.BOOK),
                self.key(TournamentAction.EXPORT),
            ]
        )
        return rows

    # --- the table ----------------------------------------------------------------------------------------------

    def standings(self, standings: Standings, running: Sequence[int]) -> RenderedMessage:
        title = self._head()[0]
        text = [title, "", *self._table(standings)]
        rich = f"<h3>{title}</h3>{self._rich_table(standings)}" if standings.games else ""
        return RenderedMessage("\n".join(text), keyboard(*self._game_keys(running)), rich=rich)

    def _rich_table(self, standings: Standings) -> str:
        """Everybody, and what has parted those with the same points."""
        head = "".join(f"<th>{self.say(key)}</th>" for key in RICH_COLUMNS)
        rows = []
        for place in standings.places:
            tally = place.tally
            name = escape(self.tournament.named(tally.player), quote=False)
            figures = (f"<b>{points(tally.points)}</b>", points(tally.additional), tally.games)
            rows.append("".join(f"<td>{cell}</td>" for cell in (f"{place.place}. {name}", *figures)))
        table = "".join(f"<tr>{row}</tr>" for row in (head, *rows))
        named = self.tournament.named
        parted = [
            f"<li>{self.say('cup-parted', place=place.place, name=named(place.tally.player), by=by)}</li>"
            for place in standings.places
            if (by := self._decided(place))
        ]
        ties = f"<details><summary>{self.say('cup-ties')}</summary><ul>{''.join(parted)}</ul></details>"
        return f"<table>{table}</table>{ties if parted else ''}"

    def _decided(self, place: Place) -> Html:
        """What was looked at where the points were equal; empty where they were not."""
        equal = place.decided_by is not None and place.decided_by.value != "points" and place.tally.games > 0
        return self.say(f"cup-by-{place.decided_by}") if equal else Html("")

    def _table(self, standings: Standings) -> list[str]:
        if not standings.games:
            return [self.say("cup-nothing-played")]
        lines: list[str] = [self.say("cup-table")]
        for place in standings.places[:SHOWN]:
            tally = place.tally
            decided = self._decided(place)
            lines.append(
                self.say(
                    "cup-place",
                    place=place.place,
                    name=self.tournament.named(tally.player),
                    points=points(tally.points),
                    additional=points(tally.additional),
                    games=tally.games,
                    decided=self.say("cup-decided", by=decided) if decided else Html(""),
                )
            )
        if len(standings.places) > SHOWN:
            lines.append(self.say("cup-more", count=len(standings.places) - SHOWN))
        return lines

    def awards(self, standings: Standings) -> Html:
        earned = [one for one in standings.awards if one.points > 0]
        if not earned:
            return self.say("cup-nothing-played" if not standings.games else "cup-awards-later")
        lines = [self.say("cup-awards")]
        for one in earned:
            name = self.tournament.named(one.player)
            award = self.say(f"cup-award-{one.award}")
            lines.append(self.say("cup-awarded", award=award, name=name, points=points(one.points)))
        return Html("\n".join(lines))


def _decimal(number: float) -> str:
    return f"{number:.2f}".replace(".", ",")
