"""Errors as text for logs and the owner: types and places, never messages that may quote what people wrote."""

import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

ReportError = Callable[[str, BaseException], None]
"""Called with the name of the part in which the error occurred, and the error."""

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = frozenset({"bot", "handlers", "engine"})


class ExplainedError(Exception):
    """An error whose message is written by this program, so that it may be shown."""


def ignore_error(place: str, error: BaseException) -> None:
    """Ignores an error. The default report: the caller has logged the error already."""


def described(error: BaseException) -> str:
    """Returns the kind and place of an error, as `OperationalError SQLITE_FULL at bot/storage/database.py:190
    _run`."""
    words = str(error) if isinstance(error, ExplainedError) else ""
    return " ".join(filter(None, (type(error).__name__, words, _code(error), _place(error))))


def _code(error: BaseException) -> str:
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return str(code) if code else ""


def _place(error: BaseException) -> str:
    """Returns the innermost line of this program's code in the traceback."""
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if _name(frame.filename)]
    return f"at {_name(own[-1].filename)}:{own[-1].lineno} {own[-1].name}" if own else ""


def _name(file: str) -> str:
    path = Path(file)
    if not path.is_relative_to(ROOT):
        return ""
    name = path.relative_to(ROOT)
    return name.as_posix() if name.parts[0] in OURS else ""


def trace(error: BaseException) -> str:
    """Returns the traceback with all causes, without the messages of the exceptions: some quote what people
    wrote."""
    parts = [f"{''.join(traceback.format_tb(each.__traceback__))}{_last_line(each)}" for each in _chain(error)]
    return "\n\nwhich led to\n\n".join(parts)


SAFE = (AttributeError, NameError, ImportError, ZeroDivisionError, RecursionError, StopIteration)
"""Errors whose messages may be shown, because they name only code."""


def _last_line(error: BaseException) -> str:
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    if isinstance(error, SAFE) and str(error):
        return f"{name}: {error}"
    return " ".join(filter(None, (name, _code(error))))


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Returns the error and its causes, the first cause first."""
    links: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in links:
        links.append(link)
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    yield from reversed(links)
