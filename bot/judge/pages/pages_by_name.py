"""The judge's pages by the names under which the renderer calls them: panel and proposal."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.games.running_game import RunningGame
from bot.judge.pages.panel import former_page, panel_page
from bot.judge.pages.proposals import proposal_page
from bot.pages.page_context import PageContext, PanelContext
from bot.pages.renderer import ContextArgs, GamePage
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import Args
from engine.point_suggestions import Suggestion
from engine.state import State

Suggest = Callable[[State, str], Awaitable[Sequence[Suggestion]]]
"""Returns the points suggested for the protocol of a finished game, from its position and id."""


class JudgePages:
    def __init__(self, suggest: Suggest) -> None:
        self._suggest = suggest

    @property
    def pages(self) -> Mapping[str, GamePage]:
        return {"panel": self._panel, "proposal": self._proposal}

    async def _panel(self, game: RunningGame, person: int, context: ContextArgs, _: Args) -> RenderedMessage:
        """Returns the panel of a present judge; anybody else is told that they no longer judge."""
        if person not in game.lobby.judges or game.lobby.seat_of(person):
            return former_page(PageContext(*context))
        hints = await self._suggest(game.position, game.id)
        return panel_page(PanelContext(person, game, *context, hints=hints))

    async def _proposal(
        self, game: RunningGame, person: int, context: ContextArgs, args: Args
    ) -> RenderedMessage | None:
        return proposal_page(PanelContext(person, game, *context), args) if person == game.lobby.judge else None
