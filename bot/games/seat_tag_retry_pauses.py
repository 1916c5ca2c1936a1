"""Pauses after Telegram refused a tag or did not answer: they grow, and end early if the bot's rights change."""

from typing import NamedTuple

import structlog

from bot.core.clock import Clock
from bot.games.seat_tag_storage import Key
from bot.storage.groups import Group

log = structlog.get_logger()

FIRST_GAP_MS, LONGEST_GAP_MS = 60_000, 60 * 60_000
"""The first and the longest pause between attempts to change one tag."""
CHAT_PAUSE_MS = 60 * 60_000
"""How long no tags are set in a chat where one was refused, unless the bot's rights change."""


class Pause(NamedTuple):
    until_ms: int
    gap_ms: int
    rights: tuple[str, ...]
    """The bot's rights when the pause began: if they differ now, the pause is over."""


class TagPauses:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tags: dict[Key, Pause] = {}
        self._chats: dict[int, Pause] = {}

    def has_tag(self, key: Key, group: Group) -> bool:
        return self._lasts(self._tags.get(key), group)

    def has_chat(self, group: Group) -> bool:
        return self._lasts(self._chats.get(group.chat_id), group)

    def pause_tag(self, key: Key, group: Group, why: str, gap_ms: int = 0) -> None:
        """Pauses one tag for `gap_ms`, or if that is 0 for twice as long as the last time, an hour at most."""
        before = self._tags.get(key)
        gap_ms = gap_ms or (min(before.gap_ms * 2, LONGEST_GAP_MS) if before is not None else FIRST_GAP_MS)
        self._tags[key] = Pause(self._clock.now() + gap_ms, gap_ms, group.rights)
        log.info("tag_waits", chat=group.chat_id, game=key[0], why=why, next_s=gap_ms // 1000)

    def pause_chat(self, group: Group, why: str) -> None:
        now = self._clock.now()
        self._chats = {chat: pause for chat, pause in self._chats.items() if pause.until_ms > now}
        self._chats[group.chat_id] = Pause(now + CHAT_PAUSE_MS, CHAT_PAUSE_MS, group.rights)
        log.info("tags_off", chat=group.chat_id, why=why)

    def end(self, key: Key) -> None:
        self._tags.pop(key, None)

    def end_game(self, game_id: str) -> None:
        for key in [key for key in self._tags if key[0] == game_id]:
            del self._tags[key]

    def clear(self) -> None:
        self._tags.clear()
        self._chats.clear()

    def _lasts(self, pause: Pause | None, group: Group) -> bool:
        return pause is not None and pause.rights == group.rights and self._clock.now() < pause.until_ms
