"""Makes the file or message of a finished game that somebody has asked for."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from html import unescape

import structlog
from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from bot.core.time_zones import local, zone_of
from bot.games.finished_games import FinishedGame, finished
from bot.games.results import judge_names
from bot.language.clause_names import in_words
from bot.language.display_names import FORGOTTEN
from bot.language.translator import Translator
from bot.reports.protocol_cells import Form, Heading
from bot.reports.protocol_form import form_of
from bot.reports.protocol_spreadsheet import workbook_of
from bot.reports.protocol_text import message_of
from bot.reports.replay_page import replay_page
from bot.reports.typesetting import Typesetter, TypesettingFailed
from bot.storage import Store
from bot.storage.groups import Group, Groups
from bot.storage.people import People
from bot.storage.repositories.tournaments import TournamentRepository
from bot.telegram.buttons.callback_data import Report, ReportTap
from bot.telegram.message import File, RenderedMessage, button, keyboard
from engine.api import replay
from engine.events import StepName
from engine.point_suggestions import Suggestion, suggest
from engine.protocol import as_ruled, protocol_of
from engine.record import write_shared_record
from engine.results import game_result
from engine.state import State
from engine.tournament.protests import Entry, Fate, grounds

log = structlog.get_logger()


FILES = {
    Report.PNG: "protocol-{game}.png",
    Report.PDF: "protocol-{game}.pdf",
    Report.XLSX: "protocol-{game}.xlsx",
    Report.RECORD: "{game}.mafia",
    Report.REPLAY: "{game}.html",
}


def report_button(words: Translator, language: str, game_id: str, report: Report) -> InlineKeyboardButton:
    return button(words.plain(language, f"button-paper-{report}"), ReportTap(game=game_id, report=report).pack())


class FinishedGameFiles:
    def __init__(self, store: Store, words: Translator, groups: Groups, people: People) -> None:
        self._store = store
        self._tournaments = TournamentRepository(store)
        self._words = words
        self._groups = groups
        self._people = people
        self._typesetter = Typesetter()

    async def message(self, game_id: str, report: Report, language: str) -> RenderedMessage | None:
        """Returns the message with the report; None if the game is no longer stored."""
        game = await finished(self._store, game_id)
        if game is None or not game.journal:
            return None
        say = self._words.say
        if report is Report.TEXT:
            form = await self._form(game, language)
            return RenderedMessage(message_of(form, self._words), self._files(game_id, language))
        try:
            content = await self._content(game, report, language)
        except TypesettingFailed as failed:
            log.error("report_not_rendered", game=game_id, report=report.value, why=str(failed))
            return RenderedMessage(say(language, "protocol-failed"))
        caption = say(language, f"protocol-file-{report}", game=game_id)
        name = FILES[report].format(game=game_id)
        board = None
        if report is Report.RECORD:
            board = keyboard([report_button(self._words, language, game_id, Report.REPLAY)])
        return RenderedMessage(caption, board, file=File(name, content, is_picture=report is Report.PNG))

    async def suggestions(self, state: State, game_id: str) -> tuple[Suggestion, ...]:
        """Returns the bonuses suggested to the judge after the end of the game, until the protocol is closed."""
        if state.table.closed or state.table.step is not StepName.OVER:
            return ()
        game = await finished(self._store, game_id)
        return suggest(game.journal, state) if game is not None else ()

    def _files(self, game_id: str, language: str) -> InlineKeyboardMarkup | None:
        def key(report: Report) -> InlineKeyboardButton:
            return report_button(self._words, language, game_id, report)

        return keyboard(
            [key(Report.PNG), key(Report.PDF), key(Report.XLSX)], [key(Report.RECORD), key(Report.REPLAY)]
        )

    async def _content(self, game: FinishedGame, report: Report, language: str) -> bytes:
        match report:
            case Report.RECORD:
                return write_shared_record(game.journal, game.lobby.names).encode()
            case Report.REPLAY:
                heading = await self._heading(game, language)
                page = await asyncio.to_thread(replay_page, game.journal, heading, self._words, language)
                return page.encode()
            case Report.XLSX:
                return await asyncio.to_thread(workbook_of, await self._form(game, language))
            case _:
                form = await self._form(game, language)
                return await self._typesetter.print("protocol", asdict(form), report.value)

    async def _form(self, game: FinishedGame, language: str) -> Form:
        protocol = protocol_of(game.journal)
        entry = await self._entry(game)
        if entry is not None:
            protocol = as_ruled(protocol, entry)
        return form_of(protocol, await self._heading(game, language, entry), self._words, language)

    async def _entry(self, game: FinishedGame) -> Entry | None:
        """Returns the game's entry in its tournament with protests and ruling; None if it has none."""
        found = await self._tournaments.entry(game.lobby.id)
        if found is None:
            return None
        state = replay(game.journal)
        return found._replace(result=game_result(game.lobby.id, state, found.players, game.ended_ms))

    async def _heading(self, game: FinishedGame, language: str, entry: Entry | None = None) -> Heading:
        lobby = game.lobby
        group = await self._groups.get(lobby.chat_id)
        place = await self._tournaments.scheduled_game(lobby.tournament, lobby.id) if lobby.tournament else None
        heading = Heading(
            names=lobby.names,
            game=lobby.id,
            table=group.title,
            date=_date(game.ended_ms, group, language),
            judge=lobby.judge_name,
            protest="" if entry is None else await self._protests(entry, lobby.names, language),
        )
        if place is None:
            return heading
        again = "protocol-game-again" if place.replay_of else "protocol-game-number"
        return replace(
            heading,
            tournament=place.tournament,
            stage=self._words.plain(language, f"cup-stage-{place.stage}"),
            table=str(place.table),
            game=self._words.plain(language, again, number=place.round, game=lobby.id),
        )

    async def _protests(self, entry: Entry, names: Sequence[str], language: str) -> str:
        """Returns the text that says who has protested and how each protest was decided."""
        say, seats = self._words.plain, {player: seat for seat, player in enumerate(entry.players, start=1)}
        said = [
            say(
                language,
                f"protocol-protest-{each.verdict}",
                seat=seats[each.player],
                name=names[seats[each.player] - 1],
            )
            for each in entry.protests
        ]
        if entry.ruling.fate is not Fate.STANDS:
            said.append(self._ruling(entry, await judge_names(entry, self._people), language))
        return "; ".join(said)

    def _ruling(self, entry: Entry, people: Mapping[str, str], language: str) -> str:
        """Returns the text of the ruling on the game: its fate, the clause, who ruled and who agreed."""
        say, ruling = self._words.plain, entry.ruling
        parts = [say(language, f"protocol-fate-{ruling.fate}")]
        clause = grounds(entry.result, ruling.fate).get(ruling.why)
        if clause is not None:
            parts.append(unescape(in_words(self._words, language, clause)))
        if ruling.by:
            by, agreed = people.get(ruling.by, FORGOTTEN), people.get(ruling.agreed, "")
            key = "protocol-ruled-agreed" if agreed else "protocol-ruled"
            parts.append(say(language, key, by=by, agreed=agreed))
        return ", ".join(parts)


def _date(moment: int, group: Group, language: str) -> str:
    """Returns the date of the moment in the group's time zone."""
    return local(moment, zone_of(group.time_zone, language)).strftime("%d.%m.%Y")
