"""Values of settings that are typed. Only a reply to the question counts: what else is typed is for others."""

from typing import Any

from aiogram import Router
from aiogram.filters import BaseFilter
from aiogram.types import CallbackQuery, Message

from bot.admins import AdminDeed
from bot.callbacks import AskTap
from bot.club.choices import CHOICES
from bot.club.deeds import Deed
from bot.club.desk import Done, Outdated
from bot.club.dials import TYPED
from bot.club.refused import Refused
from bot.club.shaping import SHAPINGS
from bot.host import Host
from bot.outbox.rows import Args, Kind, Rank, Row
from handlers.answers import answer, answers, say
from handlers.club import allowed, group_of, menu_row, saved_key, turn_menu, why
from handlers.places import PRIVATE

router = Router(name="questions")


QUESTION = "question"


def question(deed: Deed, what: str) -> str:
    """The message that asks for a value; empty if it cannot be typed."""
    if deed in (Deed.SAVE, Deed.IMPORT):
        return f"ask-{deed}"
    if deed is not Deed.TURN or what not in TYPED:
        return ""
    return "ask-" + what.replace("_", "-") if what in CHOICES else "ask-length"


@router.callback_query(AskTap.filter())
async def ask(query: CallbackQuery, callback_data: AskTap, host: Host) -> None:
    tap, user_id = callback_data, query.from_user.id
    group = await group_of(host, query, tap.group, AdminDeed.SEE_SETTINGS)
    if group is None:
        return
    key = question(tap.deed, tap.what)
    if not key:
        await answer(query, await say(host, query, "tap-old"))
        return
    if tap.number != group.number:
        await answer(query, await say(host, query, "settings-outdated"), alert=True)
        await turn_menu(host, user_id, group, SHAPINGS[tap.deed].then(tap.what, ""))
        return
    args = {"key": key, "group": group.chat_id, "number": group.number, "deed": str(tap.deed), "what": tap.what}
    await host.tell(*_asking(host, user_id, args))
    await answer(query)


def _asking(host: Host, user_id: int, args: Args) -> tuple[Row, Row]:
    """One question at a time: the one before it goes."""
    number = host.service.next_id
    return (
        Row(number(), user_id, Kind.DELETE, QUESTION, Rank.ANSWER, slot=QUESTION),
        Row(number(), user_id, Kind.SEND, QUESTION, Rank.ANSWER, slot=QUESTION, args=args),
    )


class RepliesToQuestion(BaseFilter):
    async def __call__(self, message: Message, host: Host) -> bool | dict[str, Any]:
        replied = message.reply_to_message
        if replied is None or (message.text or "").startswith("/"):
            return False
        asked = await host.outbox.slots.find(message.chat.id, QUESTION)
        return asked is not None and asked.message_id == replied.message_id and {"asked": asked.args}


@router.message(PRIVATE, RepliesToQuestion())
async def answered(message: Message, asked: dict[str, Any], host: Host, receipt: str) -> None:
    user_id = message.chat.id
    language = (await host.directory.person(user_id)).language or "ru"
    found = await allowed(host, user_id, asked["group"], AdminDeed.CHANGE_SETTINGS)
    if found.why_not:
        await host.tell(host.text(user_id, found.why_not))
        return
    deed, what = Deed(asked["deed"]), str(asked["what"])
    no_more = Row(host.service.next_id(), user_id, Kind.DELETE, QUESTION, Rank.ANSWER, slot=QUESTION)
    place = SHAPINGS[deed].then(what, "")

    def saved(done: Done) -> list[Row]:
        key = saved_key(deed, what, done.table) or "settings-saved"
        menu = menu_row(host, user_id, Kind.EDIT, done.group.chat_id, place, done.table)
        return answers(no_more, host.text(user_id, key), menu)

    try:
        if not message.text:
            raise Refused("ask-text")
        outcome = await host.desk.take(
            found.group.chat_id, asked["number"], deed, what, message.text, receipt, saved
        )
    except Refused as refused:
        await host.tell(*_asking(host, user_id, asked | {"why": why(host, language, refused)}))
        return
    if isinstance(outcome, Outdated):
        await host.tell(no_more, host.text(user_id, "settings-outdated"))
        await turn_menu(host, user_id, outcome.group, place, outcome.table)
