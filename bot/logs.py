"""Structured logs: games and chats by number, never a role, a token or what somebody wrote in private."""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

TOKEN = re.compile(r"\d{5,}:[A-Za-z0-9_-]{30,}")


def hide_tokens(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A token may hide in the text of somebody's exception."""
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = TOKEN.sub("<token>", value)
    return event


def set_up_logs(level: str, style: str) -> None:
    renderer: Any = structlog.processors.JSONRenderer(ensure_ascii=False)
    if style == "console":
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            hide_tokens,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
