"""The message of the running step: the news before it, whose turn it is, the votes so far."""

from collections.abc import Callable, Mapping, Sequence
from math import ceil

from bot.games.announcements import stage_slot
from bot.games.last_seconds_warning import is_warned
from bot.games.slow_games import SLOW_FROM_S
from bot.pages.closed_step import closed_step
from bot.pages.page_context import TableContext
from bot.pages.solo_game import hint_lines
from bot.pages.stand_in_turn import turn_of_stand_in
from bot.pages.step_keyboard import is_ending, step_keyboard
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import BACK, Args
from engine.default_outcomes import silence_in_vote
from engine.events import StepName
from engine.options import BallotSecrecy, Lynch
from engine.table import Table


def step_page(context: TableContext, args: Args) -> RenderedMessage | None:
    """Returns the message of a step: while it runs, and when it is over. `stage` in the arguments is its stage; a
    later stage no longer changes it."""
    table = context.table
    news = context.lines(args.get("lines", ()), table.rules.ruleset)
    if "over" in args:
        return closed_step(context, args, news)
    if args.get("stage") not in (None, stage_slot(table)):
        # Its last edit has not been queued yet.
        return None if args.get("edited") or args.get(BACK) else closed_step(context, args | {"over": {}}, news)
    if args.get("replaced"):
        # Taps on this message were lost; a newer message of the same stage has the buttons.
        return RenderedMessage("\n".join([*news, context.say("stage-replaced")])) if args.get("edited") else None
    again = [context.say("taps-lost")] if args.get("again") else []
    body = [*again, *STEP_PAGES[table.step](context, args), *hint_lines(context, args)]
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


def _until_if_needed(context: TableContext, args: Args) -> list[str]:
    """Returns the end of a step that is decided in private, if it is long or has moved: the private questions have
    it too, and without it the message needs no last edit."""
    needed = context.table.held or context.table.seconds >= SLOW_FROM_S or args.get("clock")
    return _until(context) if needed else []


def _in_private(context: TableContext, args: Args) -> list[str]:
    if is_warned(context.table) and is_ending(context):
        return [context.say(f"stage-{context.table.step}"), context.say("stage-ten-seconds")]
    return [context.say(f"stage-{context.table.step}"), *_until_if_needed(context, args)]


def _talk(context: TableContext, args: Args) -> list[str]:
    table = context.table
    if table.time_out_by:
        return _time_out(context)
    acts = context.lines(context.acts, table.rules.ruleset)
    if not context.lobby.seating[table.speaker - 1]:
        # Words may come a moment later; among themselves a last edit of each turn would fill the group's limit.
        silent = not acts and not context.has_people
        return [turn_of_stand_in(context, table.step, table.speaker, args, silent=silent), *acts]
    key = f"stage-{table.step}-silent" if table.silent else f"stage-{table.step}"
    text = [context.say(key, name=context.mention(table.speaker), seconds=table.seconds), *acts]
    if is_warned(table) and is_ending(context):
        return [*text, context.say("stage-ten-seconds")]
    return [*text, *_until(context)]


def _vote_end(context: TableContext) -> list[str]:
    """Returns what comes of silence, and when the vote begins or ends."""
    table = context.table
    silence = silence_in_vote(table.rules, table.step)
    text: list[str] = [context.say(f"if-silent-{silence}", name=context.name(table.candidates[-1]))]
    if not context.announces_vote or table.stopped:
        return [*text, *_until(context)]
    return [*text, context.say("stage-vote-soon", seconds=ceil(context.left_ms / 1000))]


def _ballot(context: TableContext, _: Args) -> list[str]:
    table = context.table
    if table.time_out_by:
        return _time_out(context)
    text = [context.say(f"stage-{table.step}", seats=context.names(table.candidates)), *_how_to_vote(context)]
    if context.announces_vote:
        return [*text, *_vote_end(context)]
    secret = _secret_votes(context)
    if _one_by_one(table):
        text.append(context.say("stage-doom", name=context.name(table.candidate)))
        nobody = context.say("stage-hands", count=0, seats="")
        text += (secret or [nobody]) if _is_secret(table) else [_answers(context)]
        return [*text, *_vote_end(context)]
    text += secret
    for place, candidate in enumerate(() if secret else table.candidates):
        voters = [seat for seat, target in enumerate(table.votes) if target == candidate]
        called = table.rules.one_after_another and place == table.window
        mark = "stage-candidate-called" if called else "stage-candidate"
        text.append(context.say(mark, name=context.name(candidate), count=len(voters), seats=_numbers(voters)))
    return [*text, *_vote_end(context)]


def _lift(context: TableContext, _: Args) -> list[str]:
    table = context.table
    if table.time_out_by:
        return _time_out(context)
    text = [context.say("stage-lift-ballot", seats=context.names(table.candidates)), *_how_to_vote(context)]
    if not context.announces_vote:
        text += _secret_votes(context) if _is_secret(table) else [_answers(context)]
    return [*text, *_vote_end(context)]


def _confirmation(context: TableContext, _: Args) -> list[str]:
    table = context.table
    if table.time_out_by:
        return _time_out(context)
    text = [context.say("stage-confirmation", name=context.name(table.condemned)), *_how_to_vote(context)]
    if not context.announces_vote:
        text += _secret_votes(context) if _is_secret(table) else [_answers(context)]
    return [*text, *_vote_end(context)]


def _is_secret(table: Table) -> bool:
    return table.rules.options.ballot_secrecy is not BallotSecrecy.OPEN


def _how_to_vote(context: TableContext) -> list[str]:
    """Returns what this table has otherwise than its rules: who will see the votes, and can they be changed."""
    rules = context.table.rules
    changed = dict(rules.changed)
    text: list[str] = []
    if "ballot_secrecy" in changed:
        text.append(context.say(f"stage-votes-{rules.options.ballot_secrecy}"))
    if rules.options.change_vote:
        text.append(context.say("stage-votes-change"))
    return text


def _secret_votes(context: TableContext) -> list[str]:
    """Returns who has voted, or of an anonymous vote how many have; nothing while nobody has."""
    table = context.table
    if table.received:
        return [context.say("stage-received", count=table.received)]
    if table.hands:
        return [context.say("stage-hands", count=len(table.hands), seats=_numbers(table.hands))]
    return []


def _answers(context: TableContext) -> str:
    votes = context.table.lift_votes
    yes, no = ([seat for seat, vote in votes.items() if vote is answer] for answer in (True, False))
    return context.say("stage-lift-votes", yes=_numbers(yes), no=_numbers(no))


def _night(context: TableContext, args: Args) -> list[str]:
    key = "stage-night-goes-on" if args.get("goes_on") else "stage-night"
    peace = [context.say("stage-night-in-peace")] if context.table.nobody_dies_tonight else []
    return [context.say(key), *peace, *_until_if_needed(context, args)]


def _best_move(context: TableContext, _: Args) -> list[str]:
    return [context.say("stage-best-move", name=context.mention(context.table.speaker)), *_until(context)]


def _discussion(context: TableContext, _: Args) -> list[str]:
    table = context.table
    if table.time_out_by:
        return _time_out(context)
    text: list[str] = [context.say("stage-discussion-again" if table.acquitted else "stage-discussion")]
    text += context.lines(context.acts, table.rules.ruleset)
    if table.ready:
        text.append(context.say("stage-ready", count=len(table.ready), all=len(table.alive)))
    if table.extend_asked:
        text.append(context.say("stage-more-time", count=len(table.extend_asked), all=len(table.alive)))
    return [*text, *_until(context)]


def _over(_: TableContext, __: Args) -> list[str]:
    return []


STEP_PAGES: Mapping[StepName, Callable[[TableContext, Args], list[str]]] = {
    StepName.DEAL: _in_private,
    StepName.MEET: _in_private,
    StepName.SPEECH: _talk,
    StepName.TIE_SPEECH: _talk,
    StepName.LAST_WORD: _talk,
    StepName.BALLOT: _ballot,
    StepName.TIE_BALLOT: _ballot,
    StepName.LIFT_BALLOT: _lift,
    StepName.CONFIRMATION: _confirmation,
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
