"""Turns events into rows of the outbox for the group, players and judges. Holds no texts, only keys and seats.

One batch of events becomes at most one new message in the group: the news, and below it the stage that begins.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bot.games.lobby import Lobby
from bot.games.news import NOTHING, Reply, line, news, said, seat
from bot.games.running_game import RunningGame
from bot.games.steps import PRIVATE_STAGES
from bot.telegram.outbox.rows import Args, Kind, Rank, Row
from engine import events as ev
from engine.events import Event, StepName, Topic
from engine.points import game_points, write_points
from engine.results import INNOCENT, suspicions
from engine.seat_knowledge import LEARNT
from engine.table import Table


def finale_args(game: RunningGame) -> Args:
    """Returns the points of each seat, and the seat whose suspicions at night were most often right."""
    position = game.position
    points = {
        str(number): write_points(sum(of_seat))
        for number, of_seat in enumerate(game_points(position), start=1)
        if any(of_seat)
    }
    best, share, guesses = 0, 0.0, 0
    for number in range(1, game.table.size + 1):
        named = suspicions(position, number)
        right = sum(1 for target in named if position.side(target) not in INNOCENT)
        if named and (right / len(named), len(named)) > (share, guesses):
            best, share, guesses = number, right / len(named), len(named)
    return {"points": points, "sense": [best, round(share * 100)] if best else []}


SMALL_ACTS: frozenset[type] = frozenset(
    {
        ev.Nominated,
        ev.Withdrew,
        ev.Voted,
        ev.HandRaised,
        ev.LiftVoted,
        ev.ReadySaid,
        ev.MoreTimeAsked,
        ev.JudgeVoted,
    }
)
"""Public events without a news message: the message of the running step shows them."""
EDITS = SMALL_ACTS | {ev.Resumed, ev.MinuteCut}
"""Events that change the message of the running step."""

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
"""Events after which the table message is updated at once. Other changes, such as whose turn it is, can wait: the
message of the stage shows them too."""

PROTOCOL: frozenset[type] = frozenset({ev.ProtocolClosed, ev.Corrected})
"""Events that change the points after the end of the game."""
UNSEEN: frozenset[type] = frozenset({ev.CardSeen, ev.ReadySaid, ev.MoreTimeAsked, ev.HandRaised, ev.JudgeVoted})
"""Events that the judge's panel does not show."""

NextId = Callable[[], int]


def announce(game: RunningGame, happened: Sequence[Event], next_id: NextId, reply: Reply = NOTHING) -> list[Row]:
    """Returns all rows about a batch of events; `game` is the game after them."""
    table = game.table
    rows: list[Row] = []
    began = next((event for event in reversed(happened) if isinstance(event, ev.StepBegan)), None)
    kinds = {type(event) for event in happened}
    over = ev.GameEnded in kinds
    lines = [
        *reply.lines,
        *(line_ for event in happened if type(event) not in SMALL_ACTS for line_ in news(table, event)),
    ]
    if over or began is not None:
        # Nominations of a speech that ends in the same batch: its message will not be edited to show them.
        lines = [*(line_ for event in happened for line_ in said(event)), *lines]
    if over:
        args = {"lines": lines, **finale_args(game)}
        rows.append(_group(game, next_id, Kind.SEND, "finale", Rank.RESULT, slot="finale", args=args))
        rows.append(_group(game, next_id, Kind.EDIT, "table", Rank.EDIT, slot="table"))
        rows.append(_group(game, next_id, Kind.UNPIN, "table", Rank.EDIT, slot="table"))
    elif began is not None or ev.TimeOutTaken in kinds:
        rows.append(
            _group(
                game,
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
        rows.append(_group(game, next_id, Kind.EDIT, "table", Rank.SOFT if soft else Rank.EDIT, slot="table"))
    else:
        if lines:
            slot = "pause" if ev.Paused in kinds else ""
            args = _news_args(game, reply._replace(lines=tuple(lines)))
            rows.append(_group(game, next_id, Kind.SEND, "news", Rank.NEWS, slot=slot, args=args))
            rows.append(_group(game, next_id, Kind.EDIT, "table", Rank.EDIT, slot="table"))
        if ev.Resumed in kinds:
            rows.append(_group(game, next_id, Kind.EDIT, "news", Rank.EDIT, slot="pause"))
        if ev.WindowOpened in kinds or ev.StepReleased in kinds:
            rows.append(
                _group(game, next_id, Kind.EDIT, "stage", Rank.PROMPT, slot=stage_slot(table), step=table.number)
            )
        elif kinds & EDITS:
            withdrawn = [line_ for event in happened if isinstance(event, ev.Withdrew) for line_ in said(event)]
            args = {"said": withdrawn} if withdrawn else {}
            rows.append(_group(game, next_id, Kind.EDIT, "stage", Rank.EDIT, slot=stage_slot(table), args=args))
        if kinds & PROTOCOL:
            rows.append(
                _group(game, next_id, Kind.EDIT, "finale", Rank.EDIT, slot="finale", args=finale_args(game))
            )
    for event in happened:
        rows += _private(game, event, next_id)
    # In a step that the judge holds, nobody is asked until it is released.
    if (began is not None or ev.StepReleased in kinds) and table.step in PRIVATE_STAGES and not table.held:
        rows += _prompts(game, next_id)
    return rows + _to_judges(game, kinds, next_id)


def reply_row(game: RunningGame, next_id: NextId, reply: Reply) -> Row:
    """Returns a row with an answer to a speaker whose words had no effect, or one that the stage message shows."""
    return _group(game, next_id, Kind.SEND, "news", Rank.ANSWER, args=_news_args(game, reply))


def _news_args(game: RunningGame, reply: Reply) -> Args:
    if not reply.surrender:
        return {"lines": [*reply.lines]}
    asks = line("surrender-ask", name=seat(reply.surrender))
    return {"lines": [*reply.lines, asks], "surrender": [reply.surrender, game.table.number]}


def _to_judges(game: RunningGame, kinds: set[type], next_id: NextId) -> list[Row]:
    """Returns rows that send the panel to each judge when the game opens, and edit it after other events that it
    shows. The outbox merges edits, and skips one that changes nothing."""
    if not game.lobby.chair and not game.lobby.side_judges:
        return []
    if ev.Opened in kinds:
        return [panel_row(game.lobby, next_id, person) for person in sorted(game.lobby.judges)]
    if kinds <= UNSEEN:
        return []
    return [panel_row(game.lobby, next_id, person, Kind.EDIT, Rank.EDIT) for person in sorted(game.lobby.judges)]


def panel_row(lobby: Lobby, next_id: NextId, person: int, kind: Kind = Kind.SEND, rank: Rank = Rank.PROMPT) -> Row:
    return Row(next_id(), person, kind, "panel", rank, game_id=lobby.id, slot=f"{lobby.id}:panel")


def _group(game: RunningGame, next_id: NextId, kind: Kind, page: str, rank: Rank, **more: Any) -> Row:
    lobby = game.lobby
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
    game: RunningGame, next_id: NextId, to: int, kind: Kind, page: str, rank: Rank, **more: Any
) -> Row | None:
    """Returns a row to the private chat of the person on a seat; None for a computer player."""
    person = game.person_on(to)
    if not person:
        return None
    slot = more.pop("slot", "")
    return Row(
        next_id(),
        person,
        kind,
        page,
        rank,
        game_id=game.id,
        slot=f"{game.id}:{slot}" if slot else "",
        args={"seat": to} | more.pop("args", {}),
        **more,
    )


def stage_slot(table: Table) -> str:
    """Returns the slot of the stage message. There is one per stage: a window of a ballot, a time-out or more time
    keep the slot."""
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


def _private(game: RunningGame, event: Event, next_id: NextId) -> Iterator[Row]:
    """Returns the rows about a private event, to the seats it was sent to."""
    found: list[Row | None] = []
    table = game.table
    match event:
        case ev.CardDealt():
            found.append(
                private_row(
                    game, next_id, event.seat, Kind.SEND, "card", Rank.PROMPT, slot=f"card:{event.seat}", step=1
                )
            )
        case ev.Told(topic=Topic.MATES | Topic.LEADER) if table.step is StepName.MEET:
            pass  # the prompt of the meeting shows it
        case ev.Told(topic=Topic.CHOICE):
            slot = prompt_slot(table, event.seat)
            found.append(private_row(game, next_id, event.seat, Kind.EDIT, "prompt", Rank.EDIT, slot=slot))
        case ev.Told() if event.topic in LEARNT:
            # Edits the question that it answers: the notification of a new message would show who has asked.
            learnt = game.position.views[event.seat].me.learnt
            asked = next(one for one in reversed(learnt) if one.told == event)
            stage = f"night:{asked.night}:{asked.wave}"
            slot = f"prompt:{stage}:{event.seat}"
            args = told_args(event) | {"stage": stage}
            found.append(
                private_row(game, next_id, event.seat, Kind.EDIT, "told", Rank.RESULT, slot=slot, args=args)
            )
        case ev.Told():
            row = private_row(game, next_id, event.seat, Kind.SEND, "told", Rank.RESULT, args=told_args(event))
            found.append(row)
        case ev.ShotsAppointed():
            found += [
                private_row(
                    game, next_id, member, Kind.EDIT, "prompt", Rank.RESULT, slot=prompt_slot(table, member)
                )
                for member in event.to
            ]
        case ev.ClaimSeen() if table.step is StepName.LAST_WORD and table.speaker == event.seat:
            slot = prompt_slot(table, event.seat)  # its buttons have no effect any more
            found.append(private_row(game, next_id, event.seat, Kind.EDIT, "prompt", Rank.EDIT, slot=slot))
        case ev.Acted():
            slot = f"prompt:night:{event.night}:{event.wave}:{event.seat}"
            found.append(private_row(game, next_id, event.seat, Kind.EDIT, "prompt", Rank.EDIT, slot=slot))
        case _:
            pass
    return iter([row for row in found if row is not None])


def welcome(game: RunningGame, seat: int, next_id: NextId) -> list[Row]:
    """Returns rows for a person who takes a seat in mid-game: the card, and the question that is open now."""
    table = game.table
    rows = [private_row(game, next_id, seat, Kind.SEND, "card", Rank.PROMPT, slot=f"card:{seat}")]
    asked = PRIVATE_STAGES.get(table.step)
    if asked is not None and asked(game.position.views[seat]):
        args = {"stage": stage_slot(table)}
        slot = prompt_slot(table, seat)
        rows.append(private_row(game, next_id, seat, Kind.SEND, "prompt", Rank.PROMPT, slot=slot, args=args))
    return [row for row in rows if row is not None]


def _prompts(game: RunningGame, next_id: NextId) -> Iterator[Row]:
    """Returns the prompts to all seats that are asked in private now, sent at the same moment."""
    table, position = game.table, game.position
    asked = PRIVATE_STAGES[table.step]
    for number in range(1, table.size + 1):
        if asked(position.views[number]):
            row = private_row(
                game,
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
