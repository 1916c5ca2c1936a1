"""Messages in a group during a game: phrases of whoever has the word, or messages out of turn."""

from aiogram import Router
from aiogram.types import Message

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.recent_requests import RecentRequests
from bot.core.transport import Transport
from bot.games.game_registry import GameRegistry
from bot.games.lobby import Phase
from bot.games.muting import Muting
from bot.games.presence_relay import PresenceRelay
from bot.games.running_game import RunningGame
from bot.games.submissions import Submissions
from bot.games.write_permissions import may_write, nominates_only
from bot.storage.groups import Groups
from bot.telegram.outbox.rows import RowIds
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP
from handlers.identify import thread_of
from handlers.messages.out_of_turn import out_of_turn, silenced_says
from handlers.messages.phrases import heard_at, is_heard, speaker_says

router = Router(name="messages.group_messages")


@router.message(IN_GROUP)
async def in_group(
    message: Message,
    games: GameRegistry,
    row_ids: RowIds,
    submissions: Submissions,
    presence: PresenceRelay,
    replies: Replies,
    recent_requests: RecentRequests,
    groups: Groups,
    clock: Clock,
    pace: Pace,
    transport: Transport,
    muting: Muting,
    receipt: str,
) -> None:
    author = message.from_user
    game = await _game_of(games, message)
    if author is None or game is None:
        return
    seat = game.lobby.seat_of(author.id)
    if seat:
        await presence.hear(game, seat)
    text = message.text or message.caption
    if seat and seat in may_write(game.table):
        if not text or not is_heard(game.table, seat):
            return
        if not message.forward_origin:
            await speaker_says(
                row_ids, submissions, replies, recent_requests, clock, game, seat, text, receipt, author.id
            )
        elif seat == game.table.speaker:  # in a free talk people quote each other
            await _tell_in_vain(replies, game, seat, text, "phrase-forwarded")
    elif message.text and message.text.startswith("/"):
        return
    elif message.text and not message.forward_origin and nominates_only(game.table, seat):
        await silenced_says(
            row_ids,
            submissions,
            replies,
            recent_requests,
            groups,
            clock,
            pace,
            transport,
            muting,
            game,
            seat,
            message,
            receipt,
        )
    else:
        await out_of_turn(submissions, groups, clock, pace, transport, muting, game, seat, message, receipt)


@router.edited_message(IN_GROUP)
async def edited_in_group(
    message: Message,
    games: GameRegistry,
    submissions: Submissions,
    presence: PresenceRelay,
    replies: Replies,
    groups: Groups,
    clock: Clock,
    pace: Pace,
    transport: Transport,
    muting: Muting,
    receipt: str,
) -> None:
    """Tells a speaker that an edited phrase does not count. By others an edit is a message out of turn."""
    author = message.from_user
    game = await _game_of(games, message)
    if author is None or game is None or not _edited_by_author(message):
        return
    seat = game.lobby.seat_of(author.id)
    if seat:
        await presence.hear(game, seat)
    if not seat or seat not in may_write(game.table):
        await out_of_turn(submissions, groups, clock, pace, transport, muting, game, seat, message, receipt)
    elif message.text and is_heard(game.table, seat):
        await _tell_in_vain(replies, game, seat, message.text, "phrase-edited")


def _edited_by_author(message: Message) -> bool:
    """Has the author edited this message? Telegram changes some by itself (link previews, without a date; live
    locations), others when a person taps them (messages of inline bots, games, checklists).
    """
    others = (message.via_bot, message.game, message.reply_markup, message.checklist)
    return bool(message.edit_date) and message.location is None and not any(others)


async def _game_of(games: GameRegistry, message: Message) -> RunningGame | None:
    """Returns the running game in whose chat a person has written this, under their own name or as a channel."""
    hidden = message.sender_chat
    if message.from_user is None or (message.from_user.is_bot and hidden is None):
        return None
    if hidden is not None and (hidden.id == message.chat.id or message.is_automatic_forward):
        return None  # an admin who writes as the group, or a post of the group's own channel
    game = await games.table_in(message.chat.id, thread_of(message))
    if game is None or game.state is None or game.lobby.phase is not Phase.PLAYING:
        return None
    return game


async def _tell_in_vain(replies: Replies, game: RunningGame, seat: int, text: str, key: str) -> None:
    """Tells the author of a phrase that would be a move why it does not count here, unless it has counted."""
    said = heard_at(game, text)
    new = [target for target in said.nominate if (seat, target) not in game.table.nominations]
    if new or said.withdraw or (said.passed and seat == game.table.speaker):
        await replies.tell(replies.text(game.lobby.chat_id, key, game.lobby.thread_id))
