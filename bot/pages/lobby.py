"""The message of a lobby, which is edited in place."""

from collections import Counter

from bot.games.evening_kinds import EVENING_KINDS, fitting_now
from bot.games.lobby import Phase
from bot.games.lobby_screens import LobbyScreen, screen_of
from bot.games.quick_card import TALK, USUAL, pace_of, shown_options, value_of
from bot.games.self_start import begins_at, begins_by_itself
from bot.language.option_names import duration
from bot.language.role_names import role_in_text, ruleset_name
from bot.language.translator import Html
from bot.pages.lobby_keyboards import lobby_keyboard
from bot.pages.page_context import PageContext
from bot.telegram.message import RenderedMessage
from engine.fair_deal import commitment
from engine.house_rules import find_ruleset
from engine.role_set_check import Flaw, check_cards

SEAL_SHOWN = 16
"""How much of the seal is shown: too much to find another deal with the same beginning. `/verify` has all."""


def lobby_page(context: PageContext, *, stand_ins: bool) -> RenderedMessage:
    lobby = context.lobby
    match lobby.phase:
        case Phase.OPEN:
            asks = screen_of(context.lobby) in (LobbyScreen.EVENING, LobbyScreen.DOCUMENTS)
            text = _question(context) if asks else _open_text(context)
            return RenderedMessage(text, lobby_keyboard(context, stand_ins=stand_ins))
        case Phase.PLAYING:
            return RenderedMessage(f"{_title(context, 'lobby-was')}\n{context.say('lobby-playing')}")
        case Phase.OVER:
            return RenderedMessage(f"{_title(context, 'lobby-was')}\n{context.say('lobby-over')}")
        case Phase.CLOSED:
            return RenderedMessage(f"{_title(context, 'lobby-was')}\n{context.say('lobby-closed')}")


def _title(context: PageContext, key: str = "lobby-title") -> Html:
    return context.say(key, ruleset=ruleset_name(context.words, context.language, context.lobby.ruleset))


def _question(context: PageContext) -> str:
    """Asks what kind of evening it is, or which of the sport documents; who has sat down already is listed."""
    lobby = context.lobby
    if screen_of(lobby) is LobbyScreen.DOCUMENTS:
        names = EVENING_KINDS["sport"].rulesets
        lines = [context.say("documents-which")]
        lines += [
            context.say(
                "documents-one",
                name=ruleset_name(context.words, context.language, name),
                about=context.say(f"ruleset-{name}-about"),
            )
            for name in names
        ]
    else:
        lines = [context.say("evening-which")]
        lines += [context.say(f"evening-{kind}-about") for kind in EVENING_KINDS]
        lines.append(context.say("evening-kept"))
    if lobby.guests:
        lines.append(context.say("lobby-sit-already", names=", ".join(guest.name for guest in lobby.guests)))
    return "\n".join(lines)


def _open_text(context: PageContext) -> str:
    lobby = context.lobby
    on_card = screen_of(lobby) in (LobbyScreen.CARD, LobbyScreen.CARD_DOCUMENTS)
    parts = [_title(context), *(_card_lines(context) if on_card else _played(context))]
    ruleset = find_ruleset(lobby.ruleset)
    if lobby.role_sets or ruleset.among_friends or len(ruleset.role_sets) > 1:
        parts.append(_cards(context))
    parts.append(context.say("lobby-seats", taken=len(lobby.guests), least=lobby.sizes[0], most=lobby.sizes[-1]))
    for number, guest in enumerate(lobby.guests, start=1):
        key = "lobby-guest" if guest.user_id else "lobby-stand-in"
        parts.append(context.say(key, number=number, name=guest.name))
    if not lobby.guests:
        parts.append(context.say("lobby-empty"))
    parts += _fits(context)
    parts += judges_lines(context)
    if on_card:
        return "\n".join(parts)  # what was chosen is seen together with the buttons
    if lobby.opener_name:
        parts.append(context.say("lobby-opener", name=lobby.opener_name))
    parts.append(_starts(context))
    parts.append(context.say("lobby-seal", seal=commitment(lobby.secret)[:SEAL_SHOWN]))
    return "\n".join(parts)


def _played(context: PageContext) -> list[Html]:
    """Returns one line with what differs from the official rules, and where the rest is told; none if nothing
    does."""
    lobby, rules = context.lobby, context.lobby.rules
    pace, options = pace_of(rules), shown_options(rules)
    parts = [context.say(f"quick-pace-{pace}")] if pace not in ("", USUAL) else []
    changed = {key for key, _ in lobby.options}
    parts += [
        context.say(f"quick-{_name(each.key)}-{value_of(rules, each)}") for each in options if each.key in changed
    ]
    # The buttons show whether computer players may sit down; it is not a rule of the game.
    told = {"stand_ins", *(each.key for each in options), *(TALK if pace else ())}
    if changed - told or lobby.role_sets or "+" in lobby.ruleset:
        parts.append(context.say("lobby-house-rules"))
    return [Html(" · ".join(parts))] if parts else []


def _card_lines(context: PageContext) -> list[Html]:
    """Returns what the buttons of the quick card have set, in words."""
    rules = context.lobby.rules
    length = next((key for key in ("speech", "discussion") if key in rules.ruleset.options), "")
    lines = []
    if length:
        said = duration(context.words, context.language, getattr(rules.options, length))
        lines.append(context.say(f"card-{length}", length=said))
    options = shown_options(rules)
    return [*lines, *(context.say(f"card-{_name(each.key)}-{value_of(rules, each)}") for each in options)]


def _name(key: str) -> str:
    return key.replace("_", "-")


def _fits(context: PageContext) -> list[Html]:
    """Returns what those who sit should know about their number: not official, or no more seats, and what else
    they could play."""
    lobby = context.lobby
    seated = len(lobby.guests)
    if seated >= lobby.sizes[-1]:
        return [context.say("lobby-full-fits" if fitting_now(lobby) else "lobby-full")]
    if seated not in lobby.sizes:
        return [context.say("lobby-few-fits", taken=seated)] if fitting_now(lobby) else []
    official = find_ruleset(lobby.ruleset).official_size
    if Flaw.NOT_OFFICIAL_SIZE in check_cards(lobby.rules, lobby.cards(seated)).warnings:
        return [context.say("lobby-unofficial", official=official)]
    return []


def _starts(context: PageContext) -> Html:
    lobby = context.lobby
    if begins_by_itself(lobby):
        return context.say("lobby-starts", when=context.until(lobby.starts_at))
    if begins_at(lobby):
        return context.say("lobby-starts-gathered", count=begins_at(lobby))
    return context.say("lobby-starts-never")


def judges_lines(context: PageContext) -> list[Html]:
    """Returns lines that name the judges, who see or will see every card of this table."""
    lobby = context.lobby
    lines = [context.say("lobby-judge", name=lobby.judge_name)] if lobby.judge else []
    if lobby.side_judges:
        names = ", ".join(name for _, name in lobby.side_judges)
        lines.append(context.say("lobby-side-judges", names=names, count=len(lobby.side_judges)))
    return lines


def _cards(context: PageContext) -> Html:
    """Returns the cards for the present number of players, or for the nearest number that can play."""
    lobby = context.lobby
    size = next((size for size in lobby.sizes if size >= len(lobby.guests)), lobby.sizes[-1])
    names = ", ".join(
        context.say("cards-several", name=name, count=count) if count > 1 else name
        for role, count in Counter(lobby.cards(size)).items()
        for name in (role_in_text(context.words, context.language, lobby.ruleset, role),)
    )
    return context.say("lobby-cards", count=size, cards=Html(names))
