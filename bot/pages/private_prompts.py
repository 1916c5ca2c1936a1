"""Private chat: chooses the prompt of a seat in the running step, and what remains of it after the step."""

from bot.games.announcements import night_stage, prompt_stage
from bot.games.lobby import Phase
from bot.language.translator import Html
from bot.pages.best_move_prompt import best_move_prompt
from bot.pages.farewell import farewell_lines
from bot.pages.night_prompt import done_line, night_prompt, night_title
from bot.pages.page_context import SeatContext
from bot.pages.prompt_parts import answer_text, asked_again
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import BACK, Args
from engine.events import StepName, Told, Topic

UNNOTICED = frozenset({Topic.VOTE})
"""Topics of answers sent without a sound: a notification during the count would reveal who voted."""


def prompt_page(context: SeatContext, args: Args) -> RenderedMessage | None:
    view = context.view
    if args.get("over") or args.get("stage") not in (None, prompt_stage(view.table)):
        return _over(context, args) if args.get("edited") else None
    if args.get("replaced"):
        return RenderedMessage(context.say("prompt-replaced"), protected=True) if args.get("edited") else None
    match view.table.step:
        case StepName.NIGHT:
            return asked_again(context, args, night_prompt(context, args))
        case StepName.BEST_MOVE | StepName.LAST_WORD:
            message = best_move_prompt(context, args)
            return None if message is None else asked_again(context, args, message)
        case _:
            return None


def _over(context: SeatContext, args: Args) -> RenderedMessage | None:
    """Returns a prompt whose step is over: the choice and its answer remain, the buttons are removed."""
    me, stage = context.view.me, args["stage"]
    stopped = [context.say("closed-stopped")] if context.lobby.phase is Phase.CLOSED else []
    if not stage.startswith("night"):
        return RenderedMessage("\n".join([*farewell_lines(context, args), _best_move(context), *stopped]))
    done = (
        [done_line(context, verb, target) for verb, target in me.said]
        if _is_stage(stage, me.night, me.wave)
        else []
    )
    learnt = [one for one in me.learnt if _is_stage(stage, one.night, one.wave)]
    night = stage.split(":")[1]
    if not done and not learnt and not stopped:
        done = [context.say("prompt-unanswered")]
    answers = [answer_text(context, one.told) for one in learnt]
    title = night_title(context, night, args)
    return RenderedMessage("\n".join([title, *done, *answers, *stopped]), protected=True)


def _best_move(context: SeatContext) -> Html:
    """Returns what has become of the best move of a seat that was asked for it."""
    named = context.view.table.best_moves.get(context.seat)
    if named:
        return context.say("best-move-made", seats=context.names(named))
    forfeited = context.seat in context.view.table.claimed
    return context.say("best-move-forfeited" if forfeited else "best-move-none")


def _is_stage(stage: str, night: int, wave: int) -> bool:
    return stage == night_stage(night, wave)


def private_answer_page(context: SeatContext, args: Args) -> RenderedMessage | None:
    """Returns the prompt with the answer added, or a message with the answer alone if there is no prompt."""
    if args.get("edited") or args.get(BACK):
        return prompt_page(context, args | {"edited": True})
    message = Told(context.seat, Topic(args["topic"]), tuple(args["about"]), args["answer"])
    return RenderedMessage(answer_text(context, message), protected=True, silent=message.topic in UNNOTICED)
