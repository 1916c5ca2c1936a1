"""Links to messages of a group, such as those of its tables."""

from bot.games.lobby import Lobby, Phase
from bot.storage.groups import Group
from bot.telegram.outbox.sent_messages import SentMessages


def lobby_slot(lobby: Lobby) -> str:
    return f"{lobby.id}:lobby"


async def link_to_table(sent_messages: SentMessages, group: Group, lobby: Lobby) -> str:
    """Returns the address of the message of a table. Empty if it is not sent, or in a basic group, whose messages
    have no addresses."""
    slot = lobby_slot(lobby) if lobby.phase is Phase.OPEN else f"{lobby.id}:table"
    return await link_to_message(sent_messages, group, slot)


async def link_to_message(sent_messages: SentMessages, group: Group, slot: str) -> str:
    """Returns the address of a message of a group; empty as `link_to_table` says."""
    sent = await sent_messages.find(group.chat_id, slot) if group.is_supergroup else None
    return f"https://t.me/c/{str(group.chat_id).removeprefix('-100')}/{sent.message_id}" if sent else ""
