"""Mutes that a game wants, step by step. How they are carried out: `bot.telegram.restrictions`."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import structlog

from bot.core.clock import Clock
from bot.games.lobby import Phase
from bot.games.running_game import RunningGame
from bot.games.write_permissions import SPEAKING, can_mute, may_write, speaks, to_be_free
from bot.storage import Store, UnitOfWork
from bot.storage.groups import Group, Groups
from bot.storage.repositories.notes import Notes
from bot.telegram.outbox.rows import Rank
from bot.telegram.replies import Replies
from bot.telegram.restrictions.member_api import EVERYBODY
from bot.telegram.restrictions.mute_lengths import BEYOND_STEP_MS, mute_length
from bot.telegram.restrictions.restrictions import Restrictions
from bot.telegram.restrictions.wanted_restrictions import WantedRestriction
from engine.events import Event, StepName

log = structlog.get_logger()

UNMUTED = Notes("unmuted:", str)
"""Games that go on without mutes, because the group's limits are too tight for them, by their ids."""
WORTH_TELLING_S = 10


class Muting:
    """Follows games, and hands what each of them wants to the restrictions."""

    def __init__(
        self,
        database: Store,
        clock: Clock,
        groups: Groups,
        restrictions: Restrictions,
        find: Callable[[str], Awaitable[RunningGame | None]],
        replies: Replies,
        open_clock: Callable[[RunningGame], Awaitable[None]],
    ) -> None:
        """`open_clock` is called when everybody the step waited for can write."""
        self._database = database
        self._clock = clock
        self._groups = groups
        self.restrictions = restrictions
        self._unmuted: set[str] = set()
        self._ends: dict[str, tuple[int, int]] = {}
        """For each game the step that runs, and when its mutes end."""
        self._find = find
        self._replies = replies
        self._open_clock = open_clock
        restrictions.listen(self)

    async def follow(self, game: RunningGame, _: Sequence[Event]) -> None:
        if game.state is None:
            return
        group = await self._groups.get(game.lobby.chat_id)
        self.restrictions.want(game.lobby.chat_id, game.id, self._wants(game, group))
        if game.table.step is StepName.OVER or game.lobby.phase is Phase.CLOSED:
            await self._forget(game)
        await self.on_freed(game.id)

    async def release(self, game: RunningGame) -> None:
        """The game was stopped: everybody may write as before."""
        await self.follow(game, ())

    def holds(self, game: RunningGame) -> bool:
        """Does the step's time have to wait for somebody who cannot write yet?"""
        if game.state is None or game.table.step not in (*SPEAKING, StepName.DISCUSSION):
            return False
        people = {game.person_on(seat) for seat in may_write(game.table)} | {EVERYBODY}
        return any(self.restrictions.is_muted(game.lobby.chat_id, person) for person in people)

    def is_late(self, chat_id: int, person: int) -> bool:
        """Should be muted but can still write. Returns True if so: their message is deleted and is no offence."""
        return self.restrictions.is_late(chat_id, person)

    @property
    def busy(self) -> bool:
        return self.restrictions.busy

    async def stop(self) -> None:
        await self.restrictions.stop()

    def clear(self) -> None:
        self.restrictions.clear()
        self._unmuted.clear()
        self._ends.clear()

    async def load(self) -> None:
        await self.restrictions.load()
        self._unmuted |= (await UNMUTED.read_all(self._database)).keys()

    async def reconcile(self, running: Sequence[RunningGame]) -> None:
        """After a start: mutes of games that have ended are lifted, the others renewed."""
        known = {game.id for game in running}
        for game_id, chat_id in self.restrictions.records.games().items():
            if game_id not in known:
                self.restrictions.want(chat_id, game_id, {})
        for game in running:
            await self.follow(game, ())

    async def tend(self) -> None:
        """Renews mutes that end soon, and retries calls that failed."""
        await self.restrictions.records.drop_ended()
        chats = self.restrictions.records.games()
        for game_id in self.restrictions.games_to_renew():
            game = await self._find(game_id)
            if game is not None and game.state is not None:
                await self.follow(game, ())
            elif game_id in chats:
                self.restrictions.want(chats[game_id], game_id, {})

    def _wants(self, game: RunningGame, group: Group) -> dict[int, WantedRestriction]:
        table, lobby = game.table, game.lobby
        runs = lobby.phase is not Phase.CLOSED and table.step is not StepName.OVER
        mutes = runs and can_mute(group, voice=speaks(group, lobby)) and game.id not in self._unmuted
        closes = mutes and group.close_chat
        if not runs:
            self._ends.pop(game.id, None)
        free = to_be_free(table, chat_is_closed=closes)
        waited_for = may_write(table) if table.step in (*SPEAKING, StepName.DISCUSSION) else frozenset()
        until = self._until(game) if mutes else 0
        wants: dict[int, WantedRestriction] = {}
        if closes:
            # The chat may be closed for another table's night: speakers of this table are still let through.
            wants[EVERYBODY] = (
                WantedRestriction(0, speaks=bool(waited_for)) if may_write(table) else WantedRestriction(until)
            )
        for seat in range(1, table.size + 1):
            person = game.person_on(seat)
            if person:
                muted = mutes and seat not in free
                wants[person] = WantedRestriction(until if muted else 0, speaks=runs and seat in waited_for)
        return wants

    def _until(self, game: RunningGame) -> int:
        """When mutes set now end: a little after the running step, but never after days.

        The same moment for the whole step, unless the step is long: the end of a mute is visible in the group and
        must not reveal when somebody acted in secret.
        """
        now, step = self._clock.now(), game.table.number
        known, until = self._ends.get(game.id, (0, 0))
        if known == step and until - now > BEYOND_STEP_MS:
            return until
        until = now + mute_length(game.clock.left(now) if game.clock else 0)
        self._ends[game.id] = (step, until)
        return until

    async def on_freed(self, game_id: str) -> None:
        game = await self._find(game_id)
        if game is not None and game.clock is not None and game.clock.waits and not self.holds(game):
            await self._open_clock(game)

    async def on_wait(self, game_id: str, seconds: int) -> None:
        game = await self._find(game_id)
        if game is not None and seconds >= WORTH_TELLING_S:
            await self._tell(game, "mutes-wait", seconds)

    async def on_limits_tight(self, game_id: str) -> None:
        game = await self._find(game_id)
        if game is None or game_id in self._unmuted or game.lobby.phase is not Phase.PLAYING:
            return
        self._unmuted.add(game_id)
        log.info("mutes_given_up", chat=game.lobby.chat_id, game=game_id)
        await self._database.commit(UNMUTED.put(UnitOfWork(), game_id, ""))
        await self._tell(game, "mutes-given-up", 0)
        await self.follow(game, ())

    async def _tell(self, game: RunningGame, key: str, seconds: int) -> None:
        """Sends a text to the group ahead of news: people are waiting and see no reason."""
        lobby = game.lobby
        row = self._replies.text(lobby.chat_id, key, lobby.thread_id, seconds=seconds)
        await self._replies.tell(replace(row, rank=Rank.RESULT))

    async def _forget(self, game: RunningGame) -> None:
        self._ends.pop(game.id, None)
        if game.id in self._unmuted:
            self._unmuted.discard(game.id)
            await self._database.commit(UNMUTED.drop(UnitOfWork(), game.id))
