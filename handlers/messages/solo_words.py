"""What a person says to the computer players of a solo game."""

from aiogram.types import Message

from bot.core.clock import Clock
from bot.core.recent_requests import RecentRequests
from bot.games.running_game import RunningGame
from bot.games.submissions import Submissions
from bot.pages.solo_game import hint_key
from bot.telegram.outbox.rows import RowIds
from bot.telegram.replies import Replies
from handlers.messages.phrases import NOTHING_HEARD, TOLD_ONCE_MS, heard_at, is_heard, speaker_says


async def says_to_computer_players(
    row_ids: RowIds,
    submissions: Submissions,
    replies: Replies,
    recent_requests: RecentRequests,
    clock: Clock,
    game: RunningGame,
    message: Message,
    receipt: str,
) -> None:
    """Carries out phrases; other words are answered once in a step with what can be done now."""
    user_id, text, table = message.chat.id, message.text or message.caption, game.table
    seat = game.lobby.seat_of(user_id)
    speaks = is_heard(table, seat)
    if speaks and text and not message.forward_origin and heard_at(game, text) != NOTHING_HEARD:
        await speaker_says(
            row_ids, submissions, replies, recent_requests, clock, game, seat, text, receipt, user_id
        )
        return
    once = ("solo game", game.id, table.number)
    if not recent_requests.has(once, clock.now(), TOLD_ONCE_MS):
        recent_requests.note(once, clock.now())
        await replies.tell(replies.text(user_id, "solo-hint-words" if speaks else hint_key(table, seat)))
