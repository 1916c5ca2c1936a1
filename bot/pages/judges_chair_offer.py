"""The question by which a judge offers the chair to somebody."""

from bot.language.translator import Translator
from bot.telegram.buttons.callback_data import LobbyTap
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args


def chair_offer_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    text = words.say(language, "chair-offer", judge=args["judge"], name=args["name"])
    if args.get("decided"):
        return RenderedMessage(text)
    data = LobbyTap(game=args["game"], wish="chair").pack()
    return RenderedMessage(text, keyboard([button(words.plain(language, "button-take-chair"), data, "success")]))
