"""Turns events into rows of the outbox for the group, players and judges. Holds no texts, only keys and seats.

One batch of events becomes at most one new message in the group: the news, and below it the stage that begins.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bot.games.farewells import farewells
from bot.games.finale_figures import finale_args
from bot.games.lobby import Lobby
from bot.games.news_lines import NOTHING, Line, Reply, line, news_of_batch, seat
from bot.games.running_game import RunningGame
from bot.games.step_properties import PRIVATE_STAGES, told_by_closing
from bot.telegram.outbox.page_names import FAREWELL
from bot.telegram.outbox.rows import KEPT, Args, Kind, Rank, Row
from engine import events as ev
from engine.events import Event, StepName, Topic
from engine.seat_knowledge import LEARNT
from engine.state import SeatView
from engine.table import Table

SMALL_ACTS: frozenset[type] = frozenset(
    {
        ev.Nominated,
        ev.Withdrew,
        ev.BestMoveMade,
        ev.Voted,
        ev.HandRaised,
        ev.VoteReceived,
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
        ev.FoulGiven,
        ev.FoulPardoned,
        ev.Imprisoned,
        ev.Freed,
        ev.VoteTaken,
        ev.AlibiGiven,
    }
)
"""Events after which the table message is updated: it shows the day and the seats. Whose turn it is stands in the
message of the step."""

ON_THE_CARD = (StepName.DEAL, StepName.MEET)
"""Steps whose private question stands in the message with the card."""
SPOKEN_IN_TURN = (StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD)
WORDS_COME_WITHIN_MS = 300

PROTOCOL: frozenset[type] = frozenset({ev.ProtocolClosed, ev.Corrected})
"""Events that change the points after the end of the game."""
UNSEEN: frozenset[type] = frozenset(
    {
        *(ev.CardSeen, ev.ReadySaid, ev.MoreTimeAsked, ev.JudgeVoted),
        *(ev.VoteCast, ev.DoomVoted, ev.HandRaised, ev.VoteReceived),
    }
)
"""Events that the judge's panel does not show."""

NextId = Callable[[], int]


def announce(
    game: RunningGame,
    happened: Sequence[Event],
    next_id: NextId,
    reply: Reply = NOTHING,
    ended: Table | None = None,
) -> list[Row]:
    """Returns the rows about a batch of events, but for the last edits of the messages of a step that they end;
    `game` is the game after them, `ended` the table before them."""
    table = game.table
    rows: list[Row] = []
    kinds = {type(event) for event in happened}
    over = ev.GameEnded in kinds
    told = [event for event in happened if type(event) not in SMALL_ACTS and not told_by_closing(ended, event)]
    lines = [*reply.lines, *(news_of_batch(table, told) if told else ())]
    if ended is not None and not over and not game.has_people() and any(map(game.person_on, ended.alive)):
        lines.append(line("news-only-stand-ins"))
    begins = ev.StepBegan in kinds or _is_shown_anew(ended, table, kinds)
    # In a step that the judge holds, nobody is asked until it is released.
    asks = (begins or ev.StepReleased in kinds) and not table.held and not table.time_out_by
    asked = PRIVATE_STAGES.get(table.step, _nobody) if asks else _nobody
    left = farewells(table, happened) if ev.Left in kinds else {}
    rows += _farewells(game, {to: left[to] for to in left if not asked(game.position.views[to])}, next_id)
    goes_on = begins and _night_goes_on(ended, table)
    if over:
        args = {"lines": lines, **finale_args(game)}
        finale = group_row(game, next_id, Kind.SEND, "finale", Rank.RESULT, slot="finale", args=args)
        # As a row of the step it waits for the private words to those whose departure has ended the game.
        rows.append(replace(finale, step=table.number) if left else finale)
        rows.append(group_row(game, next_id, Kind.EDIT, "table", Rank.EDIT, slot="table"))
        rows.append(group_row(game, next_id, Kind.UNPIN, "table", Rank.EDIT, slot="table"))
    elif goes_on:
        if lines:
            rows.append(group_row(game, next_id, Kind.SEND, "news", Rank.NEWS, args={"lines": lines}))
        rows.append(_night_row(game, next_id))
    elif begins:
        rows.append(_step_row(game, next_id, lines))
        rows += _table_rows(game, kinds, ended, next_id)
    else:
        if lines:
            slot = "pause" if ev.Paused in kinds else ""
            args = _news_args(game, reply._replace(lines=tuple(lines)))
            rows.append(group_row(game, next_id, Kind.SEND, "news", Rank.NEWS, slot=slot, args=args))
            rows.append(group_row(game, next_id, Kind.EDIT, "table", Rank.EDIT, slot="table"))
        if ev.Resumed in kinds:
            rows.append(group_row(game, next_id, Kind.EDIT, "news", Rank.EDIT, slot="pause"))
        if ev.WindowOpened in kinds or ev.StepReleased in kinds:
            slot = stage_slot(table)
            rows.append(group_row(game, next_id, Kind.EDIT, "stage", Rank.PROMPT, slot=slot, step=table.number))
            if table.step is StepName.DISCUSSION:
                rows.append(group_row(game, next_id, Kind.EDIT, "table", Rank.EDIT, slot="table"))
        elif ended is not None and ended.number != table.number:
            # Keys name the number of the step: those that were sent before would be refused from now on.
            slot = stage_slot(table)
            rows.append(group_row(game, next_id, Kind.EDIT, "stage", Rank.PROMPT, slot=slot, step=table.number))
            rows += _questions_renumbered(game, next_id)
        elif kinds & EDITS and game.has_people():  # what computer players do among themselves is told at the end
            rows.append(group_row(game, next_id, Kind.EDIT, "stage", Rank.EDIT, slot=stage_slot(table)))
        if kinds & PROTOCOL:
            args = finale_args(game)
            rows.append(group_row(game, next_id, Kind.EDIT, "finale", Rank.EDIT, slot="finale", args=args))
    for event in happened:
        rows += _private(game, event, next_id)
    if asked is not _nobody:
        rows += _prompts(game, next_id, left, goes_on=goes_on)
    return rows + _to_judges(game, kinds, next_id)


def _is_shown_anew(ended: Table | None, table: Table, kinds: set[type]) -> bool:
    """Returns whether the running step needs a new message though it has begun before: a time-out has begun or is
    over, the next suspect is voted on, or the judge has taken back what had ended the step."""
    if ended is None or table.step is StepName.OVER:
        return False
    if ended.time_out_by != table.time_out_by:
        return True
    return not kinds.isdisjoint({ev.Undone, ev.WindowOpened}) and stage_slot(ended) != stage_slot(table)


def _night_goes_on(ended: Table | None, table: Table) -> bool:
    """Returns whether the step that begins is a later part of a night that the group has a message about."""
    if ended is None or stage_slot(ended) != stage_slot(table):
        return False
    return prompt_stage(ended) != prompt_stage(table)


def _night_row(game: RunningGame, next_id: NextId) -> Row:
    """Returns the row by which the message of a night tells that there are new questions."""
    slot, args = stage_slot(game.table), {KEPT: {"goes_on": True}}
    step = game.table.number
    return group_row(game, next_id, Kind.EDIT, "stage", Rank.PROMPT, slot=slot, args=args, step=step)


def _table_rows(game: RunningGame, kinds: set[type], ended: Table | None, next_id: NextId) -> Iterator[Row]:
    """Returns the edit of the table message when a step begins. In free talk it has the keys of the talk, which
    come and go with it, if there is a person to use them."""
    talks = StepName.DISCUSSION in (game.table.step, ended.step if ended is not None else StepName.OVER)
    if kinds & TURNS or (talks and game.has_people()):
        yield group_row(game, next_id, Kind.EDIT, "table", Rank.EDIT, slot="table")


def _step_row(game: RunningGame, next_id: NextId, lines: list[Line]) -> Row:
    """Returns the row with the message of the step that begins. That of a computer player's turn waits a moment
    for what it says, so that both are one message."""
    table, stage = game.table, stage_slot(game.table)
    args = {"lines": lines, "stage": stage, "step": table.step.value, "seat": table.speaker}
    row = group_row(game, next_id, Kind.SEND, "stage", Rank.PROMPT, slot=stage, args=args, step=table.number)
    speaks = table.step in SPOKEN_IN_TURN and not table.time_out_by and not game.person_on(table.speaker)
    return replace(row, due_ms=row.created_ms + WORDS_COME_WITHIN_MS) if speaks else row


def reply_row(game: RunningGame, next_id: NextId, reply: Reply) -> Row:
    """Returns a row with an answer to a speaker whose words had no effect, or one that the stage message shows."""
    return group_row(game, next_id, Kind.SEND, "news", Rank.ANSWER, args=_news_args(game, reply))


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


def group_row(game: RunningGame, next_id: NextId, kind: Kind, page: str, rank: Rank, **more: Any) -> Row:
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
    """Returns the slot of the stage message. There is one per stage: a window of a ballot, a time-out, more time
    or a later part of a night keep the slot."""
    ballot = f"{table.day}:{len(table.ballots)}"
    match table.step:
        case StepName.SPEECH:
            return f"speech:{table.day}:{table.speaker}"
        case StepName.TIE_SPEECH:
            return f"tie-speech:{ballot}:{table.speaker}"
        case StepName.LAST_WORD | StepName.BEST_MOVE:
            return f"{table.step}:{table.speaker}"
        case StepName.BALLOT | StepName.TIE_BALLOT | StepName.LIFT_BALLOT | StepName.CONFIRMATION:
            return f"{table.step}:{ballot}"
        case StepName.NIGHT:
            return night_stage(table.night, 1)
        case StepName.DISCUSSION:
            return f"discussion:{table.day}:{int(table.acquitted)}"
        case StepName.DEAL | StepName.MEET | StepName.OVER:
            return table.step.value


def night_stage(night: int, wave: int) -> str:
    """Returns the name of a part of a night; the message of the group always has that of the first."""
    return f"night:{night}:{wave}"


def prompt_stage(table: Table) -> str:
    """Returns the stage of a private question: each part of a night has its own."""
    return night_stage(table.night, table.wave) if table.step is StepName.NIGHT else stage_slot(table)


class Question(NamedTuple):
    """The private message in which a seat is asked in a step."""

    page: str
    slot: str


def question_of(table: Table, to: int) -> Question:
    """Returns the private message with the question of the running step: in the deal and the meeting the card,
    later a message of its own."""
    if table.step in ON_THE_CARD:
        return Question("card", f"card:{to}")
    return Question("prompt", f"prompt:{prompt_stage(table)}:{to}")


def told_args(event: ev.Told) -> Args:
    return {"topic": event.topic.value, "about": list(event.about), "answer": event.answer}


def _private(game: RunningGame, event: Event, next_id: NextId) -> Iterator[Row]:
    """Returns the rows about a private event, to the seats it was sent to. Whoever has pressed a key sees at once
    what it did: such an edit waits for no gap between edits."""
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
            page, slot = question_of(table, event.seat)
            found.append(private_row(game, next_id, event.seat, Kind.EDIT, page, Rank.EDIT, slot=slot))
        case ev.Told() if event.topic in LEARNT:
            # Edits the question that it answers: the notification of a new message would show who has asked.
            learnt = game.position.views[event.seat].me.learnt
            asked = next(one for one in reversed(learnt) if one.told == event)
            stage = night_stage(asked.night, asked.wave)
            slot = f"prompt:{stage}:{event.seat}"
            args = told_args(event) | {"stage": stage}
            found.append(
                private_row(game, next_id, event.seat, Kind.EDIT, "told", Rank.RESULT, slot=slot, args=args)
            )
        case ev.Told():
            row = private_row(game, next_id, event.seat, Kind.SEND, "told", Rank.RESULT, args=told_args(event))
            found.append(row)
        case ev.ShotsAppointed():
            for member in event.to:
                page, slot = question_of(table, member)
                found.append(private_row(game, next_id, member, Kind.EDIT, page, Rank.RESULT, slot=slot))
        case ev.CardSeen():
            page, slot = question_of(table, event.seat)
            found.append(private_row(game, next_id, event.seat, Kind.EDIT, page, Rank.RESULT, slot=slot))
        case ev.ClaimSeen() | ev.BestMoveMade() if (
            table.step in (StepName.LAST_WORD, StepName.BEST_MOVE) and table.speaker == event.seat
        ):
            page, slot = question_of(table, event.seat)  # its buttons have no effect any more
            found.append(private_row(game, next_id, event.seat, Kind.EDIT, page, Rank.RESULT, slot=slot))
        case ev.Acted():
            slot = f"prompt:{night_stage(event.night, event.wave)}:{event.seat}"
            found.append(private_row(game, next_id, event.seat, Kind.EDIT, "prompt", Rank.RESULT, slot=slot))
        case _:
            pass
    return iter([row for row in found if row is not None])


def welcome(game: RunningGame, seat: int, next_id: NextId) -> list[Row]:
    """Returns rows for a person who takes a seat in mid-game: the card, and the question that is open now."""
    table = game.table
    rows = [private_row(game, next_id, seat, Kind.SEND, "card", Rank.PROMPT, slot=f"card:{seat}")]
    asked = PRIVATE_STAGES.get(table.step)
    if asked is not None and asked(game.position.views[seat]):
        args = {"stage": prompt_stage(table)}
        page, slot = question_of(table, seat)
        if page != "card":
            rows.append(private_row(game, next_id, seat, Kind.SEND, page, Rank.PROMPT, slot=slot, args=args))
    return [row for row in rows if row is not None]


def _questions_renumbered(game: RunningGame, next_id: NextId) -> Iterator[Row]:
    """Returns edits of the open private questions, to all who were asked alike."""
    asked = PRIVATE_STAGES.get(game.table.step)
    for number in range(1, game.table.size + 1):
        if game.table.step is StepName.DEAL or (asked is not None and asked(game.position.views[number])):
            page, slot = question_of(game.table, number)
            row = private_row(game, next_id, number, Kind.EDIT, page, Rank.PROMPT, slot=slot)
            if row is not None:
                yield row


def _nobody(_: SeatView) -> bool:
    return False


def _farewells(game: RunningGame, left: Mapping[int, Args], next_id: NextId) -> Iterator[Row]:
    """Returns the messages to those who have left and are asked nothing now. The step's clock waits for them: they
    are to be read before the group goes on."""
    for number, args in left.items():
        step = game.table.number
        row = private_row(game, next_id, number, Kind.SEND, FAREWELL, Rank.PROMPT, args=args, step=step)
        if row is not None:
            yield row


def _prompts(game: RunningGame, next_id: NextId, left: Mapping[int, Args], *, goes_on: bool) -> Iterator[Row]:
    """Returns the questions to all seats that are asked in private now, at the same moment. A question on the card
    is an edit, which lights no phone up; the clock does not wait for it, because most cards have none. `left`:
    what those who have just left are told with it. `goes_on`: the questions are of a later part of the night."""
    table, position = game.table, game.position
    asked = PRIVATE_STAGES[table.step]
    for number in range(1, table.size + 1):
        if not asked(position.views[number]):
            continue
        page, slot = question_of(table, number)
        args: Args = {"stage": prompt_stage(table)}
        args |= {"goes_on": True} if goes_on else {}
        args |= {"left": left[number]} if number in left else {}
        if page == "card":
            row = private_row(game, next_id, number, Kind.EDIT, page, Rank.PROMPT, slot=slot)
        else:
            step = table.number
            row = private_row(game, next_id, number, Kind.SEND, page, Rank.PROMPT, slot=slot, args=args, step=step)
        if row is not None:
            yield row
