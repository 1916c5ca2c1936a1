"""Writes a journal as a record that replays to the identical journal."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from engine import events as ev
from engine.commands import CLOCK, JUDGE, Verb
from engine.events import Event
from engine.events.opening import check_opening
from engine.house_rules import find_ruleset
from engine.options import BallotSecrecy
from engine.points import write_points
from engine.record.reading import DEFAULT_ROLE
from engine.rules import rules_for

ANONYMOUS = BallotSecrecy.ANONYMOUS
NOT_TOLD = "# Anonymous ballots: who voted how is not told, so this record can be read and does not replay."
NAMES = {CLOCK: "clock", JUDGE: "judge"}


def write_record(journal: Sequence[Event], names: Sequence[str] = ()) -> str:
    """Returns the record of a game, finished or not; `replay_record` leads to the same journal.

    `names` are the players' names from seat 1 on. Raises `BadJournal` if the journal does not begin like one. A
    record contains every card: do not show it to a table that still plays.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> print(write_record(game.journal).splitlines()[2])
    deal 1=don 2=mafia 3=mafia 4=sheriff
    """
    opened = check_opening(next(iter(journal), None))
    called = [f"name {seat} {_one_line(name)}" for seat, name in enumerate(names, start=1)]
    lines = [*_header(opened, journal), *called, "", *_body(journal, _action)]
    return "\n".join(lines) + "\n"


def write_shared_record(journal: Sequence[Event], names: Sequence[str] = ()) -> str:
    """Returns the record of a finished game for everybody to see: of anonymous ballots it has the counts alone.

    Where no ballot was anonymous it is what `write_record` returns. Where one was, the deal can be verified from
    it and the course of the game read, but without the votes it does not replay.

    >>> import engine
    >>> rules = engine.rules_for(engine.RULESETS["fiim"], {"ballot_secrecy": "anonymous"})
    >>> game = engine.open_dealt(rules, engine.cards_for(rules.ruleset, 10))
    >>> print(write_shared_record(game.journal).splitlines()[0])
    # Anonymous ballots: who voted how is not told, so this record can be read and does not replay.
    """
    opened = check_opening(next(iter(journal), None))
    if rules_for(find_ruleset(opened.ruleset), dict(opened.options)).options.ballot_secrecy is not ANONYMOUS:
        return write_record(journal, names)
    head, _, _ = write_record(journal, names).partition("\n\n")
    return "\n".join([NOT_TOLD, head, "", *_body(journal, _shared_action)]) + "\n"


def _shared_action(event: Event) -> str:
    """Returns the line of a command that is no vote, or the result of a ballot as a comment."""
    match event:
        case ev.VoteCast() | ev.DoomVoted():
            return ""
        case ev.BallotClosed():
            return "# votes " + " ".join(f"{seat}={count}" for seat, count in event.tally)
        case ev.LiftClosed():
            return f"# all of them leave: {event.yes} yes"
        case ev.ConfirmationClosed():
            return f"# {event.seat} leaves: {event.yes} yes, {event.no} no"
    return _action(event)


def _one_line(name: str) -> str:
    """Returns a name on one line and without `#`, which begins a comment in a record."""
    return " ".join(name.split()).replace("#", "＃") or "?"


def _header(opened: ev.Opened, journal: Sequence[Event]) -> Iterator[str]:
    yield f"ruleset {opened.ruleset}"
    yield f"players {len(opened.cards)}"
    for key, value in opened.options:
        yield f"option {key}={value}"
    if opened.guests:
        yield f"commitment {opened.commitment}"
        if opened.seated:
            yield "seated"
    for event in journal:
        match event:
            case ev.SecretKept(secret):
                yield f"secret {secret}"
                yield f"guests {' '.join(opened.guests)}"
            case ev.SeatsDrawn(guests):
                yield f"seating {' '.join(guests)}"
            case ev.PositionSet():
                yield from _position(event, journal)
    dealt = [event for event in journal if isinstance(event, ev.CardDealt)]
    yield "deal " + " ".join(f"{card.seat}={card.role}" for card in dealt if card.role != DEFAULT_ROLE)


def _position(event: ev.PositionSet, journal: Sequence[Event]) -> Iterator[str]:
    if event.out:
        yield "out " + " ".join(map(str, event.out))
    if event.fouls:
        yield "fouls " + " ".join(f"{seat}={count}" for seat, count in event.fouls)
    first = next(later for later in journal if isinstance(later, ev.DayBroke | ev.NightFell))
    yield f"begin {'day' if isinstance(first, ev.DayBroke) else 'night'} {event.day}"
    yield f"opener {event.opener}"


def _body(journal: Sequence[Event], action: Callable[[Event], str]) -> Iterator[str]:
    lines = filter(None, map(action, journal))
    for line, same in groupby(lines):
        count = len(list(same))
        if line == "clock: expire" and count > 1:
            yield f"{line} {count}"
        else:
            yield from [line] * count


def _action(event: Event) -> str:
    """Returns the line of the command that caused this event; empty if the event followed from another."""
    match event:
        case ev.CardSeen(seat):
            return _line(seat, Verb.SEEN)
        case ev.ShotsAppointed(seat, targets):
            return _line(seat, Verb.APPOINT, *targets)
        case ev.Nominated(seat, target):
            return _line(seat, Verb.NOMINATE, target)
        case ev.Withdrew(seat):
            return _line(seat, Verb.WITHDRAW)
        case ev.Passed(seat):
            return _line(seat, Verb.PASS)
        case ev.Voted(seat, target) | ev.VoteCast(seat, target):
            return _line(seat, Verb.VOTE, target)
        case ev.LiftVoted(seat, yes) | ev.JudgeVoted(seat, yes) | ev.DoomVoted(seat, yes):
            return _line(seat, Verb.VOTE, "yes" if yes else "no")
        case ev.Acted():
            aimed = (event.target,) if event.target else ()
            return _line(event.seat, event.verb, *aimed)
        case ev.ReadySaid(seat):
            return _line(seat, Verb.READY)
        case ev.MoreTimeAsked(seat):
            return _line(seat, Verb.EXTEND)
        case ev.BestMoveMade(seat, named):
            return _line(seat, Verb.BEST_MOVE, *named)
        case ev.TimeOutTaken(seat):
            return _line(seat, Verb.TIME_OUT)
        case ev.TimeOutEnded(seat):
            return _line(seat, Verb.READY)
        case ev.Surrendered(seat):
            return _line(seat, Verb.SURRENDER)
        case ev.Expired():
            return _line(CLOCK, Verb.EXPIRE)
    return _judge_action(event)


def _judge_action(event: Event) -> str:
    match event:
        case ev.Warned(seat, note):
            return _line(JUDGE, Verb.WARN, seat) + _comment(note)
        case ev.FoulGiven(seat, note, by_bot):
            return "" if by_bot else _line(JUDGE, Verb.FOUL, seat) + _comment(note)
        case ev.FoulPardoned(seat, note):
            return _line(JUDGE, Verb.PARDON, seat) + _comment(note)
        case ev.Disqualified(seat, note):
            return _line(JUDGE, Verb.DISQUALIFY, seat) + _comment(note)
        case ev.TeamLost(seat, note):
            return _line(JUDGE, Verb.TEAM_LOSS, seat) + _comment(note)
        case ev.Expelled(seat, note):
            return _line(JUDGE, Verb.EXPEL, seat) + _comment(note)
        case ev.OffenceSeen(seat):
            return _line(JUDGE, Verb.OFFENCE, seat)
        case ev.ClaimSeen(seat):
            return _line(JUDGE, Verb.CLAIM, seat)
        case ev.BonusGiven(seat, points, consent):
            return _line(JUDGE, Verb.BONUS, seat, write_points(points), *_agreed(consent))
        case ev.PenaltyGiven(seat, points, note, consent):
            return _line(JUDGE, Verb.PENALTY, seat, write_points(points), *_agreed(consent)) + _comment(note)
        case ev.Corrected(seat, points, note):
            return _line(JUDGE, Verb.CORRECT, seat, write_points(points)) + _comment(note)
        case ev.ProtocolClosed():
            return _line(JUDGE, Verb.CLOSE)
        case ev.Paused():
            return _line(JUDGE, Verb.PAUSE)
        case ev.Resumed():
            return _line(JUDGE, Verb.RESUME)
        case ev.HoldSet():
            return _line(JUDGE, Verb.HOLD)
        case ev.StepReleased() | ev.StepEnded():
            return _line(JUDGE, Verb.NEXT)
        case ev.StepRepeated():
            return _line(JUDGE, Verb.REPEAT)
        case ev.Undone():
            return _line(JUDGE, Verb.UNDO)
    return ""


def _line(actor: int, verb: Verb, *words: object) -> str:
    return f"{NAMES.get(actor, actor)}: {' '.join(map(str, (verb, *words)))}"


def _agreed(consent: bool) -> tuple[str, ...]:
    return ("consent",) if consent else ()


def _comment(note: str) -> str:
    return f"  # {note}" if note else ""
