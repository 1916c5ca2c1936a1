"""Private messages to the bot: nominations, messages for the team or for players who are out, and others."""

from aiogram import Router
from aiogram.types import Message

from bot.core.clock import Clock
from bot.core.rate_limit import RateLimit
from bot.core.recent_requests import RecentRequests
from bot.games.afterlife import Afterlife
from bot.games.game_registry import GameRegistry
from bot.games.presence_relay import PresenceRelay
from bot.games.private_chats import PrivateChats
from bot.games.running_game import RunningGame
from bot.games.submissions import Submissions
from bot.games.team_and_afterlife_chat import LONGEST_WHISPER, whisper
from bot.games.write_permissions import nominates_only
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import RowIds
from bot.telegram.replies import Replies, as_answer
from engine.commands import Command, Reason, Rejected, Verb
from engine.events import StepName
from engine.legal_moves import legal, verify
from engine.steps.speech import order_of_nominations
from handlers.filters import PRIVATE
from handlers.messages.phrases import heard_at
from handlers.messages.solo_words import says_to_computer_players

router = Router(name="messages.private_messages")


@router.message(PRIVATE)
async def in_private(
    message: Message,
    games: GameRegistry,
    submissions: Submissions,
    presence: PresenceRelay,
    replies: Replies,
    groups: Groups,
    people: People,
    clock: Clock,
    outbox: Outbox,
    afterlife: Afterlife,
    whisper_limit: RateLimit,
    private_chats: PrivateChats,
    row_ids: RowIds,
    recent_requests: RecentRequests,
    receipt: str,
) -> None:
    user_id = message.chat.id
    if message.text and message.text.startswith("/"):
        await replies.tell(replies.text(user_id, "unknown-command"))
        return
    for game in sorted(await games.tables_of(user_id), key=lambda table: table.lobby.solo):
        if game.lobby.solo and game.state is not None:
            await presence.hear(game, game.lobby.seat_of(user_id))
            await says_to_computer_players(
                row_ids, submissions, replies, recent_requests, clock, game, message, receipt
            )
            return
        seat = game.lobby.seat_of(user_id)
        if not seat or game.state is None:
            group = await groups.get(game.lobby.chat_id)
            await replies.tell(replies.text(user_id, "start-seat", group=group.title))
            return
        await presence.hear(game, seat)
        if await _nominates_in_private(submissions, replies, game, seat, message, receipt):
            return
        passed_on = await whisper(replies, people, clock, outbox, afterlife, whisper_limit, game, seat, message)
        await replies.tell(replies.text(user_id, passed_on or _what_now(game, seat), most=LONGEST_WHISPER))
        if not passed_on:
            await private_chats.show_again(user_id)
        return
    judges = await games.judged_by(user_id)
    await replies.tell(replies.text(user_id, "private-judge" if judges else "private-idle"))


async def _nominates_in_private(
    submissions: Submissions, replies: Replies, game: RunningGame, seat: int, message: Message, receipt: str
) -> bool:
    """Takes a nomination in words from a player who has lost their speech. Returns False if it is none."""
    table, view = game.table, game.position.views[seat]
    if message.forward_origin or not message.text or not nominates_only(table, seat):
        return False
    named = order_of_nominations(table.rules.options, heard_at(game, message.text).kept)
    commands = [Command(seat, Verb.NOMINATE, (target,), step=table.number) for target in named]
    if not commands:
        return False
    command = next((each for each in commands if not isinstance(verify(view, each), Reason)), commands[0])
    accepted = as_answer(replies.text(message.chat.id, "tap-accepted"))
    outcome = await submissions.submit(game.id, command, receipt, message.chat.id, more=[accepted])
    if isinstance(outcome, Rejected):
        await replies.tell(replies.text(message.chat.id, f"reason-{outcome.reason}"))
    return True


def _what_now(game: RunningGame, seat: int) -> str:
    """Returns the key of the text that says what this player can do now."""
    table = game.table
    offered = {offer.verb for offer in legal(game.position.views[seat])}
    if Verb.BEST_MOVE in offered:
        return "private-best-move"
    if Verb.SEEN in offered:
        return "private-card"
    if seat == table.speaker:
        return "private-minute-silent" if nominates_only(table, seat) else "private-minute"
    if seat not in table.alive:
        return "private-out"
    return "private-night" if table.step is StepName.NIGHT else "private-wait"
