"""The receiver of an ephemeral message, and whether the bot may send one."""

from __future__ import annotations

from sandbox.botapi.arguments import Arguments
from sandbox.core.behaviours import Behaviour
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal, Why
from sandbox.world.callback_queries import ANSWER_WITHIN
from sandbox.world.chats import Chat
from sandbox.world.members import Member
from sandbox.world.messages import Post
from sandbox.world.users import Bot
from sandbox.world.world import World


def receiver_of(world: World, bot: Bot, args: Arguments, chat: Chat, replied: Post | None) -> Json | None:
    """Returns the receiver; None for an ordinary message. Bots that are no admins may only answer a member."""
    asked = args.object("ephemeral_message_parameters", "ephemeral message parameters")
    user_id = asked.get("receiver_user_id") if asked else args.number("receiver_user_id")
    if user_id is None:
        return None
    if chat.private:
        raise Refusal(Why.EPHEMERAL_IN_PRIVATE)
    member = world.members.get(chat, user_id) if isinstance(user_id, int) else None
    if member is None or not member.present or member.user["is_bot"]:
        raise Refusal(Why.USER_NOT_FOUND)
    query_id = str((asked or {}).get("callback_query_id") or args.text("callback_query_id"))
    if not _answers(world, bot, chat, member, query_id, replied) and not chat.members[bot.id].admin:
        raise Refusal(Why.ADMIN_REQUIRED)
    return member.user


def _answers(world: World, bot: Bot, chat: Chat, member: Member, query_id: str, replied: Post | None) -> bool:
    """Whether this answers a recent tap or ephemeral message of this person in this chat."""
    user_id = member.user["id"]
    if query_id:
        query = world.callback_queries.open(query_id, bot.id, world.now())
        return (query.user_id, query.chat_id) == (user_id, chat.id)
    if replied is None or replied.only_for != user_id or replied.author_id != user_id:
        return False
    return bool(world.now() - replied.message["date"] <= ANSWER_WITHIN)


BEHAVIOURS = (
    Behaviour(
        "An ephemeral message: by an admin to any member, by any other bot only within 15 seconds to the person"
        " of a tap or of an ephemeral message",
        "official text; the words of the refusal are a guess",
        "botapi/methods/test_ephemeral_messages.py::test_anybody_answers_a_tap_for_fifteen_seconds",
    ),
)
