"""Questions that anybody may ask at any time."""

import re
from contextlib import suppress
from html import unescape

import structlog
from aiogram import Router
from aiogram.exceptions import TelegramAPIError
from aiogram.filters import Command, CommandObject, CommandStart
from aiogram.methods import DeleteMessage, SendMessage
from aiogram.types import CallbackQuery, EphemeralMessageParameters, Message, ReplyParameters

from bot.admins import AdminDeed
from bot.api_errors import NOT_ANSWERING
from bot.callbacks import CardTap, LanguageTap
from bot.host import Host
from bot.language.words import LANGUAGES
from bot.live import Live
from bot.lobby import Phase
from bot.pages.notes import BY_LINK
from bot.pages.prompt import card_text, known_text
from bot.pages.rules import rules_text
from engine.deal import commitment
from engine.rules import rules_for
from engine.rulesets import RULESETS
from handlers.answers import answer, answers, fits, reply, say
from handlers.people import thread_of
from handlers.places import IN_GROUP, PRIVATE, is_member
from handlers.seats import SEATED, take_seat

log = structlog.get_logger()
router = Router(name="info")
ROLE_AGAIN_MS = 5_000
"""A card in a group is shown by calls that no bucket measures."""


@router.message(CommandStart(), PRIVATE)
async def start(message: Message, command: CommandObject, host: Host, receipt: str) -> None:
    user_id = message.chat.id
    payload = command.args or ""
    kind, _, code = payload.partition("_")
    live = await host.service.live(code) if kind in ("join", "rules") and code else None
    if live is not None and kind == "rules":
        person = await host.directory.person(user_id)
        html = rules_text(host.words, person.language or "ru", live.lobby.rules)
        await host.tell(host.note(user_id, "ready", html=html))
        return
    if live is None or live.lobby.phase is not Phase.OPEN:
        await host.tell(host.note(user_id, "start"))
        if kind == "join":
            await host.tell(host.text(user_id, "lobby-no-not-open"))
        return
    group = await host.directory.group(live.lobby.chat_id)
    try:
        belongs = await is_member(host, live.lobby.chat_id, user_id)
    except NOT_ANSWERING as away:
        log.warning("telegram_away", kind="join", why=type(away).__name__)
        await host.tell(host.text(user_id, "join-unasked", group=group.title, start=payload))
        return
    if not belongs:
        await host.tell(host.note(user_id, "start"), host.text(user_id, "join-group-first", group=group.title))
        return
    seated = await take_seat(
        host, live, user_id, receipt, lambda _: answers(host.note(user_id, "start", seat_in=group.title))
    )
    if seated.key != SEATED:
        await host.tell(host.note(user_id, "start"), host.text(user_id, seated.key, **seated.args))


@router.message(CommandStart(), IN_GROUP)
async def start_in_group(message: Message, command: CommandObject, host: Host) -> None:
    # The link that brings the bot into a group says this there, and whoever comes has greeted already.
    if command.args != BY_LINK:
        await host.tell(host.note(message.chat.id, "greeting", thread_of(message)))


@router.message(Command("help"))
async def help_(message: Message, host: Host) -> None:
    key = "help-private" if message.chat.type == "private" else "help-group"
    await reply(host, message, key)


# --- language ---------------------------------------------------------------------------------------------------


@router.message(Command("lang"))
async def lang(message: Message, host: Host) -> None:
    group = message.chat.type != "private"
    await host.tell(host.note(message.chat.id, "language", thread_of(message), group=group))


@router.callback_query(LanguageTap.filter())
async def choose_language(query: CallbackQuery, callback_data: LanguageTap, host: Host) -> None:
    if callback_data.language not in LANGUAGES:
        await answer(query, await say(host, query, "tap-old"))
        return
    if callback_data.group:
        message = query.message
        deed = AdminDeed.SET_LANGUAGE
        if message is None or not await host.admins.is_admin(message.chat.id, query.from_user.id, deed):
            await answer(query, await say(host, query, "admins-only"))
            return
        await host.directory.change_group(message.chat.id, language=callback_data.language)
    else:
        await host.directory.change_person(query.from_user.id, language=callback_data.language)
    await answer(query, host.words.plain(callback_data.language, "language-set"))


# --- rules ------------------------------------------------------------------------------------------------------


@router.message(Command("rules"))
async def rules(message: Message, command: CommandObject, host: Host) -> None:
    language = await host.renderer.language(message.chat.id)
    wanted = (command.args or "").strip()
    if wanted in RULESETS:
        found = rules_for(RULESETS[wanted], {})
    elif message.chat.type == "private":
        tables = await host.service.tables_of(message.chat.id)
        found = tables[0].lobby.rules if tables else rules_for(RULESETS["fiim-2025"], {})
    else:
        live = await host.service.table_in(message.chat.id, thread_of(message))
        group = await host.directory.group(message.chat.id)
        found = live.lobby.rules if live else rules_for(RULESETS[group.ruleset.split("+")[0]], {})
    html = rules_text(host.words, language, found)
    await host.tell(host.note(message.chat.id, "ready", thread_of(message), html=html))


# --- the own card -----------------------------------------------------------------------------------------------


@router.callback_query(CardTap.filter())
async def my_role(query: CallbackQuery, callback_data: CardTap, host: Host) -> None:
    live = await host.service.live(callback_data.game)
    seat = live.lobby.seat_of(query.from_user.id) if live is not None and live.state is not None else 0
    if live is None or not seat:
        await answer(query, await say(host, query, "role-none"), alert=True)
        return
    await answer(query, await card_for(host, live, seat, query), alert=True)


async def card_for(host: Host, live: Live, seat: int, query: CallbackQuery) -> str:
    """As plain text: it is shown in a window of the tap, to the one who tapped."""
    person = await host.directory.person(query.from_user.id)
    scene = await host.renderer.seat_scene(live, seat, person.language or "ru")
    card = unescape(re.sub(r"<[^<>]+>", "", card_text(scene)))
    # What is too long for the window loses the advice, and not the half of a sentence.
    return card if fits(card) else card.rsplit("\n", 1)[0]


@router.message(Command("role"))
async def role(message: Message, host: Host) -> None:
    """In a group the card is shown to its owner only, where Telegram can do that; otherwise in private."""
    if message.from_user is None:
        return
    user_id, now = message.from_user.id, host.clock.now()
    if host.recent.has(("role", message.chat.id, user_id), now, host.pace.scale(ROLE_AGAIN_MS)):
        return  # it was shown a moment ago
    host.recent.note(("role", message.chat.id, user_id), now)
    person = await host.directory.person(user_id)
    found = [live for live in await host.service.tables_of(user_id) if live.lobby.seat_of(user_id)]
    if not found:
        await reply(host, message, "role-none")
        return
    for live in found:
        scene = await host.renderer.seat_scene(live, live.lobby.seat_of(user_id), person.language or "ru")
        card = known_text(scene)
        here = message.chat.type != "private" and live.lobby.chat_id == message.chat.id
        if not (here and await _shown_to_one(host, message, card)):
            await host.tell(host.note(user_id, "ready", html=card, protected=True))


async def _shown_to_one(host: Host, message: Message, card: str) -> bool:
    """As an ephemeral message; False where the bot can send none.

    A server that does not know the parameter would show the text to everybody: where nothing was ever shown to one
    person alone, a harmless sentence goes first. Whoever has written an ephemeral command has such a server.
    """
    chat_id = message.chat.id
    if message.ephemeral_message_id:
        return await _whisper(host, message, card)
    if not await host.ephemeral.allowed(chat_id):
        return False
    if not host.ephemeral.is_proven(chat_id):
        harmless = host.words.say(await host.renderer.language(chat_id), "role-only-you")
        if not await _whisper(host, message, harmless):
            return False
    return await _whisper(host, message, card)


async def _whisper(host: Host, message: Message, text: str) -> bool:
    assert message.from_user is not None, "the caller knows whom to tell"
    chat_id, command = message.chat.id, message.ephemeral_message_id
    method = SendMessage(
        chat_id=chat_id,
        text=text,
        message_thread_id=thread_of(message) or None,
        protect_content=True,
        ephemeral_message_parameters=EphemeralMessageParameters(receiver_user_id=message.from_user.id),
        reply_parameters=ReplyParameters(ephemeral_message_id=command) if command else None,
    )
    try:
        sent = await host.transport(method)
    except NOT_ANSWERING:
        return False  # says nothing about what the bot may do here
    except TelegramAPIError as refused:
        if not command:
            await host.ephemeral.was_refused(chat_id, refused.message)
        return False
    if not isinstance(sent, Message) or await host.ephemeral.sent(chat_id, sent):
        return isinstance(sent, Message)
    with suppress(TelegramAPIError):
        await host.transport(DeleteMessage(chat_id=chat_id, message_id=sent.message_id))
    return False


# --- fairness ---------------------------------------------------------------------------------------------------


@router.message(Command("verify"))
async def verify(message: Message, host: Host) -> None:
    live = await host.service.table_in(message.chat.id, thread_of(message))
    language = await host.renderer.language(message.chat.id)
    text = [host.words.say(language, "verify-how")]
    if live is not None:
        text.append(host.words.say(language, "verify-seal", seal=commitment(live.lobby.secret), game=live.id))
    await host.tell(host.note(message.chat.id, "ready", thread_of(message), html="\n\n".join(text)))
