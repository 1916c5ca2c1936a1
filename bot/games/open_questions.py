"""What a person has to answer now, sent again to somebody who cannot find it any more."""

from dataclasses import replace

from bot.games.announcements import NextId, Question, group_row, private_row, prompt_stage, question_of, stage_slot
from bot.games.running_game import RunningGame
from bot.games.step_properties import PRIVATE_STAGES, PUBLIC_STAGES
from bot.telegram.outbox.rows import BACK, CHECKED, Kind, Rank, Row
from engine.events import StepName


def private_question(game: RunningGame, seat: int) -> Question | None:
    """Returns the private message that asks a seat in the running step; None if nothing is asked there."""
    table = game.table
    asked = PRIVATE_STAGES.get(table.step)
    is_asked = table.step is StepName.DEAL or (asked is not None and asked(game.position.views[seat]))
    return question_of(table, seat) if is_asked else None


def replaced(row: Row, next_id: NextId) -> Row:
    """Returns the row by which the message that stands in the slot of a new one loses its buttons: an edit this
    urgent goes out first."""
    whose = {key: value for key, value in row.args.items() if key == "seat"}
    return replace(row, id=next_id(), kind=Kind.EDIT, step=0, args=whose | {"replaced": True})


def shown_again(game: RunningGame, seat: int, next_id: NextId) -> list[Row]:
    """Returns rows for a person who looks for what to answer: the private question at the end of the chat, if
    there is one, and a look whether the keys in the group still stand. Telegram lets people delete messages
    for themselves only, so that the bot cannot know whether they see the question."""
    table = game.table
    if table.stopped:
        return []
    rows: list[Row] = []
    found, step = private_question(game, seat), table.rules.steps.get(table.step)
    if found is not None and step is not None and step.awaits(game.position.views[seat]):
        args = {"stage": prompt_stage(table), BACK: True}
        more = {"slot": found.slot, "args": args}
        question = private_row(game, next_id, seat, Kind.SEND, found.page, Rank.PROMPT, **more)
        if question is not None:
            rows = [replaced(question, next_id), replace(question, id=next_id())]
    if table.step in PUBLIC_STAGES and seat in game.awaited():
        rows.append(keys_looked_for(game, next_id))
    return rows


def keys_looked_for(game: RunningGame, next_id: NextId) -> Row:
    """Returns the row that sends the message of the running step again if it was deleted."""
    slot = stage_slot(game.table)
    return group_row(game, next_id, Kind.EDIT, "stage", Rank.EDIT, slot=slot, args={CHECKED: True})
