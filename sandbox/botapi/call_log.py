"""The calls that bots made: the last ones in full, all of them as counts."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from typing import Any

from sandbox.botapi.arguments import Arguments
from sandbox.core.json_codec import Json
from sandbox.core.refusals import Refusal
from sandbox.world.world import World

KEPT_CALLS = 2_000
LONGEST_KEPT = 20_000  # characters of one argument in the record of a call


@dataclass(frozen=True, slots=True)
class RecordedCall:
    number: int
    time: float
    method: str
    chat: int | str | None
    arguments: Json
    result: Any = None
    refusal: Json | None = None

    def view(self) -> Json:
        return {name: getattr(self, name) for name in self.__slots__}


class CallLog:
    def __init__(self, world: World) -> None:
        self.world = world
        self.counts: Counter[tuple[str, int | str | None]] = Counter()
        self.refusals: Counter[int] = Counter()
        self.calls: deque[RecordedCall] = deque(maxlen=KEPT_CALLS)
        self._number = 0

    def add(
        self, method: str, chat: int | None, arguments: Arguments, result: Any, refusal: Refusal | None
    ) -> None:
        """Counts the call. getUpdates is counted but not recorded."""
        known = chat in self.world.chats.groups or chat in self.world.users.people
        self.counts[method, chat if known else None] += 1  # chat ids that do not exist would fill the memory
        if refusal is not None:
            self.refusals[refusal.code] += 1
        if method == "getUpdates":
            return
        self._number += 1
        values = arguments.values
        if any(isinstance(value, str) and len(value) > LONGEST_KEPT for value in values.values()):
            values = {name: v[:LONGEST_KEPT] if isinstance(v, str) else v for name, v in values.items()}
        answer = as_json(refusal) if refusal is not None else None
        self.calls.append(RecordedCall(self._number, self.world.now(), method, chat, values, result, answer))

    def clear(self) -> None:
        self.counts.clear()
        self.refusals.clear()
        self.calls.clear()

    def summary(self) -> Json:
        """Returns the numbers of calls by method, of calls by chat and method, and of refusals by code."""
        methods: Counter[str] = Counter()
        chats: dict[str, dict[str, int]] = {}
        for (method, chat), count in self.counts.items():
            methods[method] += count
            if chat is not None:
                chats.setdefault(str(chat), {})[method] = count
        refusals = {str(code): count for code, count in self.refusals.items()}
        return {"methods": dict(methods), "chats": chats, "refusals": refusals}


def as_json(refusal: Refusal) -> Json:
    """Returns a refusal as the Bot API answers it."""
    answer: Json = {"ok": False, "error_code": refusal.code, "description": refusal.description}
    if refusal.parameters:
        answer["parameters"] = refusal.parameters
    return answer
