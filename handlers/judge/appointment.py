"""/judge and /unjudge in a group, and their buttons: the judge is named, takes the role, passes it on, leaves."""

from dataclasses import replace

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message, User

from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Lobby, LobbyRefusal, Phase
from bot.games.lobby_transactions import Lobbies
from bot.games.running_game import RunningGame
from bot.games.sitting_down import answer_key
from bot.judge import judges_chair
from bot.judge.appointment import AppointedBy, JudgeAppointment
from bot.language.display_names import short_name
from bot.permissions import AdminAction, Permissions
from bot.storage.people import People
from bot.telegram.buttons.callback_data import LobbyTap
from bot.telegram.outbox.rows import Kind, Rank, Row
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP
from handlers.identify import thread_of
from handlers.judge.candidate import may_be_named
from handlers.replied_to import replied_to
from handlers.tap_answers import answer, patiently, reply, reply_row, say

router = Router(name="judge.appointment")
TAKEN = "chair-yours"


@router.message(Command("judge"), IN_GROUP)
async def judge(
    message: Message,
    games: GameRegistry,
    group_rows: GroupRows,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    people: People,
    appointment: JudgeAppointment,
    receipt: str,
) -> None:
    game = await games.table_in(message.chat.id, thread_of(message))
    if game is None:
        await reply(replies, message, "no-table")
        return
    other = replied_to(message)
    if other is None:
        await _volunteer(message, permissions, replies, people, appointment, game, receipt)
    elif message.from_user is not None and message.from_user.id == game.lobby.judge and not message.sender_chat:
        await _pass_on(message, group_rows, lobbies, permissions, replies, people, game, other, receipt)
    elif await permissions.may_manage(message, AdminAction.NAME_JUDGE):
        await _name(message, permissions, replies, people, appointment, game, other, receipt)
    else:
        await reply(replies, message, "admins-only")


async def _volunteer(
    message: Message,
    permissions: Permissions,
    replies: Replies,
    people: People,
    appointment: JudgeAppointment,
    game: RunningGame,
    receipt: str,
) -> None:
    user = message.from_user
    if user is None or message.sender_chat is not None:
        await reply(replies, message, "chair-in-person")
        return
    key = await take_free_chair(permissions, people, appointment, game, user.id, receipt)
    if key != TAKEN:
        await reply(replies, message, key)


async def take_free_chair(
    permissions: Permissions,
    people: People,
    appointment: JudgeAppointment,
    game: RunningGame,
    user_id: int,
    receipt: str,
) -> str:
    """Makes a person the judge on their own wish, only before the game: during it admins name the judge, who sees
    the cards. Returns the key of the answer."""
    person = await people.get(user_id)
    if not person.reachable:
        return "start-first"
    if await permissions.is_kept_away(game.lobby.chat_id, user_id):
        return "lobby-no-kept-away"
    if game.lobby.phase is Phase.PLAYING and game.lobby.judge != user_id:
        return "chair-admin-names"
    lobby = game.lobby
    if why_not := await permissions.why_not(lobby.chat_id, AdminAction.TAKE_CHAIR, user_id, lobby.opener):
        return why_not
    done = await appointment.take(game, user_id, person.name, receipt, offered=False)
    return answer_key(done, TAKEN)


async def _name(
    message: Message,
    permissions: Permissions,
    replies: Replies,
    people: People,
    appointment: JudgeAppointment,
    game: RunningGame,
    other: User,
    receipt: str,
) -> None:
    name = short_name(other.first_name, other.last_name)
    if not await may_be_named(message, permissions, replies, people, game, other):
        return
    done = await appointment.name(game, other.id, name, receipt, _appointed_by(message))
    if isinstance(done, LobbyRefusal):
        await reply(replies, message, f"lobby-no-{done}")


def _appointed_by(message: Message) -> AppointedBy:
    author = message.from_user
    if author is None or message.sender_chat is not None:
        return AppointedBy(0, "")
    return AppointedBy(author.id, short_name(author.first_name, author.last_name))


async def _pass_on(
    message: Message,
    group_rows: GroupRows,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    people: People,
    game: RunningGame,
    other: User,
    receipt: str,
) -> None:
    """Offers the judge's role to another person, who has to accept it."""
    name = short_name(other.first_name, other.last_name)
    if not await may_be_named(message, permissions, replies, people, game, other):
        return

    def asks(lobby: Lobby) -> list[Row]:
        row = group_rows.row(lobby, Kind.SEND, "chair-offer", Rank.ANSWER, "chair-offer")
        return [replace(row, args={"game": lobby.id, "judge": lobby.judge_name, "name": name})]

    done = await lobbies.change_lobby(
        game.id, lambda lobby: judges_chair.offer_chair(lobby, other.id), receipt, asks
    )
    if isinstance(done, LobbyRefusal):
        await reply(replies, message, f"lobby-no-{done}")


@router.callback_query(LobbyTap.filter(F.wish == "chair"))
async def accept_chair(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    group_rows: GroupRows,
    permissions: Permissions,
    replies: Replies,
    people: People,
    appointment: JudgeAppointment,
    receipt: str,
) -> None:
    game = await games.find(callback_data.game)
    if game is None or game.lobby.chair_offered != query.from_user.id:
        await answer(query, await say(replies, query, "chair-not-yours"))
        return
    if await permissions.is_kept_away(game.lobby.chat_id, query.from_user.id):
        await answer(query, await say(replies, query, "lobby-no-kept-away"))
        return
    person = await people.get(query.from_user.id)

    def decided(lobby: Lobby) -> list[Row]:
        return [group_rows.question_decided(lobby, "chair-offer", "chair-offer")]

    done = await appointment.take(game, person.user_id, person.name, receipt, offered=True, more=decided)
    await answer(query, await say(replies, query, answer_key(done, TAKEN)))


@router.callback_query(LobbyTap.filter(F.wish == "judge"))
async def judge_by_button(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    people: People,
    bot_name: str,
    appointment: JudgeAppointment,
    receipt: str,
) -> None:
    """Makes the tapping person the judge of a lobby, or removes them if they are."""
    game = await games.find(callback_data.game)
    if game is None or game.lobby.phase is not Phase.OPEN:
        await answer(query, await say(replies, query, "lobby-no-not-open"))
        return
    user_id = query.from_user.id
    if not (await people.get(user_id)).reachable:
        await answer(query, url=f"https://t.me/{bot_name}?start=hello")
        return

    async def taken_or_left() -> str:
        if game.lobby.judge == user_id:
            done = await appointment.leave(game, receipt, user_id)
            return await say(replies, query, answer_key(done, "chair-left"))
        return await say(
            replies, query, await take_free_chair(permissions, people, appointment, game, user_id, receipt)
        )

    await patiently(replies, query, taken_or_left())


@router.message(Command("unjudge"), IN_GROUP)
async def unjudge(
    message: Message,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    appointment: JudgeAppointment,
    receipt: str,
) -> None:
    """Removes the judge, on their own wish or by an admin."""
    game = await games.table_in(message.chat.id, thread_of(message))
    if game is None:
        await reply(replies, message, "no-table")
        return
    author = message.from_user.id if message.from_user is not None else 0
    own = author == game.lobby.judge and not message.sender_chat
    if game.lobby.judge and not own and not await permissions.may_manage(message, AdminAction.FREE_CHAIR):
        await reply(replies, message, "admins-only")
        return

    def told(lobby: Lobby) -> list[Row]:
        return [reply_row(replies, message, "chair-left")] if lobby.phase is Phase.OPEN else []

    done = await appointment.leave(game, receipt, author, told)
    if isinstance(done, LobbyRefusal):
        await reply(replies, message, answer_key(done, "chair-left"))
