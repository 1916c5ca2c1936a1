"""Passes on what a player writes in private: to their team at night, or to others who are out of the game."""

from dataclasses import replace
from typing import Literal, NamedTuple

from aiogram.types import Message

from bot.core.clock import Clock
from bot.core.rate_limit import RateLimit
from bot.games.afterlife import Afterlife, may_whisper_to
from bot.games.running_game import RunningGame
from bot.storage.people import People
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row
from bot.telegram.replies import Replies
from engine.steps.night import may_talk_to, teams_talk

LONGEST_WHISPER = 1_000
"""In characters. A longer message is not passed on at all."""
WHISPERS_AT_ONCE, WHISPER_GAP_MS = 10, 2_000
"""So many messages of one person at once, and then one in this time."""


class Circle(NamedTuple):
    """The seats to which the bot passes on what a seat writes in private."""

    seats: tuple[int, ...]
    name: Literal["mates", "dead"]

    @property
    def silent(self) -> bool:
        """A team gets no notifications, which could reveal it; who is out of the game is known to all."""
        return self.name == "mates"


async def whisper(
    replies: Replies,
    people: People,
    clock: Clock,
    outbox: Outbox,
    afterlife: Afterlife,
    whisper_limit: RateLimit,
    game: RunningGame,
    seat: int,
    message: Message,
) -> str:
    """Passes a message on; returns the key of what its author is told, empty if there is nobody to pass it on to.

    While teams may talk, every living player gets the same answer, with a team or without: the answer proves no
    card to those who are shown it.
    """
    circle = await _circle_of(afterlife, game, seat)
    if circle is None:
        return ""
    if why_not := _why_not_passed_on(clock, whisper_limit, message):
        return why_not
    reached = await _pass_on(replies, people, outbox, game, seat, circle, message)
    if circle.name == "dead":
        return "dead-heard" if reached else "dead-none"
    return "whisper-heard" if outbox.add_unstored([]) else "whisper-lost"


async def _circle_of(afterlife: Afterlife, game: RunningGame, seat: int) -> Circle | None:
    table = game.table
    if teams_talk(table) and seat in table.alive:
        return Circle(may_talk_to(game.position.views[seat]), "mates")  # empty for those without a team
    dead = may_whisper_to(game, seat) if await afterlife.is_open(game) else ()
    return Circle(dead, "dead") if dead else None


def _why_not_passed_on(clock: Clock, whisper_limit: RateLimit, message: Message) -> str:
    """Returns the key that says why a message of any author is not passed on; empty if it is."""
    if message.forward_origin or not (message.text or message.sticker or message.voice):
        return "whisper-only"
    if len(message.text or "") > LONGEST_WHISPER:
        return "whisper-long"
    return "" if whisper_limit.allows(message.chat.id, clock.now()) else "whisper-fast"


async def _pass_on(
    replies: Replies,
    people: People,
    outbox: Outbox,
    game: RunningGame,
    seat: int,
    circle: Circle,
    message: Message,
) -> int:
    """Passes the message on and returns how many people it reaches. The rows are not stored, are protected from
    forwarding and, for a team, silent: a notification would prove a card."""
    name = f"№ {seat} {game.lobby.names[seat - 1]}"
    reached = 0
    for person in filter(None, map(game.person_on, circle.seats)):
        if (await people.get(person)).reachable:
            reached += outbox.add_unstored(_rows(replies, person, circle, name, message))
    return reached


def _rows(replies: Replies, person: int, circle: Circle, name: str, message: Message) -> list[Row]:
    """Returns the rows to one person. A voice message is signed in its caption; a sticker has none and is preceded
    by a message that names its author."""
    flags = {"protected": True, "silent": circle.silent}

    def words(key: str, **said: str) -> Row:
        return replies.note(person, "text", rank=Rank.TALK, key=key, args={"name": name, **said}, **flags)

    if message.text:
        return [words(f"{circle.name}-says", text=message.text)]
    signed = words(f"{circle.name}-shows")
    which = {"from_chat": message.chat.id, "message": message.message_id}
    if message.voice:
        return [replace(signed, kind=Kind.COPY, args=signed.args | which)]
    copy = replies.note(person, "copy", rank=Rank.TALK, **which, **flags)
    return [signed, replace(copy, kind=Kind.COPY)]
