"""After an outage, game by game: shows deadlines that moved, completes mutes, asks again for lost taps."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from bot.games.lobby import Phase
from bot.games.lost_taps import LostTaps
from bot.games.muting import Muting
from bot.games.service import Service
from bot.runtime.downtime_credit import Recovered

log = structlog.get_logger()

ONE_EVERY_MS = 40
"""Between two games: no faster than Telegram lets messages be edited."""
NEXT_ROUND_MS = 5_000
"""Until games that could not be stored are tried again."""
KEPT_TAPS_FIRST_MS = 3_000
"""Taps that Telegram has kept come in before anybody is asked again: who tapped before the host came back has
answered."""


class CatchUp:
    def __init__(self, service: Service, muting: Muting, lost_taps: LostTaps) -> None:
        self._service = service
        self._muting = muting
        self._lost_taps = lost_taps

    async def run(self, recovered: Recovered) -> None:
        """One game after another, with pauses: taps that come meanwhile do not wait for all journals."""
        service = self._service
        service.outbox.add([service.lobby_row(lobby) for lobby in recovered.lobbies])
        unasked = frozenset(recovered.unasked)
        for game_id in dict.fromkeys(
            (*(name for name in recovered.moved if name not in unasked), *recovered.begun)
        ):
            async with self._one_of_many(game_id):
                if game_id in recovered.moved and game_id not in unasked:
                    await service.clocks.show_deadline(game_id, recovered.moved[game_id])
                live = await service.live(game_id) if game_id in recovered.begun else None
                if live is not None and live.lobby.phase is Phase.PLAYING:
                    await self._muting.follow(live, ())
        if unasked:
            await self._service.clock.sleep_until(recovered.ended + self._service.pace.scale(KEPT_TAPS_FIRST_MS))
        while unasked:
            for game_id in [name for name in recovered.unasked if name in unasked]:
                async with self._one_of_many(game_id):
                    asked_in_group = await self._lost_taps.ask(game_id)
                    if game_id in recovered.moved and not asked_in_group:
                        await service.clocks.show_deadline(game_id, recovered.moved[game_id])
            unasked = self._lost_taps.unasked & unasked
            if unasked:
                await self._service.clock.sleep_until(self._service.clock.now() + NEXT_ROUND_MS)
        if recovered.unasked:
            await self._lost_taps.finish()

    @asynccontextmanager
    async def _one_of_many(self, game_id: str) -> AsyncIterator[None]:
        """A game that cannot be read must not delay the others."""
        try:
            yield
        except Exception as error:
            log.exception("catch_up_failed", game=game_id)
            self._service.report_error("recovery", error)
        await self._service.clock.sleep_until(self._service.clock.now() + ONE_EVERY_MS)
