"""Structured logs: games and chats by number, never a role, a token or what somebody wrote in private."""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from bot.operation.trouble import trace

TOKEN = re.compile(r"\d{5,}:[A-Za-z0-9_-]{30,}")
Line = MutableMapping[str, Any]


def hide_tokens(_: Any, __: str, event: Line) -> Line:
    """A token may hide in the text of somebody's exception."""
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = TOKEN.sub("<token>", value)
    return event


def tell_error(_: Any, __: str, event: Line) -> Line:
    """How an exception came about, without its message: it may quote what must not be read here."""
    found = event.pop("exc_info", None)
    if found is True:
        found = sys.exc_info()
    error = found[1] if isinstance(found, tuple) else found
    if isinstance(error, BaseException):
        event["error"] = type(error).__name__
        event["trace"] = trace(error)
    return event


def set_up_logs(level: str, style: str) -> None:
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        tell_error,
        hide_tokens,
    ]
    renderer: Any = structlog.processors.JSONRenderer(ensure_ascii=False)
    if style == "console":
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    # Libraries write what they send and store when they are asked for details: they are asked for trouble only.
    libraries = logging.StreamHandler(sys.stderr)
    libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[libraries], force=True)
