"""The estimates by which a player of a red-and-black table uses abilities other than a shot or a check."""

from engine.players.ability_choice import Estimates
from engine.players.sport_and_city.reasons import believed_sheriff
from engine.players.sport_and_city.strategy import SportStrategy
from engine.roles import Side
from engine.state import SeatView

CLAIMED = 3.0


def estimates_of(strategy: SportStrategy, view: SeatView) -> Estimates:
    table, me = view.table, view.me
    scores, verdict = strategy.scores(view), strategy.verdict(view)
    trusted = [1 - chance for chance in verdict.black]
    if me.role.side is Side.BLACK:
        foe = [0.0 if seat in me.mates else 1.0 for seat in range(table.size + 1)]
    else:
        # Scores are odds that include the player's hunches; here they become probabilities.
        foe = [odds / (1 + odds) if odds > 0 else 0.0 for odds in scores]
    worth = [0.5 + trust for trust in trusted]
    sheriff = believed_sheriff(strategy.memory, verdict)
    if sheriff and sheriff != strategy.me:
        worth[sheriff] += CLAIMED
    asked = {told.about[0] for told in me.told if told.about}
    return Estimates(
        foe=foe,
        worth=worth,
        doubt=[0.0 if seat in asked else 4 * p * (1 - p) for seat, p in enumerate(foe)],
        leader=[0.0 if seat in asked else trust for seat, trust in enumerate(trusted)],
        trusted=trusted,
        opposed=[0.0] * (table.size + 1),
        jailed=table.prisoners,
    )
