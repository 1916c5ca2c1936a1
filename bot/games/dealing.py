"""Deals the cards: an open lobby becomes a running game."""

from collections.abc import Sequence
from dataclasses import replace

from bot.core.clock import Clock
from bot.core.leadership import Leadership
from bot.core.pace import Pace
from bot.games.afterlife import opens_afterlife
from bot.games.announcements import announce
from bot.games.event_followers import Followers
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.judge_delays_deal import JudgeShown
from bot.games.lobby import Lobby, LobbyRefusal
from bot.games.lobby_transactions import TRIES, Lobbies, put_game
from bot.games.running_game import RunningGame
from bot.games.step_clock import next_clock
from bot.games.step_timers import StepClocks, put_clock
from bot.games.submissions import put_events, step_length
from bot.storage import Conflict, Store, UnitOfWork
from bot.storage.groups import Groups
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds
from engine.api import open_game
from engine.events import Event
from engine.game import Game


class Dealing:
    def __init__(
        self,
        store: Store,
        clock: Clock,
        pace: Pace,
        outbox: Outbox,
        groups: Groups,
        leadership: Leadership,
        games: GameRegistry,
        lobbies: Lobbies,
        clocks: StepClocks,
        row_ids: RowIds,
        group_rows: GroupRows,
        followers: Followers,
    ) -> None:
        self._store = store
        self._judge_shown = JudgeShown(store, clock, pace)
        self._clock = clock
        self._pace = pace
        self._outbox = outbox
        self._groups = groups
        self._leadership = leadership
        self._games = games
        self._lobbies = lobbies
        self._clocks = clocks
        self._row_ids = row_ids
        self._group_rows = group_rows
        self._followers = followers

    async def begin(
        self, game_id: str, receipt: str, author: int, more: Sequence[Row] = ()
    ) -> RunningGame | LobbyRefusal | None:
        """Deals the cards of an open lobby; `more` is sent with them. None: there is no such lobby."""
        game = await self._games.find(game_id)
        if game is None:
            return None
        async with game.lock:
            for _ in range(TRIES):
                begun = await self._deal(game, receipt, author, more)
                if begun is not None:
                    break
                await self._games.reload(game)
                if game.state is not None or not self._leadership.shared:
                    return game
            else:
                raise RuntimeError(f"the cards of {game_id} could not be dealt: {TRIES} conflicts in a row")
        if isinstance(begun, LobbyRefusal):
            return begun
        await self._followers.follow(game, begun)
        return game

    async def _deal(
        self, game: RunningGame, receipt: str, author: int, more: Sequence[Row]
    ) -> Sequence[Event] | LobbyRefusal | None:
        """Returns the events of the deal or a refusal; None if another process was first or this update was
        carried out before."""
        lobby = game.lobby
        refusal = lobby.why_not_start()
        if refusal is None and await self._judge_shown.is_judge_unseen(lobby):
            refusal = LobbyRefusal.JUDGE_UNSEEN
        if refusal is not None:
            return refusal if await self._games.refresh(game) else None
        words = tuple(guest.word for guest in lobby.guests)
        dealt = open_game(lobby.rules, lobby.cards(len(words)), words, lobby.secret, seated=bool(lobby.tournament))
        now = self._clock.now()
        happened = tuple(dealt.journal)
        begun = RunningGame(await self._begun(lobby, dealt), dealt.state, len(happened))
        begun.clock = next_clock(
            None, None, dealt.table, happened, now, step_length(begun, self._pace), announces=False
        )
        rows = [
            self._group_rows.row(begun.lobby, Kind.SEND, "table", Rank.NEWS, "table"),
            self._group_rows.row(begun.lobby, Kind.PIN, "table", Rank.NEWS, "table"),
            self._group_rows.lobby_edited(begun.lobby),
            self._group_rows.lobby_unpinned(begun.lobby),
            *announce(begun, happened, self._row_ids.next),
            *more,
        ]
        work = UnitOfWork()
        known = self._games.guard(work, game)
        put_events(work, game, happened, now, author, receipt)
        put_game(work, begun.lobby, now)
        put_clock(work, game.id, begun.clock)
        for row in rows:
            row.put(work)
        try:
            await self._store.commit(work)
        except Conflict:
            return None
        self._games.adopt(game, known, begun)
        self._lobbies.disarm_lobby(game.id)
        self._outbox.add(rows)
        self._clocks.arm(game)
        return happened

    async def _begun(self, lobby: Lobby, dealt: Game) -> Lobby:
        group = await self._groups.get(lobby.chat_id)
        afterlife = opens_afterlife(group, lobby.ruleset) and not lobby.solo  # there is nobody to talk to
        return replace(lobby.begin(dealt.table.guests), voice=group.voice, afterlife=afterlife)
