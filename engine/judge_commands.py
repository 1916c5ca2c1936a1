"""What the judge may do. Where no person judges, the host sends these commands itself.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from collections.abc import Callable, Mapping

from engine.commands import Command, Reason, Verb
from engine.events import (
    ClaimSeen,
    HoldSet,
    Paused,
    Resumed,
    StepBegan,
    StepEnded,
    StepName,
    StepReleased,
    StepRepeated,
    Undone,
)
from engine.fouls import (
    can_be_punished,
    disqualify,
    expel,
    give_foul,
    one_line,
    pardon,
    see_offence,
    team_loss,
    warn,
    why_no_offence,
)
from engine.game import Game
from engine.judge_points_and_corrections import (
    ONLY_AFTER_THE_END,
    POINTS,
    close_protocol,
    correct,
    give_bonus,
    give_penalty,
    why_no_points,
)
from engine.state import State

CLAIMS_MATTER = "claim_forfeits_best_move"
AFTER_THE_END = (*ONLY_AFTER_THE_END, Verb.UNDO, Verb.EXPEL)
ABOUT_A_SEAT = (
    Verb.WARN,
    Verb.FOUL,
    Verb.PARDON,
    Verb.DISQUALIFY,
    Verb.TEAM_LOSS,
    Verb.EXPEL,
    Verb.OFFENCE,
    Verb.CLAIM,
    *POINTS,
    Verb.CORRECT,
)


IF_LISTED = (Verb.WARN, Verb.EXPEL)
"""Only under rules that have it."""


def why_not(state: State, command: Command) -> Reason | None:
    """Why the judge's command cannot be carried out."""
    table, verb = state.table, command.verb
    ruleset = table.rules.ruleset
    if verb not in JUDGE_VERBS or (verb is Verb.CLAIM and CLAIMS_MATTER not in ruleset.options):
        return Reason.UNKNOWN_COMMAND
    if verb in IF_LISTED and verb not in ruleset.clauses:
        return Reason.UNKNOWN_COMMAND
    over = table.step is StepName.OVER
    if over and verb not in AFTER_THE_END:
        return Reason.GAME_OVER
    if command.step is not None and command.step != table.number:
        return Reason.WRONG_STEP
    if verb in ABOUT_A_SEAT:
        return _why_not_seat(state, command, over)
    if verb in ONLY_AFTER_THE_END and not over:
        return Reason.WRONG_STEP
    if table.closed:
        return Reason.ALREADY_DONE if verb is Verb.CLOSE else Reason.NOT_ALLOWED
    match verb:
        case Verb.PAUSE:
            return Reason.ALREADY_DONE if table.paused else None
        case Verb.RESUME:
            return None if table.paused else Reason.WRONG_STEP
        case Verb.UNDO:
            return None if state.before_judge else Reason.WRONG_STEP
        case Verb.NEXT:
            return Reason.WRONG_STEP if table.paused else None
        case Verb.REPEAT:
            return Reason.WRONG_STEP if table.stopped or table.time_out_by else None
    return None


def _why_not_seat(state: State, command: Command, over: bool) -> Reason | None:
    table = state.table
    if len(command.seats) != 1:
        return Reason.BAD_TARGET
    seat = command.seats[0]
    if not 1 <= seat <= table.size:
        return Reason.NOT_PLAYING
    if command.verb in ONLY_AFTER_THE_END:
        return why_no_points(state, command, seat) if over else Reason.WRONG_STEP
    if command.verb is Verb.CLAIM:
        return Reason.ALREADY_DONE if seat in table.claimed else None
    if not can_be_punished(table, seat) and not _reaches_the_gone(state, command.verb):
        return Reason.NOT_PLAYING
    if command.verb is Verb.EXPEL:
        if seat in table.expelled:
            return Reason.ALREADY_DONE
        return None if one_line(command.note) else Reason.BAD_VALUE
    if command.verb is Verb.PARDON and not table.fouls[seat]:
        return Reason.BAD_TARGET
    return why_no_offence(table, seat) if command.verb is Verb.OFFENCE else None


def _reaches_the_gone(state: State, verb: Verb) -> bool:
    """What somebody can still have earned who has left the table: a hint from among the onlookers (S3 6.3.4).
    A game that is decided cannot be lost any more."""
    return verb is Verb.EXPEL or (verb is Verb.TEAM_LOSS and state.settled is None)


def _pause(game: Game, _: Command) -> None:
    game.emit(Paused())


def _resume(game: Game, _: Command) -> None:
    game.emit(Resumed())


def _undo(game: Game, _: Command) -> None:
    game.emit(Undone())


def _hold(game: Game, _: Command) -> None:
    """From step to step the judge leads, or the bot does again; a step that waits for the judge is let go then."""
    if game.table.held:
        game.emit(StepReleased())
    game.emit(HoldSet(not game.table.holding))


def _next(game: Game, _: Command) -> None:
    table = game.table
    if table.held:
        game.emit(StepReleased())
        return
    in_time_out = table.time_out_by
    game.emit(StepEnded())
    if not in_time_out:
        game.expire()


def _repeat(game: Game, _: Command) -> None:
    table = game.table
    game.emit(StepRepeated())
    game.emit(StepBegan(table.step, table.seconds, table.speaker, table.silent, table.wave, again=True))


def _see_claim(game: Game, command: Command) -> None:
    game.emit(ClaimSeen(command.seats[0]))


JUDGE_VERBS: Mapping[Verb, Callable[[Game, Command], None]] = {
    Verb.WARN: warn,
    Verb.FOUL: give_foul,
    Verb.PARDON: pardon,
    Verb.DISQUALIFY: disqualify,
    Verb.TEAM_LOSS: team_loss,
    Verb.EXPEL: expel,
    Verb.OFFENCE: see_offence,
    Verb.CLAIM: _see_claim,
    Verb.PAUSE: _pause,
    Verb.RESUME: _resume,
    Verb.UNDO: _undo,
    Verb.HOLD: _hold,
    Verb.NEXT: _next,
    Verb.REPEAT: _repeat,
    Verb.BONUS: give_bonus,
    Verb.PENALTY: give_penalty,
    Verb.CLOSE: close_protocol,
    Verb.CORRECT: correct,
}
