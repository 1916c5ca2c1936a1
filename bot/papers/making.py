"""From a finished game to the paper somebody has asked for."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from html import unescape

import structlog
from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from bot.archive import Finished, finished
from bot.callbacks import Paper, PaperTap
from bot.clockwork.quiet_hours import local, zone_of
from bot.directory import Directory, Group
from bot.language.clause_words import in_words
from bot.language.words import Words
from bot.lobby import FORGOTTEN
from bot.pages.sheet import File, Sheet, button, keyboard
from bot.papers.form import Form, Heading, form_of
from bot.papers.printing import NotPrinted, Printer
from bot.papers.replay_page import replay_page
from bot.papers.spreadsheet import workbook_of
from bot.papers.text import message_of
from bot.store import Store
from bot.tournaments.registry import entry_of, judges_of, tournament_of
from engine.deciding import replay
from engine.events import StepName
from engine.protests import Entry, Fate, grounds
from engine.protocol import as_ruled, protocol_of
from engine.record import write_record
from engine.results import game_result
from engine.state import State
from engine.suggestions import Suggestion, suggest

log = structlog.get_logger()


FILES = {
    Paper.PNG: "protocol-{game}.png",
    Paper.PDF: "protocol-{game}.pdf",
    Paper.XLSX: "protocol-{game}.xlsx",
    Paper.RECORD: "{game}.mafia",
    Paper.REPLAY: "{game}.html",
}


def paper_button(words: Words, language: str, game_id: str, paper: Paper) -> InlineKeyboardButton:
    return button(words.plain(language, f"button-paper-{paper}"), PaperTap(game=game_id, paper=paper).pack())


class Papers:
    def __init__(self, store: Store, words: Words, directory: Directory) -> None:
        self._store = store
        self._words = words
        self._directory = directory
        self._printer = Printer()

    async def sheet(self, game_id: str, paper: Paper, language: str) -> Sheet | None:
        """The message that carries it; None if there is no such game any more."""
        game = await finished(self._store, game_id)
        if game is None or not game.journal:
            return None
        say = self._words.say
        if paper is Paper.TEXT:
            form = await self._form(game, language)
            return Sheet(message_of(form, self._words), self._files(game_id, language))
        try:
            content = await self._content(game, paper, language)
        except NotPrinted as failed:
            log.error("a paper is not made", game=game_id, paper=paper.value, why=str(failed))
            return Sheet(say(language, "protocol-failed"))
        caption = say(language, f"protocol-file-{paper}", game=game_id)
        name = FILES[paper].format(game=game_id)
        board = None
        if paper is Paper.RECORD:
            board = keyboard([paper_button(self._words, language, game_id, Paper.REPLAY)])
        return Sheet(caption, board, file=File(name, content, is_picture=paper is Paper.PNG))

    async def suggestions(self, state: State, game_id: str) -> tuple[Suggestion, ...]:
        """What the judge may put into the protocol before it is closed."""
        if state.table.closed or state.table.step is not StepName.OVER:
            return ()
        game = await finished(self._store, game_id)
        return suggest(game.journal, state) if game is not None else ()

    def _files(self, game_id: str, language: str) -> InlineKeyboardMarkup | None:
        def key(paper: Paper) -> InlineKeyboardButton:
            return paper_button(self._words, language, game_id, paper)

        return keyboard([key(Paper.PNG), key(Paper.PDF), key(Paper.XLSX)], [key(Paper.RECORD), key(Paper.REPLAY)])

    async def _content(self, game: Finished, paper: Paper, language: str) -> bytes:
        match paper:
            case Paper.RECORD:
                return write_record(game.journal, game.lobby.names).encode()
            case Paper.REPLAY:
                heading = await self._heading(game, language)
                page = await asyncio.to_thread(replay_page, game.journal, heading, self._words, language)
                return page.encode()
            case Paper.XLSX:
                return await asyncio.to_thread(workbook_of, await self._form(game, language))
            case _:
                form = await self._form(game, language)
                return await self._printer.print("protocol", asdict(form), paper.value)

    async def _form(self, game: Finished, language: str) -> Form:
        protocol = protocol_of(game.journal)
        entry = await self._entry(game)
        if entry is not None:
            protocol = as_ruled(protocol, entry)
        return form_of(protocol, await self._heading(game, language, entry), self._words, language)

    async def _entry(self, game: Finished) -> Entry | None:
        """The protests against the game and what became of them, if there are any."""
        found = await entry_of(self._store, game.lobby.id)
        if found is None:
            return None
        state = replay(game.journal)
        return found._replace(result=game_result(game.lobby.id, state, found.players, game.ended_ms))

    async def _heading(self, game: Finished, language: str, entry: Entry | None = None) -> Heading:
        lobby = game.lobby
        group = await self._directory.group(lobby.chat_id)
        cup = await tournament_of(self._store, lobby.tournament) if lobby.tournament else None
        slot = None if cup is None else cup.slot_of(lobby.id)
        heading = Heading(
            names=lobby.names,
            game=lobby.id,
            table=group.title,
            date=_date(game.ended_ms, group, language),
            judge=lobby.judge_name,
            protest="" if entry is None else await self._protests(entry, lobby.names, language),
        )
        if cup is None or slot is None:
            return heading
        again = "protocol-game-again" if slot.replay_of else "protocol-game-number"
        return replace(
            heading,
            tournament=cup.name,
            stage=self._words.plain(language, f"cup-stage-{cup.stage}"),
            table=str(slot.table),
            game=self._words.plain(language, again, number=slot.round, game=lobby.id),
        )

    async def _protests(self, entry: Entry, names: Sequence[str], language: str) -> str:
        """Who has protested and how it was decided."""
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
            said.append(self._ruling(entry, await judges_of(entry, self._directory), language))
        return "; ".join(said)

    def _ruling(self, entry: Entry, people: Mapping[str, str], language: str) -> str:
        """What became of the game, why, and who has agreed."""
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
    """The day in the group's own time zone."""
    return local(moment, zone_of(group.time_zone, language)).strftime("%d.%m.%Y")
