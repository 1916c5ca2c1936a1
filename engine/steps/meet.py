"""The night of acquaintance: the blacks meet, and the Don names the order of shots (S0 4.2, S3 4.2, S4 3.2).

Clauses are quoted by rule document, S0 to S4; `engine/__init__.py` says which these are.
"""

from engine.commands import Command, Verb
from engine.daybreak_and_nightfall import begin_day
from engine.events import ShotsAppointed, StepBegan, StepName, Told, Topic
from engine.game import Game
from engine.legal_moves import Move
from engine.roles import Role, Side
from engine.rules import Step
from engine.state import SeatView, State
from engine.steps.time_out_and_surrender import SURRENDER

MOST_APPOINTED = 9


def _open(game: Game) -> None:
    game.emit(StepBegan(StepName.MEET, game.table.rules.options.meet))
    introduce(game)


def introduce(game: Game) -> None:
    """Tells each member of a team the members, and the leader if there is one."""
    for team in Side:
        members = game.state.team(team)
        leader = _leader(game.state, members)
        for seat in members:
            game.emit(Told(seat, Topic.MATES, members))
            if leader:
                game.emit(Told(seat, Topic.LEADER, (leader,)))


def _leader(state: State, team: tuple[int, ...]) -> int:
    return next((seat for seat in team if state.views[seat].me.role.leads), 0)


def _leads(role: Role) -> bool:
    return role.leads


def _awaits(view: SeatView) -> bool:
    return view.me.role.leads and not view.me.appointed


def _living(view: SeatView) -> tuple[int, ...]:
    return view.table.alive


def _appoint(game: Game, command: Command) -> None:
    team = game.state.views[command.actor].me.role.team
    assert team is not None, "a head leads a team"
    game.emit(ShotsAppointed(command.actor, command.seats, game.state.team(team)))


def _nothing_changes(_: Game, __: int) -> None:
    """Does nothing: a removal does not change the meeting."""


MEET = Step(
    name=StepName.MEET,
    moves=(
        Move(Verb.APPOINT, _appoint, seats=_living, least=1, most=MOST_APPOINTED, given_to=_leads),
        SURRENDER,
    ),
    open=_open,
    expire=begin_day,
    awaits=_awaits,
    complete=begin_day,
    leads_to=frozenset({StepName.SPEECH, StepName.DISCUSSION}),
    reads=frozenset({"meet", "surrender", "night_talk"}),
    seat_gone=_nothing_changes,
)
