"""Fault injection: which calls and updates are to go wrong, and how often."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from sandbox.core.json_codec import Json

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
    executed: bool = False  # kind `gateway` only: whether the call is executed before the error page is sent
    field: str | None = None
    triggered: int = 0

    def view(self) -> Json:
        return {
            "id": self.id,
            "kind": self.kind,
            "times": self.times,
            "left": self.times - self.triggered,
            "triggered": self.triggered,
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

    def __init__(self, on_change: Callable[[list[Json]], None] = lambda _: None) -> None:
        """`on_change` gets the view of all faults after every change."""
        self.all: dict[int, Fault] = {}
        self.armed = False
        self._on_change = on_change
        self._last = 0

    def arm(self, fault: Fault) -> Fault:
        self._last += 1
        fault.id = self._last
        self.all[fault.id] = fault
        while len(self.all) > self.KEPT:
            del self.all[next(iter(self.all))]
        self.armed = True
        self._on_change(self.view())
        return fault

    def clear(self) -> None:
        self.all.clear()
        self.armed = False
        self._on_change(self.view())

    def view(self) -> list[Json]:
        return [fault.view() for fault in self.all.values()]

    def trigger_call_fault(self, method: str, chat: int | None) -> Fault | None:
        """Returns the first armed fault that fits this call and counts it as triggered; None if there is none."""
        for fault in self.all.values():
            if (
                fault.kind in CALL_KINDS
                and fault.triggered < fault.times
                and fault.method in {None, method}
                and fault.chat in {None, chat}
                and not (fault.method is None and method == "getUpdates")
            ):
                return self._trigger(fault)
        return None

    def has_update_fault(self, kind: str) -> bool:
        return self._update_fault(kind, None) is not None

    def trigger_update_fault(self, kind: str, chat: int | None = None) -> bool:
        fault = self._update_fault(kind, chat)
        if fault is None:
            return False
        self._trigger(fault)
        return True

    def _update_fault(self, kind: str, chat: int | None) -> Fault | None:
        anywhere = {None, chat} if kind != "shuffle_updates" else None
        for fault in self.all.values():
            if fault.kind == kind and fault.triggered < fault.times and (not anywhere or fault.chat in anywhere):
                return fault
        return None

    def _trigger(self, fault: Fault) -> Fault:
        fault.triggered += 1
        self.armed = any(one.triggered < one.times for one in self.all.values())
        self._on_change(self.view())
        return fault


def gateway_page(status: int) -> str:
    """Returns the HTML error page of a proxy in front of the API server."""
    title = {504: "Gateway Time-out"}.get(status) or HTTPStatus(status).phrase
    return f"<html><head><title>{status} {title}</title></head><body><h1>{status} {title}</h1></body></html>"
