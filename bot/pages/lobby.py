"""The table before its game: one message that is edited in place."""

from collections import Counter
from typing import Literal

from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from bot.games.lobby import Phase
from bot.language.role_names import role_in_text, ruleset_name
from bot.language.translator import Html
from bot.pages.scenes import Scene
from bot.telegram.buttons.callback_data import CardTap, GameControlTap, LobbyTap
from bot.telegram.message import RenderedMessage, button, keyboard, link
from engine.deal import commitment
from engine.house_rules import find_ruleset


def lobby_page(scene: Scene, *, stand_ins: bool) -> RenderedMessage:
    lobby = scene.lobby
    match lobby.phase:
        case Phase.OPEN:
            return RenderedMessage(_open_text(scene), _open_keyboard(scene, stand_ins=stand_ins))
        case Phase.PLAYING:
            return RenderedMessage(f"{_title(scene, 'lobby-was')}\n{scene.say('lobby-playing')}")
        case Phase.OVER:
            return RenderedMessage(f"{_title(scene, 'lobby-was')}\n{scene.say('lobby-over')}")
        case Phase.CLOSED:
            return RenderedMessage(f"{_title(scene, 'lobby-was')}\n{scene.say('lobby-closed')}")


def _title(scene: Scene, key: str = "lobby-title") -> Html:
    return scene.say(key, ruleset=ruleset_name(scene.words, scene.language, scene.lobby.ruleset))


def _open_text(scene: Scene) -> str:
    lobby = scene.lobby
    least, most = lobby.sizes[0], lobby.sizes[-1]
    parts = [_title(scene)]
    # Whether computer players may sit down is seen by the buttons, and is no rule of the game.
    changed = [key for key, _ in lobby.options if key != "stand_ins"]
    if changed or lobby.role_sets or "+" in lobby.ruleset:
        parts.append(scene.say("lobby-house-rules"))
    if lobby.role_sets or len(find_ruleset(lobby.ruleset).role_sets) > 1:
        parts.append(_cards(scene))
    parts.append(scene.say("lobby-seats", taken=len(lobby.guests), least=least, most=most))
    for number, guest in enumerate(lobby.guests, start=1):
        key = "lobby-guest" if guest.user_id else "lobby-stand-in"
        parts.append(scene.say(key, number=number, name=guest.name))
    if not lobby.guests:
        parts.append(scene.say("lobby-empty"))
    if lobby.opener_name:
        parts.append(scene.say("lobby-opener", name=lobby.opener_name))
    parts += judges_lines(scene)
    parts.append(scene.say("lobby-starts", when=scene.until(lobby.starts_at)))
    parts.append(scene.say("lobby-seal", seal=commitment(lobby.secret)))
    return "\n".join(parts)


def judges_lines(scene: Scene) -> list[Html]:
    """Who sees, or will see, every card of this table."""
    lobby = scene.lobby
    lines = [scene.say("lobby-judge", name=lobby.judge_name)] if lobby.judge else []
    if lobby.side_judges:
        names = ", ".join(name for _, name in lobby.side_judges)
        lines.append(scene.say("lobby-side-judges", names=names, count=len(lobby.side_judges)))
    return lines


def _cards(scene: Scene) -> Html:
    """What would be dealt to those who sit here; to too few or too many, what the nearest number would get."""
    lobby = scene.lobby
    size = next((size for size in lobby.sizes if size >= len(lobby.guests)), lobby.sizes[-1])
    names = ", ".join(
        scene.say("cards-several", name=name, count=count) if count > 1 else name
        for role, count in Counter(lobby.cards(size)).items()
        for name in (role_in_text(scene.words, scene.language, lobby.ruleset, role),)
    )
    return scene.say("lobby-cards", count=size, cards=Html(names))


def _open_keyboard(scene: Scene, *, stand_ins: bool) -> InlineKeyboardMarkup | None:
    game = scene.lobby.id

    def wish(name: str, style: str | None = None) -> InlineKeyboardButton:
        return button(scene.label(f"button-{name}"), LobbyTap(game=game, wish=name).pack(), style)

    seats = [wish("sit", "success"), wish("stand")]
    start = [wish("extend"), wish("start", "primary"), wish("cancel")]
    extra = [wish("add-bot"), wish("remove-bot")] if stand_ins else []
    return keyboard(seats, extra, start, [rules_button(scene), wish("settings")], [wish("doctor"), wish("judge")])


def game_control_button(scene: Scene, wish: Literal["pause", "resume", "stop"]) -> InlineKeyboardButton:
    return button(scene.label(f"button-{wish}"), GameControlTap(game=scene.lobby.id, wish=wish).pack())


def rules_button(scene: Scene) -> InlineKeyboardButton:
    """Whoever taps it gets the rules of this table in private, at any time of the game."""
    return button(scene.label("button-rules"), LobbyTap(game=scene.lobby.id, wish="rules").pack())


def my_role_buttons(scene: Scene) -> list[InlineKeyboardButton]:
    return [
        button(scene.label("button-my-role"), CardTap(game=scene.lobby.id).pack()),
        link(scene.label("button-to-private"), f"https://t.me/{scene.bot_name}"),
    ]
