"""What one seat knows beyond the table: the fold of the private events that were sent to it."""

from collections.abc import Callable
from typing import Any

from engine import events as ev
from engine.events import Topic
from engine.roles import Role


class Knowledge:
    """A card, the team mates it may know, the own night choices, and what the judge has shown in private."""

    __slots__ = ("acted", "appointed", "leader", "mates", "night", "role", "seat", "told")

    def __init__(self, seat: int, role: Role) -> None:
        self.seat = seat
        self.role = role
        self.mates: tuple[int, ...] = ()
        self.leader = 0
        self.appointed: tuple[int, ...] = ()
        """The order of shots that the head of the team named."""
        self.night = 0
        self.acted: tuple[tuple[str, int], ...] = ()
        """Answers of the latest night in which this seat answered: ability and target, 0 for none."""
        self.told: tuple[ev.Told, ...] = ()

    def answer(self, night: int, ability: str) -> int | None:
        """The target chosen with an ability in this night; None while unanswered."""
        if self.night == night:
            for done, target in self.acted:
                if done == ability:
                    return target
        return None

    def copy(self) -> "Knowledge":
        twin = Knowledge.__new__(Knowledge)
        twin.become(self)
        return twin

    def become(self, other: "Knowledge") -> None:
        for name in Knowledge.__slots__:
            setattr(self, name, getattr(other, name))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Knowledge) and all(
            getattr(self, name) == getattr(other, name) for name in Knowledge.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # changes as the game goes on


def _acted(mine: Knowledge, event: ev.Acted) -> None:
    if mine.night != event.night:
        mine.night = event.night
        mine.acted = ()
    mine.acted += ((event.ability, event.target),)


def _told(mine: Knowledge, event: ev.Told) -> None:
    mine.told += (event,)
    if event.topic is Topic.MATES:
        mine.mates = event.about
    elif event.topic is Topic.LEADER:
        mine.leader = event.about[0]


def _shots_appointed(mine: Knowledge, event: ev.ShotsAppointed) -> None:
    mine.appointed = event.targets


KNOWLEDGE_FOLD: dict[type, Callable[[Knowledge, Any], None]] = {
    ev.Acted: _acted,
    ev.Told: _told,
    ev.ShotsAppointed: _shots_appointed,
}
