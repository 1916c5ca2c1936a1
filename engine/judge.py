"""What the judge may do; the bot is the judge too, where no person sits in the chair."""

from collections.abc import Callable, Mapping

from engine.commands import Command, Reason, Verb
from engine.events import (
    BonusGiven,
    ClaimSeen,
    HoldSet,
    Paused,
    PenaltyGiven,
    Resumed,
    StepBegan,
    StepEnded,
    StepName,
    StepReleased,
    StepRepeated,
    Undone,
)
from engine.fouls import (
    at_the_judges_mercy,
    disqualify,
    give_foul,
    one_line,
    see_offence,
    team_loss,
    why_no_offence,
)
from engine.game import Game
from engine.points import why_no_bonus, why_no_penalty
from engine.state import State

CLAIMS_MATTER = "claim_forfeits_best_move"
AFTER_THE_END = (Verb.BONUS, Verb.PENALTY, Verb.UNDO)
ABOUT_A_SEAT = (
    Verb.FOUL,
    Verb.DISQUALIFY,
    Verb.TEAM_LOSS,
    Verb.OFFENCE,
    Verb.CLAIM,
    Verb.BONUS,
    Verb.PENALTY,
)


def why_not(state: State, command: Command) -> Reason | None:
    """Why the judge's command cannot be carried out."""
    table, verb = state.table, command.verb
    if verb not in JUDGE_VERBS or (verb is Verb.CLAIM and CLAIMS_MATTER not in table.rules.ruleset.options):
        return Reason.UNKNOWN_COMMAND
    over = table.step is StepName.OVER
    if over and verb not in AFTER_THE_END:
        return Reason.GAME_OVER
    if command.step is not None and command.step != table.number:
        return Reason.WRONG_STEP
    if verb in ABOUT_A_SEAT:
        return _why_not_seat(state, command, over)
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
    if command.verb in (Verb.BONUS, Verb.PENALTY):
        if not over:
            return Reason.WRONG_STEP
        if command.value is None:
            return Reason.BAD_VALUE
        if command.verb is Verb.BONUS:
            return why_no_bonus(state, seat, command.value, command.consent)
        return why_no_penalty(state, command.value)
    if command.verb is Verb.CLAIM:
        return Reason.ALREADY_DONE if seat in table.claimed else None
    if not at_the_judges_mercy(table, seat):
        return Reason.NOT_PLAYING
    return why_no_offence(table, seat) if command.verb is Verb.OFFENCE else None


def _pause(game: Game, _: Command) -> None:
    game.emit(Paused())


def _resume(game: Game, _: Command) -> None:
    game.emit(Resumed())


def _undo(game: Game, _: Command) -> None:
    game.emit(Undone())


def _hold(game: Game, _: Command) -> None:
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


def _give_bonus(game: Game, command: Command) -> None:
    game.emit(BonusGiven(command.seats[0], command.value or 0, command.consent))


def _give_penalty(game: Game, command: Command) -> None:
    game.emit(PenaltyGiven(command.seats[0], command.value or 0, one_line(command.note)))


JUDGE_VERBS: Mapping[Verb, Callable[[Game, Command], None]] = {
    Verb.FOUL: give_foul,
    Verb.DISQUALIFY: disqualify,
    Verb.TEAM_LOSS: team_loss,
    Verb.OFFENCE: see_offence,
    Verb.CLAIM: _see_claim,
    Verb.PAUSE: _pause,
    Verb.RESUME: _resume,
    Verb.UNDO: _undo,
    Verb.HOLD: _hold,
    Verb.NEXT: _next,
    Verb.REPEAT: _repeat,
    Verb.BONUS: _give_bonus,
    Verb.PENALTY: _give_penalty,
}
