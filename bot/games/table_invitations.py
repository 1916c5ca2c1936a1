"""Who wants to be told in private that a table was opened in a group: of the next one, or each time. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.storage.groups import Group

MOST_WAITING = 200
"""How many people of a group wait for its next table at most, and how many are told each time; those who asked
first are dropped."""


def asks_for_next(group: Group, user_id: int) -> Group:
    """Notes a person for the next table; nothing changes for one who is told each time."""
    return group if user_id in group.subscribed else asks_once(group, user_id)


def asks_once(group: Group, user_id: int) -> Group:
    waiting = (*_without(group.waiting, user_id), user_id)[-MOST_WAITING:]
    return replace(group, waiting=waiting, subscribed=_without(group.subscribed, user_id))


def asks_always(group: Group, user_id: int) -> Group:
    subscribed = (*_without(group.subscribed, user_id), user_id)[-MOST_WAITING:]
    return replace(group, waiting=_without(group.waiting, user_id), subscribed=subscribed)


def stops_asking(group: Group, user_id: int) -> Group:
    return replace(group, waiting=_without(group.waiting, user_id), subscribed=_without(group.subscribed, user_id))


def _without(people: tuple[int, ...], user_id: int) -> tuple[int, ...]:
    return tuple(person for person in people if person != user_id)


INVITATION_WISHES: Mapping[str, Callable[[Group, int], Group]] = {
    "next": asks_for_next,
    "invite-once": asks_once,
    "invite-always": asks_always,
    "invite-off": stops_asking,
}
"""What each button does for the person who taps it."""
