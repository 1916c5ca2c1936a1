"""Checks whether a person who was named can become a judge of a game."""

from aiogram.types import Message, User

from bot.games.running_game import RunningGame
from bot.language.display_names import short_name
from bot.permissions import Permissions
from bot.storage.people import People
from bot.telegram.replies import Replies
from handlers.tap_answers import reply


async def may_be_named(
    message: Message,
    permissions: Permissions,
    replies: Replies,
    people: People,
    game: RunningGame,
    other: User,
) -> bool:
    """Can this person become a judge of the game? If not, tells the author of the command why."""
    name = short_name(other.first_name, other.last_name)
    if not (await people.get(other.id)).reachable:
        await reply(replies, message, "chair-start-first", name=name)
        return False
    if await permissions.is_kept_away(game.lobby.chat_id, other.id):
        await reply(replies, message, "chair-kept-away", name=name)
        return False
    return True
