"""Deletes messages out of turn, and reports them as offences of the players who wrote them."""

from contextlib import suppress

from aiogram.exceptions import TelegramAPIError
from aiogram.methods import DeleteMessage
from aiogram.types import Message

from bot.core.clock import Clock, SteadyClock
from bot.core.pace import Pace
from bot.core.recent_requests import RecentRequests
from bot.core.transport import Transport
from bot.games.muting import Muting
from bot.games.running_game import RunningGame
from bot.games.submissions import Submissions
from bot.games.write_permissions import nobody_is_silenced, speaks
from bot.storage.groups import Group, Groups
from bot.telegram.outbox.rows import RowIds
from bot.telegram.replies import Replies
from engine.commands import JUDGE, Command, Verb
from engine.events import StepName
from engine.options import Offences
from handlers.messages.phrases import heard_at, speaker_says
from handlers.tap_answers import in_background

GRACE_MS = 3_000
"""A message dated within this time after the turn began is no offence."""


async def silenced_says(
    row_ids: RowIds,
    submissions: Submissions,
    replies: Replies,
    recent_requests: RecentRequests,
    groups: Groups,
    clock: Clock,
    pace: Pace,
    transport: Transport,
    muting: Muting,
    game: RunningGame,
    seat: int,
    message: Message,
    receipt: str,
) -> None:
    """Takes a nomination from a player with three fouls, who has no speech but may nominate (S0 6.4, S1, S3 5.4),
    and deletes the message."""
    text, author = message.text or "", message.from_user
    said = heard_at(game, text)
    if author is None or not (said.nominate or said.withdraw or said.passed):
        await out_of_turn(submissions, groups, clock, pace, transport, muting, game, seat, message, receipt)
        return
    group = await groups.get(game.lobby.chat_id)
    if not speaks(group, game.lobby):
        await _delete_message(transport, group, message)
    await speaker_says(row_ids, submissions, replies, recent_requests, clock, game, seat, text, receipt, author.id)


async def out_of_turn(
    submissions: Submissions,
    groups: Groups,
    clock: Clock,
    pace: Pace,
    transport: Transport,
    muting: Muting,
    game: RunningGame,
    seat: int,
    message: Message,
    receipt: str,
) -> None:
    """Deletes a message out of turn, where it could not be prevented by muting; if a living player wrote it, it is
    also an offence."""
    if not message.message_id:
        return  # an ephemeral message: nobody but the bot has read it
    group = await groups.get(game.lobby.chat_id)
    if speaks(group, game.lobby) or game.table.step in (StepName.DEAL, StepName.OVER):
        return
    if not seat and (game.table.paused or nobody_is_silenced(game.table)):
        return
    if message.from_user is not None and message.from_user.id in game.lobby.judges:
        return
    late = message.from_user is not None and muting.is_late(message.chat.id, message.from_user.id)
    if not game.table.paused and not late and not _since_the_turn(clock, pace, game, message):
        return
    await _delete_message(transport, group, message)
    if late:
        return  # the mute was late: it should have prevented this
    if seat and seat in game.table.alive and offences_of(game) is not Offences.OFF:
        await submissions.submit(game.id, Command(JUDGE, Verb.OFFENCE, (seat,)), receipt)


async def _delete_message(transport: Transport, group: Group, message: Message) -> None:
    if message.message_id and "can_delete_messages" in group.rights:
        await in_background(_delete(transport, message))


async def _delete(transport: Transport, message: Message) -> None:
    with suppress(TelegramAPIError):
        await transport(DeleteMessage(chat_id=message.chat.id, message_id=message.message_id))


def _since_the_turn(clock: Clock, pace: Pace, game: RunningGame, message: Message) -> bool:
    """Was it written in this turn, and not in its first seconds? Dates of messages are whole seconds.

    For people a turn begins when its message is delivered. Before that, and for older messages that arrive after a
    restart or a delay, it is unknown whose turn the author saw.
    """
    step_clock = game.clock
    if step_clock is None or step_clock.waits or step_clock.runs_since is None:
        return False
    skew = clock.ahead_of_wall() if isinstance(clock, SteadyClock) else 0
    written = message.edit_date * 1000 if message.edit_date else int(message.date.timestamp() * 1000)
    return written > step_clock.runs_since - skew + pace.scale(GRACE_MS)


def offences_of(game: RunningGame) -> Offences:
    """Returns what the bot does about offences: nothing if a person judges, unless the group has chosen it."""
    chosen = "offences" in dict(game.lobby.options)
    return Offences.OFF if game.lobby.judge and not chosen else game.table.rules.options.offences
