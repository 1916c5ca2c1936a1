"""Recognises the second tap on buttons that act on it, where there is no room for a question of confirmation."""

WITHIN_MS = 20_000
MOST = 1_000


class DoubleTaps:
    def __init__(self) -> None:
        self._first: dict[int, tuple[str, str, int]] = {}

    def confirms(self, user_id: int, query_id: str, data: str, now: int) -> bool:
        """Returns True for the second tap of this person on the same button within WITHIN_MS. The same tap
        delivered again by Telegram (the same `query_id`) is no second one."""
        first = self._first.pop(user_id, None)
        if first is not None and first[0] != query_id and first[1] == data and now - first[2] <= WITHIN_MS:
            return True
        self.note(user_id, query_id, data, now)
        return False

    def note(self, user_id: int, query_id: str, data: str, now: int) -> None:
        """Notes the first tap of a person; empty data removes it."""
        if len(self._first) >= MOST:
            self._first.clear()
        self._first[user_id] = (query_id, data, now)
