"""Views that cannot change a game: what `State.view` hands out reads the live position and refuses to write.

The engine itself works on `State.views`, which hold the position as it is and cost nothing to read.
"""

from collections.abc import Callable
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NoReturn

from engine.seat_knowledge import Knowledge
from engine.table import Table

LISTS = frozenset({"fouls", "time_outs_used", "votes", "warnings"})
MAPPINGS = frozenset({"best_moves", "bonuses", "judge_votes", "lift_votes", "offended", "roles_shown", "victims"})
"""Fields of `Table` that change in place; a view shows them as a tuple or as a read-only mapping."""


def _refuse(self: object, *_: object) -> NoReturn:
    raise AttributeError(f"a {type(self).__name__} cannot be changed: a view only reads the game")


class ReadOnlyTable(Table):
    """A `Table` that follows the game and cannot be written to."""

    __slots__ = ("_source",)

    _source: Table

    def copy(self) -> Table:
        """A table of its own, which may be changed and belongs to no game."""
        return self._source.copy()

    __setattr__ = __delattr__ = _refuse


class ReadOnlyKnowledge(Knowledge):
    """A `Knowledge` that follows the game and cannot be written to."""

    __slots__ = ("_source",)

    _source: Knowledge

    def copy(self) -> Knowledge:
        """What the seat knows now, apart from the game."""
        return self._source.copy()

    __setattr__ = __delattr__ = _refuse


def _reader(name: str) -> Callable[[Any], Any]:
    read: Callable[[Any], Any] = attrgetter(f"_source.{name}")
    if name in LISTS:
        return lambda view: tuple(read(view))
    if name in MAPPINGS:
        return lambda view: MappingProxyType(read(view))
    return read


for _kind, _read_only in ((Table, ReadOnlyTable), (Knowledge, ReadOnlyKnowledge)):
    for _name in _kind.__slots__:
        type.__setattr__(_read_only, _name, property(_reader(_name)))


class KnowledgeForJudge(ReadOnlyKnowledge):
    """What the judge sees of a seat: all but its secret vote, which is nobody else's before the close, or ever."""

    __slots__ = ()

    def copy(self) -> Knowledge:
        """What the judge sees of the seat now, apart from the game."""
        twin = self._source.copy()
        twin.vote, twin.earlier_vote = None, 0
        return twin


type.__setattr__(KnowledgeForJudge, "vote", property(lambda _: None))
type.__setattr__(KnowledgeForJudge, "earlier_vote", property(lambda _: 0))


def knowledge_for_judge(knowledge: Knowledge) -> Knowledge:
    """A view of what a seat knows, for the judge."""
    view = KnowledgeForJudge.__new__(KnowledgeForJudge)
    object.__setattr__(view, "_source", knowledge)
    return view


def read_only_table(table: Table) -> Table:
    """A view of a table."""
    view = ReadOnlyTable.__new__(ReadOnlyTable)
    object.__setattr__(view, "_source", table)
    return view


def read_only_knowledge(knowledge: Knowledge) -> Knowledge:
    """A view of what a seat knows."""
    view = ReadOnlyKnowledge.__new__(ReadOnlyKnowledge)
    object.__setattr__(view, "_source", knowledge)
    return view
