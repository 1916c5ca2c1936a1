"""Plays a record line by line and compares its expectations with the game.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.api import open_dealt, open_drawn, perform
from engine.commands import Command, Reason, Rejected, Verb
from engine.errors import BadRecord
from engine.events import Event, ShotsAppointed, Told, Topic
from engine.fair_deal import Deal
from engine.game import Game
from engine.points import game_points, read_points, write_points
from engine.record.reading import Action, Expectation, Record
from engine.state import State
from engine.steps.night import may_talk_to
from engine.steps.speech import which_counts
from engine.table_updates import BALLOTS


class Failure(NamedTuple):
    """A line of a record that does not hold: its number, what it expected, what was found.

    >>> str(Failure(7, "step night", "speech"))
    'expected step night, found speech'
    """

    line: int
    expected: str
    found: str

    def __str__(self) -> str:
        return f"expected {self.expected}, found {self.found}"


class Replay(NamedTuple):
    r"""The result of replaying a record: the position, its journal, and the first failure if there is one.

    >>> from engine.record import read_record
    >>> replay_record(read_record("ruleset fiim\nplayers 10\ndeal 1=don 2=mafia 3=mafia 4=sheriff"))
    <Replay of fiim, deal, 10 of 10 alive, 12 events>
    """

    state: State
    journal: tuple[Event, ...]
    failure: Failure | None

    def __repr__(self) -> str:
        table, failed = self.state.table, f", {self.failure}" if self.failure else ""
        return f"<Replay of {table.rules.ruleset.id}, {table.summary()}, {len(self.journal)} events{failed}>"


class _Run:
    """A replay in progress: the position, and the refusal or private messages of the last command."""

    def __init__(self, record: Record) -> None:
        self.game = open_record(record)
        self.state = self.game.state
        self.told = _private_messages(self.game.journal)
        self.refused: Reason | None = None

    def act(self, action: Action) -> None:
        before = len(self.game.journal)
        rejected: Rejected | None = Rejected(Reason.UNKNOWN_COMMAND)
        if action.verb is not None:
            rejected = perform(self.game, self._meant(action))
        self.refused = rejected.reason if rejected else None
        self.told = _private_messages(self.game.journal[before:])

    def _meant(self, action: Action) -> Command:
        """Returns the command; of several seats in one nomination the one that counts by the rules (S3 4.3.7)."""
        command = action.command
        if action.verb is Verb.NOMINATE and len(action.seats) > 1 and 1 <= action.actor < len(self.state.views):
            return command._replace(seats=(which_counts(self.state.views[action.actor], action.seats),))
        return command


def open_record(record: Record) -> Game:
    """Returns a record's game before its first action."""
    if record.secret:
        deal = Deal(record.seating, record.dealt)
        return open_drawn(record.rules, record.guests, record.secret, deal, seated=record.seated)
    return open_dealt(record.rules, record.dealt, record.position)


def replay_record(record: Record) -> Replay:
    r"""Plays the lines of a record; stops at the first unexpected refusal or failed expectation.

    >>> from engine.record import read_record
    >>> text = "ruleset fiim\nplayers 10\ndeal 1=don 2=mafia 3=mafia 4=sheriff\n\n1: seen\nexpect step night"
    >>> print(replay_record(read_record(text)).failure)
    expected step night, found deal
    """
    run = _Run(record)
    pending: Action | None = None
    for item in record.body:
        expects_error = isinstance(item, Expectation) and item.what == "error"
        if pending is not None and run.refused is not None and not expects_error:
            return Replay(run.state, tuple(run.game.journal), _unexpected(pending, run.refused))
        if isinstance(item, Action):
            run.refused = None
            run.act(item)
            pending = item
            continue
        failure = _hold_against(run, item)
        if failure is not None:
            return Replay(run.state, tuple(run.game.journal), failure)
        if expects_error:
            pending = None
    failure = _unexpected(pending, run.refused) if pending is not None and run.refused is not None else None
    return Replay(run.state, tuple(run.game.journal), failure)


def _unexpected(action: Action, reason: Reason) -> Failure:
    return Failure(action.line, "the command to be accepted", f"refused: {reason}")


def _hold_against(run: _Run, item: Expectation) -> Failure | None:
    check = EXPECTATIONS.get(item.what)
    if check is None:
        raise BadRecord(item.line, f"nothing can be expected of {item.what!r}")
    try:
        expected, found = check(run, item.words)
    except (ValueError, IndexError) as bad:
        raise BadRecord(
            item.line, f"cannot read what is expected of {item.what!r}: {' '.join(item.words)}"
        ) from bad
    return None if expected == found else Failure(item.line, f"{item.what} {expected}", found or "none")


Compared = tuple[str, str]


def _seats(words: tuple[str, ...]) -> str:
    return " ".join(str(int(word)) for word in words)


def _number(words: tuple[str, ...]) -> str:
    (word,) = words
    return str(int(word))


def _line(seats: tuple[int, ...]) -> str:
    return " ".join(map(str, seats))


def _sorted(words: tuple[str, ...]) -> str:
    return _line(tuple(sorted(map(int, words))))


def _step(run: _Run, words: tuple[str, ...]) -> Compared:
    return words[0], run.state.table.step


def _day(run: _Run, words: tuple[str, ...]) -> Compared:
    return _number(words), str(run.state.table.day)


def _night(run: _Run, words: tuple[str, ...]) -> Compared:
    return _number(words), str(run.state.table.night)


def _speaker(run: _Run, words: tuple[str, ...]) -> Compared:
    return _number(words), str(run.state.table.speaker)


def _candidates(run: _Run, words: tuple[str, ...]) -> Compared:
    return _seats(words), _line(run.state.table.candidates)


def _shown(run: _Run, words: tuple[str, ...]) -> Compared:
    return _seats(words), _line(run.state.table.shown_candidates)


def _votes(run: _Run, words: tuple[str, ...]) -> Compared:
    tally = dict(run.state.table.tally)
    expected = {int(seat): int(count) for seat, count in (word.split("=") for word in words)}
    return _pairs(expected), _pairs({seat: count for seat, count in tally.items() if count or seat in expected})


def _pairs(pairs: dict[int, int]) -> str:
    return " ".join(f"{seat}={count}" for seat, count in sorted(pairs.items()))


def _hands(run: _Run, words: tuple[str, ...]) -> Compared:
    return _sorted(words), _line(tuple(sorted(run.state.table.hands)))


def _received(run: _Run, words: tuple[str, ...]) -> Compared:
    return _number(words), str(run.state.table.received)


def _known(run: _Run, words: tuple[str, ...]) -> Compared:
    """Compares what everybody knows of who has voted against whom: in the ballot that runs, or was last."""
    table = run.state.table
    known = {seat: target for seat, target in enumerate(table.votes) if target}
    if table.step not in BALLOTS and table.ballots:
        known |= dict(table.ballots[-1].against)
    expected = {int(seat): int(target) for seat, target in (word.split("=") for word in words)}
    return _pairs(expected), _pairs(known)


def _alive(run: _Run, words: tuple[str, ...]) -> Compared:
    return _sorted(words), _line(run.state.table.alive)


def _out(run: _Run, words: tuple[str, ...]) -> Compared:
    table = run.state.table
    return _sorted(words), _line(tuple(s for s in range(1, table.size + 1) if s not in table.alive))


def _fouls(run: _Run, words: tuple[str, ...]) -> Compared:
    expected = {int(seat): int(count) for seat, count in (word.split("=") for word in words)}
    return _pairs(expected), _pairs({seat: run.state.table.fouls[seat] for seat in expected})


def _seconds(run: _Run, words: tuple[str, ...]) -> Compared:
    return _number(words), str(run.state.table.length)


def _told(run: _Run, words: tuple[str, ...]) -> Compared:
    seat, expected = int(words[0]), " ".join(words[1:])
    messages = [text for to, text in run.told if to == seat]
    return expected, expected if expected in messages else "; ".join(messages)


def _private_messages(events: Sequence[Event]) -> list[tuple[int, str]]:
    """Returns the private messages among the events: seat, and text as a record writes it."""
    messages = []
    for event in events:
        if isinstance(event, Told):
            words = (event.topic, _line(event.about), event.answer)
            messages.append((event.seat, " ".join(word for word in words if word)))
        elif isinstance(event, ShotsAppointed):
            messages.extend((seat, f"{Topic.APPOINTED} {_line(event.targets)}") for seat in event.to)
    return messages


def _untold(run: _Run, words: tuple[str, ...]) -> Compared:
    seat = int(words[0])
    return "", "; ".join(text for to, text in run.told if to == seat)


def _error(run: _Run, words: tuple[str, ...]) -> Compared:
    return words[0], run.refused or "accepted"


def _winner(run: _Run, words: tuple[str, ...]) -> Compared:
    return words[0], run.state.table.winner or "none"


def _points(run: _Run, words: tuple[str, ...]) -> Compared:
    expected = {int(seat): read_points(text) for seat, text in (word.split("=") for word in words)}
    points = game_points(run.state)
    found = {seat: points[seat - 1].total for seat in expected}
    return _written(expected), _written(found)


def _written(points: dict[int, int]) -> str:
    return " ".join(f"{seat}={write_points(total)}" for seat, total in sorted(points.items()))


def _revealed(run: _Run, words: tuple[str, ...]) -> Compared:
    shown = run.state.table.roles_shown
    return " ".join(sorted(words)), " ".join(sorted(f"{seat}={role}" for seat, role in shown.items()))


def _wave(run: _Run, words: tuple[str, ...]) -> Compared:
    return _number(words), str(run.state.table.wave)


def _prison(run: _Run, words: tuple[str, ...]) -> Compared:
    return _sorted(words), _line(tuple(sorted(run.state.table.prisoners)))


def _no_vote(run: _Run, words: tuple[str, ...]) -> Compared:
    return _sorted(words), _line(tuple(sorted(run.state.table.no_vote)))


def _alibi(run: _Run, words: tuple[str, ...]) -> Compared:
    return _sorted(words), _line(tuple(sorted(run.state.table.alibis)))


def _talk(run: _Run, words: tuple[str, ...]) -> Compared:
    return _sorted(words[1:]), _line(may_talk_to(run.state.view(int(words[0]))))


EXPECTATIONS: dict[str, Callable[[_Run, tuple[str, ...]], Compared]] = {
    "step": _step,
    "day": _day,
    "night": _night,
    "speaker": _speaker,
    "candidates": _candidates,
    "shown": _shown,
    "votes": _votes,
    "hands": _hands,
    "received": _received,
    "known": _known,
    "alive": _alive,
    "out": _out,
    "fouls": _fouls,
    "seconds": _seconds,
    "told": _told,
    "untold": _untold,
    "error": _error,
    "winner": _winner,
    "points": _points,
    "revealed": _revealed,
    "talk": _talk,
    "wave": _wave,
    "prison": _prison,
    "silenced": _no_vote,
    "alibi": _alibi,
}
