"""Everything that a host holds in memory: the size of each container that can be reached from it."""

import asyncio
import functools
import types
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

SHARED = (
    *(type, types.ModuleType, types.BuiltinFunctionType, Enum, str, bytes, int, float, bool, type(None)),
    *(asyncio.AbstractEventLoop, asyncio.Task, asyncio.Lock),
)
"""Types of objects that belong to no host, or to the event loop."""
OUTSIDE = (
    "tests.",
    "engine.",
    "aiogram.",
    "sqlalchemy.",
    "fluent.",
    "prometheus_client.",
    "structlog.",
    "pydantic",
)
"""Modules of the test set-up, and those whose objects are the same for every game."""


def holdings(root: object) -> Counter[str]:
    """Returns the size of each container by the path that leads to it; keys of mappings are left out."""
    found: Counter[str] = Counter()
    seen: set[int] = set()
    waiting: deque[tuple[str, object]] = deque([(type(root).__name__, root)])
    while waiting:
        path, thing = waiting.popleft()
        if id(thing) in seen or isinstance(thing, SHARED) or _is_outside(thing):
            continue
        seen.add(id(thing))
        if isinstance(thing, Mapping | WeakValueDictionary | WeakKeyDictionary):
            found[path] += len(thing)
            waiting.extend((f"{path}[]", value) for value in [*thing.values()])
        elif isinstance(thing, AbstractSet | list | tuple | deque):
            found[path] += len(thing)
            waiting.extend((f"{path}[]", value) for value in [*thing])
        else:
            waiting.extend((f"{path}.{name}", value) for name, value in _parts(thing))
    return found


def _is_outside(thing: object) -> bool:
    kind = type(thing)
    return kind.__module__.startswith(OUTSIDE)


def _parts(thing: object) -> Iterator[tuple[str, Any]]:
    """Returns the attributes of an object; of a function the values in its closure."""
    if isinstance(thing, types.FunctionType):
        for cell in thing.__closure__ or ():
            yield "<closure>", cell.cell_contents
    elif isinstance(thing, types.MethodType):
        yield "__self__", thing.__self__
    elif isinstance(thing, functools.partial):
        yield from (("args", thing.args), ("keywords", thing.keywords))
    else:
        yield from vars(thing).items() if hasattr(thing, "__dict__") else ()
        for kind in type(thing).__mro__:
            for name in getattr(kind, "__slots__", ()):
                if isinstance(name, str) and hasattr(thing, name):
                    yield name, getattr(thing, name)


def grown(before: Counter[str], after: Counter[str]) -> dict[str, int]:
    """Returns the containers that hold more than before."""
    return {path: after[path] - before[path] for path in after if after[path] > before[path]}
