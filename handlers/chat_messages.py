"""What people write: the speaker's phrases, words out of turn, and the talk of a team in private."""

from contextlib import suppress
from dataclasses import replace
from typing import Literal, NamedTuple

from aiogram import Router
from aiogram.exceptions import TelegramAPIError
from aiogram.methods import DeleteMessage
from aiogram.types import Message

from bot.core.clock import Clock, SteadyClock
from bot.core.pace import Pace
from bot.core.rate_limit import RateLimit
from bot.core.transport import Transport
from bot.games.afterlife import Afterlife, may_whisper_to
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Phase
from bot.games.muting import Muting
from bot.games.presence import Presence
from bot.games.running_game import RunningGame
from bot.games.service import Service
from bot.games.write_permissions import may_write, nominates_only, speaks
from bot.storage.directory import Directory
from bot.storage.groups import Group
from bot.telegram.calls.background_calls import in_background
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row
from bot.telegram.replies import Replies, as_answer
from engine.commands import JUDGE, Command, Reason, Rejected, Verb
from engine.events import StepName
from engine.legal_moves import legal, verify
from engine.options import Offences
from engine.steps.night import may_talk_to, teams_talk
from engine.steps.speech import order_of_nominations
from handlers.filters import IN_GROUP, PRIVATE
from handlers.identify import thread_of
from handlers.phrases import heard_at, speaker_says

router = Router(name="chat_messages")
GRACE_MS = 3_000
"""A message dated so shortly after a turn has changed is no offence."""
LONGEST_WHISPER = 1_000
"""Signs. What is longer is not passed on in part: its author would not know which."""


@router.message(IN_GROUP)
async def in_group(
    message: Message,
    games: GameRegistry,
    submissions: Service,
    presence: Presence,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    pace: Pace,
    transport: Transport,
    muting: Muting,
    receipt: str,
) -> None:
    author = message.from_user
    live = await _played_where(games, message)
    if author is None or live is None:
        return
    seat = live.lobby.seat_of(author.id)
    if seat:
        await presence.hear(live, seat)
    if seat and seat in may_write(live.table):
        if seat == live.table.speaker and message.text:
            if message.forward_origin:
                await _in_vain(replies, live, message.text, "phrase-forwarded")
            else:
                await speaker_says(games, submissions, replies, live, seat, message.text, receipt, author.id)
    elif message.text and message.text.startswith("/"):
        return
    elif message.text and not message.forward_origin and nominates_only(live.table, seat):
        await _silenced_says(
            games, submissions, replies, directory, clock, pace, transport, muting, live, seat, message, receipt
        )
    else:
        await _out_of_turn(submissions, directory, clock, pace, transport, muting, live, seat, message, receipt)


@router.edited_message(IN_GROUP)
async def edited(
    message: Message,
    games: GameRegistry,
    submissions: Service,
    presence: Presence,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    pace: Pace,
    transport: Transport,
    muting: Muting,
    receipt: str,
) -> None:
    """Who speaks cannot have said something else a while ago; whoever may not write now says it now."""
    author = message.from_user
    live = await _played_where(games, message)
    if author is None or live is None or not _changed_by_hand(message):
        return
    seat = live.lobby.seat_of(author.id)
    if seat:
        await presence.hear(live, seat)
    if not seat or seat not in may_write(live.table):
        await _out_of_turn(submissions, directory, clock, pace, transport, muting, live, seat, message, receipt)
    elif seat == live.table.speaker and message.text:
        await _in_vain(replies, live, message.text, "phrase-edited")


def _changed_by_hand(message: Message) -> bool:
    """By its author. Telegram changes some messages by itself: previews come without a date, a live location moves
    on. Others are changed by whoever taps: what an inline bot has written, a game, a list to tick off.
    """
    others = (message.via_bot, message.game, message.reply_markup, message.checklist)
    return bool(message.edit_date) and message.location is None and not any(others)


async def _played_where(games: GameRegistry, message: Message) -> RunningGame | None:
    """The game at whose table this was written by a person, also by one who hides behind a channel."""
    hidden = message.sender_chat
    if message.from_user is None or (message.from_user.is_bot and hidden is None):
        return None
    if hidden is not None and (hidden.id == message.chat.id or message.is_automatic_forward):
        return None  # an admin who writes as the group, or a post of the group's own channel
    live = await games.table_in(message.chat.id, thread_of(message))
    if live is None or live.state is None or live.lobby.phase is not Phase.PLAYING:
        return None
    return live


async def _in_vain(replies: Replies, live: RunningGame, text: str, key: str) -> None:
    said = heard_at(live, text)
    if said.nominate or said.withdraw or said.passed:
        await replies.tell(replies.text(live.lobby.chat_id, key, live.lobby.thread_id))


async def _silenced_says(
    games: GameRegistry,
    submissions: Service,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    pace: Pace,
    transport: Transport,
    muting: Muting,
    live: RunningGame,
    seat: int,
    message: Message,
    receipt: str,
) -> None:
    """Three fouls take the word and leave the nomination (S0 6.4, S1, S3 5.4): it counts, and is said back by the
    table; what else was written is for nobody to read."""
    text, author = message.text or "", message.from_user
    said = heard_at(live, text)
    if author is None or not (said.nominate or said.withdraw or said.passed):
        await _out_of_turn(submissions, directory, clock, pace, transport, muting, live, seat, message, receipt)
        return
    group = await directory.groups.get(live.lobby.chat_id)
    if not speaks(group, live.lobby):
        await _take_away(transport, group, message)
    await speaker_says(games, submissions, replies, live, seat, text, receipt, author.id)


async def _out_of_turn(
    submissions: Service,
    directory: Directory,
    clock: Clock,
    pace: Pace,
    transport: Transport,
    muting: Muting,
    live: RunningGame,
    seat: int,
    message: Message,
    receipt: str,
) -> None:
    """Where nobody could be muted, words out of turn are an offence and vanish; outsiders commit none."""
    if not message.message_id:
        return  # a message for the bot alone: nobody at the table has read it
    group = await directory.groups.get(live.lobby.chat_id)
    if speaks(group, live.lobby) or live.table.step in (StepName.DEAL, StepName.OVER):
        return
    if live.table.paused and not seat:
        return
    if message.from_user is not None and message.from_user.id in live.lobby.judges:
        return
    late = message.from_user is not None and muting.is_late(message.chat.id, message.from_user.id)
    if not live.table.paused and not late and not _since_the_turn(clock, pace, live, message):
        return
    await _take_away(transport, group, message)
    if late:
        return  # the mute is on its way: nobody is blamed for what it should have prevented
    if seat and seat in live.table.alive and offences_of(live) is not Offences.OFF:
        await submissions.submit(live.id, Command(JUDGE, Verb.OFFENCE, (seat,)), receipt)


async def _take_away(transport: Transport, group: Group, message: Message) -> None:
    if message.message_id and "can_delete_messages" in group.rights:
        await in_background(_delete(transport, message))


async def _delete(transport: Transport, message: Message) -> None:
    with suppress(TelegramAPIError):
        await transport(DeleteMessage(chat_id=message.chat.id, message_id=message.message_id))


def _since_the_turn(clock: Clock, pace: Pace, live: RunningGame, message: Message) -> bool:
    """Was it written in the turn that runs, and not in its first seconds? Dates of messages are whole seconds.

    The turn has changed for people when they were told of it; until then, and after a restart or a delay that
    brings older messages, nobody can say whose turn the writer saw.
    """
    step_clock = live.clock
    if step_clock is None or step_clock.waits or step_clock.runs_since is None:
        return False
    skew = clock.ahead_of_wall() if isinstance(clock, SteadyClock) else 0
    written = message.edit_date * 1000 if message.edit_date else int(message.date.timestamp() * 1000)
    return written > step_clock.runs_since - skew + pace.scale(GRACE_MS)


def offences_of(live: RunningGame) -> Offences:
    """Beside a human judge the bot keeps still, unless the group has chosen what it does."""
    chosen = "offences" in dict(live.lobby.options)
    return Offences.OFF if live.lobby.judge and not chosen else live.table.rules.options.offences


@router.message(PRIVATE)
async def in_private(
    message: Message,
    games: GameRegistry,
    submissions: Service,
    presence: Presence,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    outbox: Outbox,
    afterlife: Afterlife,
    whisper_limit: RateLimit,
    receipt: str,
) -> None:
    user_id = message.chat.id
    if message.text and message.text.startswith("/"):
        await replies.tell(replies.text(user_id, "unknown-command"))
        return
    for live in await games.tables_of(user_id):
        seat = live.lobby.seat_of(user_id)
        if not seat or live.state is None:
            group = await directory.groups.get(live.lobby.chat_id)
            await replies.tell(replies.text(user_id, "start-seat", group=group.title))
            return
        await presence.hear(live, seat)
        if await _nominates_in_private(submissions, replies, live, seat, message, receipt):
            return
        await replies.tell(
            replies.text(
                user_id,
                await _answer(replies, directory, clock, outbox, afterlife, whisper_limit, live, seat, message),
                most=LONGEST_WHISPER,
            )
        )
        return
    judges = await games.judged_by(user_id)
    await replies.tell(replies.text(user_id, "private-judge" if judges else "private-idle"))


async def _nominates_in_private(
    submissions: Service, replies: Replies, live: RunningGame, seat: int, message: Message, receipt: str
) -> bool:
    """Whoever is muted in the own minute can still nominate in words. False: that is not what was written."""
    table, view = live.table, live.position.views[seat]
    if message.forward_origin or not message.text or not nominates_only(table, seat):
        return False
    named = order_of_nominations(table.rules.options, heard_at(live, message.text).kept)
    commands = [Command(seat, Verb.NOMINATE, (target,), step=table.number) for target in named]
    if not commands:
        return False
    command = next((each for each in commands if not isinstance(verify(view, each), Reason)), commands[0])
    accepted = as_answer(replies.text(message.chat.id, "tap-accepted"))
    outcome = await submissions.submit(live.id, command, receipt, message.chat.id, more=[accepted])
    if isinstance(outcome, Rejected):
        await replies.tell(replies.text(message.chat.id, f"reason-{outcome.reason}"))
    return True


class Circle(NamedTuple):
    """Those to whom the bot passes on what a seat writes in private."""

    seats: tuple[int, ...]
    name: Literal["mates", "dead"]

    @property
    def silent(self) -> bool:
        """No phone of a team lights up; who is out is known to all."""
        return self.name == "mates"


async def _answer(
    replies: Replies,
    directory: Directory,
    clock: Clock,
    outbox: Outbox,
    afterlife: Afterlife,
    whisper_limit: RateLimit,
    live: RunningGame,
    seat: int,
    message: Message,
) -> str:
    """Passes a word on to whoever may hear it; the key of what its author is told.

    In the time of the teams' talk everybody who plays is told the same, whether or not there was a team to tell:
    whoever shows that answer around proves no card.
    """
    circle = await _who_hears(afterlife, live, seat)
    if circle is None:
        return _what_now(live, seat)
    if unheard := _why_unheard(clock, whisper_limit, message):
        return unheard
    reached = await _pass_on(replies, directory, outbox, live, seat, circle, message)
    if circle.name == "dead":
        return "dead-heard" if reached else "dead-none"
    return "whisper-heard" if outbox.add_unstored([]) else "whisper-lost"


async def _who_hears(afterlife: Afterlife, live: RunningGame, seat: int) -> Circle | None:
    table = live.table
    if teams_talk(table) and seat in table.alive:
        return Circle(may_talk_to(live.position.views[seat]), "mates")  # for most there is nobody in it
    dead = may_whisper_to(live, seat) if await afterlife.is_open(live) else ()
    return Circle(dead, "dead") if dead else None


def _what_now(live: RunningGame, seat: int) -> str:
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


def _why_unheard(clock: Clock, whisper_limit: RateLimit, message: Message) -> str:
    """What stands against passing a word on, whoever its author is; empty if nothing does."""
    if message.forward_origin or not (message.text or message.sticker or message.voice):
        return "whisper-only"
    if len(message.text or "") > LONGEST_WHISPER:
        return "whisper-long"
    return "" if whisper_limit.allows(message.chat.id, clock.now()) else "whisper-fast"


async def _pass_on(
    replies: Replies,
    directory: Directory,
    outbox: Outbox,
    live: RunningGame,
    seat: int,
    circle: Circle,
    message: Message,
) -> int:
    """Only in memory: what a team whispers is kept nowhere. Nobody can forward it, and it lights no phone up: it
    would prove a card. Returns how many it reaches."""
    name = f"№ {seat} {live.lobby.names[seat - 1]}"
    reached = 0
    for person in filter(None, map(live.person_on, circle.seats)):
        if (await directory.people.get(person)).reachable:
            reached += outbox.add_unstored(_said(replies, person, circle, name, message))
    return reached


def _said(replies: Replies, person: int, circle: Circle, name: str, message: Message) -> list[Row]:
    """A voice is signed where it is heard; a sticker has no room for words, so they come before it."""
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
