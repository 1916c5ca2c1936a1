"""Messages about invitations to the tables of a group: what was noted, and the invitation itself."""

from bot.language.translator import Translator
from bot.telegram.buttons.callback_data import GroupTap, InvitationsOffTap
from bot.telegram.message import RenderedMessage, button, keyboard, link
from bot.telegram.outbox.rows import Args


def invitations_page(words: Translator, language: str, args: Args, _: str) -> RenderedMessage:
    """What was noted for the author of `/nextgame`; the buttons are for everybody."""
    keys = [
        button(words.plain(language, f"button-{wish}"), GroupTap(wish=wish).pack())
        for wish in ("invite-once", "invite-always", "invite-off")
    ]
    return RenderedMessage(words.say(language, args["key"]), keyboard(keys[:2], keys[2:]))


def invited_page(words: Translator, language: str, args: Args, bot_name: str) -> RenderedMessage:
    """The invitation to one who is told of every table."""
    key = "next-table-here" if args["url"] else "next-table"
    more = {"url": args["url"]} if args["url"] else {}
    sit = link(words.plain(language, "button-sit"), f"https://t.me/{bot_name}?start=join_{args['game']}")
    off = button(words.plain(language, "button-invite-off"), InvitationsOffTap(group=args["chat"]).pack())
    return RenderedMessage(words.say(language, key, group=args["group"], **more), keyboard([sit], [off]))
