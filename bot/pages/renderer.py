"""Renders an outbox row from the newest state of its game, in the language of the chat it goes to.

Pages of features in higher layers are registered by the wiring.
"""

from collections.abc import Awaitable, Callable, Mapping

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.games.last_seconds_warning import WARN_BEFORE_MS
from bot.games.lobby import Lobby, Phase
from bot.games.local_time import LocalTime
from bot.games.running_game import RunningGame
from bot.language.translator import Translator
from bot.pages.farewell import farewell_page
from bot.pages.lobby import lobby_page
from bot.pages.news import news_page
from bot.pages.other_messages import OTHER_MESSAGES
from bot.pages.page_context import JudgeContext, PageContext, SeatContext, TableContext
from bot.pages.pinned_table import table_page
from bot.pages.private_prompts import private_answer_page, prompt_page
from bot.pages.reminder import reminder_page
from bot.pages.role_card import card_page
from bot.pages.spectator import spectator_page
from bot.pages.stand_in_turn import spoken_page
from bot.pages.step_message import step_page
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox import page_names
from bot.telegram.outbox.rows import Args, Row
from engine.options import StandIns

TABLE_PAGES: Mapping[str, Callable[[TableContext, Args], RenderedMessage | None]] = {
    page_names.STEP_MESSAGE: step_page,
    "news": news_page,
    "table": table_page,
    "spoken": spoken_page,
}
SEAT_PAGES: Mapping[str, Callable[[SeatContext, Args], RenderedMessage | None]] = {
    "card": card_page,
    "prompt": prompt_page,
    page_names.PRIVATE_ANSWER: private_answer_page,
    "reminder": reminder_page,
    page_names.FAREWELL: farewell_page,
}
JUDGE_PAGES: Mapping[str, Callable[[JudgeContext, Args], RenderedMessage | None]] = {
    "spectator": spectator_page,
}

STOPPED_PAGES: Mapping[str, Callable[[TableContext, Args], RenderedMessage | None]] = {
    "table": table_page,
    page_names.STEP_MESSAGE: lambda context, _: RenderedMessage(context.say("table-stopped")),
    "news": news_page,
    "prompt": lambda context, _: RenderedMessage(context.say("prompt-over")),
    "card": lambda context, _: RenderedMessage(context.say("table-stopped")),
}

ContextArgs = tuple[Translator, str, Lobby, str, int, LocalTime]
"""The arguments of every `PageContext`: translator, language, lobby, name of the bot, time, local time."""
Page = Callable[[int, str, Args], Awaitable[RenderedMessage | None]]
"""Renders a page from the chat, its language and the arguments of the row."""
GamePage = Callable[[RunningGame, int, ContextArgs, Args], Awaitable[RenderedMessage | None]]
"""Renders a page of a running or finished game from the game, the chat, `ContextArgs` and the row's arguments."""


class Renderer:
    def __init__(
        self,
        words: Translator,
        groups: Groups,
        people: People,
        clock: Clock,
        find: Callable[[str], Awaitable[RunningGame | None]],
        bot_name: str,
        pace: Pace,
    ) -> None:
        self.pace = pace
        self.words = words
        self.groups = groups
        self.people = people
        self.clock = clock
        self.calendar = LocalTime(clock, pace)
        self._find = find
        self.bot_name = bot_name
        self._pages: dict[str, Page] = {}
        self._game_pages: dict[str, GamePage] = {}

    def register(self, pages: Mapping[str, Page]) -> None:
        """Registers pages that need no running game."""
        self._pages |= pages

    def register_game_pages(self, pages: Mapping[str, GamePage]) -> None:
        self._game_pages |= pages

    async def language(self, chat_id: int) -> str:
        """Returns the language of the group, or of the person whose private chat it is."""
        if chat_id < 0:
            return (await self.groups.get(chat_id)).language or "ru"
        return (await self.people.get(chat_id)).language or "ru"

    async def render(self, row: Row, args: Args) -> RenderedMessage | None:
        language = await self.language(row.chat_id)
        page = self._pages.get(row.page)
        if page is not None:
            return await page(row.chat_id, language, args)
        other = OTHER_MESSAGES.get(row.page)
        if other is not None:
            return other(self.words, language, args, self.bot_name)
        game = await self._find(row.game_id) if row.game_id else None
        if game is None:
            return None
        common = (self.words, language, game.lobby, self.bot_name, self.clock.now(), self.calendar)
        if row.page == "lobby":
            if game.lobby.phase is not Phase.OPEN and not args.get("edited"):
                return None  # nobody sits down any more, and the message has not been sent or was deleted
            return lobby_page(PageContext(*common), stand_ins=_stand_ins(game))
        if game.state is None:
            return None
        if game.lobby.phase is Phase.CLOSED:
            return self._of_a_stopped_game(game, row, common, args)
        game_page = self._game_pages.get(row.page)
        if game_page is not None:
            return await game_page(game, row.chat_id, common, args)
        if row.page in JUDGE_PAGES:
            seat = args["seat"]
            speaks = seat in game.table.words or seat == game.table.speaker
            if seat in game.table.alive or speaks or game.person_on(seat) != row.chat_id:
                return None
            return JUDGE_PAGES[row.page](JudgeContext(game, *common), args)
        if row.page in SEAT_PAGES:
            seat = args["seat"]
            if game.person_on(seat) != row.chat_id:
                return None  # another person has the seat now
            return SEAT_PAGES[row.page](SeatContext(game, seat, *common), args)
        return TABLE_PAGES[row.page](TableContext(game, self._warning_ms(), *common), args)

    def _of_a_stopped_game(
        self, game: RunningGame, row: Row, common: ContextArgs, args: Args
    ) -> RenderedMessage | None:
        """Renders edits that say the game was stopped, and what was done in its last step; a stopped game sends no
        other messages."""
        context = TableContext(game, 0, *common)
        if row.page == "prompt" and "stage" in args:
            asked = args["seat"]
            mine = game.person_on(asked) == row.chat_id
            return prompt_page(SeatContext(game, asked, *common), args | {"over": True}) if mine else None
        if row.page == page_names.STEP_MESSAGE and "over" in args:
            return step_page(context, args)
        page = STOPPED_PAGES.get(row.page) if args.get("edited") else None
        return None if page is None else page(context, args)

    async def seat_context(self, game: RunningGame, seat: int, language: str) -> SeatContext:
        return SeatContext(
            game, seat, self.words, language, game.lobby, self.bot_name, self.clock.now(), self.calendar
        )

    def _warning_ms(self) -> int:
        """Returns a little more than the announced ten seconds, because the edit takes time to arrive."""
        return self.pace.scale(WARN_BEFORE_MS + 500)


def _stand_ins(game: RunningGame) -> bool:
    return game.lobby.rules.options.stand_ins is StandIns.FILL
