"""Offers of a seat or of the judge's role when its holder is absent or leaves."""

from aiogram.types import InlineKeyboardButton

from bot.language.translator import Translator
from bot.telegram.buttons.callback_data import (
    JudgeAction,
    JudgeTap,
    LobbyTap,
    SeatTap,
)
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args
from engine.commands import Verb


def come_back_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    """Returns the message by which a person comes back to a seat that a computer player has."""
    if args.get("ended"):
        text = words.say(language, f"way-back-{args['ended']}", seat=args["seat"], by=args.get("by", ""))
        return RenderedMessage(text, protected=True)
    data = SeatTap(game=args["game"], seat=args["seat"], wish="back").pack()
    return RenderedMessage(
        words.say(language, "absent-as-wanted" if args.get("wanted") else "absent-you"),
        keyboard([button(words.plain(language, "button-come-back"), data, "success")]),
        protected=True,
    )


def seat_free_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    """Returns the message in the group about a seat: the question to its holder, the offer, or how it ended."""
    if args.get("ended"):
        return _ended_page(words, language, args)
    seat, name = args["seat"], args["name"]
    if args.get("asked"):
        text = words.say(language, "seat-leave-sure", seat=seat, name=name)
        return RenderedMessage(text, keyboard(_leave_or_stay(words, language, args)))
    text = words.say(language, "seat-free", seat=seat, name=name)
    if args.get("decided"):  # the end of an offer of an earlier release
        return RenderedMessage(text)
    take = [_key(words, language, args, "button-take-seat", "take", "success")]
    let = [_key(words, language, args, "button-let-bot", "bot")] if args.get("stand_in") else []
    return RenderedMessage(text, keyboard(take, let, [_key(words, language, args, "button-stay", "stay")]))


def give_up_seat_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    """Returns the question in private whether to give up a seat; after a yes its offer can be withdrawn there."""
    if args.get("ended"):
        return _ended_page(words, language, args)
    if args.get("answered"):
        stay = _key(words, language, args, "button-stay", "stay")
        return RenderedMessage(words.say(language, "seat-sought"), keyboard([stay]))
    text = words.say(language, "leave-sure", seat=args["seat"], group=args["group"])
    return RenderedMessage(text, keyboard(_leave_or_stay(words, language, args)))


def _leave_or_stay(words: Translator, language: str, args: Args) -> list[InlineKeyboardButton]:
    give = _key(words, language, args, "button-give-seat", "leave", "danger")
    return [give, _key(words, language, args, "button-stay", "stay")]


def _key(
    words: Translator, language: str, args: Args, label: str, wish: str, style: str | None = None
) -> InlineKeyboardButton:
    data = SeatTap(game=args["game"], seat=args["seat"], wish=wish).pack()
    return button(words.plain(language, label), data, style)


def _ended_page(words: Translator, language: str, args: Args) -> RenderedMessage:
    key = f"seat-ended-{args['ended']}"
    return RenderedMessage(words.say(language, key, seat=args["seat"], name=args["name"], by=args.get("by", "")))


def absent_ask_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    """Returns the message that asks the judge what to do about a player who does not answer."""
    if args.get("ended"):
        return _ended_page(words, language, args)
    game, seat = args["game"], args["seat"]
    remove = JudgeTap(game=game, wish=JudgeAction.DO, verb=Verb.DISQUALIFY, seat=seat, code=args["code"]).pack()
    row = [button(words.plain(language, "button-absent-remove"), remove, "danger")]
    if args["stand_in"]:
        stand_in = JudgeTap(game=game, wish=JudgeAction.STAND_IN, seat=seat).pack()
        row.insert(0, button(words.plain(language, "button-let-bot"), stand_in))
    seek = button(
        words.plain(language, "button-seek"), JudgeTap(game=game, wish=JudgeAction.SEEK, seat=seat).pack()
    )
    return RenderedMessage(words.say(language, "absent-ask", name=args["name"]), keyboard([seek], row))


def chair_offer_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    text = words.say(language, "chair-offer", judge=args["judge"], name=args["name"])
    if args.get("decided"):
        return RenderedMessage(text)
    data = LobbyTap(game=args["game"], wish="chair").pack()
    return RenderedMessage(text, keyboard([button(words.plain(language, "button-take-chair"), data, "success")]))
