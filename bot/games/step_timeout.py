"""Ends a step whose time is over, unless updates could not be received or quiet hours have begun; an announcement
of a vote is followed by the vote."""

import structlog

from bot.core.clock import Clock
from bot.games.ask_again_after_outage import AskAgain
from bot.games.game_registry import GameRegistry
from bot.games.step_timers import StepClocks
from bot.games.stop_game import StopGame
from bot.games.submissions import Submissions
from bot.storage.storage_errors import STORAGE_ERRORS
from engine.commands import CLOCK, Command, Rejected, Verb

log = structlog.get_logger()

AGAIN_MS = 1_000
"""While updates cannot be fetched, the end of a step is tried again after this time."""
TRIES_TO_END = 10
"""How often a step fails to end before its game is stopped; with the timers' retries some five minutes."""


class StepTimeout:
    def __init__(
        self,
        clock: Clock,
        games: GameRegistry,
        clocks: StepClocks,
        ask_again: AskAgain,
        submissions: Submissions,
        stop_game: StopGame,
    ) -> None:
        self._clock = clock
        self._games = games
        self._clocks = clocks
        self._ask_again = ask_again
        self._submissions = submissions
        self._stop_game = stop_game
        self._failures: dict[tuple[str, int], int] = {}
        """How often each step could not be ended."""

    async def time_is_over(self, game_id: str, step: int) -> None:
        if await self._ask_again.put_off(game_id):
            self._clocks.fire_at(game_id, step, self._clock.now() + AGAIN_MS)
            return
        game = await self._games.find(game_id)
        if game is not None and game.clock is not None and game.clock.runs_since is None:
            return  # the clock was stopped meanwhile
        if game is not None and await self._clocks.open_vote(game, step):
            return
        if game is None or not await self._clocks.prolong_over_quiet_hours(game, step):
            await self._end(game_id, step)

    async def _end(self, game_id: str, step: int) -> None:
        """Ends the step. Raises any error, so that the timer tries again; after `TRIES_TO_END` errors the game is
        stopped."""
        try:
            await self.expire(game_id, step)
        except STORAGE_ERRORS:
            raise  # the database is unavailable or full; the game itself has no fault
        except Exception:
            failures = self._failures.pop((game_id, step), 0) + 1
            if failures < TRIES_TO_END:
                self._failures[game_id, step] = failures
            else:
                log.error("game_given_up", game=game_id, step=step)
                await self._stop_game.give_up(game_id)
            raise
        self._failures.pop((game_id, step), None)

    async def expire(self, game_id: str, step: int) -> None:
        expire, receipt = Command(CLOCK, Verb.EXPIRE, step=step), f"clock:{game_id}:{step}"
        game = self._games.loaded().get(game_id)
        named = None if game is None else game.named
        if game is not None and named is not None and named.step == step:
            # What was named until then counts (S3 4.6.3).
            author = game.person_on(named.actor)
            outcome = await self._submissions.submit(game_id, named, receipt, author, then=(expire,))
            if not isinstance(outcome, Rejected):
                return
        await self._submissions.submit(game_id, expire, receipt)
