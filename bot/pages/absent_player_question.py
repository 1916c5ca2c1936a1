"""The question to the judge what shall become of a player who does not answer."""

from bot.language.translator import Translator
from bot.pages.leave_question import ended_page
from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap
from bot.telegram.message import RenderedMessage, button, keyboard
from bot.telegram.outbox.rows import Args
from engine.commands import Verb


def absent_ask_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    """Returns the message that asks the judge what to do about a player who does not answer."""
    if args.get("ended"):
        return ended_page(words, language, args)
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
