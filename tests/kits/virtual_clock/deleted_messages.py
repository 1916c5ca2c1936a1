"""People who delete messages of the bot: some at random, or every message as soon as it appears."""

from functools import partial
from random import Random

from tests.kits.virtual_clock.chats import Chats, Shown
from tests.kits.virtual_clock.table import House

SOON_MS, LATE_MS = 300, 40_000
"""How long after it has appeared or changed a message is deleted."""


def delete_at_random(house: House, dice: Random, share: float, speed: float) -> None:
    """Lets people delete this share of the messages, in the group and in private, each some time after it has
    appeared or changed. If they delete all, none stands longer than a moment."""
    telegram = house.telegram
    assert isinstance(telegram, Chats)
    latest = LATE_MS if share < 1 else SOON_MS
    doomed: set[tuple[int, int]] = set()

    def changed(message: Shown) -> None:
        which = (message.chat, message.id)
        if message.stands and which not in doomed and dice.random() < share:
            doomed.add(which)
            at = house.clock.now() + round(dice.uniform(SOON_MS, latest) / speed)
            house.host.timers.set(f"deletes:{which}", at, partial(_delete, telegram, message))

    telegram.changed = changed


async def _delete(telegram: Chats, message: Shown) -> None:
    if message.stands:
        telegram.delete(message)
