"""Tells followers about the events of a game: mutes, tags, computer players, absence, metrics."""

from collections.abc import Sequence
from typing import Protocol

import structlog

from bot.core.error_reports import ReportError
from bot.core.leadership import Leadership
from bot.games.game_registry import GameRegistry
from bot.games.lobby_transactions import Lobbies
from bot.games.memory_eviction import ENDED, Eviction
from bot.games.running_game import RunningGame
from bot.games.step_timers import StepClocks
from engine.events import Event

log = structlog.get_logger()


class Follower(Protocol):
    async def follow(self, game: RunningGame, happened: Sequence[Event], /) -> None: ...


class Followers:
    def __init__(self, games: GameRegistry, leadership: Leadership, report_error: ReportError) -> None:
        self._games = games
        self._leadership = leadership
        self._report_error = report_error
        self._followers: list[Follower] = []

    def add(self, *followers: Follower) -> None:
        self._followers += followers

    async def follow(self, game: RunningGame, happened: Sequence[Event]) -> None:
        """Tells every follower, if this process leads; otherwise the leader does when it learns of the change.

        An error of one of them is reported and does not reach the caller: the events are stored.
        """
        if not self._leadership.held:
            return
        happened = (*self._games.take_unfollowed(game.id), *happened)
        for follower in self._followers:
            try:
                await follower.follow(game, happened)
            except Exception as error:
                log.exception("follower_failed", game=game.id, follower=type(follower).__name__)
                self._report_error("follower", error)


class RemoteGameChanges:
    """Lets the leader act on games that other processes have changed."""

    def __init__(
        self, games: GameRegistry, lobbies: Lobbies, clocks: StepClocks, eviction: Eviction, followers: Followers
    ) -> None:
        self._games = games
        self._lobbies = lobbies
        self._clocks = clocks
        self._eviction = eviction
        self._followers = followers

    async def follow(self, game_id: str) -> None:
        """Arms the timers of the game and tells the followers what has happened in it."""
        game = await self._games.find_newest(game_id)
        happened = self._games.take_unfollowed(game_id)
        if game is None:
            return
        self._lobbies.arm_lobby(game.lobby)
        self._clocks.arm(game)
        if game.lobby.phase in ENDED:
            self._eviction.evict_later(game_id)
        if game.state is not None:
            await self._followers.follow(game, happened)
