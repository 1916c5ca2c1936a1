"""The message of a lobby, which is edited in place."""

from collections import Counter

from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from bot.games.lobby import Phase
from bot.language.role_names import role_in_text, ruleset_name
from bot.language.translator import Html
from bot.pages.page_context import PageContext
from bot.pages.shared_buttons import rules_button
from bot.telegram.buttons.callback_data import LobbyTap
from bot.telegram.message import RenderedMessage, button, keyboard
from engine.fair_deal import commitment
from engine.house_rules import find_ruleset


def lobby_page(context: PageContext, *, stand_ins: bool) -> RenderedMessage:
    lobby = context.lobby
    match lobby.phase:
        case Phase.OPEN:
            return RenderedMessage(_open_text(context), _open_keyboard(context, stand_ins=stand_ins))
        case Phase.PLAYING:
            return RenderedMessage(f"{_title(context, 'lobby-was')}\n{context.say('lobby-playing')}")
        case Phase.OVER:
            return RenderedMessage(f"{_title(context, 'lobby-was')}\n{context.say('lobby-over')}")
        case Phase.CLOSED:
            return RenderedMessage(f"{_title(context, 'lobby-was')}\n{context.say('lobby-closed')}")


def _title(context: PageContext, key: str = "lobby-title") -> Html:
    return context.say(key, ruleset=ruleset_name(context.words, context.language, context.lobby.ruleset))


def _open_text(context: PageContext) -> str:
    lobby = context.lobby
    least, most = lobby.sizes[0], lobby.sizes[-1]
    parts = [_title(context)]
    # The buttons show whether computer players may sit down; it is not a rule of the game.
    changed = [key for key, _ in lobby.options if key != "stand_ins"]
    if changed or lobby.role_sets or "+" in lobby.ruleset:
        parts.append(context.say("lobby-house-rules"))
    if lobby.role_sets or len(find_ruleset(lobby.ruleset).role_sets) > 1:
        parts.append(_cards(context))
    parts.append(context.say("lobby-seats", taken=len(lobby.guests), least=least, most=most))
    for number, guest in enumerate(lobby.guests, start=1):
        key = "lobby-guest" if guest.user_id else "lobby-stand-in"
        parts.append(context.say(key, number=number, name=guest.name))
    if not lobby.guests:
        parts.append(context.say("lobby-empty"))
    if lobby.opener_name:
        parts.append(context.say("lobby-opener", name=lobby.opener_name))
    parts += judges_lines(context)
    parts.append(context.say("lobby-starts", when=context.until(lobby.starts_at)))
    parts.append(context.say("lobby-seal", seal=commitment(lobby.secret)))
    return "\n".join(parts)


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


def _open_keyboard(context: PageContext, *, stand_ins: bool) -> InlineKeyboardMarkup | None:
    game = context.lobby.id

    def wish(name: str, style: str | None = None) -> InlineKeyboardButton:
        return button(context.label(f"button-{name}"), LobbyTap(game=game, wish=name).pack(), style)

    seats = [wish("sit", "success"), wish("stand")]
    start = [wish("extend"), wish("start", "primary"), wish("cancel")]
    extra = [wish("add-bot"), wish("remove-bot")] if stand_ins else []
    return keyboard(
        seats, extra, start, [rules_button(context), wish("settings")], [wish("doctor"), wish("judge")]
    )
