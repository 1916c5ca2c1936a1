"""Messages that need no game, by the name of their page."""

from collections.abc import Callable, Mapping

from bot.language.translator import Html, Translator
from bot.pages.absent_player_question import absent_ask_page
from bot.pages.greetings import greeting_page, start_page
from bot.pages.invitations import invitations_page, invited_page
from bot.pages.judges_chair_offer import chair_offer_page
from bot.pages.language_choice import language_page
from bot.pages.leave_question import give_up_seat_page
from bot.pages.seat_offers import come_back_page, seat_free_page
from bot.pages.solo_game import solo_page
from bot.pages.stop_and_forget_questions import forget_page, stop_page
from bot.telegram.message import RenderedMessage, keyboard, link
from bot.telegram.outbox import page_names
from bot.telegram.outbox.rows import Args

OtherMessage = Callable[[Translator, str, Args, str], RenderedMessage]
"""Renders a message from translator, language, the arguments of the row and the name of the bot."""
LEADS_TO_PRIVATE: Mapping[str, str] = {
    "start-first": "button-to-private",
    "chair-start-first": "button-to-private",
    "private-lost": "button-to-private",
    "join-unasked": "button-try-again",
    "again-invites": "button-sit",
}
"""Messages with a link to the private chat, where the person has to press «Start»; with the link's label."""


def _text(words: Translator, language: str, args: Args, bot_name: str) -> RenderedMessage:
    """Returns a message of the locales."""
    key, more = args["key"], args.get("args", {})
    rows = []
    if key in LEADS_TO_PRIVATE:
        url = f"https://t.me/{bot_name}?start={more.get('start', 'hello')}"
        rows = [[link(words.plain(language, LEADS_TO_PRIVATE[key]), url)]]
    protected, silent = bool(args.get("protected")), bool(args.get("silent"))
    return RenderedMessage(words.say(language, key, **more), keyboard(*rows), protected=protected, silent=silent)


def _copy(_: Translator, __: str, args: Args, ___: str) -> RenderedMessage:
    """Returns the options of a relayed message; its content is copied by Telegram."""
    return RenderedMessage("", protected=True, silent=bool(args.get("silent")))


def _ready_text(_: Translator, __: str, args: Args, ___: str) -> RenderedMessage:
    """Returns a text that was composed when it was requested (`/rules`, `/verify`)."""
    return RenderedMessage(Html(args["html"]), protected=bool(args.get("protected")))


def _settings_link(words: Translator, language: str, args: Args, bot_name: str) -> RenderedMessage:
    """Returns a link into the settings, for an admin whose private chat is not known."""
    url = f"https://t.me/{bot_name}?start=set_{args['code']}"
    return RenderedMessage(
        words.say(language, "settings-door"), keyboard([link(words.plain(language, "button-settings"), url)])
    )


def _question(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    """Returns a question that is answered by a reply; other messages are not taken as its answer."""
    question = words.say(language, args["key"])
    if args.get("why"):
        question = words.say(language, "ask-again", why=args["why"], question=question)
    return RenderedMessage(question, asks=words.plain(language, "ask-here"))


OTHER_MESSAGES: Mapping[str, OtherMessage] = {
    "text": _text,
    "copy": _copy,
    page_names.READY_TEXT: _ready_text,
    "start": start_page,
    "solo": solo_page,
    "greeting": greeting_page,
    "language": language_page,
    "stop": stop_page,
    "forget": forget_page,
    "come-back": come_back_page,
    "seat-free": seat_free_page,
    "give-up-seat": give_up_seat_page,
    page_names.SETTINGS_LINK: _settings_link,
    "question": _question,
    "invitations": invitations_page,
    "invited": invited_page,
    "absent-ask": absent_ask_page,
    "chair-offer": chair_offer_page,
}
