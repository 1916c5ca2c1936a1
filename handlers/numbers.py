"""Statistics: /stats of oneself or of whom one replies to, /top of the group, and the buttons under them."""

from dataclasses import asdict, replace

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.callbacks import NumbersTap
from bot.host import Host
from bot.outbox.rows import Args, Kind, Rank, Row
from bot.papers.numbers import PERIODS, Look
from engine.rulesets import RULESETS
from handlers.answers import answer, say
from handlers.people import thread_of

router = Router(name="numbers")

PICTURE_AGAIN_MS = 15_000


@router.message(Command("stats"))
async def stats(message: Message, host: Host) -> None:
    asked = message.from_user
    replied = message.reply_to_message
    if message.chat.type != "private" and replied is not None and replied.from_user is not None:
        asked = replied.from_user
    if asked is None or asked.is_bot:
        await host.tell(host.text(message.chat.id, "stats-of-whom", thread_of(message)))
        return
    await _show(host, message, Look("stats", asked.id))


@router.message(Command("top"))
async def top(message: Message, host: Host) -> None:
    if message.chat.type == "private":
        await host.tell(host.text(message.chat.id, "top-in-group"))
        return
    group = await host.directory.group(message.chat.id)
    # Points of different rules cannot be added up: the table begins with the rules that are played here.
    rules = group.ruleset if group.ruleset in RULESETS else ""
    await _show(host, message, Look("top", 0, rules))


async def _show(host: Host, message: Message, look: Look) -> None:
    await host.tell(_row(host, Kind.SEND, message.chat.id, look, thread_of(message)))


def _row(host: Host, kind: Kind, chat: int, look: Look, thread: int = 0) -> Row:
    args = {"look": asdict(look)}
    slot = "" if look.picture else f"numbers:{look.view}"
    return Row(host.service.next_id(), chat, kind, "numbers", Rank.NEWS, thread_id=thread, slot=slot, args=args)


@router.callback_query(NumbersTap.filter())
async def look_again(query: CallbackQuery, callback_data: NumbersTap, host: Host) -> None:
    tap, message = callback_data, query.message
    chat = message.chat.id if message is not None else query.from_user.id
    known = tap.days in PERIODS and (not tap.rules or tap.rules in RULESETS)
    foreign = chat > 0 and tap.user != query.from_user.id
    newest = await host.outbox.slots.find(chat, f"numbers:{tap.view}")
    stale = newest is None or message is None or newest.message_id != message.message_id
    if not known or foreign or stale or newest is None or not _is_about(newest.args, tap.user):
        await answer(query, await say(host, query, "tap-old"))
        return
    look = Look(tap.view, tap.user, tap.rules, tap.days)
    match tap.wish:
        case "png":
            await _picture(query, host, chat, look)
        case "leave" | "join":
            await _count(query, host, chat, look, leaves=tap.wish == "leave")
        case _:
            await host.tell(_row(host, Kind.EDIT, chat, look))
            await answer(query)


def _is_about(args: Args, user: int) -> bool:
    """Who a message is about its sender has chosen: whoever else is named in a tap, it is forged."""
    return bool(args.get("look", {}).get("user") == user)


async def _picture(query: CallbackQuery, host: Host, chat: int, look: Look) -> None:
    now, key = host.clock.now(), (chat, look)
    if host.recent.has(key, now, host.pace.scale(PICTURE_AGAIN_MS)):
        await answer(query, await say(host, query, "protocol-sent"))
        return
    thread = thread_of(query.message) if isinstance(query.message, Message) else 0
    await host.tell(_row(host, Kind.FILE, chat, replace(look, picture=True), thread))
    host.recent.note(key, now)
    await answer(query, await say(host, query, "protocol-coming"))


async def _count(query: CallbackQuery, host: Host, chat: int, look: Look, *, leaves: bool) -> None:
    """Only about oneself, in the own private chat."""
    if chat != query.from_user.id:
        await answer(query, await say(host, query, "tap-old"))
        return
    await host.directory.change_person(query.from_user.id, uncounted=leaves)
    await host.tell(_row(host, Kind.EDIT, chat, look))
    await answer(query, await say(host, query, "stats-now-left" if leaves else "stats-now-counted"))
