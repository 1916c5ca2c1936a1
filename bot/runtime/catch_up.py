"""After an outage, shows deadlines that moved, completes mutes and asks again for lost taps, game by game."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from bot.core.clock import Clock
from bot.core.error_reports import ReportError
from bot.core.pace import Pace
from bot.games.ask_again_after_outage import AskAgain
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Phase
from bot.games.muting import Muting
from bot.games.next_game_notices import NextGameNotices
from bot.games.step_timers import StepClocks
from bot.runtime.recovery_order import Recovered
from bot.telegram.outbox.outbox import Outbox

log = structlog.get_logger()

ONE_EVERY_MS = 40
"""Milliseconds between two games: messages are edited no faster than Telegram allows."""
NEXT_ROUND_MS = 5_000
"""Milliseconds until games that could not be stored are tried again."""
KEPT_TAPS_FIRST_MS = 3_000
"""Milliseconds for taps that Telegram has kept to come in before anybody is asked again: a person who tapped
before the host came back has answered."""


class CatchUp:
    def __init__(
        self,
        clock: Clock,
        pace: Pace,
        outbox: Outbox,
        games: GameRegistry,
        clocks: StepClocks,
        group_rows: GroupRows,
        muting: Muting,
        ask_again: AskAgain,
        next_game_notices: NextGameNotices,
        report_error: ReportError,
    ) -> None:
        self._clock = clock
        self._pace = pace
        self._outbox = outbox
        self._games = games
        self._clocks = clocks
        self._group_rows = group_rows
        self._muting = muting
        self._ask_again = ask_again
        self._next_game_notices = next_game_notices
        self._report_error = report_error

    async def run(self, recovered: Recovered) -> None:
        """Processes one game after another, with pauses, so that taps which come meanwhile do not wait for all
        journals."""
        self._outbox.add([self._group_rows.lobby_edited(lobby) for lobby in recovered.lobbies])
        await self._next_game_notices.catch_up()
        unasked = frozenset(recovered.unasked)
        for game_id in dict.fromkeys(
            (*(name for name in recovered.moved if name not in unasked), *recovered.begun)
        ):
            async with self._one_of_many(game_id):
                if game_id in recovered.moved and game_id not in unasked:
                    await self._clocks.show_deadline(game_id, recovered.moved[game_id])
                game = await self._games.find(game_id) if game_id in recovered.begun else None
                if game is not None and game.lobby.phase is Phase.PLAYING:
                    await self._muting.follow(game, ())
        if unasked:
            await self._clock.sleep_until(recovered.ended + self._pace.scale(KEPT_TAPS_FIRST_MS))
        while unasked:
            for game_id in [name for name in recovered.unasked if name in unasked]:
                async with self._one_of_many(game_id):
                    asked_in_group = await self._ask_again.ask(game_id)
                    if game_id in recovered.moved and not asked_in_group:
                        await self._clocks.show_deadline(game_id, recovered.moved[game_id])
            unasked = self._ask_again.unasked & unasked
            if unasked:
                await self._clock.sleep_until(self._clock.now() + NEXT_ROUND_MS)
        if recovered.unasked:
            await self._ask_again.finish()

    @asynccontextmanager
    async def _one_of_many(self, game_id: str) -> AsyncIterator[None]:
        """Logs and reports an error about one game, so that it does not delay the others, and pauses
        afterwards."""
        try:
            yield
        except Exception as error:
            log.exception("catch_up_failed", game=game_id)
            self._report_error("recovery", error)
        await self._clock.sleep_until(self._clock.now() + ONE_EVERY_MS)
