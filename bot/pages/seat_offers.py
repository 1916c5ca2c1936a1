"""Offers of a seat or of the judge's role when its holder is absent or leaves."""

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
    data = SeatTap(game=args["game"], seat=args["seat"], wish="back").pack()
    return RenderedMessage(
        words.say(language, "absent-you"),
        keyboard([button(words.plain(language, "button-come-back"), data, "success")]),
        protected=True,
    )


def seat_free_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    game, seat = args["game"], args["seat"]
    text = words.say(language, "seat-free", seat=seat, name=args["name"])
    if args.get("decided"):
        return RenderedMessage(text)
    rows = [
        [
            button(
                words.plain(language, "button-take-seat"),
                SeatTap(game=game, seat=seat, wish="take").pack(),
                "success",
            )
        ]
    ]
    if args.get("stand_in"):
        rows.append(
            [button(words.plain(language, "button-let-bot"), SeatTap(game=game, seat=seat, wish="bot").pack())]
        )
    return RenderedMessage(text, keyboard(*rows))


def absent_ask_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    """Returns the message that asks the judge what to do about a player who does not answer."""
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
