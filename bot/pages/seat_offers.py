"""Seats whose holder leaves or is absent: the offer to the group, and the way back of the holder."""

from bot.language.translator import Translator
from bot.pages.leave_question import ended_page, leave_question, seat_key
from bot.telegram.buttons.callback_data import SeatTap
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args


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
        return ended_page(words, language, args)
    seat, name = args["seat"], args["name"]
    if args.get("asked"):
        return leave_question(words, language, args)
    text = words.say(language, "seat-free", seat=seat, name=name)
    if args.get("decided"):  # the end of an offer of an earlier release
        return RenderedMessage(text)
    take = [seat_key(words, language, args, "button-take-seat", "take", "success")]
    let = [seat_key(words, language, args, "button-let-bot", "bot")] if args.get("stand_in") else []
    return RenderedMessage(text, keyboard(take, let, [seat_key(words, language, args, "button-stay", "stay")]))
