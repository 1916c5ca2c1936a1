"""Texts and buttons that the pages of a tournament share."""

from collections.abc import Sequence

from aiogram.types import InlineKeyboardButton

from bot.language.role_names import ruleset_name
from bot.language.translator import Html, Translator
from bot.telegram.buttons.callback_data import TournamentTap
from bot.telegram.buttons.keyboard_rows import in_rows
from bot.telegram.buttons.tournament_actions import TournamentAction
from bot.telegram.message import button as make_button
from bot.tournaments.tournament import Tournament, TournamentPhase


class TournamentText:
    """One tournament in one language."""

    def __init__(self, words: Translator, language: str, tournament: Tournament) -> None:
        self.words = words
        self.language = language
        self.tournament = tournament

    def say(self, key: str, **args: str | int) -> Html:
        return self.words.say(self.language, key, **args)

    def button(
        self, wish: TournamentAction, value: int = 0, style: str | None = None, **args: int
    ) -> InlineKeyboardButton:
        label = self.words.plain(self.language, f"cup-button-{wish}", **args)
        return make_button(
            label, TournamentTap(tournament=self.tournament.id, wish=wish, value=value).pack(), style
        )

    def head(self) -> list[str]:
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

    def game_buttons(self, running: Sequence[int]) -> list[list[InlineKeyboardButton]]:
        tournament = self.tournament
        rows: list[list[InlineKeyboardButton]] = []
        if tournament.phase is TournamentPhase.SEATED:
            waiting = [
                table
                for table in range(1, tournament.tables + 1)
                if table not in running and any(s.table == table and not s.game for s in tournament.slots)
            ]
            rows += in_rows(
                [self.button(TournamentAction.GAME, table, "success", table=table) for table in waiting], 2
            )
            if tournament.untouched:
                rows.append([self.button(TournamentAction.SEAT, again=1)])
            elif not waiting and not running:
                rows.append([self.button(TournamentAction.FINAL, style="primary")])
        rows.append([self.button(TournamentAction.TABLE), self.button(TournamentAction.AWARDS)])
        rows.append(
            [
                self.button(TournamentAction.PICTURE),
                self.button(TournamentAction.BOOK),
                self.button(TournamentAction.EXPORT),
            ]
        )
        return rows
