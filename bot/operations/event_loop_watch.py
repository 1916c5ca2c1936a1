"""A thread that watches the event loop: while that is blocked no update is handled, and no task can report it.

The loop updates a time stamp every quarter of a second. When it is older than `BLOCKED_S`, the thread logs where
the loop's thread is (files, lines and functions, no values) and which updates are in progress (ids and kinds), and
answers HTTP in the loop's place: 503 to `/healthz`, and to Telegram, which brings its updates again. When the loop
runs again the owner is told. After END_WHEN_STUCK_S the thread ends the program, so that its supervisor
restarts it; an update that does this at every start is put aside (`bot.telegram.updates.failed_updates`).

A program that was stopped as a whole (SIGSTOP, a suspended machine) is not a blocked loop: the thread has not run
either, and no processor time was spent.

Limit: code in C that keeps Python's lock, such as one long match of a regular expression, keeps this thread from
running too, so no request is answered. For that there are `faulthandler`, whose own thread needs no lock, to
write where it stands, and a timer of the system that counts processor time: END_WHEN_STUCK_S of it without a sign
of life end the program by SIGVTALRM.
"""

import asyncio
import contextlib
import faulthandler
import json
import os
import select
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping

import structlog

from bot.core.error_reports import ExplainedError, ReportError
from bot.operations.metrics import Metrics

log = structlog.get_logger()

SIGN_S = 0.25
"""Seconds between two updates of the time stamp, and between two checks of it."""
BLOCKED_S = 5.0
REARM_S = 5.0
"""Seconds after which the timers that work without Python's lock are set anew: setting them costs a thread."""
TRACE_S = 30
"""Seconds without a new time stamp after which `faulthandler` writes the stack of every thread."""
REQUEST_S = 1.0
"""Seconds one HTTP request may take while the loop is blocked."""
STANDARD_ERROR = 2
LARGEST_HEAD = 16 * 1024
DEEPEST = 30
"""Most frames of a stack that are logged."""
STUCK = 75
"""Exit code for a blocked loop: an error that a restart may cure (EX_TEMPFAIL)."""

UpdatesInProgress = Callable[[], Mapping[int, str]]
"""Returns ids and kinds of the updates that are being handled."""


class EventLoopBlocked(ExplainedError):
    """Reports that the event loop has run nothing for a while."""


class EventLoopWatch:
    def __init__(
        self, metrics: Metrics, report_error: ReportError, in_progress: UpdatesInProgress, end_after_s: int
    ) -> None:
        self._metrics = metrics
        self._report_error = report_error
        self._in_progress = in_progress
        self._end_after_s = end_after_s
        self._listener: socket.socket | None = None
        self._seen = self._rearmed = 0.0
        self._looked = self._spent = 0.0
        """When the thread checked last, and the processor time the program had used by then."""
        self._loop_thread = 0
        self._next_sign: asyncio.TimerHandle | None = None
        self._stood: EventLoopBlocked | None = None
        """The last blocking, which is reported to the owner as soon as the loop runs again."""
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="loop-watch", daemon=True)

    def start(self, listener: socket.socket | None) -> None:
        """Starts the watch; called on the loop to be watched. While it is blocked the thread answers connections
        of this listener."""
        if listener is not None:
            self._listener = socket.socket(fileno=os.dup(listener.fileno()))
        self._loop_thread = threading.get_ident()
        self._looked, self._spent = time.monotonic(), time.process_time()
        self._give_sign()
        self._thread.start()

    async def stop(self) -> None:
        self._ending.set()
        if self._next_sign is not None:
            self._next_sign.cancel()
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)
        self._disarm()
        if self._listener is not None:
            self._listener.close()

    # --- on the loop --------------------------------------------------------------------------------------------

    def _give_sign(self) -> None:
        self._seen = time.monotonic()
        self._next_sign = asyncio.get_running_loop().call_later(SIGN_S, self._give_sign)
        if self._seen - self._rearmed >= REARM_S:
            self._rearmed = self._seen
            self._arm()
        if self._stood is not None:
            stood, self._stood = self._stood, None
            self._report_error("loop", stood)

    def _arm(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # standard error may be closed
            faulthandler.dump_traceback_later(TRACE_S, file=sys.__stderr__ or STANDARD_ERROR)
        if self._end_after_s:
            signal.setitimer(signal.ITIMER_VIRTUAL, self._end_after_s)

    def _disarm(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        if self._end_after_s:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    # --- in the thread ------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        while not self._ending.wait(SIGN_S):
            now, spent = time.monotonic(), time.process_time()
            slept, worked = now - self._looked, spent - self._spent
            self._looked, self._spent = now, spent
            if slept > BLOCKED_S / 2 and worked < slept / 2:
                self._seen = max(self._seen, now)  # the whole program was stopped, not only the loop
            if now - self._seen >= BLOCKED_S:
                self._answer_instead()

    def _answer_instead(self) -> None:
        since, stack, in_progress = self._seen, self._stack(), dict(self._in_progress())
        log.error(
            "loop_blocked", in_progress=[f"{number} {kind}" for number, kind in in_progress.items()], stack=stack
        )
        self._metrics.loop_blocked.inc()
        while self._seen == since and not self._ending.is_set():
            stood = time.monotonic() - since
            if self._end_after_s and stood >= self._end_after_s:
                log.critical("loop_stuck", stood_s=round(stood), stack=self._stack())
                sys.stderr.flush()
                os._exit(STUCK)
            self._answer_for_it(stood)
        stood = time.monotonic() - since
        self._looked, self._spent = time.monotonic(), time.process_time()
        self._metrics.loop_blocked_s.set(stood)
        held = ", ".join(f"{number} {kind}" for number, kind in in_progress.items()) or "-"
        self._stood = EventLoopBlocked(f"{stood:.0f} s at {stack[-1] if stack else '?'}, in progress: {held}")
        log.warning("loop_runs_again", stood_s=round(stood, 1))

    def _stack(self) -> list[str]:
        """Returns the stack of the loop's thread, the innermost frame last."""
        frame = sys._current_frames().get(self._loop_thread)
        found = traceback.extract_stack(frame, limit=None) if frame is not None else []
        return [f"{each.filename}:{each.lineno} {each.name}" for each in found[-DEEPEST:]]

    def _answer_for_it(self, stood: float) -> None:
        """Waits `SIGN_S` for an HTTP request, and answers it with 503."""
        if self._listener is None:
            self._ending.wait(SIGN_S)
            return
        with contextlib.suppress(OSError):  # the client may close the connection
            if select.select([self._listener], [], [], SIGN_S)[0]:
                asking, _ = self._listener.accept()
                with asking:
                    _refuse(asking, stood)


def _refuse(asking: socket.socket, stood: float) -> None:
    asking.settimeout(REQUEST_S)
    head = b""
    while b"\r\n\r\n" not in head and len(head) < LARGEST_HEAD:
        more = asking.recv(4096)
        if not more:
            break
        head += more
    asks_health = head.startswith((b"GET /healthz ", b"GET /healthz?"))
    told = {"well": False, "loop": False, "stood_s": round(stood)}
    body = json.dumps(told).encode() if asks_health else b""
    kind = b"Content-Type: application/json; charset=utf-8\r\n" if asks_health else b""
    asking.sendall(
        b"HTTP/1.1 503 Service Unavailable\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n%s"
        % (kind, len(body), body)
    )
    asking.shutdown(socket.SHUT_WR)
    asking.recv(LARGEST_HEAD)  # closing with unread data would reset the connection before the answer arrives
