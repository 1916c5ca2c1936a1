"""What people write: the speaker's phrases, words out of turn, and the talk of a team in private."""

from contextlib import suppress
from dataclasses import replace
from typing import Literal, NamedTuple

from aiogram import Router
from aiogram.exceptions import TelegramAPIError
from aiogram.methods import DeleteMessage
from aiogram.types import Message

from bot.background_calls import in_background
from bot.clockwork.clock import SteadyClock
from bot.directory import Group
from bot.followers.afterlife import may_whisper_to
from bot.followers.silence import may_write, nominates_only, speaks
from bot.host import Host, as_answer
from bot.live import Live
from bot.lobby import Phase
from bot.outbox.rows import Kind, Rank, Row
from engine.commands import JUDGE, Command, Reason, Rejected, Verb
from engine.events import StepName
from engine.moves import legal, verify
from engine.options import Offences
from engine.steps.night import may_talk_to, teams_talk
from engine.steps.speech import order_of_nominations
from handlers.people import thread_of
from handlers.phrases import heard_at, speaker_says
from handlers.places import IN_GROUP, PRIVATE

router = Router(name="talk")
GRACE_MS = 3_000
"""A message dated so shortly after a turn has changed is no offence."""
LONGEST_WHISPER = 1_000
"""Signs. What is longer is not passed on in part: its author would not know which."""


@router.message(IN_GROUP)
async def in_group(message: Message, host: Host, receipt: str) -> None:
    author = message.from_user
    live = await _played_where(host, message)
    if author is None or live is None:
        return
    seat = live.lobby.seat_of(author.id)
    if seat:
        await host.hear(live, seat)
    if seat and seat in may_write(live.table):
        if seat == live.table.speaker and message.text:
            if message.forward_origin:
                await _in_vain(host, live, message.text, "phrase-forwarded")
            else:
                await speaker_says(host, live, seat, message.text, receipt, author.id)
    elif message.text and message.text.startswith("/"):
        return
    elif message.text and not message.forward_origin and nominates_only(live.table, seat):
        await _silenced_says(host, live, seat, message, receipt)
    else:
        await _out_of_turn(host, live, seat, message, receipt)


@router.edited_message(IN_GROUP)
async def edited(message: Message, host: Host, receipt: str) -> None:
    """Who speaks cannot have said something else a while ago; whoever may not write now says it now."""
    author = message.from_user
    live = await _played_where(host, message)
    if author is None or live is None or not _changed_by_hand(message):
        return
    seat = live.lobby.seat_of(author.id)
    if seat:
        await host.hear(live, seat)
    if not seat or seat not in may_write(live.table):
        await _out_of_turn(host, live, seat, message, receipt)
    elif seat == live.table.speaker and message.text:
        await _in_vain(host, live, message.text, "phrase-edited")


def _changed_by_hand(message: Message) -> bool:
    """By its author. Telegram changes some messages by itself: previews come without a date, a live location moves
    on. Others are changed by whoever taps: what an inline bot has written, a game, a list to tick off.
    """
    others = (message.via_bot, message.game, message.reply_markup, message.checklist)
    return bool(message.edit_date) and message.location is None and not any(others)


async def _played_where(host: Host, message: Message) -> Live | None:
    """The game at whose table this was written by a person, also by one who hides behind a channel."""
    hidden = message.sender_chat
    if message.from_user is None or (message.from_user.is_bot and hidden is None):
        return None
    if hidden is not None and (hidden.id == message.chat.id or message.is_automatic_forward):
        return None  # an admin who writes as the group, or a post of the group's own channel
    live = await host.service.table_in(message.chat.id, thread_of(message))
    if live is None or live.state is None or live.lobby.phase is not Phase.PLAYING:
        return None
    return live


async def _in_vain(host: Host, live: Live, text: str, key: str) -> None:
    said = heard_at(live, text)
    if said.nominate or said.withdraw or said.passed:
        await host.tell(host.text(live.lobby.chat_id, key, live.lobby.thread_id))


async def _silenced_says(host: Host, live: Live, seat: int, message: Message, receipt: str) -> None:
    """Three fouls take the word and leave the nomination (S0 6.4, S1, S3 5.4): it counts, and is said back by the
    table; what else was written is for nobody to read."""
    text, author = message.text or "", message.from_user
    said = heard_at(live, text)
    if author is None or not (said.nominate or said.withdraw or said.passed):
        await _out_of_turn(host, live, seat, message, receipt)
        return
    group = await host.directory.group(live.lobby.chat_id)
    if not speaks(group, live.lobby):
        await _take_away(host, group, message)
    await speaker_says(host, live, seat, text, receipt, author.id)


async def _out_of_turn(host: Host, live: Live, seat: int, message: Message, receipt: str) -> None:
    """Where nobody could be muted, words out of turn are an offence and vanish; outsiders commit none."""
    if not message.message_id:
        return  # a message for the bot alone: nobody at the table has read it
    group = await host.directory.group(live.lobby.chat_id)
    if speaks(group, live.lobby) or live.table.step in (StepName.DEAL, StepName.OVER):
        return
    if live.table.paused and not seat:
        return
    if message.from_user is not None and message.from_user.id in live.lobby.judges:
        return
    late = message.from_user is not None and host.silence.is_late(message.chat.id, message.from_user.id)
    if not live.table.paused and not late and not _since_the_turn(host, live, message):
        return
    await _take_away(host, group, message)
    if late:
        return  # the mute is on its way: nobody is blamed for what it should have prevented
    if seat and seat in live.table.alive and offences_of(live) is not Offences.OFF:
        await host.service.submit(live.id, Command(JUDGE, Verb.OFFENCE, (seat,)), receipt)


async def _take_away(host: Host, group: Group, message: Message) -> None:
    if message.message_id and "can_delete_messages" in group.rights:
        await in_background(_delete(host, message))


async def _delete(host: Host, message: Message) -> None:
    with suppress(TelegramAPIError):
        await host.transport(DeleteMessage(chat_id=message.chat.id, message_id=message.message_id))


def _since_the_turn(host: Host, live: Live, message: Message) -> bool:
    """Was it written in the turn that runs, and not in its first seconds? Dates of messages are whole seconds.

    The turn has changed for people when they were told of it; until then, and after a restart or a delay that
    brings older messages, nobody can say whose turn the writer saw.
    """
    clock = live.clock
    if clock is None or clock.waits or clock.runs_since is None:
        return False
    skew = host.clock.ahead_of_wall() if isinstance(host.clock, SteadyClock) else 0
    written = message.edit_date * 1000 if message.edit_date else int(message.date.timestamp() * 1000)
    return written > clock.runs_since - skew + host.pace.scale(GRACE_MS)


def offences_of(live: Live) -> Offences:
    """Beside a human judge the bot keeps still, unless the group has chosen what it does."""
    chosen = "offences" in dict(live.lobby.options)
    return Offences.OFF if live.lobby.judge and not chosen else live.table.rules.options.offences


@router.message(PRIVATE)
async def in_private(message: Message, host: Host, receipt: str) -> None:
    user_id = message.chat.id
    if message.text and message.text.startswith("/"):
        await host.tell(host.text(user_id, "unknown-command"))
        return
    for live in await host.service.tables_of(user_id):
        seat = live.lobby.seat_of(user_id)
        if not seat or live.state is None:
            group = await host.directory.group(live.lobby.chat_id)
            await host.tell(host.text(user_id, "start-seat", group=group.title))
            return
        await host.hear(live, seat)
        if await _nominates_in_private(host, live, seat, message, receipt):
            return
        await host.tell(host.text(user_id, await _answer(host, live, seat, message), most=LONGEST_WHISPER))
        return
    judges = await host.service.judged_by(user_id)
    await host.tell(host.text(user_id, "private-judge" if judges else "private-idle"))


async def _nominates_in_private(host: Host, live: Live, seat: int, message: Message, receipt: str) -> bool:
    """Whoever is muted in the own minute can still nominate in words. False: that is not what was written."""
    table, view = live.table, live.position.views[seat]
    if message.forward_origin or not message.text or not nominates_only(table, seat):
        return False
    named = order_of_nominations(table.rules.options, heard_at(live, message.text).kept)
    commands = [Command(seat, Verb.NOMINATE, (target,), step=table.number) for target in named]
    if not commands:
        return False
    command = next((each for each in commands if not isinstance(verify(view, each), Reason)), commands[0])
    accepted = as_answer(host.text(message.chat.id, "tap-accepted"))
    outcome = await host.service.submit(live.id, command, receipt, message.chat.id, more=[accepted])
    if isinstance(outcome, Rejected):
        await host.tell(host.text(message.chat.id, f"reason-{outcome.reason}"))
    return True


class Circle(NamedTuple):
    """Those to whom the bot passes on what a seat writes in private."""

    seats: tuple[int, ...]
    name: Literal["mates", "dead"]

    @property
    def silent(self) -> bool:
        """No phone of a team lights up; who is out is known to all."""
        return self.name == "mates"


async def _answer(host: Host, live: Live, seat: int, message: Message) -> str:
    """Passes a word on to whoever may hear it; the key of what its author is told.

    In the time of the teams' talk everybody who plays is told the same, whether or not there was a team to tell:
    whoever shows that answer around proves no card.
    """
    circle = await _who_hears(host, live, seat)
    if circle is None:
        return _what_now(live, seat)
    if unheard := _why_unheard(host, message):
        return unheard
    reached = await _pass_on(host, live, seat, circle, message)
    if circle.name == "dead":
        return "dead-heard" if reached else "dead-none"
    return "whisper-heard" if host.outbox.whisper([]) else "whisper-lost"


async def _who_hears(host: Host, live: Live, seat: int) -> Circle | None:
    table = live.table
    if teams_talk(table) and seat in table.alive:
        return Circle(may_talk_to(live.position.views[seat]), "mates")  # for most there is nobody in it
    dead = may_whisper_to(live, seat) if await host.afterlife.is_open(live) else ()
    return Circle(dead, "dead") if dead else None


def _what_now(live: Live, seat: int) -> str:
    table = live.table
    offered = {offer.verb for offer in legal(live.position.views[seat])}
    if Verb.BEST_MOVE in offered:
        return "private-best-move"
    if Verb.SEEN in offered:
        return "private-card"
    if seat == table.speaker:
        return "private-minute-silent" if nominates_only(table, seat) else "private-minute"
    if seat not in table.alive:
        return "private-out"
    return "private-night" if table.step is StepName.NIGHT else "private-wait"


def _why_unheard(host: Host, message: Message) -> str:
    """What stands against passing a word on, whoever its author is; empty if nothing does."""
    if message.forward_origin or not (message.text or message.sticker or message.voice):
        return "whisper-only"
    if len(message.text or "") > LONGEST_WHISPER:
        return "whisper-long"
    return "" if host.whispers.allows(message.chat.id, host.clock.now()) else "whisper-fast"


async def _pass_on(host: Host, live: Live, seat: int, circle: Circle, message: Message) -> int:
    """Only in memory: what a team whispers is kept nowhere. Nobody can forward it, and it lights no phone up: it
    would prove a card. Returns how many it reaches."""
    name = f"№ {seat} {live.lobby.names[seat - 1]}"
    reached = 0
    for person in filter(None, map(live.person_on, circle.seats)):
        if (await host.directory.person(person)).reachable:
            reached += host.outbox.whisper(_said(host, person, circle, name, message))
    return reached


def _said(host: Host, person: int, circle: Circle, name: str, message: Message) -> list[Row]:
    """A voice is signed where it is heard; a sticker has no room for words, so they come before it."""
    flags = {"protected": True, "silent": circle.silent}

    def words(key: str, **said: str) -> Row:
        return host.note(person, "text", rank=Rank.TALK, key=key, args={"name": name, **said}, **flags)

    if message.text:
        return [words(f"{circle.name}-says", text=message.text)]
    signed = words(f"{circle.name}-shows")
    which = {"from_chat": message.chat.id, "message": message.message_id}
    if message.voice:
        return [replace(signed, kind=Kind.COPY, args=signed.args | which)]
    copy = host.note(person, "copy", rank=Rank.TALK, **which, **flags)
    return [signed, replace(copy, kind=Kind.COPY)]
