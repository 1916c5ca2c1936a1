"""Taps that count only when repeated: the button has no room to ask «sure?»."""

WITHIN_MS = 20_000
MOST = 1_000


class DoubleTaps:
    def __init__(self) -> None:
        self._first: dict[int, tuple[str, int]] = {}

    def confirms(self, user_id: int, data: str, now: int) -> bool:
        """Is it the second tap of this person on the same button within a short while?"""
        first = self._first.pop(user_id, None)
        if first is not None and first[0] == data and now - first[1] <= WITHIN_MS:
            return True
        if len(self._first) >= MOST:
            self._first.clear()
        self._first[user_id] = (data, now)
        return False
