"""/join, the button «Сесть за стол», and the link of a lobby into the private chat: seats a person in a lobby."""

import structlog
from aiogram import F, Router
from aiogram.filters import Command, CommandObject, CommandStart
from aiogram.types import CallbackQuery, Message

from bot.games.game_registry import GameRegistry
from bot.games.lobby import Phase
from bot.games.lobby_transactions import Lobbies
from bot.games.running_game import RunningGame
from bot.games.sitting_down import SEATED, take_seat
from bot.permissions import Permissions
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.buttons.callback_data import LobbyTap
from bot.telegram.calls.errors import NOT_ANSWERING
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP, PRIVATE
from handlers.identify import thread_of
from handlers.tap_answers import answer, answers, patiently, reply, say

log = structlog.get_logger()
router = Router(name="lobby.join")


@router.callback_query(LobbyTap.filter(F.wish == "sit"))
async def sit(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    lobbies: Lobbies,
    replies: Replies,
    groups: Groups,
    people: People,
    bot_name: str,
    receipt: str,
) -> None:
    user_id = query.from_user.id
    person = await people.get(user_id)
    game = await games.find(callback_data.game)
    if game is None or game.lobby.phase is not Phase.OPEN:
        await answer(query, await say(replies, query, "lobby-no-not-open"))
        return
    if not person.reachable:
        await answer(query, url=f"https://t.me/{bot_name}?start=join_{game.id}")
        return
    await patiently(replies, query, _sit(games, lobbies, replies, groups, people, query, game, receipt))


async def _sit(
    games: GameRegistry,
    lobbies: Lobbies,
    replies: Replies,
    groups: Groups,
    people: People,
    query: CallbackQuery,
    game: RunningGame,
    receipt: str,
) -> str:
    answer = await take_seat(games, lobbies, groups, people, game, query.from_user.id, receipt)
    return await say(replies, query, answer.key, **answer.args)


@router.message(Command("join"), IN_GROUP)
async def join(
    message: Message,
    games: GameRegistry,
    lobbies: Lobbies,
    replies: Replies,
    groups: Groups,
    people: People,
    receipt: str,
) -> None:
    game = await games.table_in(message.chat.id, thread_of(message))
    if game is None or message.from_user is None:
        await reply(replies, message, "no-table")
        return
    person = await people.get(message.from_user.id)
    if not person.reachable:
        start = f"join_{game.id}"
        await reply(replies, message, "start-first", start=start)
        return
    seated = await take_seat(games, lobbies, groups, people, game, person.user_id, receipt)
    if seated.args:  # the answer names another group, which this group must not learn
        await replies.tell(replies.text(person.user_id, seated.key, **seated.args))
    elif seated.key != SEATED:
        await reply(replies, message, seated.key)


@router.message(CommandStart(deep_link=True, magic=(F.args == "join") | F.args.startswith("join_")), PRIVATE)
async def join_by_link(
    message: Message,
    command: CommandObject,
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    people: People,
    receipt: str,
) -> None:
    user_id = message.chat.id
    payload = command.args or ""
    code = payload.partition("_")[2]
    game = await games.find(code) if code else None
    if game is None or game.lobby.phase is not Phase.OPEN:
        await replies.tell(replies.note(user_id, "start"))
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
