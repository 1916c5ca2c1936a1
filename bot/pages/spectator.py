"""All cards, for somebody who is out of the game and may know them."""

from bot.pages.scenes import JudgeScene
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import Args


def spectator_page(scene: JudgeScene, _: Args) -> RenderedMessage:
    ruleset = scene.view.table.rules.ruleset
    cards = [
        scene.say("spectator-seat", name=scene.name(seat.seat), role=scene.role(ruleset, seat.role.id))
        for seat in scene.view.seats
    ]
    return RenderedMessage("\n".join([scene.say("spectator-title"), *cards]), protected=True)
