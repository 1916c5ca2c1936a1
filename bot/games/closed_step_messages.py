"""The last edits of a step's messages: no buttons, no clock, what was done and how it ended.

They are stored with the events that end the step, so neither a restart nor a full queue loses what the group is
told by them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.games.announcements import NextId, group_row, private_row, prompt_stage, question_of, stage_slot
from bot.games.news_lines import Line, line, news, seats
from bot.games.running_game import RunningGame
from bot.games.step_properties import PRIVATE_STAGES, told_by_closing
from bot.telegram.outbox.rows import Kind, Rank, Row
from engine import events as ev
from engine.commands import Verb
from engine.events import Event, StepName
from engine.legal_moves import legal
from engine.options import BallotSecrecy
from engine.table import Table

ASKED_ON_THE_CARD = (Verb.SEEN, Verb.APPOINT)


def closings(game: RunningGame, changed: RunningGame, happened: Sequence[Event], next_id: NextId) -> list[Row]:
    """Returns the last edits of the messages of the step that these events have ended; none if it goes on. The end
    of a part of a night ends the private questions, not the message of the night."""
    if game.state is None:
        return []
    rows = [_group(game, changed, happened, next_id)] if _is_over(game, changed, happened, stage_slot) else []
    return rows + (_private(game, next_id) if _is_over(game, changed, happened, prompt_stage) else [])


def closings_of_stopped(game: RunningGame, next_id: NextId) -> list[Row]:
    """Returns the last edits of the running step's messages after the game was stopped."""
    if game.state is None:
        return []
    return [_closing(game, next_id, [*game.acts.lines], how="stopped"), *_private(game, next_id)]


def _is_over(
    game: RunningGame, changed: RunningGame, happened: Sequence[Event], stage: Callable[[Table], str]
) -> bool:
    again = any(isinstance(event, ev.StepBegan) and event.again for event in happened)
    before, after = game.table, changed.table
    return again or before.time_out_by != after.time_out_by or stage(before) != stage(after)


def _group(game: RunningGame, changed: RunningGame, happened: Sequence[Event], next_id: NextId) -> Row:
    acts = game.acts
    results: list[Line] = []
    votes = dict(game.table.lift_votes)
    how = "time" if any(isinstance(event, ev.Expired) for event in happened) else ""
    for event in happened:
        if isinstance(event, ev.StepBegan):
            break
        acts = acts.after([event])
        if told_by_closing(game.table, event):
            results += news(changed.table, event)
        if isinstance(event, ev.LiftVoted):
            votes[event.seat] = event.yes
        elif isinstance(event, ev.LiftClosed | ev.ConfirmationClosed):
            votes |= {seat: bool(yes) for seat, yes in event.cast}
        match event:
            case ev.Passed():
                how = "passed"
            case ev.StepEnded():
                how = "judge"
            case ev.TimeOutTaken():
                how = "time-out"
            case ev.Undone():
                how = "undone"
    # Of an anonymous vote the result tells the number alone.
    known = game.table.rules.options.ballot_secrecy is not BallotSecrecy.ANONYMOUS
    if game.table.step in (StepName.LIFT_BALLOT, StepName.CONFIRMATION) and results and known:
        results.insert(0, _lift_votes(votes))
    return _closing(game, next_id, [*acts.lines, *results], how)


def _lift_votes(votes: Mapping[int, bool]) -> Line:
    yes, no = ([seat for seat, vote in sorted(votes.items()) if vote is answer] for answer in (True, False))
    return line("closed-lift-votes", yes=seats(yes), no=seats(no), any_yes=len(yes), any_no=len(no))


def _closing(game: RunningGame, next_id: NextId, lines: list[Line], how: str) -> Row:
    """Returns the last edit of the message about the step. `how` it ended: empty if its result says that."""
    table = game.table
    over: dict[str, Any] = {"how": how, "lines": lines, "seats": list(table.candidates)}
    args = {"stage": stage_slot(table), "step": table.step.value, "seat": table.speaker, "over": over}
    return group_row(game, next_id, Kind.CLOSE, "stage", Rank.RESULT, slot=stage_slot(table), args=args)


def _private(game: RunningGame, next_id: NextId) -> list[Row]:
    """Returns the last edits of the questions that were asked in private, and edits of cards with an open one."""
    table, position = game.table, game.position
    asked = PRIVATE_STAGES.get(table.step)
    rows: list[Row | None] = []
    for seat in range(1, table.size + 1):
        page, slot = question_of(table, seat)
        if page == "card":
            if not any(offer.verb in ASKED_ON_THE_CARD for offer in legal(position.views[seat])):
                continue
            rows.append(private_row(game, next_id, seat, Kind.EDIT, page, Rank.EDIT, slot=slot))
        elif asked is not None and (asked(position.views[seat]) or seat == table.speaker):  # a best move is made
            args = {"stage": prompt_stage(table), "over": True}
            rows.append(private_row(game, next_id, seat, Kind.CLOSE, page, Rank.RESULT, slot=slot, args=args))
    return [row for row in rows if row is not None]
