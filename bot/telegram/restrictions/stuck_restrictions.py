"""Members who could not be freed, because the bot has lost the right: when they are tried again.

That is when the bot's rights in their group change. A mute that ends by itself before is given up.
"""

from collections.abc import Iterator, Mapping

from bot.telegram.restrictions.member_api import EVERYBODY, Key
from bot.telegram.restrictions.wanted_restrictions import Mute


class StuckRestrictions:
    def __init__(self) -> None:
        self.keys: set[Key] = set()

    def note(self, key: Key) -> None:
        """Notes that a member could not be freed."""
        self.keys.add(key)

    def may_be_tried(self, key: Key) -> bool:
        return key not in self.keys

    def rights_changed(self, chat_id: int) -> None:
        self.keys.difference_update([key for key in self.keys if key[0] == chat_id])

    def ended(self, mutes: Mapping[Key, Mute], now_ms: int, now_s: int) -> Iterator[Key]:
        """Yields the members whose mute has ended by itself since, so that there is nothing left to lift.

        `now_ms` is the time of the bot's clock, `now_s` that of the system clock.
        """
        for key in [*self.keys]:
            mute = mutes.get(key)
            if mute is None:
                self.keys.discard(key)
            elif key[1] != EVERYBODY and mute.until_ms < now_ms and mute.former.is_free(now_s):
                yield key
