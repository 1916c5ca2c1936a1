"""The chat that a bot's call names, or the refusal if the bot cannot act in it."""

from __future__ import annotations

from sandbox.core.refusals import Refusal, Why, upgraded
from sandbox.world.chats import Chat
from sandbox.world.users import Bot
from sandbox.world.world import World


def chat_for_bot(world: World, bot: Bot, chat_id: int) -> Chat:
    """Returns the chat if the bot may act in it; raises Refusal with the reason otherwise."""
    if chat_id > 0:
        person = world.users.people.get(chat_id)
        if person is None:
            raise Refusal(Why.CHAT_NOT_FOUND)
        if person.deactivated:
            raise Refusal(Why.DEACTIVATED)
        chat = world.chats.private_chat(chat_id, bot.id)
        if chat.blocked:
            raise Refusal(Why.BLOCKED)
        if not chat.started:
            raise Refusal(Why.NOT_STARTED)
        return chat
    group = world.chats.groups.get(chat_id)
    if group is None:
        raise Refusal(Why.CHAT_NOT_FOUND)
    if group.migrated_to is not None:
        raise upgraded(group.migrated_to)
    if group.deleted:
        raise Refusal(Why.GROUP_DELETED)
    if bot.id not in group.bots:
        member = world.members.get(group, bot.id)
        kicked = member is not None and member.status == "kicked"
        raise Refusal(Why.KICKED if kicked else Why.NOT_MEMBER, what=group.type)
    return group
