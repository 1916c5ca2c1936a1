"""Who may write in the group now: what a table wants, step by step. How it is brought about: `restrictions`."""

from collections.abc import Awaitable, Callable, Sequence

import structlog
from sqlalchemy import select

from bot.clockwork.clock import Clock
from bot.directory import Directory, Group
from bot.followers.member_api import EVERYBODY
from bot.followers.restriction_wants import Want
from bot.followers.restrictions import RENEW_MS, Restrictions
from bot.live import Live
from bot.lobby import Lobby, Phase
from bot.store import Store, Work
from bot.store.schema import notes
from engine.events import Event, StepName
from engine.table import Table

log = structlog.get_logger()

LEAST_MS = 10 * 60_000
"""A mute always ends by itself, should the host never come back."""
MOST_MS = 6 * 60 * 60_000
"""In a step of hours it lasts longer, so that Telegram is not asked every ten minutes for days."""
SPEAKING = (StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD)
UNMUTED = "unmuted:"
"""The note of a game that goes on without mutes, because the group's limits are too tight for them."""
WORTH_TELLING_S = 10


def may_write(table: Table) -> frozenset[int]:
    """The seats that may write in the group now."""
    everybody = frozenset(range(1, table.size + 1))
    if table.step in (StepName.OVER, StepName.DEAL):
        return everybody
    if table.paused:  # but those who are out keep still until the end: they may know every card
        return everybody & {*table.alive, *table.words, table.speaker}
    if table.time_out_by:
        return frozenset()
    if table.step in SPEAKING:
        return frozenset() if table.silent else frozenset({table.speaker})
    if table.step is StepName.DISCUSSION:
        return frozenset(table.alive)
    return frozenset()


def nominates_only(table: Table, seat: int) -> bool:
    """Is it this seat's minute without the word, in which it may still nominate?"""
    return table.silent and table.speaker == seat and not (table.paused or table.time_out_by)


def to_be_free(table: Table, *, chat_is_closed: bool) -> frozenset[int]:
    """The seats that are not to be muted one by one.

    Who has seen their card is muted already in the deal, so that the first night does not begin with ten calls at
    once. Where the whole chat is closed at night, and the day belongs to everybody, nobody alive is muted.
    """
    free = may_write(table)
    if table.step is StepName.DEAL and not table.paused:
        return free - frozenset(table.seen)
    if chat_is_closed and StepName.SPEECH not in table.rules.steps:
        return free | frozenset(table.alive)
    return free


def speaks(group: Group, lobby: Lobby) -> bool:
    """In a voice chat nobody's typing is in the way."""
    return group.voice if lobby.voice is None else lobby.voice


def can_mute(group: Group, *, voice: bool) -> bool:
    return group.is_supergroup and "can_restrict_members" in group.rights and not voice


class Silence:
    """Follows games, and tells the restrictions what each of them wants."""

    def __init__(self, database: Store, clock: Clock, directory: Directory, restrictions: Restrictions) -> None:
        self._database = database
        self._clock = clock
        self._directory = directory
        self.restrictions = restrictions
        self._unmuted: set[str] = set()
        self._ends: dict[str, tuple[int, int]] = {}
        """For each game the step that runs, and when its mutes end."""
        self.find: Callable[[str], Awaitable[Live | None]] = _no_such_game
        self.tell: Callable[[Live, str, int], Awaitable[None]] = _nobody_hears
        """A sentence to a game's group: its key, and how many seconds it speaks of."""
        self.open_clock: Callable[[Live], Awaitable[None]] = _no_clock
        """Whoever the step waited for can write."""
        restrictions.on_freed = self._freed
        restrictions.on_wait = self._has_to_wait
        restrictions.on_tight = self._go_on_without

    async def follow(self, live: Live, _: Sequence[Event]) -> None:
        if live.state is None:
            return
        group = await self._directory.group(live.lobby.chat_id)
        self.restrictions.want(live.lobby.chat_id, live.id, self._wants(live, group))
        if live.table.step is StepName.OVER or live.lobby.phase is Phase.CLOSED:
            await self._forget(live)
        await self._freed(live.id)

    async def release(self, live: Live) -> None:
        """The game was stopped: everybody may write as before."""
        await self.follow(live, ())

    def holds(self, live: Live) -> bool:
        """Does the step's time have to wait for somebody who cannot write yet?"""
        if live.state is None or live.table.step not in (*SPEAKING, StepName.DISCUSSION):
            return False
        people = {live.person_on(seat) for seat in may_write(live.table)} | {EVERYBODY}
        return any(self.restrictions.is_muted(live.lobby.chat_id, person) for person in people)

    def is_late(self, chat_id: int, person: int) -> bool:
        """Is to be muted and can still write: no offence, but nobody is to read it."""
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
        for row in await self._database.rows(select(notes.c.key).where(notes.c.key.startswith(UNMUTED))):
            self._unmuted.add(row.key.removeprefix(UNMUTED))

    async def reconcile(self, running: Sequence[Live]) -> None:
        """After a start: mutes of games that are no more are lifted, the others brought about anew."""
        known = {live.id for live in running}
        for game_id, chat_id in self.restrictions.stored_games().items():
            if game_id not in known:
                self.restrictions.want(chat_id, game_id, {})
        for live in running:
            await self.follow(live, ())

    async def tend(self) -> None:
        """What ends before long is renewed, and what could not be done is tried again."""
        await self.restrictions.drop_ended()
        chats = self.restrictions.stored_games()
        for game_id in self.restrictions.games_to_renew():
            live = await self.find(game_id)
            if live is not None and live.state is not None:
                await self.follow(live, ())
            elif game_id in chats:
                self.restrictions.want(chats[game_id], game_id, {})

    def _wants(self, live: Live, group: Group) -> dict[int, Want]:
        table, lobby = live.table, live.lobby
        runs = lobby.phase is not Phase.CLOSED and table.step is not StepName.OVER
        mutes = runs and can_mute(group, voice=speaks(group, lobby)) and live.id not in self._unmuted
        closes = mutes and group.close_chat
        if not runs:
            self._ends.pop(live.id, None)
        free = to_be_free(table, chat_is_closed=closes)
        waited_for = may_write(table) if table.step in (*SPEAKING, StepName.DISCUSSION) else frozenset()
        until = self._until(live) if mutes else 0
        wants: dict[int, Want] = {}
        if closes:
            # Another table of the group may have its night: whoever is to speak here can.
            wants[EVERYBODY] = Want(0, speaks=bool(waited_for)) if may_write(table) else Want(until)
        for seat in range(1, table.size + 1):
            person = live.person_on(seat)
            if person:
                muted = mutes and seat not in free
                wants[person] = Want(until if muted else 0, speaks=runs and seat in waited_for)
        return wants

    def _until(self, live: Live) -> int:
        """A little longer than the step that runs, but never for days.

        The same for the whole of a step, unless it lasts: the end of a mute can be read in the group, and must not
        tell when somebody has acted in secret.
        """
        now, step = self._clock.now(), live.table.number
        known, until = self._ends.get(live.id, (0, 0))
        if known == step and until - now > LEAST_MS:
            return until
        left = live.clock.left(now) if live.clock else 0
        until = now + LEAST_MS + min(max(left, RENEW_MS), MOST_MS)
        self._ends[live.id] = (step, until)
        return until

    async def _freed(self, game_id: str) -> None:
        live = await self.find(game_id)
        if live is not None and live.clock is not None and live.clock.waits and not self.holds(live):
            await self.open_clock(live)

    async def _has_to_wait(self, game_id: str, seconds: int) -> None:
        live = await self.find(game_id)
        if live is not None and seconds >= WORTH_TELLING_S:
            await self.tell(live, "mutes-wait", seconds)

    async def _go_on_without(self, game_id: str) -> None:
        live = await self.find(game_id)
        if live is None or game_id in self._unmuted or live.lobby.phase is not Phase.PLAYING:
            return
        self._unmuted.add(game_id)
        log.info("mutes_given_up", chat=live.lobby.chat_id, game=game_id)
        await self._database.commit(Work().add("put_note", key=f"{UNMUTED}{game_id}", value=""))
        await self.tell(live, "mutes-given-up", 0)
        await self.follow(live, ())

    async def _forget(self, live: Live) -> None:
        self._ends.pop(live.id, None)
        if live.id in self._unmuted:
            self._unmuted.discard(live.id)
            await self._database.commit(Work().add("drop_note", name=f"{UNMUTED}{live.id}"))


async def _no_such_game(_: str) -> Live | None:
    return None


async def _nobody_hears(_: Live, __: str, ___: int) -> None:
    """Until the host is wired."""


async def _no_clock(_: Live) -> None:
    """Until the host is wired."""
