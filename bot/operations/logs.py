"""Structured logs: games and chats by number, never a role, a token or what somebody wrote in private."""

import logging
import re
import sys
import time
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any

import structlog

from bot.core.error_reports import trace

TOKEN = re.compile(r"(?<!\d)\d{5,}(?::|%3A)[A-Za-z0-9_-]{30,}|(?<=/bot)\d+(?::|%3A)[A-Za-z0-9_-]+", re.IGNORECASE)
"""Matches a bot token by its shape, or by its position in an address."""
SHORTEST_SECRET = 8
"""Fewest characters of a secret that is hidden: anything shorter may be part of any word."""
BETWEEN_LINES_S = 60.0
LONGEST_KIND, MOST_KINDS = 60, 500
"""Characters of a message's template by which messages are told apart, and most templates that are remembered."""
Line = MutableMapping[str, Any]


def hiding(secrets: Iterable[str]) -> Callable[[Any, str, Any], Any]:
    """Returns the last log processor, which hides tokens and secrets in the finished line: a token may be in the
    text of an exception, in an address, or deep inside of a value."""
    known = [secret for secret in secrets if len(secret) >= SHORTEST_SECRET]

    def hide(_: Any, __: str, line: Any) -> Any:
        if not isinstance(line, str):
            return line
        line = TOKEN.sub("<token>", line)
        for secret in known:
            line = line.replace(secret, "<secret>")
        return line

    return hide


def tell_error(_: Any, __: str, event: Line) -> Line:
    """Adds the kind and traceback of an exception to a log event, without its message: that may quote private
    text."""
    found = event.pop("exc_info", None)
    if found is True:
        found = sys.exc_info()
    error = found[1] if isinstance(found, tuple) else found
    if isinstance(error, BaseException):
        event["error"] = type(error).__name__
        event["trace"] = trace(error)
    return event


class OnceAMinute(logging.Filter):
    """Drops repeated messages of libraries within a minute: anybody may cause them, and they must not fill the
    disk."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind, now = (record.name, str(record.msg)[:LONGEST_KIND]), time.monotonic()
        if kind in self._said and now - self._said[kind] < BETWEEN_LINES_S:
            return False
        if len(self._said) >= MOST_KINDS:
            self._said.clear()
        self._said[kind] = now
        return True


def set_up_logs(level: str, style: str, secrets: Iterable[str] = ()) -> None:
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        tell_error,
    ]
    hide = hiding(secrets)
    renderer: Any = structlog.processors.JSONRenderer(ensure_ascii=False)
    if style == "console":
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    structlog.configure(
        processors=[*shared, renderer, hide],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    # Libraries log what they send and store at lower levels: warnings and errors only.
    libraries = logging.StreamHandler(sys.stderr)
    libraries.addFilter(OnceAMinute())
    libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer, hide],
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[libraries], force=True)
