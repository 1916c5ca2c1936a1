"""The update that is being handled, for everything that is called meanwhile: who asks, until when calls may take,
and how a call is made beside the handler."""

from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

Call = Coroutine[Any, Any, None]


@dataclass(slots=True, eq=False)
class UpdateContext:
    asker: int
    """The person whose update it is, or the group or channel in whose name it was written; 0: nobody."""
    words: str
    """The text of the message, or the data of the button."""
    start_call: Callable[[Call], None]
    """Makes a call that the handler does not wait for."""
    calls_until: float | None
    """When the time for calls is over, by the clock of the event loop. None: the handler has ended; calls of tasks
    that it has started are not limited."""


current_update: ContextVar[UpdateContext | None] = ContextVar("current_update", default=None)
"""The update that is being handled; None outside of updates."""


@dataclass(slots=True, eq=False)
class TapTimer:
    began: float | None
    """When the tap came in, by `time.perf_counter`; None when it is answered."""


current_tap: ContextVar[TapTimer | None] = ContextVar("current_tap", default=None)
"""The timer of the tap that is being handled; None if the update is no tap."""
