"""Texts of the private answers of the game."""

from typing import assert_never

from bot.language.role_names import role_in_text
from bot.language.translator import Html, Names, Translator
from engine.ability_effects import Asks, Inspect
from engine.events import Told, Topic
from engine.night_resolution import FAILED
from engine.roles import Role


def private_answer(words: Translator, lang: str, ruleset: str, role: Role, message: Told, names: Names) -> Html:
    """Returns the text of a private answer for a seat with this role."""
    seats = [names(seat) for seat in message.about if seat and seat != message.seat]
    topic = message.topic
    match topic:
        case Topic.CHECK:
            return _answer(words, lang, ruleset, role, message, names)
        case Topic.MATES if not seats:
            return words.say(lang, "told-mates-alone")
        case Topic.MATES:
            return words.say(lang, "told-mates", seats=words.listed(lang, seats))
        case Topic.LEADER if not seats:
            return words.say(lang, "told-don-self")
        case Topic.LEADER | Topic.PRIEST:
            return words.say(lang, f"told-{topic}", seat=seats[0])
        case Topic.APPOINTED:
            return words.say(lang, "told-appointed", seats=Html(" → ".join(map(names, message.about))))
        case Topic.CHOICE:
            actor, target = message.about
            if not target:
                return words.say(lang, "told-choice-none", seat=names(actor))
            return words.say(lang, "told-choice", seat=names(actor), target=names(target))
        case Topic.VOTE:
            key = f"told-vote-{message.answer}" if message.answer else "told-vote"
            return words.say(lang, key, seat=names(message.about[0]) if message.about else Html())
        case Topic.JAILED | Topic.SILENCED | Topic.WARNED:
            return words.say(lang, f"told-{topic}")
        case _:
            assert_never(topic)


def _answer(words: Translator, lang: str, ruleset: str, role: Role, message: Told, names: Names) -> Html:
    seat, answer = names(message.about[0]), message.answer
    if answer == FAILED or _asks(role) is not Asks.ROLE:  # `sheriff` is the Don's yes and the detective's role
        return words.say(lang, f"told-check-{answer}", seat=seat)
    return words.say(lang, "told-check-role", seat=seat, role=role_in_text(words, lang, ruleset, answer))


def _asks(role: Role) -> Asks:
    """Returns the question that this role asks at night; no role has two."""
    return next(
        effect.asks
        for ability in role.abilities
        for _, effects in ability.uses
        for effect in effects
        if isinstance(effect, Inspect)
    )
