"""What a player of a red-and-black table needs to know to use any ability other than a shot or a check."""

from engine.players.ability_value import Outlook
from engine.players.sport_mind import Mind
from engine.players.sport_reasons import believed_sheriff
from engine.roles import Side
from engine.state import SeatView

CLAIMED = 3.0


def outlook_of(mind: Mind, view: SeatView) -> Outlook:
    table, me = view.table, view.me
    scores, verdict = mind.scores(view), mind.verdict(view)
    trusted = [1 - chance for chance in verdict.black]
    if me.role.side is Side.BLACK:
        foe = [0.0 if seat in me.mates else 1.0 for seat in range(table.size + 1)]
    else:
        # With the player's own feelings: odds, not chances.
        foe = [odds / (1 + odds) if odds > 0 else 0.0 for odds in scores]
    worth = [0.5 + trust for trust in trusted]
    sheriff = believed_sheriff(mind.memory, verdict)
    if sheriff and sheriff != mind.me:
        worth[sheriff] += CLAIMED
    asked = {told.about[0] for told in me.told if told.about}
    return Outlook(
        foe=foe,
        worth=worth,
        doubt=[0.0 if seat in asked else 4 * p * (1 - p) for seat, p in enumerate(foe)],
        leader=[0.0 if seat in asked else trust for seat, trust in enumerate(trusted)],
        trusted=trusted,
        opposed=[0.0] * (table.size + 1),
        jailed=table.prisoners,
    )
