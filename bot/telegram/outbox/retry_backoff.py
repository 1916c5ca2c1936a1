"""Backoff after unanswered calls: their chat waits, and all chats do if calls of several of them fail."""

from bot.core.pace import Pace

SHORTEST_MS, LONGEST_MS = 500, 30_000


class Backoff:
    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._gaps: dict[int, int] = {}
        """Current wait in milliseconds by chat; removed when a call of the chat is answered."""
        self._gap_of_all = 0
        self._unanswered: set[int] = set()
        """Chats whose calls have failed since a call of any chat was answered."""
        self.all_until = 0.0

    def failed(self, chat_id: int, now: float) -> float:
        """Returns until when this chat has to wait after an unanswered call. The wait doubles with each
        failure."""
        gap = self._gaps[chat_id] = _longer(self._gaps.get(chat_id, 0))
        self._unanswered.add(chat_id)
        if len(self._unanswered) > 1 and now >= self.all_until:
            # Calls of other chats that were in flight fail as well: they do not prolong the wait.
            self._gap_of_all = _longer(self._gap_of_all)
            self.all_until = now + self._pace.scale(self._gap_of_all)
        # Chats that have not failed go first afterwards: their calls show whether it was the network.
        return max(now + self._pace.scale(gap), self.all_until + self._pace.scale(SHORTEST_MS))

    def answered(self, chat_id: int) -> None:
        """Resets the waits of this chat and of all chats. Any answer, a refusal too, shows that Telegram can be
        reached."""
        self._gaps.pop(chat_id, None)
        self._unanswered.clear()
        self._gap_of_all, self.all_until = 0, 0.0


def _longer(gap_ms: int) -> int:
    return min(max(SHORTEST_MS, gap_ms * 2), LONGEST_MS)
