"""Links to the messages of tables."""

from bot.games.lobby import Lobby, Phase
from bot.storage.groups import Group
from bot.telegram.outbox.sent_messages import SentMessages


def lobby_slot(lobby: Lobby) -> str:
    return f"{lobby.id}:lobby"


async def link_to_table(sent_messages: SentMessages, group: Group, lobby: Lobby) -> str:
    """Returns the address of the message of a table. Empty if it is not sent, or in a basic group, whose messages
    have no addresses."""
    if not group.is_supergroup:
        return ""
    slot = lobby_slot(lobby) if lobby.phase is Phase.OPEN else f"{lobby.id}:table"
    sent = await sent_messages.find(lobby.chat_id, slot)
    return f"https://t.me/c/{str(lobby.chat_id).removeprefix('-100')}/{sent.message_id}" if sent else ""
