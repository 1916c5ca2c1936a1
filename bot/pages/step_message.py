"""The message of the running step: the news before it, whose turn it is, the votes so far."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.announcements import stage_slot
from bot.games.steps import is_warned
from bot.pages.page_context import TableContext
from bot.pages.step_keyboard import is_ending, step_keyboard
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import Args
from engine.events import StepName
from engine.options import BallotStyle, Lynch
from engine.table import Table

TALKS = (StepName.SPEECH, StepName.TIE_SPEECH, StepName.LAST_WORD)
BALLOTS = (StepName.BALLOT, StepName.TIE_BALLOT)


def step_page(context: TableContext, args: Args) -> RenderedMessage | None:
    """Returns the message of a step. `stage` in the arguments is its stage; a later stage no longer changes it."""
    table = context.table
    news = context.lines(args.get("lines", ()), table.rules.ruleset)
    if args.get("stage") not in (None, stage_slot(table)):
        # The stage was over before its message was sent; the news that it began with is still sent.
        return RenderedMessage("\n".join(news)) if news and not args.get("edited") else None
    if args.get("replaced"):
        # Taps on this message were lost; a newer message of the same stage has the buttons.
        return RenderedMessage("\n".join([*news, context.say("stage-replaced")])) if args.get("edited") else None
    again = [context.say("taps-lost")] if args.get("again") else []
    stage = STEP_PAGES[table.step](context)
    body = [*again, *stage[:1], *context.lines(args.get("said", ()), table.rules.ruleset), *stage[1:]]
    return RenderedMessage("\n".join([*news, *([""] if news and body else []), *body]), step_keyboard(context))


def _until(context: TableContext) -> list[str]:
    if context.table.held and not context.table.paused:
        return [context.say("stage-held")]
    if context.table.stopped:
        return []
    return [context.say("stage-until", when=context.until(context.deadline))]


def _time_out(context: TableContext) -> list[str]:
    table = context.table
    text = [context.say("stage-time-out", name=context.name(table.time_out_by))]
    yes = sum(table.judge_votes.values())
    text.append(context.say("stage-judge-votes", yes=yes, no=len(table.judge_votes) - yes))
    return [*text, *_until(context)]


def _deal(context: TableContext) -> list[str]:
    return [context.say("stage-deal"), *_until(context)]


def _meet(context: TableContext) -> list[str]:
    if is_warned(context.table) and is_ending(context):
        return [context.say("stage-meet"), context.say("stage-ten-seconds")]
    return [context.say("stage-meet"), *_until(context)]


def _talk(context: TableContext) -> list[str]:
    table = context.table
    if table.time_out_by:
        return _time_out(context)
    key = f"stage-{table.step}-silent" if table.silent else f"stage-{table.step}"
    text = [context.say(key, name=context.mention(table.speaker), seconds=table.seconds)]
    named = next((target for by, target in table.nominations if by == table.speaker), 0)
    if named and table.step is StepName.SPEECH:
        text.append(context.say("stage-nominated", name=context.name(table.speaker), target=context.name(named)))
    if is_warned(table) and is_ending(context):
        return [*text, context.say("stage-ten-seconds")]
    return [*text, *_until(context)]


def _ballot(context: TableContext) -> list[str]:
    table = context.table
    if table.time_out_by:
        return _time_out(context)
    text = [context.say(f"stage-{table.step}", seats=context.names(table.candidates))]
    if _one_by_one(table):
        text.append(context.say("stage-doom", name=context.name(table.candidate)))
        text.append(context.say("stage-hands", count=len(table.hands), seats=_numbers(table.hands)))
        return [*text, *_until(context)]
    if table.hands:
        text.append(context.say("stage-hands", count=len(table.hands), seats=_numbers(table.hands)))
    hidden = bool(table.hands)
    sequential = table.rules.options.ballot_style is BallotStyle.SEQUENTIAL
    for place, candidate in enumerate(table.candidates):
        voters = [seat for seat, target in enumerate(table.votes) if target == candidate]
        if hidden and not voters:
            continue
        mark = "stage-candidate-called" if sequential and place == table.window else "stage-candidate"
        text.append(context.say(mark, name=context.name(candidate), count=len(voters), seats=_numbers(voters)))
    return [*text, *_until(context)]


def _lift(context: TableContext) -> list[str]:
    table = context.table
    if table.time_out_by:
        return _time_out(context)
    yes = [seat for seat, vote in table.lift_votes.items() if vote]
    no = [seat for seat, vote in table.lift_votes.items() if not vote]
    return [
        context.say("stage-lift-ballot", seats=context.names(table.candidates)),
        context.say("stage-lift-votes", yes=_numbers(yes), no=_numbers(no)),
        *_until(context),
    ]


def _night(context: TableContext) -> list[str]:
    key = "stage-night" if context.table.wave <= 1 else "stage-night-goes-on"
    return [context.say(key), *_until(context)]


def _best_move(context: TableContext) -> list[str]:
    return [context.say("stage-best-move", name=context.mention(context.table.speaker)), *_until(context)]


def _discussion(context: TableContext) -> list[str]:
    table = context.table
    if table.time_out_by:
        return _time_out(context)
    text = [context.say("stage-discussion-again" if table.acquitted else "stage-discussion")]
    for by, target in table.nominations:
        text.append(context.say("stage-nominated", name=context.name(by), target=context.name(target)))
    if table.ready:
        text.append(context.say("stage-ready", count=len(table.ready), all=len(table.alive)))
    if table.extend_asked:
        text.append(context.say("stage-more-time", count=len(table.extend_asked), all=len(table.alive)))
    return [*text, *_until(context)]


def _over(_: TableContext) -> list[str]:
    return []


STEP_PAGES: Mapping[StepName, Any] = {
    StepName.DEAL: _deal,
    StepName.MEET: _meet,
    StepName.SPEECH: _talk,
    StepName.TIE_SPEECH: _talk,
    StepName.LAST_WORD: _talk,
    StepName.BALLOT: _ballot,
    StepName.TIE_BALLOT: _ballot,
    StepName.LIFT_BALLOT: _lift,
    StepName.NIGHT: _night,
    StepName.BEST_MOVE: _best_move,
    StepName.DISCUSSION: _discussion,
    StepName.OVER: _over,
}


def _one_by_one(table: Table) -> bool:
    return table.rules.options.lynch is Lynch.ONE_BY_ONE and not table.rules.ruleset.options.keys().isdisjoint(
        {"lynch"}
    )


def _numbers(seats: Sequence[int]) -> str:
    return ", ".join(map(str, sorted(seats))) or "—"
