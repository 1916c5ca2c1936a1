"""A game over days, over HTTP: with kills and a deployment, in a group that is upgraded to a supergroup."""

import json
import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from bot.core.time_zones import local
from bot.games.lobby import Lobby, lobby_from_json
from bot.games.quiet_hours import QuietHours
from engine.api import open_game, perform
from engine.codec import encode
from engine.commands import CLOCK, Command, Verb
from engine.events import StepName
from engine.state import State
from sandbox.client import Client
from sandbox.server import Sandbox
from tests.kits.end_to_end.hosted_sandbox import TOKEN
from tests.kits.end_to_end.killable_host import ForkServer, KillableHost
from tests.kits.end_to_end.repeatable_moves import next_move

SPEED = 10_000.0
"""At this speed a day takes nine seconds."""
HOUR = 3_600
KYIV = ZoneInfo("Europe/Kyiv")
LENGTHS = {
    **dict.fromkeys(("deal", "ballot_window", "night"), 48 * HOUR),
    **dict.fromkeys(("discussion", "second_discussion"), 20 * HOUR),
    "meet": HOUR,
}
"""Nobody is ready before the time: each discussion lasts as long as it may. The rest ends with the last answer."""
SIZE = 9


def patient(state: State) -> Command | None:
    """Returns a move without delay, except in discussions, which run to their end."""
    move = next_move(state, "slow")
    return None if move is not None and move.verb is Verb.READY else move


def expected(lobby: Lobby) -> list[str]:
    """Returns the same game played by the rules alone, without a host."""
    words = tuple(guest.word for guest in lobby.guests)
    game = open_game(lobby.rules, lobby.cards(len(words)), words, lobby.secret)
    while game.table.step is not StepName.OVER:
        move = patient(game.state) or Command(CLOCK, Verb.EXPIRE, step=game.table.number)
        assert perform(game, move) is None
    return [json.dumps(encode(event), ensure_ascii=False, separators=(",", ":")) for event in game.journal]


class Days:
    """Place and time at the table."""

    def __init__(self, killable: KillableHost, quiet: QuietHours) -> None:
        self.killable = killable
        self.quiet = quiet

    @property
    def lobby(self) -> Lobby:
        return lobby_from_json(json.dumps(self.killable.journal.lobby()))

    def at_table(self, moment_ms: float) -> int:
        """Returns the local time at the table, whose days are shorter."""
        opened = self.lobby.opened_at
        return int(opened + (moment_ms - opened) * SPEED)

    def at_night(self, moments: list[float]) -> list[str]:
        return [
            local(wall, KYIV).isoformat()
            for wall in (self.at_table(moment) for moment in moments)
            if self.quiet.cover(wall)
        ]

    def expired(self) -> list[float]:
        rows = self.killable.journal.ask("SELECT payload, at_ms FROM events ORDER BY version")
        return [at for payload, at in rows if '"event":"Expired"' in payload]


async def test_a_game_over_days_loses_nothing(tmp_path: Path, server: ForkServer) -> None:
    hour = datetime.now(KYIV).hour
    quiet = QuietHours(KYIV, (hour + 18) % 24, (hour + 4) % 24)
    async with Sandbox(speed=SPEED) as sandbox, Client(sandbox) as stage:
        bot = await stage.bot(TOKEN, "Омерта", "omerta_bot", can_read_all_group_messages=True)
        killable = KillableHost(stage, sandbox, bot, tmp_path, server, "box", speed=SPEED, floor_ms=0)
        killable.options = tuple((key, str(length)) for key, length in LENGTHS.items())
        killable.choices = {"time_zone": "Europe/Kyiv", "quiet": (quiet.start, quiet.end)}
        days = Days(killable, quiet)
        try:
            await killable.gather(SIZE, type="group")
            dealt = days.lobby
            await play(killable, happenings(killable))
            check(days, dealt)
        finally:
            killable.close()


def happenings(killable: KillableHost) -> list[tuple[Callable[[State], bool], Callable[[], Awaitable[None]]]]:
    """Returns the events of the game's course, each with the condition on which it happens."""

    async def killed() -> None:
        killable.kill()
        killable.start()

    async def deployed() -> None:
        assert killable.kill(signal.SIGTERM) == 0
        killable.start()

    async def renamed() -> None:
        person = killable.people[2]
        await killable.stage.do("change_person", user_id=person.id, first_name="Гертруда")

    async def upgraded() -> None:
        assert killable.group is not None
        killable.group = await killable.group.upgrade()
        people, group = killable.people, killable.group
        await killable.until(lambda: all(group.key in person.chats for person in people))
        await killable.until(lambda: people[0].chat(group).get("pinned"))

    return [
        (_talks, killed),
        (lambda state: state.table.step is StepName.BALLOT, upgraded),
        (lambda state: state.table.step is StepName.NIGHT, renamed),
        (lambda state: _talks(state) and state.table.day > 1, deployed),
    ]


def _talks(state: State) -> bool:
    """Returns whether a discussion runs in which nothing is left to do."""
    return state.table.step is StepName.DISCUSSION and patient(state) is None


async def play(killable: KillableHost, happenings: list[Any]) -> None:
    while True:
        await killable.until(lambda: not killable.journal.owed_sends())
        state = killable.journal.state()
        assert state is not None
        if state.table.step is StepName.OVER:
            break
        if happenings and happenings[0][0](state):
            await happenings.pop(0)[1]()
            continue
        length, move = len(killable.journal), patient(state)
        if move is None:
            await killable.until(lambda length=length: len(killable.journal) > length)
        else:
            await killable.make(move, length)
    assert not happenings
    await killable.until(lambda: not killable.journal.ask("SELECT 1 FROM outbox"))
    await killable.until(lambda: not killable.journal.ask("SELECT 1 FROM mutes"))


def check(days: Days, dealt: Lobby) -> None:
    killable = days.killable
    people, group = killable.people, killable.group
    assert group is not None
    # The right result, and nothing lost on the way.
    assert killable.journal.payloads() == expected(replace(dealt, chat_id=group.id))
    assert days.lobby.seating == dealt.seating
    # Two days and more, and no step ended in quiet hours.
    ended = days.expired()
    assert days.at_table(ended[-1]) - dealt.opened_at >= 48 * HOUR * 1000
    assert len(ended) >= 2
    assert not days.at_night(ended)
    # What was pinned and tapped in the old group goes on in the new one.
    assert any("🏁" in text for text in people[0].sees(group))
    assert all(person.chat(group)["can_write"] for person in people)
    # Who did not finish talking was reminded; a virtual clock test shows that it is never at night.
    told = [text for person in people for text in person.sees(killable.host) if text.startswith("⏰")]
    assert told
    # Names are those of the deal.
    assert days.lobby.names == dealt.names
