"""What the choices of a night come to."""

from engine.roles import SHOT, Asks, Inspect, Side
from engine.state import State


def team_shot(state: State) -> int:
    """The seat that every living black aimed at; 0 for a miss (S0 4.5.4-4.5.5)."""
    aimed = {state.view(seat).me.answer(state.table.night, SHOT.id) for seat in state.living(Side.BLACK)}
    return aimed.pop() or 0 if len(aimed) == 1 else 0


def inspect(state: State, effect: Inspect, target: int) -> str:
    role = state.view(target).me.role
    match effect.asks:
        case Asks.SIDE:
            return role.side
        case Asks.SHERIFF:
            return "sheriff" if role.id == "sheriff" else "not-sheriff"
