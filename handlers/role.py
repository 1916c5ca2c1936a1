"""/role and the button «Моя роль»: shows players their own card."""

import re
from contextlib import suppress
from html import unescape

from aiogram import Router
from aiogram.exceptions import TelegramAPIError
from aiogram.filters import Command
from aiogram.methods import DeleteMessage, SendMessage
from aiogram.types import CallbackQuery, EphemeralMessageParameters, Message, ReplyParameters

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.recent_requests import RecentRequests
from bot.core.transport import Transport
from bot.games.game_registry import GameRegistry
from bot.games.presence_relay import PresenceRelay
from bot.games.private_chats import PrivateChats
from bot.games.running_game import RunningGame
from bot.language.translator import Translator
from bot.pages.renderer import Renderer
from bot.pages.role_card import card_text, known_text
from bot.storage.people import People
from bot.telegram.buttons.callback_data import CardTap
from bot.telegram.calls.errors import NOT_ANSWERING
from bot.telegram.outbox.ephemeral import Ephemeral
from bot.telegram.replies import Replies
from handlers.identify import thread_of
from handlers.tap_answers import answer, fits, reply, say

router = Router(name="role")
ROLE_AGAIN_MS = 5_000
"""A card is shown at most once in this time: the calls that show it in a group have no rate limit of their own."""


@router.callback_query(CardTap.filter())
async def role_by_button(
    query: CallbackQuery,
    callback_data: CardTap,
    games: GameRegistry,
    presence: PresenceRelay,
    replies: Replies,
    people: People,
    renderer: Renderer,
) -> None:
    game = await games.find(callback_data.game)
    seat = game.lobby.seat_of(query.from_user.id) if game is not None and game.state is not None else 0
    if game is None or not seat:
        await answer(query, await say(replies, query, "role-none"), alert=True)
        return
    await presence.hear(game, seat)
    await answer(query, await _card_for_window(people, renderer, game, seat, query), alert=True)


async def _card_for_window(
    people: People, renderer: Renderer, game: RunningGame, seat: int, query: CallbackQuery
) -> str:
    """Returns the card as plain text, for the answer to a tap."""
    person = await people.get(query.from_user.id)
    context = await renderer.seat_context(game, seat, person.language or "ru")
    card = unescape(re.sub(r"<[^<>]+>", "", card_text(context)))
    # If it is too long, the advice is left out; no sentence is cut.
    return card if fits(card) else card.rsplit("\n", 1)[0]


@router.message(Command("role"))
async def role(
    message: Message,
    games: GameRegistry,
    presence: PresenceRelay,
    replies: Replies,
    people: People,
    clock: Clock,
    pace: Pace,
    words: Translator,
    recent_requests: RecentRequests,
    renderer: Renderer,
    transport: Transport,
    ephemeral: Ephemeral,
    private_chats: PrivateChats,
) -> None:
    """Sends the card in the group as an ephemeral message where Telegram supports it, otherwise in private, there
    with the open question."""
    if message.from_user is None:
        return
    user_id, now = message.from_user.id, clock.now()
    if recent_requests.has(("role", message.chat.id, user_id), now, pace.scale(ROLE_AGAIN_MS)):
        return  # it was shown a moment ago
    recent_requests.note(("role", message.chat.id, user_id), now)
    person = await people.get(user_id)
    found = [game for game in await games.tables_of(user_id) if game.lobby.seat_of(user_id)]
    if not found:
        await reply(replies, message, "role-none")
        return
    for game in found:
        await presence.hear(game, game.lobby.seat_of(user_id))
        context = await renderer.seat_context(game, game.lobby.seat_of(user_id), person.language or "ru")
        card = known_text(context)
        here = message.chat.type != "private" and game.lobby.chat_id == message.chat.id
        if not (here and await _show_to_one(words, renderer, transport, ephemeral, message, card)):
            await replies.tell(replies.note(user_id, "ready", html=card, protected=True))
    if message.chat.type == "private":
        await private_chats.show_again(user_id)


async def _show_to_one(
    words: Translator, renderer: Renderer, transport: Transport, ephemeral: Ephemeral, message: Message, card: str
) -> bool:
    """Sends an ephemeral message; returns False where the bot can send none.

    A server that does not know the parameter would show the text to everybody: where no ephemeral message has been
    sent before, a harmless sentence is sent first. An ephemeral command proves that the server supports them.
    """
    chat_id = message.chat.id
    if message.ephemeral_message_id:
        return await _send_ephemeral(transport, ephemeral, message, card)
    if not await ephemeral.allowed(chat_id):
        return False
    if not ephemeral.is_proven(chat_id):
        harmless = words.say(await renderer.language(chat_id), "role-only-you")
        if not await _send_ephemeral(transport, ephemeral, message, harmless):
            return False
    return await _send_ephemeral(transport, ephemeral, message, card)


async def _send_ephemeral(transport: Transport, ephemeral: Ephemeral, message: Message, text: str) -> bool:
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
