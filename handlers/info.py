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

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.recent_requests import RecentRequests
from bot.core.transport import Transport
from bot.games.game_registry import GameRegistry
from bot.games.lobbies import Lobbies
from bot.games.lobby import Phase
from bot.games.running_game import RunningGame
from bot.language.translator import LANGUAGES, Translator
from bot.pages.other_messages import BY_LINK
from bot.pages.private_prompts import card_text, known_text
from bot.pages.renderer import Renderer
from bot.pages.rules import rules_text
from bot.permissions import AdminAction, Permissions
from bot.storage.directory import Directory
from bot.telegram.buttons.callback_data import CardTap, LanguageTap
from bot.telegram.calls.errors import NOT_ANSWERING
from bot.telegram.outbox.ephemeral import Ephemeral
from bot.telegram.replies import Replies
from engine.fair_deal import commitment
from engine.rules import rules_for
from engine.rulesets import RULESETS
from handlers.filters import IN_GROUP, PRIVATE
from handlers.identify import thread_of
from handlers.take_seat import SEATED, take_seat
from handlers.tap_answers import answer, answers, fits, reply, say

log = structlog.get_logger()
router = Router(name="info")
ROLE_AGAIN_MS = 5_000
"""A card in a group is shown by calls that no bucket measures."""


@router.message(CommandStart(), PRIVATE)
async def start(
    message: Message,
    command: CommandObject,
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    words: Translator,
    receipt: str,
) -> None:
    user_id = message.chat.id
    payload = command.args or ""
    kind, _, code = payload.partition("_")
    live = await games.live(code) if kind in ("join", "rules") and code else None
    if live is not None and kind == "rules":
        person = await directory.people.get(user_id)
        html = rules_text(words, person.language or "ru", live.lobby.rules)
        await replies.tell(replies.note(user_id, "ready", html=html))
        return
    if live is None or live.lobby.phase is not Phase.OPEN:
        await replies.tell(replies.note(user_id, "start"))
        if kind == "join":
            await replies.tell(replies.text(user_id, "lobby-no-not-open"))
        return
    group = await directory.groups.get(live.lobby.chat_id)
    try:
        belongs = await permissions.is_member(live.lobby.chat_id, user_id)
    except NOT_ANSWERING as away:
        log.warning("telegram_away", kind="join", why=type(away).__name__)
        await replies.tell(replies.text(user_id, "join-unasked", group=group.title, start=payload))
        return
    if not belongs:
        await replies.tell(
            replies.note(user_id, "start"), replies.text(user_id, "join-group-first", group=group.title)
        )
        return
    seated = await take_seat(
        lobbies,
        directory,
        live,
        user_id,
        receipt,
        lambda _: answers(replies.note(user_id, "start", seat_in=group.title)),
    )
    if seated.key != SEATED:
        await replies.tell(replies.note(user_id, "start"), replies.text(user_id, seated.key, **seated.args))


@router.message(CommandStart(), IN_GROUP)
async def start_in_group(message: Message, command: CommandObject, replies: Replies) -> None:
    # The link that brings the bot into a group says this there, and whoever comes has greeted already.
    if command.args != BY_LINK:
        await replies.tell(replies.note(message.chat.id, "greeting", thread_of(message)))


@router.message(Command("help"))
async def help_(message: Message, replies: Replies) -> None:
    key = "help-private" if message.chat.type == "private" else "help-group"
    await reply(replies, message, key)


# --- language ---------------------------------------------------------------------------------------------------


@router.message(Command("lang"))
async def lang(message: Message, replies: Replies) -> None:
    group = message.chat.type != "private"
    await replies.tell(replies.note(message.chat.id, "language", thread_of(message), group=group))


@router.callback_query(LanguageTap.filter())
async def choose_language(
    query: CallbackQuery,
    callback_data: LanguageTap,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    words: Translator,
) -> None:
    if callback_data.language not in LANGUAGES:
        await answer(query, await say(replies, query, "tap-old"))
        return
    if callback_data.group:
        message = query.message
        deed = AdminAction.SET_LANGUAGE
        if message is None or not await permissions.is_admin(message.chat.id, query.from_user.id, deed):
            await answer(query, await say(replies, query, "admins-only"))
            return
        await directory.groups.change(message.chat.id, language=callback_data.language)
    else:
        await directory.people.change(query.from_user.id, language=callback_data.language)
    await answer(query, words.plain(callback_data.language, "language-set"))


# --- rules ------------------------------------------------------------------------------------------------------


@router.message(Command("rules"))
async def rules(
    message: Message,
    command: CommandObject,
    games: GameRegistry,
    replies: Replies,
    directory: Directory,
    words: Translator,
    renderer: Renderer,
) -> None:
    language = await renderer.language(message.chat.id)
    wanted = (command.args or "").strip()
    if wanted in RULESETS:
        found = rules_for(RULESETS[wanted], {})
    elif message.chat.type == "private":
        tables = await games.tables_of(message.chat.id)
        found = tables[0].lobby.rules if tables else rules_for(RULESETS["fiim-2025"], {})
    else:
        live = await games.table_in(message.chat.id, thread_of(message))
        group = await directory.groups.get(message.chat.id)
        found = live.lobby.rules if live else rules_for(RULESETS[group.ruleset.split("+")[0]], {})
    html = rules_text(words, language, found)
    await replies.tell(replies.note(message.chat.id, "ready", thread_of(message), html=html))


# --- the own card -----------------------------------------------------------------------------------------------


@router.callback_query(CardTap.filter())
async def my_role(
    query: CallbackQuery,
    callback_data: CardTap,
    games: GameRegistry,
    replies: Replies,
    directory: Directory,
    renderer: Renderer,
) -> None:
    live = await games.live(callback_data.game)
    seat = live.lobby.seat_of(query.from_user.id) if live is not None and live.state is not None else 0
    if live is None or not seat:
        await answer(query, await say(replies, query, "role-none"), alert=True)
        return
    await answer(query, await card_for(directory, renderer, live, seat, query), alert=True)


async def card_for(
    directory: Directory, renderer: Renderer, live: RunningGame, seat: int, query: CallbackQuery
) -> str:
    """As plain text: it is shown in a window of the tap, to the one who tapped."""
    person = await directory.people.get(query.from_user.id)
    context = await renderer.seat_context(live, seat, person.language or "ru")
    card = unescape(re.sub(r"<[^<>]+>", "", card_text(context)))
    # What is too long for the window loses the advice, and not the half of a sentence.
    return card if fits(card) else card.rsplit("\n", 1)[0]


@router.message(Command("role"))
async def role(
    message: Message,
    games: GameRegistry,
    replies: Replies,
    directory: Directory,
    clock: Clock,
    pace: Pace,
    words: Translator,
    recent_requests: RecentRequests,
    renderer: Renderer,
    transport: Transport,
    ephemeral: Ephemeral,
) -> None:
    """In a group the card is shown to its owner only, where Telegram can do that; otherwise in private."""
    if message.from_user is None:
        return
    user_id, now = message.from_user.id, clock.now()
    if recent_requests.has(("role", message.chat.id, user_id), now, pace.scale(ROLE_AGAIN_MS)):
        return  # it was shown a moment ago
    recent_requests.note(("role", message.chat.id, user_id), now)
    person = await directory.people.get(user_id)
    found = [live for live in await games.tables_of(user_id) if live.lobby.seat_of(user_id)]
    if not found:
        await reply(replies, message, "role-none")
        return
    for live in found:
        context = await renderer.seat_context(live, live.lobby.seat_of(user_id), person.language or "ru")
        card = known_text(context)
        here = message.chat.type != "private" and live.lobby.chat_id == message.chat.id
        if not (here and await _shown_to_one(words, renderer, transport, ephemeral, message, card)):
            await replies.tell(replies.note(user_id, "ready", html=card, protected=True))


async def _shown_to_one(
    words: Translator, renderer: Renderer, transport: Transport, ephemeral: Ephemeral, message: Message, card: str
) -> bool:
    """As an ephemeral message; False where the bot can send none.

    A server that does not know the parameter would show the text to everybody: where nothing was ever shown to one
    person alone, a harmless sentence goes first. Whoever has written an ephemeral command has such a server.
    """
    chat_id = message.chat.id
    if message.ephemeral_message_id:
        return await _whisper(transport, ephemeral, message, card)
    if not await ephemeral.allowed(chat_id):
        return False
    if not ephemeral.is_proven(chat_id):
        harmless = words.say(await renderer.language(chat_id), "role-only-you")
        if not await _whisper(transport, ephemeral, message, harmless):
            return False
    return await _whisper(transport, ephemeral, message, card)


async def _whisper(transport: Transport, ephemeral: Ephemeral, message: Message, text: str) -> bool:
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
        sent = await transport(method)
    except NOT_ANSWERING:
        return False  # says nothing about what the bot may do here
    except TelegramAPIError as refused:
        if not command:
            await ephemeral.was_refused(chat_id, refused.message)
        return False
    if not isinstance(sent, Message) or await ephemeral.sent(chat_id, sent):
        return isinstance(sent, Message)
    with suppress(TelegramAPIError):
        await transport(DeleteMessage(chat_id=chat_id, message_id=sent.message_id))
    return False


# --- fairness ---------------------------------------------------------------------------------------------------


@router.message(Command("verify"))
async def verify(
    message: Message, games: GameRegistry, replies: Replies, words: Translator, renderer: Renderer
) -> None:
    live = await games.table_in(message.chat.id, thread_of(message))
    language = await renderer.language(message.chat.id)
    text = [words.say(language, "verify-how")]
    if live is not None:
        text.append(words.say(language, "verify-seal", seal=commitment(live.lobby.secret), game=live.id))
    await replies.tell(replies.note(message.chat.id, "ready", thread_of(message), html="\n\n".join(text)))
