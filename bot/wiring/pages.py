"""Registers the pages of features that `bot.pages` must not import."""

from collections.abc import Awaitable, Callable

from bot.core.clock import Clock
from bot.group_settings.pages.menu_context import Menu
from bot.group_settings.pages.pages_by_name import settings_page
from bot.judge.pages.pages_by_name import JudgePages
from bot.language.translator import Translator
from bot.pages.renderer import Page, Renderer
from bot.reports.finished_game_files import FinishedGameFiles
from bot.reports.friendly_score import FriendlyScore
from bot.reports.statistics_page import StatisticsPages
from bot.reports.statistics_query import StatisticsQuery
from bot.storage import Store
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.buttons.callback_data import Report
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox import page_names
from bot.telegram.outbox.rows import Args
from bot.tournaments.pages.pages_by_name import TournamentPages
from bot.tournaments.tournaments import Tournaments


def register_pages(
    renderer: Renderer,
    store: Store,
    words: Translator,
    groups: Groups,
    people: People,
    clock: Clock,
    tournaments: Tournaments,
) -> None:
    """Registers the pages of features that `bot.pages` must not import."""
    statistics = StatisticsPages(store, words, groups, people, clock)
    files = FinishedGameFiles(store, words, groups, people)

    async def statistics_page(chat_id: int, language: str, args: Args) -> RenderedMessage | None:
        return await statistics.page(chat_id, StatisticsQuery(**args["look"]), language)

    async def report(_: int, language: str, args: Args) -> RenderedMessage | None:
        return await files.message(args["game"], Report(args["paper"]), language)

    async def group_menu(_: int, language: str, args: Args) -> RenderedMessage | None:
        return settings_page(Menu(words, language, await groups.get(args["group"]), args), args)

    def of_tournament(page: Callable[[str, Args], Awaitable[RenderedMessage | None]]) -> Page:
        return lambda _, language, args: page(language, args)

    renderer.register({page_names.STATISTICS: statistics_page, page_names.REPORT: report, "settings": group_menu})
    tournament_pages = TournamentPages(tournaments, store, words).pages
    renderer.register({name: of_tournament(page) for name, page in tournament_pages.items()})
    renderer.register_game_pages(JudgePages(files.suggestions).pages)
    renderer.register_game_pages({"finale": FriendlyScore(store, people, clock).finale})
