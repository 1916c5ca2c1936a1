"""What is to go wrong next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from sandbox.wire import Json

CALL_KINDS = frozenset({"error", "drop_before", "drop_after", "delay", "gateway", "cut_answer", "missing_field"})
UPDATE_KINDS = frozenset({"double_update", "shuffle_updates", "lose_update"})


@dataclass(slots=True)
class Fault:
    id: int
    kind: str
    times: int
    method: str | None = None
    chat: int | None = None
    error_code: int = 500
    description: str | None = None
    retry_after: int | None = None
    seconds: float = 0
    executed: bool = False  # of a gateway's page: whether the call behind it was carried out
    field: str | None = None
    struck: int = 0

    def view(self) -> Json:
        return {
            "id": self.id,
            "kind": self.kind,
            "times": self.times,
            "left": self.times - self.struck,
            "struck": self.struck,
            "method": self.method,
            "chat": self.chat,
            "error_code": self.error_code if self.kind in {"error", "gateway"} else None,
            "description": self.description,
            "retry_after": self.retry_after,
            "seconds": self.seconds,
            "executed": self.executed,
            "field": self.field,
        }


class Faults:
    KEPT = 100

    def __init__(self) -> None:
        self.all: dict[int, Fault] = {}
        self.armed = False
        self.changed: Callable[[], None] = lambda: None
        self._last = 0

    def arm(self, fault: Fault) -> Fault:
        self._last += 1
        fault.id = self._last
        self.all[fault.id] = fault
        while len(self.all) > self.KEPT:
            del self.all[next(iter(self.all))]
        self.armed = True
        self.changed()
        return fault

    def clear(self) -> None:
        self.all.clear()
        self.armed = False
        self.changed()

    def view(self) -> list[Json]:
        return [fault.view() for fault in self.all.values()]

    def strike_call(self, method: str, chat: int | None) -> Fault | None:
        """The first armed fault that fits this call; it has struck once more."""
        for fault in self.all.values():
            if (
                fault.kind in CALL_KINDS
                and fault.struck < fault.times
                and fault.method in {None, method}
                and fault.chat in {None, chat}
                and not (fault.method is None and method == "getUpdates")
            ):
                return self._struck(fault)
        return None

    def has_update(self, kind: str) -> bool:
        return self._update_fault(kind, None) is not None

    def strike_update(self, kind: str, chat: int | None = None) -> bool:
        fault = self._update_fault(kind, chat)
        if fault is None:
            return False
        self._struck(fault)
        return True

    def _update_fault(self, kind: str, chat: int | None) -> Fault | None:
        anywhere = {None, chat} if kind != "shuffle_updates" else None
        for fault in self.all.values():
            if fault.kind == kind and fault.struck < fault.times and (not anywhere or fault.chat in anywhere):
                return fault
        return None

    def _struck(self, fault: Fault) -> Fault:
        fault.struck += 1
        self.armed = any(one.struck < one.times for one in self.all.values())
        self.changed()
        return fault


def gateway_page(status: int) -> str:
    """What stands before Telegram's servers answers with a page of its own, not with JSON."""
    title = {504: "Gateway Time-out"}.get(status) or HTTPStatus(status).phrase
    return f"<html><head><title>{status} {title}</title></head><body><h1>{status} {title}</h1></body></html>"
