"""Events as JSON, with a version from the first day: a journal outlives the code that wrote it.

    encode(Voted(3, 5))  →  {"event": "Voted", "v": 1, "seat": 3, "target": 5}

When the shape of an event changes, its version goes up and `RAISERS` gets a function that turns the fields of
the old version into those of the next; every older journal is then read through the chain of them.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, get_args, get_origin

from engine.errors import BadEvent
from engine.events import Event

Fields = dict[str, Any]
Raiser = Callable[[Fields], Fields]

EVENTS: Mapping[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}

VERSIONS: Mapping[str, int] = dict.fromkeys(EVENTS, 1) | {"NightClosed": 2}


def _several_may_name(fields: Fields) -> Fields:
    """Version 1 knew one victim with a best move at most, and 0 for nobody."""
    one = fields.get("may_name", 0)
    return fields | {"may_name": [one] if one else []}


RAISERS: Mapping[tuple[str, int], Raiser] = {("NightClosed", 1): _several_may_name}
"""(event, old version) → how its fields become those of the next version."""


def encode(event: Event) -> Fields:
    """An event as a dictionary of JSON values: its name, its version, its fields. `BadEvent` if it is no event.

    >>> from engine.events import Voted
    >>> encode(Voted(3, 5))
    {'event': 'Voted', 'v': 1, 'seat': 3, 'target': 5}
    """
    name = type(event).__name__
    if name not in VERSIONS:
        raise BadEvent(f"not an event: {event!r}")
    return {"event": name, "v": VERSIONS[name], **event._asdict()}


def decode(
    data: Mapping[str, Any],
    versions: Mapping[str, int] = VERSIONS,
    raisers: Mapping[tuple[str, int], Raiser] = RAISERS,
) -> Event:
    """The event that `encode` wrote, in this release or an earlier one.

    `data` may come from JSON (lists where events have tuples). `BadEvent` if it is no event, of a newer release,
    or its fields do not fit. The other arguments are for tests of old versions.

    >>> decode({"event": "Voted", "v": 1, "seat": 3, "target": 5})
    Voted(seat=3, target=5)
    >>> decode({"event": "Voted", "v": 9, "seat": 3, "target": 5})
    Traceback (most recent call last):
    engine.errors.BadEvent: Voted v9 was written by a newer release; this one reads up to v1
    """
    fields = dict(data)
    name, version = fields.pop("event", None), fields.pop("v", None)
    if not isinstance(name, str) or name not in EVENTS or type(version) is not int or version < 1:
        raise BadEvent(f"not an event: {name!r} v{version!r}")
    if version > versions[name]:
        raise BadEvent(f"{name} v{version} was written by a newer release; this one reads up to v{versions[name]}")
    for old in range(version, versions[name]):
        fields = raisers[name, old](fields)
    return _build(EVENTS[name], fields)


def _build(kind: type[Any], fields: Fields) -> Event:
    types = kind.__annotations__
    try:
        event: Event = kind(**{name: _value(types[name], value) for name, value in fields.items()})
    except (TypeError, KeyError, ValueError) as bad:
        raise BadEvent(f"{kind.__name__} cannot hold {fields!r}") from bad
    return event


def _value(kind: Any, value: Any) -> Any:
    """A value of the declared type; JSON has lists where events have tuples."""
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind), value)
    if issubclass(kind, StrEnum):
        return kind(value)
    if type(value) is not kind:
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value


def _tuple(kinds: tuple[Any, ...], values: Any) -> tuple[Any, ...]:
    if not isinstance(values, list | tuple):
        raise TypeError(f"{values!r} is no list")
    if kinds[1:] == (Ellipsis,):
        return tuple(_value(kinds[0], value) for value in values)
    return tuple(_value(kind, value) for kind, value in zip(kinds, values, strict=True))
