"""Parses the text of a record; every error names its line."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.api import Position
from engine.commands import CLOCK, JUDGE, NO, YES, Command, Verb
from engine.errors import BadOption, BadRecord, UnknownRuleSet
from engine.house_rules import find_ruleset
from engine.points import read_points
from engine.role_set_check import check_cards
from engine.rules import Rules, RuleSet, cards_for, rules_for

DEFAULT_ROLE = "civilian"
ACTORS = {"clock": CLOCK, "judge": JUDGE}
POINTS_VERBS = (Verb.BONUS, Verb.PENALTY, Verb.CORRECT)


class Action(NamedTuple):
    """A command in a record, with the number of its line."""

    line: int
    actor: int
    verb: Verb | None
    """None if the word is not a verb; the record then expects a refusal."""
    seats: tuple[int, ...] = ()
    value: int | None = None
    consent: bool = False
    note: str = ""

    @property
    def command(self) -> Command:
        """The command for the engine; `EXPIRE` stands in for an unknown verb."""
        verb = self.verb or Verb.EXPIRE
        return Command(self.actor, verb, self.seats, self.value, consent=self.consent, note=self.note)


class Expectation(NamedTuple):
    """A line `expect ...`: what must hold at this point of the game."""

    line: int
    what: str
    words: tuple[str, ...]


class Record(NamedTuple):
    r"""A parsed record: rules, deal, and the lines of its body.

    >>> record = read_record("ruleset fiim-2025\nplayers 10\ndeal 1=don 2=mafia 3=mafia 4=sheriff\n\n1: seen")
    >>> record
    <Record of fiim-2025 for 10 players, 1 line>
    """

    rules: Rules
    dealt: tuple[str, ...]
    """Roles from seat 1 on."""
    position: Position | None
    body: tuple[Action | Expectation, ...]
    secret: str = ""
    guests: tuple[str, ...] = ()
    """The players in the order in which they joined; the secret decides their seats."""
    commitment: str = ""
    seating: tuple[str, ...] = ()
    """The players from seat 1 on, as the record has them."""
    seated: bool = False
    """Whether `guests` are in the order of seats, so that only the cards were drawn."""
    lines: Mapping[str, int] = {}
    """Line numbers of the header's lines, by their first word."""
    names: tuple[str, ...] = ()
    """Names of the players from seat 1 on; empty if the record has none."""

    def __repr__(self) -> str:
        lines = f"{len(self.body)} line" + ("" if len(self.body) == 1 else "s")
        return f"<Record of {self.rules.ruleset.id} for {len(self.dealt)} players, {lines}>"


class _Line(NamedTuple):
    number: int
    words: tuple[str, ...]
    note: str


class _Header:
    """Collects the lines before the first action; each kind may occur once, except those in `SEVERAL`."""

    def __init__(self) -> None:
        self.ruleset: RuleSet | None = None
        self.size = 0
        self.options: dict[str, str] = {}
        self.dealt: dict[int, str] | None = None
        self.out: tuple[int, ...] = ()
        self.fouls: tuple[tuple[int, int], ...] = ()
        self.begin: tuple[str, int] | None = None
        self.opener = 0
        self.secret = ""
        self.commitment = ""
        self.guests: tuple[str, ...] = ()
        self.seating: tuple[str, ...] = ()
        self.seated = False
        self.names: dict[int, str] = {}
        self.lines: dict[str, int] = {}

    def line_of(self, word: str) -> int:
        return self.lines.get(word, 1)


def read_record(text: str) -> Record:
    r"""Parses a record; raises `BadRecord`, which says what is wrong and in which line.

    >>> read_record("ruleset fiim-2025\nplayers 10\ndeal 1=don 2=mafia 3=mafia 4=sheriff").dealt[:4]
    ('don', 'mafia', 'mafia', 'sheriff')
    >>> read_record("ruleset poker")
    Traceback (most recent call last):
    engine.errors.BadRecord: unknown rule set 'poker'; known: fiim, fiim-2025, phystech, city, box, party
    """
    header = _Header()
    body: list[Action | Expectation] = []
    lines = [line for line in map(_split, range(1, text.count("\n") + 2), text.split("\n")) if line.words]
    if not lines:
        raise BadRecord(1, "an empty record")
    record: Record | None = None
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        first = line.words[0]
        if first in HEADER_LINES:
            if record is not None:
                raise BadRecord(line.number, f"{first!r} must stand before the first action")
            if first in header.lines and first not in SEVERAL:
                raise BadRecord(line.number, f"a second line {first!r}")
            header.lines.setdefault(first, line.number)
            HEADER_LINES[first](header, line)
            continue
        if record is None:
            record = _finish_header(header, line.number)
        refusal_expected = following is not None and following.words[:2] == ("expect", "error")
        if first == "expect":
            body.append(_expectation(line))
        else:
            body.extend(_actions(line, header.size, refusal_expected))
    if record is None:
        record = _finish_header(header, lines[-1].number)
    return record._replace(body=tuple(body))


def _split(number: int, text: str) -> _Line:
    said, _, comment = text.partition("#")
    return _Line(number, tuple(said.split()), comment.strip())


# --- the header ---------------------------------------------------------------------------------------------


def _ruleset(header: _Header, line: _Line) -> None:
    name = _only_word(line)
    try:
        header.ruleset = find_ruleset(name)
    except UnknownRuleSet as unknown:
        raise BadRecord(line.number, str(unknown)) from unknown


def _players(header: _Header, line: _Line) -> None:
    header.size = _number(line, _only_word(line))


def _option(header: _Header, line: _Line) -> None:
    for word in line.words[1:]:
        key, equals, value = word.partition("=")
        if not equals:
            raise BadRecord(line.number, f"an option is written key=value, not {word!r}")
        header.lines[f"option {key}"] = line.number
        header.options[key] = value
    if len(line.words) < 2:
        raise BadRecord(line.number, "which option?")


def _deal(header: _Header, line: _Line) -> None:
    header.dealt = {}
    for word in line.words[1:]:
        seat, equals, role = word.partition("=")
        if not equals:
            raise BadRecord(line.number, f"a card is written seat=role, not {word!r}")
        number = _number(line, seat)
        if number in header.dealt:
            raise BadRecord(line.number, f"seat {number} has two cards")
        header.dealt[number] = role


def _out(header: _Header, line: _Line) -> None:
    header.out = tuple(_number(line, word) for word in line.words[1:])


def _fouls(header: _Header, line: _Line) -> None:
    header.fouls = tuple(_pair(line, word) for word in line.words[1:])


def _begin(header: _Header, line: _Line) -> None:
    if len(line.words) != 3 or line.words[1] not in ("day", "night"):
        raise BadRecord(line.number, "a game begins with `begin day N` or `begin night N`")
    header.begin = (line.words[1], _number(line, line.words[2]))
    if header.begin[1] < 1:
        raise BadRecord(line.number, "days and nights are counted from 1")


def _opener(header: _Header, line: _Line) -> None:
    header.opener = _number(line, _only_word(line))


def _secret(header: _Header, line: _Line) -> None:
    header.secret = _only_word(line)


def _commitment(header: _Header, line: _Line) -> None:
    header.commitment = _only_word(line)


def _guests(header: _Header, line: _Line) -> None:
    header.guests = line.words[1:]


def _seating(header: _Header, line: _Line) -> None:
    header.seating = line.words[1:]


def _seated(header: _Header, line: _Line) -> None:
    if len(line.words) > 1:
        raise BadRecord(line.number, "`seated` stands alone")
    header.seated = True


def _name(header: _Header, line: _Line) -> None:
    if len(line.words) < 3:
        raise BadRecord(line.number, "a name is written `name SEAT NAME`")
    number = _number(line, line.words[1])
    if number in header.names:
        raise BadRecord(line.number, f"seat {number} has two names")
    header.names[number] = " ".join(line.words[2:])


SEVERAL = frozenset({"option", "name"})
"""Lines of the header that may occur more than once."""

HEADER_LINES: dict[str, Callable[[_Header, _Line], None]] = {
    "ruleset": _ruleset,
    "players": _players,
    "option": _option,
    "deal": _deal,
    "out": _out,
    "fouls": _fouls,
    "begin": _begin,
    "opener": _opener,
    "secret": _secret,
    "commitment": _commitment,
    "guests": _guests,
    "seating": _seating,
    "seated": _seated,
    "name": _name,
}


def _finish_header(header: _Header, first_action: int) -> Record:
    if header.ruleset is None:
        raise BadRecord(first_action, "no line `ruleset` before the first action")
    size = header.size or header.ruleset.official_size
    header.size = size
    if size not in header.ruleset.sizes:
        sizes = header.ruleset.sizes
        raise BadRecord(
            header.line_of("players"), f"{header.ruleset.id} is played by {sizes[0]} to {sizes[-1]}, not by {size}"
        )
    rules = _rules(header, header.ruleset)
    dealt = _dealt(header, rules)
    _check_drawing(header)
    return Record(
        rules=rules,
        dealt=dealt,
        position=_position(header, rules),
        body=(),
        secret=header.secret,
        guests=header.guests,
        commitment=header.commitment,
        seating=header.seating,
        seated=header.seated,
        lines=header.lines,
        names=_names(header),
    )


def _names(header: _Header) -> tuple[str, ...]:
    for seat in header.names:
        _check_seat(header.line_of("name"), seat, header.size)
    return tuple(header.names.get(seat, "") for seat in range(1, header.size + 1)) if header.names else ()


def _check_drawing(header: _Header) -> None:
    """Raises BadRecord if there is a secret without deal, guests or seating, or in a game that begins later."""
    if not header.secret:
        return
    if header.begin:
        raise BadRecord(header.line_of("secret"), "a game that begins in the middle has no secret")
    if header.dealt is None:
        raise BadRecord(header.line_of("secret"), "no line `deal` beside the secret")
    for word, people in (("guests", header.guests), ("seating", header.seating)):
        if len(people) != header.size:
            raise BadRecord(header.line_of(word), f"{word!r} names {len(people)} people, not {header.size}")


def _rules(header: _Header, ruleset: RuleSet) -> Rules:
    for key, value in header.options.items():
        try:
            rules_for(ruleset, {key: value})
        except BadOption as bad:
            raise BadRecord(header.line_of(f"option {key}"), str(bad)) from bad
    return rules_for(ruleset, header.options)


def _dealt(header: _Header, rules: Rules) -> tuple[str, ...]:
    ruleset = rules.ruleset
    line = header.line_of("deal")
    if header.dealt is None:
        if header.size not in next(iter(ruleset.role_sets.values())):
            raise BadRecord(line, f"no line `deal`, and {ruleset.id} has no cards for {header.size}")
        return cards_for(ruleset, header.size)
    for seat in header.dealt:
        _check_seat(line, seat, header.size)
    cards = tuple(header.dealt.get(seat, DEFAULT_ROLE) for seat in range(1, header.size + 1))
    errors = check_cards(rules, cards).errors
    if errors:
        raise BadRecord(line, f"these cards cannot be dealt: {', '.join(errors)}")
    return cards


def _position(header: _Header, rules: Rules) -> Position | None:
    for seat in header.out:
        _check_seat(header.line_of("out"), seat, header.size)
    for seat, count in header.fouls:
        _check_seat(header.line_of("fouls"), seat, header.size)
        if not 0 <= count < rules.options.fouls_to_removal:
            raise BadRecord(header.line_of("fouls"), f"a player with {count} fouls does not sit at the table")
    if header.opener:
        _check_seat(header.line_of("opener"), header.opener, header.size)
        if header.opener in header.out:
            raise BadRecord(header.line_of("opener"), f"seat {header.opener} is out and opens no day")
    if header.begin is None:
        if header.out or header.fouls or header.opener:
            named = next(word for word in ("out", "fouls", "opener") if word in header.lines)
            raise BadRecord(header.line_of(named), f"{named!r} needs a line `begin`")
        return None
    if len(set(header.out)) >= header.size:
        raise BadRecord(header.line_of("out"), "nobody is left at the table")
    phase, number = header.begin
    return Position(number, phase == "night", tuple(sorted(set(header.out))), header.fouls, header.opener)


# --- actions and expectations -------------------------------------------------------------------------------


def _actions(line: _Line, size: int, refusal_expected: bool) -> tuple[Action, ...]:
    who, colon, rest = " ".join(line.words).partition(":")
    words = rest.split()
    if not colon or not words:
        raise BadRecord(
            line.number, f"neither an action, an expectation nor a line of the header: {line.words[0]!r}"
        )
    actor = ACTORS.get(who)
    if actor is None:
        actor = _number(line, who)
        if not 1 <= actor <= size:
            _check_seat(line.number, actor, size, refusal_expected)
            actor = actor or size + 1
    verb = next((known for known in Verb if known == words[0]), None)
    if verb is None and not refusal_expected:
        raise BadRecord(line.number, f"unknown verb {words[0]!r}")
    if actor == CLOCK and verb is Verb.EXPIRE and len(words) == 2:
        return (Action(line.number, actor, verb),) * _number(line, words[1])
    return (_action(line, actor, verb, words[1:], size, refusal_expected),)


def _action(
    line: _Line, actor: int, verb: Verb | None, words: list[str], size: int, refusal_expected: bool
) -> Action:
    if verb in POINTS_VERBS and actor == JUDGE:
        consent = words[2:3] == ["consent"]
        if len(words) != 2 + consent:
            raise BadRecord(line.number, f"`judge: {verb} SEAT POINTS`")
        try:
            value = read_points(words[1])
        except ValueError as bad:
            raise BadRecord(line.number, str(bad)) from bad
        seat = _check_seat(line.number, _number(line, words[0]), size, refusal_expected)
        return Action(line.number, actor, verb, (seat,), value, consent, line.note)
    if verb is Verb.VOTE and words in (["yes"], ["no"]):
        return Action(line.number, actor, verb, (), YES if words == ["yes"] else NO)
    seats = tuple(_check_seat(line.number, _number(line, word), size, refusal_expected) for word in words)
    return Action(line.number, actor, verb, seats, note=line.note if actor == JUDGE else "")


def _expectation(line: _Line) -> Expectation:
    if len(line.words) < 2:
        raise BadRecord(line.number, "expect what?")
    return Expectation(line.number, line.words[1], line.words[2:])


# --- words --------------------------------------------------------------------------------------------------


def _only_word(line: _Line) -> str:
    if len(line.words) != 2:
        raise BadRecord(line.number, f"`{line.words[0]}` takes one word")
    return line.words[1]


def _number(line: _Line, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 4):
        raise BadRecord(line.number, f"not a number: {word!r}")
    return int(word)


def _pair(line: _Line, word: str) -> tuple[int, int]:
    left, equals, right = word.partition("=")
    if not equals:
        raise BadRecord(line.number, f"written seat=number, not {word!r}")
    return _number(line, left), _number(line, right)


def _check_seat(line: int, seat: int, size: int, refusal_expected: bool = False) -> int:
    """Returns the seat; raises BadRecord if it does not exist, unless the record expects a refusal."""
    if not 1 <= seat <= size and not refusal_expected:
        raise BadRecord(line, f"no seat {seat} at a table of {size}")
    return seat
