"""Fouls, removals, team loss, and the ballots they cost.

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.commands import Command, Reason
from engine.ending import end, leave
from engine.events import (
    BallotCancelled,
    Disqualified,
    Expelled,
    FoulGiven,
    FoulPardoned,
    MinuteCut,
    OffenceSeen,
    StepName,
    TeamLost,
    Told,
    Topic,
    Warned,
    Way,
    Why,
    Winner,
    WordLost,
)
from engine.game import Game
from engine.options import Offences
from engine.penalty_clauses import NIGHT_CONDUCT, OUT_OF_TURN, code_of
from engine.roles import Side
from engine.speech_length import speech_length
from engine.table import Table

AT_NIGHT = (StepName.MEET, StepName.NIGHT, StepName.BEST_MOVE)


def can_be_punished(table: Table, seat: int) -> bool:
    """Living, or leaving with a word or a best move still to come."""
    return seat in table.alive or seat in table.words or (seat == table.speaker and seat > 0)


def one_line(note: str) -> str:
    """A judge's reason as a record can keep it."""
    return " ".join(note.split())


def warn(game: Game, command: Command) -> None:
    game.emit(Warned(command.seats[0], one_line(command.note)))


def give_foul(game: Game, command: Command) -> None:
    _foul(game, command.seats[0], FoulGiven(command.seats[0], one_line(command.note)))


def _foul(game: Game, seat: int, event: FoulGiven) -> None:
    game.emit(event)
    table = game.table
    if table.fouls[seat] >= table.rules.options.fouls_to_removal:  # S0 6.5, S3 5.5
        remove(game, seat)
        return
    speaks = table.step is StepName.SPEECH and table.speaker == seat
    if table.rules.ruleset.third_foul_at_once and speaks and seat in table.silence_owed:
        silent, seconds = speech_length(table, seat)
        game.emit(MinuteCut(seat, seconds, silent))


def pardon(game: Game, command: Command) -> None:
    """A foul is taken back, also long after it was given. A silence that is still owed goes with the foul
    that brought it."""
    game.emit(FoulPardoned(command.seats[0], one_line(command.note)))


def disqualify(game: Game, command: Command) -> None:
    seat = command.seats[0]
    game.emit(Disqualified(seat, one_line(command.note)))
    remove(game, seat)


def expel(game: Game, command: Command) -> None:
    """S0 7.3, S3 6.4: of the next games the tournament takes care. Nothing takes it back."""
    seat, table = command.seats[0], game.table
    game.emit(Expelled(seat, one_line(command.note)))
    if table.step is not StepName.OVER and can_be_punished(table, seat):
        remove(game, seat)


def team_loss(game: Game, command: Command) -> None:
    """S0 6.8, S3 6.3: also by somebody who has left the table. In a game that is decided already it is no more
    than a removal."""
    seat = command.seats[0]
    if game.state.settled is not None:
        disqualify(game, command)
        return
    game.emit(TeamLost(seat, one_line(command.note)))
    end(game, opponent_of(game.state.side(seat)), Why.TEAM_LOSS)


def opponent_of(side: Side) -> Winner:
    """Who wins when a side gives the game away."""
    return {
        Side.RED: Winner.BLACK,
        Side.BLACK: Winner.RED,
        Side.TOWN: Winner.MAFIA,
        Side.MAFIA: Winner.TOWN,
        Side.YAKUZA: Winner.TOWN,
        Side.LONER: Winner.TOWN,
    }[side]


def remove(game: Game, seat: int) -> None:
    """Leaves at once and without a word; most rule sets cancel a ballot for it (S0 7.1-7.2, S3 6.5.1-6.5.3)."""
    table = game.table
    if seat in table.alive:
        if leave(game, (seat,), Way.REMOVED):
            return
        if table.rules.ruleset.removal_cancels_ballot:
            game.emit(BallotCancelled(table.day + 1 if table.settled else max(table.day, 1), seat))
    else:
        game.emit(WordLost(seat))  # shot or voted out already: the word is lost, the ballot is not (S3 6.5.1)
    table.rules.steps[table.step].seat_gone(game, seat)


def see_offence(game: Game, command: Command) -> None:
    """A message out of turn or at night (S0 6.6.1, S3 6.1.4), seen by the bot itself."""
    seat = command.seats[0]
    game.emit(OffenceSeen(seat))
    if game.table.rules.options.offences is Offences.FOUL:
        _foul(game, seat, FoulGiven(seat, _clause_of_offence(game.table), by_bot=True))
    else:
        game.emit(Told(seat, Topic.WARNED))


def _clause_of_offence(table: Table) -> str:
    """Out of turn S0 6.6.1, S1 1, S3 6.1.4; at night S0 6.7.6, S3 6.2.2, though no more than a foul here."""
    clauses = table.rules.ruleset.clauses
    if table.step in AT_NIGHT:
        return code_of(clauses, NIGHT_CONDUCT, OUT_OF_TURN)
    return code_of(clauses, OUT_OF_TURN)


def why_no_offence(table: Table, seat: int) -> Reason | None:
    if table.rules.options.offences is Offences.OFF or seat == table.speaker:
        return Reason.NOT_ALLOWED
    if table.offended.get(seat) == table.number:
        return Reason.ALREADY_DONE
    return None
