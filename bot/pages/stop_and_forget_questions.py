"""Questions before actions that cannot be undone: stopping a game, forgetting a person."""

from bot.language.translator import Translator
from bot.telegram.buttons.callback_data import (
    ForgetTap,
    StopTap,
)
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args


def stop_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    game = args["game"]
    if args.get("decided"):
        return RenderedMessage(words.say(language, args["decided"]))
    return RenderedMessage(
        words.say(language, "stop-sure"),
        keyboard(
            [
                button(words.plain(language, "button-stop"), StopTap(game=game, sure=1).pack(), "danger"),
                button(words.plain(language, "button-go-on"), StopTap(game=game, sure=0).pack()),
            ]
        ),
    )


def forget_page(words: Translator, language: str, _: Args, __: str) -> RenderedMessage:
    return RenderedMessage(
        words.say(language, "forget-sure"),
        keyboard(
            [
                button(words.plain(language, "button-forget"), ForgetTap(sure=1).pack(), "danger"),
                button(words.plain(language, "button-keep"), ForgetTap(sure=0).pack()),
            ]
        ),
    )
