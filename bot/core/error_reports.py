"""Something broke: what may be said of it. Types and places, never what an exception quotes."""

import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

ReportError = Callable[[str, BaseException], None]
"""Where, and what."""

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = frozenset({"bot", "handlers", "engine"})


class ExplainedError(Exception):
    """Its words are ours, and may be shown."""


def unheard(place: str, error: BaseException) -> None:
    """Nobody is listening; whoever calls this has written its line into the log."""


def described(error: BaseException) -> str:
    """`OperationalError SQLITE_FULL at bot/storage/database.py:190 _run`."""
    words = str(error) if isinstance(error, ExplainedError) else ""
    return " ".join(filter(None, (type(error).__name__, words, _code(error), _place(error))))


def _code(error: BaseException) -> str:
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return str(code) if code else ""


def _place(error: BaseException) -> str:
    """The innermost line of our own."""
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if _name(frame.filename)]
    return f"at {_name(own[-1].filename)}:{own[-1].lineno} {own[-1].name}" if own else ""


def _name(file: str) -> str:
    path = Path(file)
    if not path.is_relative_to(ROOT):
        return ""
    name = path.relative_to(ROOT)
    return name.as_posix() if name.parts[0] in OURS else ""


def trace(error: BaseException) -> str:
    """How it came about, without the messages of the exceptions: some of them quote what people wrote."""
    parts = [f"{''.join(traceback.format_tb(each.__traceback__))}{_last_line(each)}" for each in _chain(error)]
    return "\n\nwhich led to\n\n".join(parts)


SAFE = (AttributeError, NameError, ImportError, ZeroDivisionError, RecursionError, StopIteration)
"""Their messages name code."""


def _last_line(error: BaseException) -> str:
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    if isinstance(error, SAFE) and str(error):
        return f"{name}: {error}"
    return " ".join(filter(None, (name, _code(error))))


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The first cause first."""
    links: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in links:
        links.append(link)
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    yield from reversed(links)
