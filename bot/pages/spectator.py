"""All cards, for somebody who is out of the game and may know them."""

from bot.outbox.rows import Args
from bot.pages.sheet import JudgeScene, Sheet


def spectator_page(scene: JudgeScene, _: Args) -> Sheet:
    ruleset = scene.view.table.rules.ruleset
    cards = [
        scene.say("spectator-seat", name=scene.name(seat.seat), role=scene.role(ruleset, seat.role.id))
        for seat in scene.view.seats
    ]
    return Sheet("\n".join([scene.say("spectator-title"), *cards]), protected=True)
