"""News lines: what the group is told about an event, as keys of the locales with seats and numbers."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bot.games.ballot_result import ballot_result
from bot.telegram.outbox.rows import Args
from engine import events as ev
from engine.commands import Verb
from engine.events import Event
from engine.speech_length import silenced_speech_is_short
from engine.table import Table

Line = list[Any]
"""A key of the locales and its arguments; `{"seat": 4}` and the like are translated when the row is sent."""


def line(key: str, **args: Any) -> Line:
    return [key, args]


class Reply(NamedTuple):
    """The bot's answer to a speaker's words, besides the news of their effect."""

    lines: tuple[Line, ...] = ()
    surrender: int = 0
    """The seat that is asked whether it surrenders, and confirms it with one tap; 0 if none is asked."""


NOTHING = Reply()


def seat(number: int) -> Args:
    return {"seat": number}


def seats(numbers: Sequence[int]) -> Args:
    return {"seats": list(numbers)}


def news(table: Table, event: Event) -> Iterator[Line]:
    """Yields the lines that the group is told about one public event."""
    match event:
        case ev.DayBroke():
            yield line("news-day", day=event.day)
        case ev.NightFell():
            yield line("news-night", night=event.night)
        case ev.NightClosed() if event.victims:
            yield line("news-victims", seats=seats(event.victims), count=len(event.victims))
        case ev.NightClosed():
            yield line("news-miss")
        case ev.BallotSkipped():
            yield line(f"skip-{event.why}")
        case ev.BallotClosed():
            yield line("news-ballot-closed")
            for candidate, count, voters in ballot_result(table, event):
                who, any_voters = seats(voters), len(voters)
                yield line("news-tally", seat=seat(candidate), count=count, voters=who, any=any_voters)
        case ev.TieFound():
            yield line("news-tie", seats=seats(event.seats))
        case ev.LiftClosed():
            yield line("news-lift-yes" if event.passed else "news-lift-no", yes=event.yes)
        case ev.ConfirmationClosed():
            key, name = f"news-confirmation-{event.verdict}", seat(event.seat)
            yield line(key, seat=name, yes=event.yes, no=event.no)
        case ev.Left():
            yield line(f"news-left-{event.way}", seats=seats(event.seats), count=len(event.seats))
        case ev.RoleShown():
            yield line("news-role", seat=seat(event.seat), role={"role": event.role})
        case ev.BallotCancelled():
            yield line("news-ballot-cancelled", day=event.day)
        case ev.CancellationLifted():
            yield line("news-ballot-held-after-all")
        case ev.CandidateStruck():
            yield line("news-struck", seat=seat(event.seat))
        case ev.Imprisoned():
            yield line("news-imprisoned", seats=seats(event.seats), count=len(event.seats))
        case ev.Freed():
            yield line("news-freed", seats=seats(event.seats), count=len(event.seats))
        case ev.VoteTaken():
            yield line("news-vote-taken", seats=seats(event.seats))
        case ev.AlibiGiven():
            yield line("news-alibi", seats=seats(event.seats))
        case ev.Acquitted():
            yield line("news-acquitted", seat=seat(event.seat))
        case ev.TimeOutEnded():
            yield line("news-time-out-over")
        case ev.JudgeVotedOut():
            yield line("news-judge-voted-out", yes=event.yes)
        case ev.Surrendered():
            yield line("news-surrender", seat=seat(event.seat))
        case ev.ClaimSeen() if table.rules.options.claim_forfeits_best_move:
            yield line("news-claim", seat=seat(event.seat))
        case ev.Warned():
            yield line("news-warned", seat=seat(event.seat))
            yield from _reason(Verb.WARN, event.note)
        case ev.FoulGiven():
            count = table.fouls[event.seat]
            yield line("news-foul", seat=seat(event.seat), count=count)
            yield from _reason(Verb.FOUL, event.note)
            if count == table.rules.options.fouls_to_silence and event.seat in table.silence_owed:
                short = silenced_speech_is_short(table)
                yield line("news-silence-short" if short else "news-silence", seat=seat(event.seat))
        case ev.MinuteCut():
            key = "news-minute-cut-silent" if event.silent else "news-minute-cut"
            yield line(key, seat=seat(event.seat), seconds=event.seconds)
        case ev.FoulPardoned():
            yield line("news-pardon", seat=seat(event.seat), count=table.fouls[event.seat])
        case ev.Disqualified():
            yield line("news-disqualified", seat=seat(event.seat))
            yield from _reason(Verb.DISQUALIFY, event.note)
        case ev.TeamLost():
            yield line("news-team-loss", seat=seat(event.seat))
            yield from _reason(Verb.TEAM_LOSS, event.note)
        case ev.Expelled():
            yield line("news-expelled", seat=seat(event.seat))
            yield from _reason(Verb.EXPEL, event.note)
        case ev.Extended():
            yield line("news-extended")
        case ev.Paused():
            yield line("news-paused")
        case ev.Resumed():
            yield line("news-resumed")
        case ev.StepRepeated():
            yield line("news-repeated")
        case ev.Undone():
            yield line("news-undone")
        case _:
            return


def news_of_batch(table: Table, happened: Sequence[Event]) -> list[Line]:
    """Returns the lines about events that happened together, in their order; but the morning comes before its
    victims, and is not announced again when the day begins after their best moves."""
    ended = any(isinstance(event, ev.GameEnded) for event in happened)
    lines: list[Line] = []
    for event in happened:
        if isinstance(event, ev.NightClosed):
            dawns = table.alive and not ended
            lines.append(line("news-day", day=event.night + 1) if dawns else line("news-morning"))
        if not (isinstance(event, ev.DayBroke) and 0 < event.day - 1 <= table.night):
            lines += news(table, event)
    return lines


def said(event: Event) -> Iterator[Line]:
    """Yields the lines about what players do in a step that the message of the step shows."""
    match event:
        case ev.Nominated():
            yield line("stage-nominated", name=seat(event.seat), target=seat(event.target))
        case ev.Withdrew():
            yield line("stage-withdrawn", name=seat(event.seat), target=seat(event.target))
        case ev.BestMoveMade() if event.named:
            yield line("news-best-move", seat=seat(event.seat), seats=seats(event.named))
        case ev.BestMoveMade():
            yield line("news-best-move-none", seat=seat(event.seat))
        case _:
            return


def _reason(verb: Verb, note: str) -> Iterator[Line]:
    if note:
        yield line("news-reason", reason={"clause": note, "verb": verb.value})
