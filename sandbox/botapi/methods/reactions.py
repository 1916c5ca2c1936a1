"""setMessageReaction."""

from __future__ import annotations

from sandbox.botapi.methods.call import Call, Method
from sandbox.core.refusals import Refusal, Why
from sandbox.world.events import Reacted


def set_message_reaction(call: Call) -> bool:
    chat = call.chat()
    post = call.post(chat, Why.REACT_NOT_FOUND)
    given = call.args.items("reaction") or []
    if not all(isinstance(one, dict) and one.get("type") in {"emoji", "custom_emoji"} for one in given):
        raise Refusal(Why.BAD_REACTION)
    if len(given) > 1:
        raise Refusal(Why.MANY_REACTIONS)
    old = post.reactions.pop(call.bot.id, [])
    if given:
        post.reactions[call.bot.id] = given
    call.world.events.publish(Reacted(chat, post, call.bot.user, old, given))
    return True


METHODS: dict[str, Method] = {
    "setMessageReaction": set_message_reaction,
}
