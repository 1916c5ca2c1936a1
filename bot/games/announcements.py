"""What people are told of what has happened: events → rows of the outbox. No words here, only keys and seats.

One batch of events becomes at most one new message in the group: the news, and under it the stage that begins.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from bot.games.lobby import Lobby
from bot.games.running_game import RunningGame
from bot.games.steps import PRIVATE_STAGES
from bot.telegram.outbox.rows import Args, Kind, Rank, Row
from engine import events as ev
from engine.commands import Verb
from engine.events import Event, StepName, Topic
from engine.fouls import FOULS_TO_SILENCE
from engine.points import game_points, write_points
from engine.results import INNOCENT, suspicions
from engine.seat_knowledge import LEARNT
from engine.table import Table

Line = list[Any]
"""A key of the locales and its arguments; `{"seat": 4}` and the like are put into words when the row is sent."""


def line(key: str, **args: Any) -> Line:
    return [key, args]


class Reply(NamedTuple):
    """What is said back to a speaker's words, besides what is told of their effect."""

    lines: tuple[Line, ...] = ()
    surrender: int = 0
    """The seat that is asked whether it gives up; one tap of its own does it."""


NOTHING = Reply()


def seat(number: int) -> Args:
    return {"seat": number}


def seats(numbers: Sequence[int]) -> Args:
    return {"seats": list(numbers)}


def news(table: Table, event: Event) -> Iterator[Line]:
    """What the group hears of one public event."""
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
            yield from _tally(table, event)
        case ev.TieFound():
            yield line("news-tie", seats=seats(event.seats))
        case ev.LiftClosed():
            yield line("news-lift-yes" if event.passed else "news-lift-no", yes=event.yes)
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
        case ev.BestMoveMade() if event.named:
            yield line("news-best-move", seat=seat(event.seat), seats=seats(event.named))
        case ev.BestMoveMade():
            yield line("news-best-move-none", seat=seat(event.seat))
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
            if count == FOULS_TO_SILENCE and event.seat in table.silence_owed:
                short = len(table.alive) in table.rules.ruleset.short_speech_at
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


def _said(event: Event) -> Iterator[Line]:
    """What the message of a minute says of these while the minute lasts."""
    match event:
        case ev.Nominated():
            yield line("stage-nominated", name=seat(event.seat), target=seat(event.target))
        case ev.Withdrew():
            yield line("stage-withdrawn", name=seat(event.seat), target=seat(event.target))
        case _:
            return


def _reason(verb: Verb, note: str) -> Iterator[Line]:
    if note:
        yield line("news-reason", reason={"clause": note, "verb": verb.value})


def _tally(table: Table, closed: ev.BallotClosed) -> Iterator[Line]:
    """Each candidate with the voters that everybody has seen, and those whose vote fell to the last one."""
    yield line("news-ballot-closed")
    cast = dict(closed.cast) or dict(enumerate(table.votes))
    for candidate, count in closed.tally:
        voters = [voter for voter, target in cast.items() if voter and target == candidate]
        if candidate == closed.tally[-1][0]:
            voters += [voter for voter in closed.by_default if voter not in voters]
        yield line("news-tally", seat=seat(candidate), count=count, voters=seats(sorted(voters)), any=len(voters))


def finale_args(live: RunningGame) -> Args:
    """What only the whole position tells: points, and whose suspicions at night were most right."""
    position = live.position
    points = {
        str(number): write_points(sum(of_seat))
        for number, of_seat in enumerate(game_points(position), start=1)
        if any(of_seat)
    }
    best, share, guesses = 0, 0.0, 0
    for number in range(1, live.table.size + 1):
        named = suspicions(position, number)
        right = sum(1 for target in named if position.side(target) not in INNOCENT)
        if named and (right / len(named), len(named)) > (share, guesses):
            best, share, guesses = number, right / len(named), len(named)
    return {"points": points, "sense": [best, round(share * 100)] if best else []}


EDITS: frozenset[type] = frozenset(
    {
        ev.Nominated,
        ev.Withdrew,
        ev.Voted,
        ev.HandRaised,
        ev.LiftVoted,
        ev.ReadySaid,
        ev.MoreTimeAsked,
        ev.JudgeVoted,
        ev.Resumed,
        ev.MinuteCut,
    }
)
"""Small public acts: they change the message of the stage that runs, and need no new one."""

TURNS: frozenset[type] = frozenset(
    {
        ev.DayBroke,
        ev.NightFell,
        ev.FoulGiven,
        ev.FoulPardoned,
        ev.Imprisoned,
        ev.Freed,
        ev.VoteTaken,
        ev.AlibiGiven,
    }
)
"""When the table message is brought up to date at once. Whose turn it is and who leaves can wait for one of
these: the message of the stage says it too."""

PROTOCOL: frozenset[type] = frozenset({ev.ProtocolClosed, ev.Corrected})
"""What the points at the end of the game change by."""
UNSEEN: frozenset[type] = frozenset({ev.CardSeen, ev.ReadySaid, ev.MoreTimeAsked, ev.HandRaised, ev.JudgeVoted})
"""What the judge's panel shows nothing of."""

NextId = Callable[[], int]


def announce(live: RunningGame, happened: Sequence[Event], next_id: NextId, reply: Reply = NOTHING) -> list[Row]:
    """All rows that follow from a batch of events that have taken effect already."""
    table = live.table
    rows: list[Row] = []
    began = next((event for event in reversed(happened) if isinstance(event, ev.StepBegan)), None)
    kinds = {type(event) for event in happened}
    over = ev.GameEnded in kinds
    lines = [*reply.lines, *(line_ for event in happened for line_ in news(table, event))]
    if over or began is not None:
        # Said in a minute that has ended with the same words: its own message will not show it any more.
        lines = [*(line_ for event in happened for line_ in _said(event)), *lines]
    if over:
        args = {"lines": lines, **finale_args(live)}
        rows.append(_group(live, next_id, Kind.SEND, "finale", Rank.RESULT, slot="finale", args=args))
        rows.append(_group(live, next_id, Kind.EDIT, "table", Rank.EDIT, slot="table"))
        rows.append(_group(live, next_id, Kind.UNPIN, "table", Rank.EDIT, slot="table"))
    elif began is not None or ev.TimeOutTaken in kinds:
        rows.append(
            _group(
                live,
                next_id,
                Kind.SEND,
                "stage",
                Rank.PROMPT,
                slot=stage_slot(table),
                args={"lines": lines, "stage": stage_slot(table)},
                step=table.number,
            )
        )
        soft = not kinds & TURNS
        rows.append(_group(live, next_id, Kind.EDIT, "table", Rank.SOFT if soft else Rank.EDIT, slot="table"))
    else:
        if lines:
            slot = "pause" if ev.Paused in kinds else ""
            args = _news_args(live, reply._replace(lines=tuple(lines)))
            rows.append(_group(live, next_id, Kind.SEND, "news", Rank.NEWS, slot=slot, args=args))
            rows.append(_group(live, next_id, Kind.EDIT, "table", Rank.EDIT, slot="table"))
        if ev.Resumed in kinds:
            rows.append(_group(live, next_id, Kind.EDIT, "news", Rank.EDIT, slot="pause"))
        if ev.WindowOpened in kinds or ev.StepReleased in kinds:
            rows.append(
                _group(live, next_id, Kind.EDIT, "stage", Rank.PROMPT, slot=stage_slot(table), step=table.number)
            )
        elif kinds & EDITS:
            withdrawn = [line_ for event in happened if isinstance(event, ev.Withdrew) for line_ in _said(event)]
            args = {"said": withdrawn} if withdrawn else {}
            rows.append(_group(live, next_id, Kind.EDIT, "stage", Rank.EDIT, slot=stage_slot(table), args=args))
        if kinds & PROTOCOL:
            rows.append(
                _group(live, next_id, Kind.EDIT, "finale", Rank.EDIT, slot="finale", args=finale_args(live))
            )
    for event in happened:
        rows += _private(live, event, next_id)
    # A step that the judge holds asks nobody until it is let go.
    if (began is not None or ev.StepReleased in kinds) and table.step in PRIVATE_STAGES and not table.held:
        rows += _prompts(live, next_id)
    return rows + _to_judges(live, kinds, next_id)


def reply_row(live: RunningGame, next_id: NextId, reply: Reply) -> Row:
    """What is said back where nothing has taken effect, or the message of the minute shows that."""
    return _group(live, next_id, Kind.SEND, "news", Rank.ANSWER, args=_news_args(live, reply))


def _news_args(live: RunningGame, reply: Reply) -> Args:
    if not reply.surrender:
        return {"lines": [*reply.lines]}
    asks = line("surrender-ask", name=seat(reply.surrender))
    return {"lines": [*reply.lines, asks], "surrender": [reply.surrender, live.table.number]}


def _to_judges(live: RunningGame, kinds: set[type], next_id: NextId) -> list[Row]:
    """One message, edited in place. Edits of it become one in the outbox, and none if it shows the same."""
    if not live.lobby.chair and not live.lobby.side_judges:
        return []
    if ev.Opened in kinds:
        return [panel_row(live.lobby, next_id, person) for person in sorted(live.lobby.judges)]
    if kinds <= UNSEEN:
        return []
    return [panel_row(live.lobby, next_id, person, Kind.EDIT, Rank.EDIT) for person in sorted(live.lobby.judges)]


def panel_row(lobby: Lobby, next_id: NextId, person: int, kind: Kind = Kind.SEND, rank: Rank = Rank.PROMPT) -> Row:
    return Row(next_id(), person, kind, "panel", rank, game_id=lobby.id, slot=f"{lobby.id}:panel")


def _group(live: RunningGame, next_id: NextId, kind: Kind, page: str, rank: Rank, **more: Any) -> Row:
    lobby = live.lobby
    slot = more.pop("slot", "")
    return Row(
        next_id(),
        lobby.chat_id,
        kind,
        page,
        rank,
        game_id=lobby.id,
        thread_id=lobby.thread_id,
        slot=f"{lobby.id}:{slot}" if slot else "",
        **more,
    )


def private_row(
    live: RunningGame, next_id: NextId, to: int, kind: Kind, page: str, rank: Rank, **more: Any
) -> Row | None:
    """A row into the private chat of the person on a seat; a computer player needs none."""
    person = live.person_on(to)
    if not person:
        return None
    slot = more.pop("slot", "")
    return Row(
        next_id(),
        person,
        kind,
        page,
        rank,
        game_id=live.id,
        slot=f"{live.id}:{slot}" if slot else "",
        args={"seat": to} | more.pop("args", {}),
        **more,
    )


def stage_slot(table: Table) -> str:
    """One message per stage: the windows of a ballot, a time-out or more time change it and send no new one."""
    ballot = f"{table.day}:{len(table.ballots)}"
    match table.step:
        case StepName.SPEECH:
            return f"speech:{table.day}:{table.speaker}"
        case StepName.TIE_SPEECH:
            return f"tie-speech:{ballot}:{table.speaker}"
        case StepName.LAST_WORD | StepName.BEST_MOVE:
            return f"{table.step}:{table.speaker}"
        case StepName.BALLOT | StepName.TIE_BALLOT | StepName.LIFT_BALLOT:
            return f"{table.step}:{ballot}"
        case StepName.NIGHT:
            return f"night:{table.night}:{table.wave}"
        case StepName.DISCUSSION:
            return f"discussion:{table.day}:{int(table.acquitted)}"
        case StepName.DEAL | StepName.MEET | StepName.OVER:
            return table.step.value


def prompt_slot(table: Table, to: int) -> str:
    return f"prompt:{stage_slot(table)}:{to}"


def told_args(event: ev.Told) -> Args:
    return {"topic": event.topic.value, "about": list(event.about), "answer": event.answer}


def _private(live: RunningGame, event: Event, next_id: NextId) -> Iterator[Row]:
    """What a private event means to the seats it was sent to."""
    found: list[Row | None] = []
    table = live.table
    match event:
        case ev.CardDealt():
            found.append(
                private_row(
                    live, next_id, event.seat, Kind.SEND, "card", Rank.PROMPT, slot=f"card:{event.seat}", step=1
                )
            )
        case ev.Told(topic=Topic.MATES | Topic.LEADER) if table.step is StepName.MEET:
            pass  # the prompt of the meeting shows it
        case ev.Told(topic=Topic.CHOICE):
            slot = prompt_slot(table, event.seat)
            found.append(private_row(live, next_id, event.seat, Kind.EDIT, "prompt", Rank.EDIT, slot=slot))
        case ev.Told() if event.topic in LEARNT:
            # Part of the question that it answers: a new message would light up the phone of whoever asks.
            learnt = live.position.views[event.seat].me.learnt
            asked = next(one for one in reversed(learnt) if one.told == event)
            stage = f"night:{asked.night}:{asked.wave}"
            slot = f"prompt:{stage}:{event.seat}"
            args = told_args(event) | {"stage": stage}
            found.append(
                private_row(live, next_id, event.seat, Kind.EDIT, "told", Rank.RESULT, slot=slot, args=args)
            )
        case ev.Told():
            row = private_row(live, next_id, event.seat, Kind.SEND, "told", Rank.RESULT, args=told_args(event))
            found.append(row)
        case ev.ShotsAppointed():
            found += [
                private_row(
                    live, next_id, member, Kind.EDIT, "prompt", Rank.RESULT, slot=prompt_slot(table, member)
                )
                for member in event.to
            ]
        case ev.ClaimSeen() if table.step is StepName.LAST_WORD and table.speaker == event.seat:
            slot = prompt_slot(table, event.seat)  # whose buttons lead nowhere from now on
            found.append(private_row(live, next_id, event.seat, Kind.EDIT, "prompt", Rank.EDIT, slot=slot))
        case ev.Acted():
            slot = f"prompt:night:{event.night}:{event.wave}:{event.seat}"
            found.append(private_row(live, next_id, event.seat, Kind.EDIT, "prompt", Rank.EDIT, slot=slot))
        case _:
            pass
    return iter([row for row in found if row is not None])


def welcome(live: RunningGame, seat: int, next_id: NextId) -> list[Row]:
    """For somebody who takes a seat in mid-game: the card, and the question that is open now."""
    table = live.table
    rows = [private_row(live, next_id, seat, Kind.SEND, "card", Rank.PROMPT, slot=f"card:{seat}")]
    asked = PRIVATE_STAGES.get(table.step)
    if asked is not None and asked(live.position.views[seat]):
        args = {"stage": stage_slot(table)}
        slot = prompt_slot(table, seat)
        rows.append(private_row(live, next_id, seat, Kind.SEND, "prompt", Rank.PROMPT, slot=slot, args=args))
    return [row for row in rows if row is not None]


def _prompts(live: RunningGame, next_id: NextId) -> Iterator[Row]:
    """Everybody who is asked something in private now is asked at the same moment."""
    table, position = live.table, live.position
    asked = PRIVATE_STAGES[table.step]
    for number in range(1, table.size + 1):
        if asked(position.views[number]):
            row = private_row(
                live,
                next_id,
                number,
                Kind.SEND,
                "prompt",
                Rank.PROMPT,
                slot=prompt_slot(table, number),
                args={"stage": stage_slot(table)},
                step=table.number,
            )
            if row is not None:
                yield row
