"""The listeners to broadcasts: messages between processes that are not stored."""

from bot.core.broadcast import Listener
from bot.telegram.restrictions.restrictions import Restrictions
from bot.wiring.parts import Parts


def listen_to_broadcasts(parts: Parts, restrictions: Restrictions) -> None:
    """Registers the listeners to broadcasts of this and other processes."""

    def rights(chat_id: int) -> None:
        parts.outbox.retry(chat_id)
        restrictions.rights_changed(chat_id)
        parts.tags.rights_changed(chat_id)

    listeners: dict[str, Listener] = {
        "named": parts.games.best_move_named,
        "drain": parts.draining.set,
        "left": parts.left_the_group.wait_for,
        "back": parts.left_the_group.stop_waiting,
        "moved": parts.games.chat_moved,
        "tapped": parts.double_taps.note,
        "admin": parts.admins.forget,
        "admins": parts.admins.forget_group,
        "slot": parts.outbox.sent_messages.forget,
        "rights": rights,
        "member": restrictions.mark_unverified,
    }
    for kind, listener in listeners.items():
        parts.broadcast.on(kind, listener)
