"""Messages out of turn where nobody is muted: `off`, `warn` and `foul`, by dated messages on the virtual clock."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest
from aiogram.methods import DeleteMessage, SendMessage
from aiogram.types import Chat, InlineKeyboardButton, InlineKeyboardMarkup, Location, Message, User
from sqlalchemy import select

from bot.games.lobby import Lobby, new_game_id
from bot.games.running_game import RunningGame
from bot.judge import judges_chair
from bot.storage.schema import events as events_table
from engine import events as ev
from engine.codec import decode
from engine.commands import CLOCK, JUDGE, Command, Verb
from engine.events import Event, StepName
from handlers.messages import group_messages
from tests.kits.handler_calls import with_parts
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.telegram import CountingTelegram

GROUP = -1001_000_000_777
JUDGE_ID, OUTSIDER = 900, 901
MINUTE = 60_000


@dataclass
class Room:
    house: House
    live: RunningGame
    deleted: bool = False
    """Whether the message that was written last was deleted."""
    _numbers: "count[int]" = field(default_factory=lambda: count(1))

    @property
    def seat_two(self) -> int:
        return self.live.person_on(2)

    async def writes(self, person: int, after_ms: int = 10_000, text: str = "А я скажу") -> list[Event]:
        """Sends a message dated that long after the turn began; returns what it led to."""
        number = next(self._numbers)
        message = self._message(person, text, self._began + after_ms, number)
        return await self._handled(
            with_parts(group_messages.in_group, self.house.host)(message, f"u{number}"), number
        )

    async def edits(
        self, person: int, after_ms: int = 10_000, text: str = "Я шериф", number: int = 0, **more: Any
    ) -> list[Event]:
        """Edits an old message that long after the turn began; returns what it led to."""
        receipt, number = next(self._numbers), number or next(self._numbers)
        written = self._message(person, text, self._began - 3_600_000, number)
        changed = {"edit_date": (self._began + after_ms) // 1000} | more
        message = written.model_copy(update=changed)
        return await self._handled(
            with_parts(group_messages.edited_in_group, self.house.host)(message, f"u{receipt}"), number
        )

    @property
    def _began(self) -> int:
        clock = self.live.clock
        assert clock is not None
        return self.house.clock.now() if clock.runs_since is None else clock.runs_since

    def _message(self, person: int, text: str, at: int, number: int) -> Message:
        return Message(
            message_id=number,
            date=datetime.fromtimestamp(at / 1000, UTC),
            chat=Chat(id=GROUP, type="supergroup", title="Двор"),
            from_user=User(id=person, is_bot=False, first_name="x"),
            text=text,
        )

    async def _handled(self, handling: Coroutine[Any, Any, None], number: int) -> list[Event]:
        before = self.live.version
        handled = asyncio.ensure_future(handling)
        while not handled.done():
            await self.house.clock.step(self.house.clock.now() + 1_000)
        handled.result()
        self.deleted = any(
            isinstance(call.method, DeleteMessage) and call.method.message_id == number
            for call in self.house.telegram.calls
        )
        j = events_table.c
        stored = self.house.store.now(select(j.payload).where(j.game_id == self.live.id).order_by(j.version))
        return [decode(json.loads(row.payload)) for row in stored[before:]]

    async def do(self, command: Command) -> None:
        await self.house.host.submissions.submit(self.live.id, command, f"t{next(self._numbers)}")
        await self.delivered()

    async def delivered(self) -> None:
        """Waits until all messages are delivered and the time of the step runs."""
        clock = self.house.clock
        limit = clock.now() + MINUTE
        while self.live.clock is not None and self.live.clock.waits:
            assert await clock.step(limit)
        await self.waits(2_000)

    async def waits(self, ms: int) -> None:
        limit = self.house.clock.now() + ms
        while await self.house.clock.step(limit):
            pass

    def told(self, person: int) -> list[str]:
        return [
            call.method.text
            for call in self.house.telegram.calls
            if isinstance(call.method, SendMessage) and call.method.chat_id == person
        ]


@asynccontextmanager
async def room(
    offences: str = "",
    *,
    judged: bool = False,
    meeting: bool = False,
    ruleset: str = "fiim-2025",
    cards: Mapping[str, int] | None = None,
    show_candidates: str = "",
    best_move_time: str = "",
    options: Mapping[str, str] | None = None,
    telegram: Callable[[VirtualClock], CountingTelegram] = CountingTelegram,
    **choices: bool,
) -> AsyncIterator[Room]:
    """On the first day, or in the meeting before it; the bot may delete messages, and mute nobody."""
    house = House(telegram)
    host = house.host
    await house.open()
    rights = ("can_delete_messages",)
    rules = {"offences": offences, "show_candidates": show_candidates, "best_move_time": best_move_time}
    changed = {key: value for key, value in rules.items() if value} | dict(options or {})
    await host.groups.change(GROUP, language="ru", title="Двор", rights=rights, **choices)
    lobby = Lobby(
        id=new_game_id(),
        chat_id=GROUP,
        thread_id=0,
        opener=1001,
        ruleset=ruleset,
        options=tuple(changed.items()),
        role_sets=((10, tuple(cards.items())),) if cards else (),
        secret=f"{'a' * 32}:{'b' * 32}",
        starts_at=house.clock.now() + 60 * MINUTE,
        opened_at=house.clock.now(),
    )
    for person in range(1001, 1011):
        await host.people.change(person, name=f"P{person}", language="ru", reachable=True)
        seated = lobby.sit(person, f"P{person}")
        assert isinstance(seated, Lobby)
        lobby = seated
    if judged:
        taken = judges_chair.take_chair(lobby, JUDGE_ID, "Судья", house.clock.now() - MINUTE)
        assert isinstance(taken, Lobby)
        lobby = taken
    assert await host.lobbies.open_lobby(lobby, [], "")
    live = await host.dealing.begin(lobby.id, "begin", 0)
    assert isinstance(live, RunningGame)
    made = Room(house, live)
    await made.delivered()
    for _ in range(1 if meeting else 2):
        await made.do(Command(CLOCK, Verb.EXPIRE))
    assert live.table.step is (StepName.MEET if meeting else live.table.rules.ruleset.day_opens_with)
    try:
        yield made
    finally:
        await made.delivered()
        await house.close()


def kinds(events: list[Event]) -> list[type]:
    return [type(event) for event in events]


async def test_off_does_nothing_but_delete() -> None:
    async with room("off") as at:
        assert await at.writes(at.seat_two) == []
        assert at.deleted


async def test_friends_write_whenever_they_like() -> None:
    """By day and at night; who is out knows the cards and keeps silent in the group."""
    async with room(ruleset="party") as at:
        while at.live.table.step is not StepName.NIGHT:
            await at.do(Command(CLOCK, Verb.EXPIRE))
        assert await at.writes(at.seat_two) == []
        assert await at.writes(OUTSIDER) == []
        assert not at.deleted


async def test_friends_too_may_want_silence_at_night() -> None:
    async with room("foul", ruleset="party") as at:
        while at.live.table.step is not StepName.NIGHT:
            await at.do(Command(CLOCK, Verb.EXPIRE))
        await at.delivered()
        assert kinds(await at.writes(at.seat_two))[0] is ev.OffenceSeen
        assert at.deleted


async def test_warn_is_the_usual_and_tells_the_player_once() -> None:
    async with room() as at:
        assert kinds(await at.writes(at.seat_two)) == [ev.OffenceSeen, ev.Told]
        assert at.deleted
        assert await at.writes(at.seat_two) == [], "once for one turn of another player"
        await at.delivered()
        warned = [text for text in at.told(at.seat_two) if "не ваше время говорить" in text]
        assert len(warned) == 1
        assert at.live.table.fouls[2] == 0


async def test_foul_gives_one_for_each_turn_with_its_clause_and_removes_at_the_fourth() -> None:
    async with room("foul") as at:
        seat = 5
        person = at.live.person_on(seat)
        for fouls in (1, 2, 3):
            given = await at.writes(person)
            assert ev.FoulGiven(seat, "6.1.4", by_bot=True) in given
            assert await at.writes(person) == []
            assert at.live.table.fouls[seat] == fouls
            await at.do(Command(at.live.table.speaker, Verb.PASS))
        gone = await at.writes(person)
        assert ev.Left in kinds(gone)
        assert seat not in at.live.table.alive
        await at.waits(MINUTE)  # turns of a second each fill the group's limit of a minute
        assert any("п. 6.1.4" in text and "всего 4" in text for text in at.told(GROUP))


async def test_at_night_a_word_is_a_foul_too() -> None:
    async with room("foul") as at:
        while at.live.table.step is not StepName.NIGHT:
            await at.do(Command(CLOCK, Verb.EXPIRE))
        assert ev.FoulGiven(2, "6.2.2", by_bot=True) in await at.writes(at.seat_two)


@pytest.mark.parametrize(("after_ms", "offends"), [(-5_000, False), (0, False), (3_000, False), (3_001, True)])
async def test_three_seconds_after_a_turn_has_changed_nobody_offends(after_ms: int, *, offends: bool) -> None:
    async with room() as at:
        assert bool(await at.writes(at.seat_two, after_ms)) is offends
        assert at.deleted is offends


async def test_outsiders_commands_and_the_dead_commit_no_offence() -> None:
    async with room("foul") as at:
        assert await at.writes(OUTSIDER) == []
        assert at.deleted, "their words vanish all the same"
        assert await at.writes(at.seat_two, text="/role") == []
        assert not at.deleted
        await at.do(Command(JUDGE, Verb.DISQUALIFY, (2,)))
        assert await at.writes(at.seat_two) == []
        await at.do(Command(JUDGE, Verb.PAUSE))
        assert at.live.table.paused
        assert await at.writes(at.live.person_on(3)) == []
        assert not at.deleted, "in a pause everybody may talk"


async def test_beside_a_human_judge_the_bot_keeps_still_unless_the_group_has_chosen() -> None:
    async with room(judged=True) as at:
        assert await at.writes(at.seat_two) == []
        assert await at.writes(JUDGE_ID) == []
        assert not at.deleted, "the judge may speak at any time"
        await at.house.host.appointment.leave(at.live, "", 0)
        assert kinds(await at.writes(at.seat_two)) == [ev.OffenceSeen, ev.Told], (
            "and is back when the chair is free"
        )
    async with room("foul", judged=True) as at:
        assert ev.FoulGiven(2, "6.1.4", by_bot=True) in await at.writes(at.seat_two)


# --- words that are put into an older message -------------------------------------------------------------------


@pytest.mark.parametrize("text", ["Я шериф", "/role я шериф"])
async def test_an_old_message_that_is_changed_out_of_turn_is_a_word_out_of_turn(text: str) -> None:
    async with room("foul") as at:
        assert ev.FoulGiven(2, "6.1.4", by_bot=True) in await at.edits(at.seat_two, text=text)
        assert at.deleted
        assert await at.edits(at.seat_two, text=text) == [], "once for one turn of another player"
        assert at.deleted
        assert await at.edits(OUTSIDER, text=text) == []
        assert at.deleted


@pytest.mark.parametrize(
    "changed",
    [
        {"via_bot": User(id=77, is_bot=True, first_name="Like")},
        {
            "reply_markup": InlineKeyboardMarkup(
                inline_keyboard=[[InlineKeyboardButton(text="👍 2", url="tg://x")]]
            )
        },
    ],
    ids=lambda changed: next(iter(changed)),
)
async def test_what_somebody_elses_tap_changes_is_no_word_of_its_author(changed: dict[str, Any]) -> None:
    """An inline bot may go on editing a message that was sent in a player's name."""
    async with room("foul") as at:
        assert await at.edits(at.seat_two, **changed) == []
        assert not at.deleted


@pytest.mark.parametrize(
    ("sender", "more", "vanishes"),
    [(-1009, {}, True), (-1009, {"is_automatic_forward": True}, False), (GROUP, {}, False)],
    ids=["a channel of anybody's", "the group's own channel", "an admin as the group"],
)
async def test_whoever_hides_behind_a_channel_speaks_out_of_turn_like_any_outsider(
    sender: int, more: dict[str, Any], *, vanishes: bool
) -> None:
    async with room("foul") as at:
        behind: dict[str, Any] = {"from_user": User(id=136817688, is_bot=True, first_name="Channel")}
        behind |= {"sender_chat": Chat(id=sender, type="channel", title="К")} | more
        assert await at.edits(OUTSIDER, **behind) == []
        assert at.deleted is vanishes


async def test_a_message_that_only_the_bot_can_read_is_no_word_out_of_turn() -> None:
    """It has no number in the group, so there is nothing to delete either."""
    async with room("foul") as at:
        assert await at.edits(at.seat_two, message_id=0) == []
        assert not at.deleted


async def test_the_same_message_changed_again_in_the_next_turn_is_another_offence() -> None:
    async with room("foul") as at:
        person = at.live.person_on(5)
        for fouls in (1, 2):
            assert ev.FoulGiven in kinds(await at.edits(person, number=77))
            assert await at.edits(person, number=77) == []
            assert at.live.table.fouls[5] == fouls
            await at.do(Command(at.live.table.speaker, Verb.PASS))


@pytest.mark.parametrize("after_ms", [-5_000, 0, 3_000])
async def test_who_was_changing_a_message_when_the_turn_changed_does_not_offend(after_ms: int) -> None:
    async with room("foul") as at:
        assert await at.edits(at.seat_two, after_ms) == []
        assert not at.deleted


async def test_what_telegram_changes_by_itself_is_nobodys_word() -> None:
    async with room("foul") as at:
        for more in ({"edit_date": None}, {"text": None, "location": Location(latitude=50.4, longitude=30.5)}):
            assert await at.edits(at.seat_two, **more) == []
            assert not at.deleted


async def test_the_speaker_the_judge_and_a_pause_are_spared() -> None:
    async with room("foul", judged=True) as at:
        assert await at.edits(at.live.person_on(at.live.table.speaker)) == []
        assert not at.deleted
        assert await at.edits(JUDGE_ID) == []
        assert not at.deleted
        await at.do(Command(JUDGE, Verb.PAUSE))
        assert await at.edits(at.seat_two) == []
        assert not at.deleted
