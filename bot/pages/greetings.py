"""Greetings in a private chat and in a group."""

from collections.abc import Collection

from bot.language.translator import Html, Translator
from bot.pages.language_choice import language_buttons
from bot.pages.shared_buttons import add_to_group_link
from bot.telegram.bot_rights import WANTED
from bot.telegram.buttons.callback_data import GroupTap, SoloTap
from bot.telegram.message import RenderedMessage, button, keyboard, link
from bot.telegram.outbox.rows import KEPT, Args, Kind, Rank, Row, RowIds


def start_page(words: Translator, language: str, args: Args, bot_name: str) -> RenderedMessage:
    text = [words.say(language, "start-hello")]
    if args.get("seat_in"):
        text.append(words.say(language, "start-seat", group=args["seat_in"]))
    add = add_to_group_link(bot_name)
    solo = [button(words.plain(language, "button-solo"), SoloTap().pack(), "success")]
    return RenderedMessage(
        "\n\n".join(text),
        keyboard(
            solo if args.get("solo") else [],
            [link(words.plain(language, "button-add-to-group"), add)],
            language_buttons(),
        ),
    )


def greeting_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    """Returns the greeting in a group, which asks for the rights that the bot lacks there."""
    return RenderedMessage(
        "\n".join([words.say(language, "group-hello"), *_asked_rights(words, language, args.get("rights", ()))]),
        keyboard(
            [
                button(words.plain(language, "button-open-table"), GroupTap(wish="open").pack(), "success"),
                button(words.plain(language, "button-settings"), GroupTap(wish="settings").pack()),
            ],
            language_buttons(group=1),
        ),
    )


def greeting_row(
    row_ids: RowIds, chat_id: int, rights: Collection[str], kind: Kind = Kind.SEND, thread_id: int = 0
) -> Row:
    """Returns the row that greets a group in which the bot has these rights, or edits the greeting after a change
    of them."""
    shown = {"rights": [*rights]}
    args = {KEPT: shown} if kind is Kind.EDIT else shown
    page = slot = "greeting"
    return Row(row_ids.next(), chat_id, kind, page, Rank.NEWS, thread_id=thread_id, slot=slot, args=args)


def _asked_rights(words: Translator, language: str, has: Collection[str]) -> list[Html]:
    """Returns the lines that ask for rights: none if the bot has all that it uses."""
    lacks = [right for right in WANTED if right not in has]
    if not lacks:
        return []
    rights = [words.say(language, f"group-hello-{right.replace('_', '-')}") for right in lacks]
    if has:
        return [words.say(language, "group-hello-more-rights", count=len(lacks)), *rights]
    return [words.say(language, "group-hello-rights"), *rights, words.say(language, "group-hello-speeches")]
