"""From a row to what its reader sees: the newest view, in the reader's language."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.callbacks import Paper
from bot.clockwork.calendar import Calendar
from bot.clockwork.clock import Clock
from bot.clockwork.pace import WARN_BEFORE_MS, Pace
from bot.directory import Directory
from bot.language.words import Words, language_of
from bot.live import Live
from bot.lobby import Phase
from bot.outbox.rows import Args, Row
from bot.pages.club.menu import Menu
from bot.pages.club.screens import club_page
from bot.pages.finale import finale_page, spoken_page
from bot.pages.lobby import lobby_page
from bot.pages.notes import NOTES
from bot.pages.panel import former_page, panel_page, proposal_page
from bot.pages.prompt import card_page, prompt_page, told_page
from bot.pages.reminder import reminder_page
from bot.pages.sheet import JudgeScene, PanelScene, Scene, SeatScene, Sheet, TableScene
from bot.pages.spectator import spectator_page
from bot.pages.stage import news_page, stage_page
from bot.pages.table import table_page
from bot.papers.making import Papers
from bot.papers.numbers import Look, Numbers
from engine.options import StandIns

TABLE_PAGES: Mapping[str, Callable[[TableScene, Args], Sheet | None]] = {
    "stage": stage_page,
    "news": news_page,
    "table": lambda scene, _: table_page(scene),
    "finale": finale_page,
    "spoken": spoken_page,
}
SEAT_PAGES: Mapping[str, Callable[[SeatScene, Args], Sheet | None]] = {
    "card": card_page,
    "prompt": prompt_page,
    "told": told_page,
    "reminder": reminder_page,
}
JUDGE_PAGES: Mapping[str, Callable[[JudgeScene, Args], Sheet | None]] = {
    "spectator": spectator_page,
}

STOPPED_PAGES: Mapping[str, Callable[[TableScene, Args], Sheet | None]] = {
    "table": lambda scene, _: table_page(scene),
    "stage": lambda scene, _: Sheet(scene.say("table-stopped")),
    "news": news_page,
    "prompt": lambda scene, _: Sheet(scene.say("prompt-over")),
}


class Renderer:
    def __init__(
        self,
        words: Words,
        directory: Directory,
        clock: Clock,
        find: Callable[[str], Awaitable[Live | None]],
        bot_name: str,
        pace: Pace,
        papers: Papers,
        numbers: Numbers,
    ) -> None:
        self.pace = pace
        self.words = words
        self.directory = directory
        self.clock = clock
        self.calendar = Calendar(clock, pace)
        self._find = find
        self._papers = papers
        self._numbers = numbers
        self.bot_name = bot_name
        self.more: dict[str, Callable[[str, Args], Awaitable[Sheet | None]]] = {}
        """Pages that have a maker of their own."""

    async def language(self, chat_id: int) -> str:
        """Of the group, or of the person whose private chat it is."""
        if chat_id < 0:
            return (await self.directory.group(chat_id)).language or "ru"
        return (await self.directory.person(chat_id)).language or "ru"

    async def render(self, row: Row, args: Args) -> Sheet | None:
        language = await self.language(row.chat_id)
        if row.page in self.more:
            return await self.more[row.page](language, args)
        if row.page == "numbers":
            return await self._numbers.sheet(row.chat_id, Look(**args["look"]), language)
        if row.page == "paper":
            return await self._papers.sheet(args["game"], Paper(args["paper"]), language)
        note = NOTES.get(row.page)
        if note is not None:
            return note(self.words, language, args, self.bot_name)
        if row.page == "settings":
            return club_page(Menu(self.words, language, await self.directory.group(args["group"]), args), args)
        live = await self._find(row.game_id) if row.game_id else None
        if live is None:
            return None
        common = (self.words, language, live.lobby, self.bot_name, self.clock.now(), self.calendar)
        if row.page == "lobby":
            if live.lobby.phase is Phase.CLOSED and not args.get("edited"):
                return None  # closed before anybody has seen it
            return lobby_page(Scene(*common), stand_ins=_stand_ins(live))
        if live.state is None:
            return None
        if live.lobby.phase is Phase.CLOSED:
            return self._of_a_stopped_game(row, TableScene(live, 0, *common), args)
        if row.page == "panel":
            return await self._panel(live, row.chat_id, common)
        if row.page == "proposal":
            judge = row.chat_id == live.lobby.judge
            return proposal_page(PanelScene(row.chat_id, live, *common), args) if judge else None
        if row.page in JUDGE_PAGES:
            seat = args["seat"]
            speaks = seat in live.table.words or seat == live.table.speaker
            if seat in live.table.alive or speaks or live.person_on(seat) != row.chat_id:
                return None
            return JUDGE_PAGES[row.page](JudgeScene(live, *common), args)
        if row.page in SEAT_PAGES:
            seat = args["seat"]
            if live.person_on(seat) != row.chat_id:
                return None  # somebody else sits there by now
            return SEAT_PAGES[row.page](SeatScene(live, seat, *common), args)
        return TABLE_PAGES[row.page](TableScene(live, self._warning_ms(), *common), args)

    def _of_a_stopped_game(self, row: Row, scene: TableScene, args: Args) -> Sheet | None:
        """Nobody is asked or told anything more; what stands there says that it is over."""
        page = STOPPED_PAGES.get(row.page) if args.get("edited") else None
        return None if page is None else page(scene, args)

    async def _panel(self, live: Live, person: int, common: Any) -> Sheet:
        """Only who judges this game now sees it; a panel that stays behind says no more than that."""
        if person not in live.lobby.judges or live.lobby.seat_of(person):
            return former_page(Scene(*common))
        hints = await self._papers.suggestions(live.position, live.id)
        return panel_page(PanelScene(person, live, *common, hints=hints))

    async def seat_scene(self, live: Live, seat: int, language: str) -> SeatScene:
        return SeatScene(
            live, seat, self.words, language, live.lobby, self.bot_name, self.clock.now(), self.calendar
        )

    def _warning_ms(self) -> int:
        """A little more than the ten seconds, for the edit that announces them is on its way by then."""
        return self.pace.scale(WARN_BEFORE_MS + 500)


def _stand_ins(live: Live) -> bool:
    return live.lobby.rules.options.stand_ins is StandIns.FILL


def guess_language(code: str | None, known: str) -> str:
    return known or language_of(code)


NoteArgs = dict[str, Any]
