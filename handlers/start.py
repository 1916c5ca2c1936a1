"""/start: the greeting, and the links into the private chat that take a seat or show the rules of a table."""

import structlog
from aiogram import Router
from aiogram.filters import CommandObject, CommandStart
from aiogram.types import Message

from bot.games.game_registry import GameRegistry
from bot.games.lobby import Phase
from bot.games.lobby_changes import Lobbies
from bot.games.sitting_down import SEATED, take_seat
from bot.language.translator import Translator
from bot.pages.greetings import BY_LINK, greeting_row
from bot.pages.rules import rules_text
from bot.permissions import Permissions
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.calls.errors import NOT_ANSWERING
from bot.telegram.outbox.rows import RowIds
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP, PRIVATE
from handlers.identify import thread_of
from handlers.tap_answers import answers

log = structlog.get_logger()
router = Router(name="start")


@router.message(CommandStart(), PRIVATE)
async def start(
    message: Message,
    command: CommandObject,
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    people: People,
    words: Translator,
    receipt: str,
) -> None:
    user_id = message.chat.id
    payload = command.args or ""
    kind, _, code = payload.partition("_")
    game = await games.find(code) if kind in ("join", "rules") and code else None
    if game is not None and kind == "rules":
        person = await people.get(user_id)
        html = rules_text(words, person.language or "ru", game.lobby.rules)
        await replies.tell(replies.note(user_id, "ready", html=html))
        return
    if game is None or game.lobby.phase is not Phase.OPEN:
        await replies.tell(replies.note(user_id, "start"))
        if kind == "join":
            await replies.tell(replies.text(user_id, "lobby-no-not-open"))
        return
    group = await groups.get(game.lobby.chat_id)
    try:
        belongs = await permissions.is_member(game.lobby.chat_id, user_id)
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
        games,
        lobbies,
        groups,
        people,
        game,
        user_id,
        receipt,
        lambda _: answers(replies.note(user_id, "start", seat_in=group.title)),
    )
    if seated.key != SEATED:
        await replies.tell(replies.note(user_id, "start"), replies.text(user_id, seated.key, **seated.args))


@router.message(CommandStart(), IN_GROUP)
async def start_in_group(
    message: Message, command: CommandObject, replies: Replies, groups: Groups, row_ids: RowIds
) -> None:
    # The link that adds the bot to a group also sends this command there, after the bot's greeting.
    if command.args != BY_LINK:
        rights = await groups.rights_in(message.chat.id)
        await replies.tell(greeting_row(row_ids, message.chat.id, rights, thread_id=thread_of(message)))
