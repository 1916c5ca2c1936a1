"""Messages outside a game: greetings, help, answers to commands."""

from collections.abc import Callable, Mapping

from aiogram.types import InlineKeyboardButton

from bot.language.translator import LANGUAGE_NAMES, Html, Translator
from bot.telegram.buttons.callback_data import (
    ForgetTap,
    GroupTap,
    JudgeAction,
    JudgeTap,
    LanguageTap,
    LobbyTap,
    SeatTap,
    StopTap,
)
from bot.telegram.message import RenderedMessage, button, keyboard, link
from bot.telegram.outbox import page_names
from bot.telegram.outbox.rows import Args
from engine.commands import Verb

Note = Callable[[Translator, str, Args, str], RenderedMessage]

BY_LINK = "table"
"""What Telegram says to the bot in a group to which a link has brought it."""
ADMIN_RIGHTS = "delete_messages+restrict_members+pin_messages+manage_tags"


LEADS_TO_PRIVATE: Mapping[str, str] = {
    "start-first": "button-to-private",
    "chair-start-first": "button-to-private",
    "private-lost": "button-to-private",
    "join-unasked": "button-try-again",
    "again-invites": "button-sit",
}
"""Messages with a button into the private chat, where «Start» helps."""


def _text(words: Translator, language: str, args: Args, bot_name: str) -> RenderedMessage:
    """A message of the locales."""
    key, more = args["key"], args.get("args", {})
    rows = []
    if key in LEADS_TO_PRIVATE:
        url = f"https://t.me/{bot_name}?start={more.get('start', 'hello')}"
        rows = [[link(words.plain(language, LEADS_TO_PRIVATE[key]), url)]]
    protected, silent = bool(args.get("protected")), bool(args.get("silent"))
    return RenderedMessage(words.say(language, key, **more), keyboard(*rows), protected=protected, silent=silent)


def _copy(_: Translator, __: str, args: Args, ___: str) -> RenderedMessage:
    """Relays a person's message."""
    return RenderedMessage("", protected=True, silent=bool(args.get("silent")))


def _ready_text(_: Translator, __: str, args: Args, ___: str) -> RenderedMessage:
    """A text that was put together where it was asked for (`/rules`, `/verify`)."""
    return RenderedMessage(Html(args["html"]), protected=bool(args.get("protected")))


def _start(words: Translator, language: str, args: Args, bot_name: str) -> RenderedMessage:
    text = [words.say(language, "start-hello")]
    if args.get("seat_in"):
        text.append(words.say(language, "start-seat", group=args["seat_in"]))
    add = f"https://t.me/{bot_name}?startgroup={BY_LINK}&admin={ADMIN_RIGHTS}"
    return RenderedMessage(
        "\n\n".join(text),
        keyboard(
            [link(words.plain(language, "button-add-to-group"), add)],
            _languages(),
        ),
    )


def _languages(group: int = 0) -> list[InlineKeyboardButton]:
    """Each by its own name, so that whoever reads no other finds it."""
    return [button(name, LanguageTap(language=code, group=group).pack()) for code, name in LANGUAGE_NAMES.items()]


def _greeting(words: Translator, language: str, _: Args, __: str) -> RenderedMessage:
    return RenderedMessage(
        words.say(language, "group-hello"),
        keyboard(
            [
                button(words.plain(language, "button-open-table"), GroupTap(wish="open").pack(), "success"),
                button(words.plain(language, "button-settings"), GroupTap(wish="settings").pack()),
            ],
            _languages(group=1),
        ),
    )


def _language(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    group = int(bool(args.get("group")))
    return RenderedMessage(
        words.say(language, "language-choose"),
        keyboard(_languages(group=group)),
    )


def _come_back(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    data = SeatTap(game=args["game"], seat=args["seat"], wish="back").pack()
    return RenderedMessage(
        words.say(language, "absent-you"),
        keyboard([button(words.plain(language, "button-come-back"), data, "success")]),
        protected=True,
    )


def _seat_free(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
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


def _forget(words: Translator, language: str, _: Args, __: str) -> RenderedMessage:
    return RenderedMessage(
        words.say(language, "forget-sure"),
        keyboard(
            [
                button(words.plain(language, "button-forget"), ForgetTap(sure=1).pack(), "danger"),
                button(words.plain(language, "button-keep"), ForgetTap(sure=0).pack()),
            ]
        ),
    )


def _stop(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
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


def _settings_link(words: Translator, language: str, args: Args, bot_name: str) -> RenderedMessage:
    """The way into the settings for an admin whose private chat is not known."""
    url = f"https://t.me/{bot_name}?start=set_{args['code']}"
    return RenderedMessage(
        words.say(language, "settings-door"), keyboard([link(words.plain(language, "button-settings"), url)])
    )


def _question(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    """To be answered by a reply: anything else that is typed is meant for somebody else."""
    question = words.say(language, args["key"])
    if args.get("why"):
        question = words.say(language, "ask-again", why=args["why"], question=question)
    return RenderedMessage(question, asks=words.plain(language, "ask-here"))


def _absent_ask(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    """To the judge: somebody does not answer."""
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


def _chair_offer(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    text = words.say(language, "chair-offer", judge=args["judge"], name=args["name"])
    if args.get("decided"):
        return RenderedMessage(text)
    data = LobbyTap(game=args["game"], wish="chair").pack()
    return RenderedMessage(text, keyboard([button(words.plain(language, "button-take-chair"), data, "success")]))


OTHER_MESSAGES: Mapping[str, Note] = {
    "text": _text,
    "copy": _copy,
    page_names.READY_TEXT: _ready_text,
    "start": _start,
    "greeting": _greeting,
    "language": _language,
    "stop": _stop,
    "forget": _forget,
    "come-back": _come_back,
    "seat-free": _seat_free,
    page_names.SETTINGS_LINK: _settings_link,
    "question": _question,
    "absent-ask": _absent_ask,
    "chair-offer": _chair_offer,
}
