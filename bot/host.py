"""Everything that handlers may use, in one place."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from bot.admins import Admins
from bot.announcing import welcome
from bot.answer_limits import AnswerLimits
from bot.chair import Chair
from bot.clockwork.calendar import is_slow
from bot.clockwork.clock import Clock
from bot.clockwork.pace import Pace
from bot.clockwork.quiet_hours import zone_of
from bot.club.balancing import Balancing
from bot.club.desk import Desk
from bot.club.doors import Doors
from bot.deed_limits import Deed, DeedLimits
from bot.directory import Directory, Group, Person, as_computer
from bot.followers.absence import Absence
from bot.followers.afterlife import Afterlife
from bot.followers.silence import Silence
from bot.followers.standins import StandIns
from bot.followers.tags import Tags
from bot.language.words import Words
from bot.live import Live
from bot.lobbies import JUDGE_SHOWN_MS
from bot.lobby import Guest, Lobby, LobbyRefusal, Phase, new_game_id, new_secret
from bot.lost_taps import LostTaps
from bot.moving import move
from bot.operation.forgetting import Forgetting
from bot.outbox.ephemeral import Ephemeral
from bot.outbox.pacing import Limits
from bot.outbox.places import Place, Why
from bot.outbox.rows import Kind, Rank, Row
from bot.outbox.sender import Outbox
from bot.outbox.transport import Transport
from bot.processes.grapevine import Deed as Hearsay
from bot.processes.grapevine import Grapevine
from bot.rate_limit import RateLimit
from bot.recent_requests import RecentRequests
from bot.reception import Reception
from bot.refusals import is_refusal
from bot.rendering import Renderer
from bot.service import Service
from bot.settings import Settings
from bot.stages import stage_slot
from bot.store import Work
from bot.suspension import Suspension
from bot.taps import DoubleTaps
from bot.tournaments.office import Office
from engine.clauses import LEFT_THE_TABLE, code_of
from engine.commands import JUDGE, Command, Verb
from engine.options import StandIns as StandInsOption

BACK_WITHIN_MS, BACK_WITHIN_SLOW_MS = 2 * 60_000, 60 * 60_000
WHISPERS_AT_ONCE, WHISPER_GAP_MS = 10, 2_000
FATE = "fate"
"""The name of what was said last of what becomes of a table."""


def _nobody_counts(_: str) -> None:
    """Unless somebody wants to know."""


@dataclass(slots=True)
class Host:
    settings: Settings
    words: Words
    clock: Clock
    pace: Pace
    directory: Directory
    service: Service
    outbox: Outbox
    renderer: Renderer
    transport: Transport
    admins: Admins
    silence: Silence
    tags: Tags
    stand_ins: StandIns
    ephemeral: Ephemeral
    bot_id: int
    bot_name: str
    limits: Limits = field(default_factory=Limits)
    absence: Absence = field(init=False)
    afterlife: Afterlife = field(init=False)
    reception: Reception = field(init=False)
    lost_taps: LostTaps = field(init=False)
    suspension: Suspension = field(init=False)
    forgetting: Forgetting = field(init=False)
    desk: Desk = field(init=False)
    doors: Doors = field(init=False)
    balancing: Balancing = field(init=False)
    chair: Chair = field(init=False)
    office: Office = field(init=False)
    answer_limits: AnswerLimits = field(init=False)
    deed_limits: DeedLimits = field(init=False)
    whispers: RateLimit = field(init=False)
    """What one person says to a team: each becomes a message to everybody in it."""
    grapevine: Grapevine = field(default_factory=Grapevine)
    heard: set[tuple[str, int]] = field(default_factory=set)
    """Who has given a sign of life, by game and seat: for whoever conducts, if that is another process."""
    taps: DoubleTaps = field(default_factory=DoubleTaps)
    recent: RecentRequests = field(default_factory=RecentRequests)
    draining: bool = False
    """Running games end, no new tables open."""
    background: "set[asyncio.Task[None]]" = field(default_factory=set)
    """What goes on beside everything else, and ends with the host."""
    on_refused: Callable[[str], None] = _nobody_counts
    draw_secret: Callable[[], str] = new_secret
    """Where the cards of a table come from; a test that plays the same game twice gives its own."""

    def __post_init__(self) -> None:
        self._listen()
        self.answer_limits = AnswerLimits(self.pace, self.limits)
        self.deed_limits = DeedLimits(self.pace)
        self.whispers = RateLimit(WHISPERS_AT_ONCE, self.pace.scale(WHISPER_GAP_MS))
        self.reception = Reception(self.clock)
        self.absence = Absence(self.service.database, self.reception, self.nudge, self.replace_absent)
        self.afterlife = Afterlife(self.service, self.directory)
        self.lost_taps = LostTaps(self.service, self.reception)
        self.desk = Desk(self.directory, self.service)
        self.doors = Doors(self.service.database, self.clock)
        self.balancing = Balancing(self.clock)
        self.chair = Chair(self.service, self.clock)
        self.office = Office(self.service, self.directory, self.settings.lobby_minutes)
        self.suspension = Suspension(self.service, self.directory, self.stop_game)
        self.service.on_put_away = self._forget_game
        self.service.clocks.on_unending = self._give_up
        self.forgetting = Forgetting(self.service, self.directory, self.office)

    def _listen(self) -> None:
        """What other processes say without storing it."""

        def keypad(game_id: str, step: int) -> None:
            live = self.service.loaded().get(game_id)
            if live is not None:
                live.keypad = step

        def named(game_id: str, step: int, seat: int, seats: list[int]) -> None:
            live = self.service.loaded().get(game_id)
            if live is not None:
                live.named = Command(seat, Verb.BEST_MOVE, tuple(seats), step=step) if seats else None

        def drain(draining: bool) -> None:
            self.draining = draining

        def back(game_id: str, seat: int) -> None:
            self.service.timers.cancel(f"away:{game_id}:{seat}")

        def rights(chat_id: int) -> None:
            self.outbox.retry(chat_id)
            self.silence.restrictions.rights_changed(chat_id)
            self.tags.rights_changed(chat_id)

        deeds: dict[str, Hearsay] = {
            "keypad": keypad,
            "named": named,
            "drain": drain,
            "left": self._wait_for,
            "back": back,
            "moved": self.service.moved,
            "tapped": self.taps.note,
            "admin": self.admins.forget,
            "admins": self.admins.forget_group,
            "slot": self.outbox.slots.forget,
            "rights": rights,
            "member": self.silence.restrictions.distrust,
        }
        for kind, deed in deeds.items():
            self.grapevine.on(kind, deed)
        self.outbox.slots.on_adopted = lambda chat_id, name: self.grapevine.tell("slot", chat_id, name)

    def _forget_game(self, game_id: str) -> None:
        """It has ended, and nobody has asked about it for a while."""
        for follower in (self.stand_ins, self.absence, self.afterlife):
            follower.forget(game_id)
        self.heard.difference_update([sign for sign in self.heard if sign[0] == game_id])

    # --- words to people ----------------------------------------------------------------------------------------

    def note(self, chat_id: int, page: str, thread_id: int = 0, rank: Rank = Rank.NEWS, **args: Any) -> Row:
        return Row(self.service.next_id(), chat_id, Kind.SEND, page, rank, thread_id=thread_id, args=args)

    def text(self, chat_id: int, key: str, thread_id: int = 0, **args: Any) -> Row:
        self.count_refusal(key)
        return self.note(chat_id, "text", thread_id, key=key, args=args)

    def count_refusal(self, key: str) -> None:
        """Somebody is about to be told this."""
        if is_refusal(key):
            self.on_refused(key)

    async def tell(self, *rows: Row) -> None:
        """What somebody has asked for: no stage and no prompt waits for it, and not everything is answered to who
        asks too often. Prompts, results and edits stay what they are."""
        now = self.clock.now()
        told, told_off = self.answer_limits.allowed(map(as_answer, rows), now)
        if told_off:
            told.append(as_answer(self.text(told_off, "too-fast")))
        if told:
            await self.outbox.post(told)
            self.answer_limits.given(told, now)

    async def change_group(self, chat_id: int, change: Callable[[Group], Group], rows: Sequence[Row]) -> None:
        """A choice of the group, and what is said of it, in one."""

        async def along(work: Work, _: Group) -> None:
            for row in rows:
                row.put(work)

        await self.directory.amend_group(chat_id, change, along)
        self.outbox.add([*rows])

    async def tell_table(self, live: Live, key: str, seconds: int) -> None:
        """A sentence to the group, right away: somebody waits and wonders why."""
        lobby = live.lobby
        row = self.text(lobby.chat_id, key, lobby.thread_id, seconds=seconds)
        await self.tell(replace(row, rank=Rank.RESULT))

    async def rights_changed(self, chat_id: int) -> None:
        """What could not be sent, muted or freed before may be possible now."""
        self.grapevine.tell("rights", chat_id)
        for live in await self.service.tables_in_group(chat_id):
            if live.state is not None and self.service.baton.held:
                await self.silence.follow(live, ())

    # --- lobbies ------------------------------------------------------------------------------------------------

    async def open_lobby(
        self,
        group: Group,
        thread_id: int,
        opener: Person,
        receipt: str,
        company: tuple[Guest, ...] = (),
        more: Callable[[Lobby], Awaitable[list[Row]]] | None = None,
    ) -> Lobby | None:
        """With the opener at it, and with those who have just played together."""
        now = self.clock.now()
        lobby = Lobby(
            id=new_game_id(),
            chat_id=group.chat_id,
            thread_id=thread_id,
            opener=opener.user_id,
            ruleset=group.ruleset,
            options=group.options,
            role_sets=group.role_sets,
            secret=self.draw_secret(),
            starts_at=now + self.pace.scale(self.settings.lobby_minutes * 60_000),
            opened_at=now,
            opener_name=opener.name,
            time_zone=zone_of(group.time_zone, group.language).key,
            quiet=group.quiet,
        )
        for guest in (Guest("", opener.user_id, opener.name), *company):
            lobby = await self._seated_again(lobby, guest, group)
        rows = [
            *self.service.lobby_shown(lobby),
            *(self.text(user, "next-table", group=group.title) for user in group.waiting),
        ]
        nobody_waits = partial(replace, waiting=()) if group.waiting else None
        return await self.service.open_lobby(lobby, rows, receipt, more=more, of_group=nobody_waits)

    async def _seated_again(self, lobby: Lobby, guest: Guest, group: Group) -> Lobby:
        seated: Lobby | LobbyRefusal = lobby
        if not guest.user_id:
            seated = lobby.add_stand_in(guest.name) if self.stand_ins_allowed(lobby) else lobby
        elif guest.user_id not in group.kept_away:
            person = await self.directory.person(guest.user_id)
            seated = lobby.sit(person.user_id, person.name) if person.reachable else lobby
        return seated if isinstance(seated, Lobby) else lobby

    async def lobby_due(self, game_id: str) -> None:
        """The time to start by itself has come: begin, wait once more, or give up."""
        live = await self.service.live(game_id)
        if live is None or live.lobby.phase is not Phase.OPEN:
            return
        lobby = live.lobby
        if lobby.why_not_start() is None:
            begun = await self.begin(game_id, f"auto:{game_id}", 0)
            if begun is LobbyRefusal.JUDGE_UNSEEN:
                await self.service.put_off(game_id, self.pace.scale(JUDGE_SHOWN_MS))
        elif not lobby.extended:
            until = self.clock.now() + self.pace.scale(self.settings.lobby_minutes * 60_000)
            await self.service.change_lobby(
                game_id,
                lambda old: old.extend(until),
                "",
                lambda new: [self.service.tidings(new, "lobby-extended", slot=FATE)],
            )
        else:
            await self.service.change_lobby(
                game_id,
                lambda old: old.close(),
                "",
                lambda new: [
                    self.service.lobby_unpinned(new),
                    self.service.tidings(new, "lobby-gave-up", slot=FATE),
                ],
            )

    async def begin(
        self, game_id: str, receipt: str, author: int, more: Sequence[Row] = ()
    ) -> Live | LobbyRefusal | None:
        return await self.service.begin(game_id, receipt, author, more)

    async def stop_game(self, game_id: str, receipt: str, told: Sequence[Row] = ()) -> bool:
        """End a game without a result. `told`: what is said of it besides."""
        live = await self.service.live(game_id)
        if live is None:
            return False
        # Nothing that looks like a running game stays: its buttons would lead nowhere.
        shown = () if live.state is None else (("table", "table"), ("stage", stage_slot(live.table)))
        if live.state is not None and live.table.paused:
            shown = (*shown, ("news", "pause"))
        closed = await self.service.change_lobby(
            game_id,
            lambda old: old.close(),
            receipt,
            lambda new: [
                self.service.lobby_unpinned(new),
                self.service.group_row(new, Kind.UNPIN, "table", Rank.EDIT, "table"),
                *(self.service.group_row(new, Kind.EDIT, page, Rank.NEWS, slot) for page, slot in shown),
                self.service.tidings(new, "game-stopped", slot=FATE),
                *told,
            ],
        )
        if isinstance(closed, Lobby):
            await self.silence.release(live)
            await self.tags.follow(live, ())
            return True
        return False

    async def _give_up(self, game_id: str) -> None:
        """The rules stumble over this game: whoever sits at it is let go and told."""
        live = await self.service.live(game_id)
        if live is not None:
            lobby = live.lobby
            await self.stop_game(game_id, "", [self.text(lobby.chat_id, "game-broken", lobby.thread_id)])

    # --- people who come and go ---------------------------------------------------------------------------------

    async def nudge(self, live: Live, seat: int) -> None:
        await self.outbox.post([self.text(live.person_on(seat), "absent-nudge")])

    async def replace_absent(self, live: Live, seat: int) -> None:
        """Nobody answers: a stand-in goes on, or the seat is empty (S0 6.7.1, S3 6.2.3). A judge decides."""
        if live.lobby.judge:
            stand_in = live.lobby.rules.options.stand_ins is not StandInsOption.OFF
            name = f"№ {seat} {live.lobby.names[seat - 1]}"
            code = code_of(live.table.rules.ruleset.clauses, LEFT_THE_TABLE)
            judge = live.lobby.judge
            await self.outbox.post(
                [self.note(judge, "absent-ask", game=live.id, seat=seat, name=name, stand_in=stand_in, code=code)]
            )
            return
        if live.lobby.rules.options.stand_ins is StandInsOption.OFF:
            command = Command(JUDGE, Verb.DISQUALIFY, (seat,))
            await self.service.submit(live.id, command, f"absent:{live.id}:{live.version}:{seat}")
            return
        await self.hand_over_to_stand_in(live, seat)

    async def hear(self, live: Live, seat: int) -> None:
        """Somebody has written or tapped, whatever it was."""
        if self.service.baton.held:
            await self.absence.heard(live, seat)
        else:
            self.heard.add((live.id, seat))

    async def left_group(self, live: Live, seat: int) -> None:
        """Leaving the group is leaving the table: two minutes to come back (S0 6.7.1, S3 6.2.3), or an hour by day
        in a game over days."""
        lobby = live.lobby
        person, name = live.person_on(seat), lobby.names[seat - 1]
        key = "left-group-slow" if is_slow(lobby) else "left-group"
        if self.deed_limits.allows(Deed.GO, (live.id, seat), self.clock.now()):
            await self.outbox.post([self.service.tidings(lobby, key, slot=seat_news(seat), seat=seat, name=name)])
        within = self.pace.scale(BACK_WITHIN_SLOW_MS if is_slow(lobby) else BACK_WITHIN_MS)
        until = self.service.clocks.calendar.spare(lobby, self.clock.now() + within)
        self.grapevine.tell("left", live.id, seat, person, until)

    def _wait_for(self, game_id: str, seat: int, person: int, until: int) -> None:
        async def still_away() -> None:
            live = await self.service.live(game_id)
            if live is None or live.lobby.phase is not Phase.PLAYING:
                return
            if self.reception.deaf:  # they may be back already
                self._wait_for(game_id, seat, person, self.clock.now() + self.pace.scale(BACK_WITHIN_MS))
                return
            if live.person_on(seat) == person and seat in live.table.alive:
                await self.replace_absent(live, seat)

        self.service.timers.set(f"away:{game_id}:{seat}", until, still_away)

    def back_in_group(self, live: Live, seat: int) -> None:
        self.grapevine.tell("back", live.id, seat)

    async def hand_over_to_stand_in(self, live: Live, seat: int, receipt: str = "") -> None:
        person = live.person_on(seat)
        name = live.lobby.names[seat - 1]
        await self.service.reseat(
            live.id,
            seat,
            0,
            as_computer(name),
            receipt,
            lambda lobby: [
                self.service.tidings(lobby, "absent-replaced", slot=seat_news(seat), seat=seat, name=name),
                self.seat_filled(lobby, seat),
                self.note(person, "come-back", game=lobby.id, seat=seat),
            ],
        )

    def seat_filled(self, lobby: Lobby, seat: int) -> Row:
        """Nobody is looked for any more: the buttons that asked for somebody go."""
        return self.decided(lobby, "seat-free", seat_slot(seat))

    def decided(self, lobby: Lobby, page: str, slot: str, key: str = "") -> Row:
        """A question in the group has its answer: its buttons go, and `key`, if any, stands in its place."""
        row = self.service.group_row(lobby, Kind.EDIT, page, Rank.ANSWER, slot)
        return replace(row, args={"decided": key or True})

    # --- events of the outbox -----------------------------------------------------------------------------------

    async def on_settled(self, row: Row, work: Work, *, last_of_step: bool) -> None:
        await self.service.clocks.on_settled(row, work, last_of_step=last_of_step)

    async def on_place_closed(self, place: Place, why: Why, for_ms: float) -> bool:
        return await self.suspension.closed(place, why, for_ms)

    async def on_place_open(self, place: Place) -> None:
        await self.suspension.opened(place)

    async def on_unreachable(self, chat_id: int) -> None:
        if chat_id < 0:
            await self.directory.change_group(chat_id, bot_member=False)
            return
        if not (await self.directory.person(chat_id)).reachable:
            return
        await self.closed_private(chat_id)

    async def closed_private(self, user_id: int) -> None:
        """The bot cannot write to this person any more: their tables hear how they go on."""
        await self.directory.change_person(user_id, reachable=False)
        for live in await self.service.tables_of(user_id):
            lobby = live.lobby
            seat = lobby.seat_of(user_id)
            if not (seat and live.state is not None and seat in live.table.alive):
                continue
            if self.deed_limits.allows(Deed.CLOSE_CHAT, (live.id, seat), self.clock.now()):
                name, slot = lobby.names[seat - 1], f"private-lost:{seat}"
                await self.outbox.post(
                    [self.service.tidings(lobby, "private-lost", slot=slot, seat=seat, name=name)]
                )

    async def opened_private(self, user_id: int) -> None:
        """It can again: the card, and what is asked now, come once more."""
        await self.directory.change_person(user_id, reachable=True)
        for live in await self.service.tables_of(user_id):
            if live.state is not None and (seat := live.lobby.seat_of(user_id)):
                await self.tell(*welcome(live, seat, self.service.next_id))

    async def on_migrated(self, old: int, new: int) -> None:
        await self.office.move(old, new)
        await move(self.service, self.directory, self.silence, old, new)
        self.grapevine.tell("moved", old, new)

    def stand_ins_allowed(self, lobby: Lobby) -> bool:
        return lobby.rules.options.stand_ins is StandInsOption.FILL


def as_answer(row: Row) -> Row:
    """Behind everything that a game says of itself."""
    return replace(row, rank=Rank.ANSWER) if row.rank is Rank.NEWS else row


def seat_slot(seat: int) -> str:
    """The message that looks for somebody to take a seat over."""
    return f"seat-free:{seat}"


def seat_news(seat: int) -> str:
    """What was said last of who sits there: of several sayings that wait the newest counts."""
    return f"seat-news:{seat}"


def reachable(person: Person) -> Person:
    return replace(person, reachable=True)
