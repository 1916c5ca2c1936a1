"""The question that `/leave` asks in a running game, in the group or in private, with its buttons and its end."""

from aiogram.types import InlineKeyboardButton

from bot.language.translator import Translator
from bot.telegram.buttons.callback_data import SeatTap
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args


def leave_question(words: Translator, language: str, args: Args) -> RenderedMessage:
    """Returns the question in the group; its message becomes the offer of the seat."""
    text = words.say(language, "seat-leave-sure", seat=args["seat"], name=args["name"])
    return RenderedMessage(text, keyboard(_leave_or_stay(words, language, args)))


def give_up_seat_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    """Returns the question in private whether to give up a seat; after a yes its offer can be withdrawn there."""
    if args.get("ended"):
        return ended_page(words, language, args)
    if args.get("answered"):
        stay = seat_key(words, language, args, "button-stay", "stay")
        return RenderedMessage(words.say(language, "seat-sought"), keyboard([stay]))
    text = words.say(language, "leave-sure", seat=args["seat"], group=args["group"])
    return RenderedMessage(text, keyboard(_leave_or_stay(words, language, args)))


def _leave_or_stay(words: Translator, language: str, args: Args) -> list[InlineKeyboardButton]:
    give = seat_key(words, language, args, "button-give-seat", "leave", "danger")
    return [give, seat_key(words, language, args, "button-stay", "stay")]


def seat_key(
    words: Translator, language: str, args: Args, label: str, wish: str, style: str | None = None
) -> InlineKeyboardButton:
    data = SeatTap(game=args["game"], seat=args["seat"], wish=wish).pack()
    return button(words.plain(language, label), data, style)


def ended_page(words: Translator, language: str, args: Args) -> RenderedMessage:
    """Returns how the question, or the offer that followed it, has ended."""
    key = f"seat-ended-{args['ended']}"
    return RenderedMessage(words.say(language, key, seat=args["seat"], name=args["name"], by=args.get("by", "")))
