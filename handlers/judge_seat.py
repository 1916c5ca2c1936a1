"""Who judges: the chair is taken in the lobby, named by an admin, passed on by its judge, and given up."""

from dataclasses import replace

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message, User

from bot.games.announcements import panel_row
from bot.games.game_registry import GameRegistry
from bot.games.lobbies import Lobbies
from bot.games.lobby import Lobby, LobbyRefusal, Phase
from bot.games.running_game import RunningGame
from bot.judge.appointment import AppointedBy, JudgeAppointment
from bot.language.short_names import short_name
from bot.permissions import AdminAction, Permissions
from bot.storage.directory import Directory
from bot.telegram.buttons.callback_data import LobbyTap
from bot.telegram.outbox.rows import Kind, Rank, Row
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP, PRIVATE
from handlers.identify import thread_of
from handlers.take_seat import answer_key
from handlers.tap_answers import answer, patiently, reply, reply_row, say

router = Router(name="judge_seat")
TAKEN = "chair-yours"


@router.message(Command("judge"), PRIVATE)
async def panel_again(message: Message, games: GameRegistry, replies: Replies) -> None:
    """The panel once more, where it has scrolled away."""
    judged = [live for live in await games.judged_by(message.chat.id) if live.state is not None]
    if not judged:
        await replies.tell(replies.text(message.chat.id, "judge-no-panel"))
        return
    judged[0].screens.pop(message.chat.id, None)
    await replies.tell(panel_row(judged[0].lobby, games.next_id, message.chat.id))


@router.message(Command("unjudge", "sidejudge"), PRIVATE)
async def only_in_groups(message: Message, replies: Replies) -> None:
    await replies.tell(replies.text(message.chat.id, "only-in-groups"))


@router.message(Command("judge"), IN_GROUP)
async def judge(
    message: Message,
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    appointment: JudgeAppointment,
    receipt: str,
) -> None:
    live = await games.table_in(message.chat.id, thread_of(message))
    if live is None:
        await reply(replies, message, "no-table")
        return
    other = replied_to(message)
    if other is None:
        await _volunteer(message, permissions, replies, directory, appointment, live, receipt)
    elif message.from_user is not None and message.from_user.id == live.lobby.judge and not message.sender_chat:
        await _pass_on(message, games, lobbies, permissions, replies, directory, live, other, receipt)
    elif await permissions.may_manage(message, AdminAction.NAME_JUDGE):
        await _named(message, permissions, replies, directory, appointment, live, other, receipt)
    else:
        await reply(replies, message, "admins-only")


def replied_to(message: Message) -> User | None:
    """A message in a topic always answers the one that opened the topic: that names nobody."""
    replied = message.reply_to_message
    if replied is None or replied.forum_topic_created or replied.from_user is None or replied.from_user.is_bot:
        return None
    return replied.from_user


async def _volunteer(
    message: Message,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    appointment: JudgeAppointment,
    live: RunningGame,
    receipt: str,
) -> None:
    user = message.from_user
    if user is None or message.sender_chat is not None:
        await reply(replies, message, "chair-in-person")
        return
    key = await take_free_chair(permissions, directory, appointment, live, user.id, receipt)
    if key != TAKEN:
        await reply(replies, message, key)


async def take_free_chair(
    permissions: Permissions,
    directory: Directory,
    appointment: JudgeAppointment,
    live: RunningGame,
    user_id: int,
    receipt: str,
) -> str:
    """Before the game only: whom the table trusts with its cards in mid-game is for admins to say."""
    person = await directory.people.get(user_id)
    if not person.reachable:
        return "start-first"
    if await permissions.is_kept_away(live.lobby.chat_id, user_id):
        return "lobby-no-kept-away"
    if live.lobby.phase is Phase.PLAYING and live.lobby.judge != user_id:
        return "chair-admin-names"
    done = await appointment.take(live, user_id, person.name, receipt, offered=False)
    return answer_key(done, TAKEN)


async def _may_be_asked(
    message: Message,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    live: RunningGame,
    other: User,
) -> bool:
    """May this person have a panel? Otherwise says what is in the way."""
    name = short_name(other.first_name, other.last_name)
    if not (await directory.people.get(other.id)).reachable:
        await reply(replies, message, "chair-start-first", name=name)
        return False
    if await permissions.is_kept_away(live.lobby.chat_id, other.id):
        await reply(replies, message, "chair-kept-away", name=name)
        return False
    return True


async def _named(
    message: Message,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    appointment: JudgeAppointment,
    live: RunningGame,
    other: User,
    receipt: str,
) -> None:
    name = short_name(other.first_name, other.last_name)
    if not await _may_be_asked(message, permissions, replies, directory, live, other):
        return

    done = await appointment.name(live, other.id, name, receipt, _namer(message))
    if isinstance(done, LobbyRefusal):
        await reply(replies, message, f"lobby-no-{done}")


def _namer(message: Message) -> AppointedBy:
    author = message.from_user
    if author is None or message.sender_chat is not None:
        return AppointedBy(0, "")
    return AppointedBy(author.id, short_name(author.first_name, author.last_name))


async def _pass_on(
    message: Message,
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    live: RunningGame,
    other: User,
    receipt: str,
) -> None:
    """Both have to agree: the judge asks, and the other takes."""
    name = short_name(other.first_name, other.last_name)
    if not await _may_be_asked(message, permissions, replies, directory, live, other):
        return

    def asks(lobby: Lobby) -> list[Row]:
        row = games.group_row(lobby, Kind.SEND, "chair-offer", Rank.ANSWER, "chair-offer")
        return [replace(row, args={"game": lobby.id, "judge": lobby.judge_name, "name": name})]

    done = await lobbies.change_lobby(live.id, lambda lobby: lobby.offer_chair(other.id), receipt, asks)
    if isinstance(done, LobbyRefusal):
        await reply(replies, message, f"lobby-no-{done}")


@router.callback_query(LobbyTap.filter(F.wish == "chair"))
async def accept_chair(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    appointment: JudgeAppointment,
    receipt: str,
) -> None:
    live = await games.live(callback_data.game)
    if live is None or live.lobby.chair_offered != query.from_user.id:
        await answer(query, await say(replies, query, "chair-not-yours"))
        return
    if await permissions.is_kept_away(live.lobby.chat_id, query.from_user.id):
        await answer(query, await say(replies, query, "lobby-no-kept-away"))
        return
    person = await directory.people.get(query.from_user.id)

    def decided(lobby: Lobby) -> list[Row]:
        return [games.question_decided(lobby, "chair-offer", "chair-offer")]

    done = await appointment.take(live, person.user_id, person.name, receipt, offered=True, more=decided)
    await answer(query, await say(replies, query, answer_key(done, TAKEN)))


@router.callback_query(LobbyTap.filter(F.wish == "judge"))
async def judge_by_button(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    bot_name: str,
    appointment: JudgeAppointment,
    receipt: str,
) -> None:
    """Sit down in the chair, or stand up from it."""
    live = await games.live(callback_data.game)
    if live is None or live.lobby.phase is not Phase.OPEN:
        await answer(query, await say(replies, query, "lobby-no-not-open"))
        return
    user_id = query.from_user.id
    if not (await directory.people.get(user_id)).reachable:
        await answer(query, url=f"https://t.me/{bot_name}?start=hello")
        return

    async def deed() -> str:
        if live.lobby.judge == user_id:
            done = await appointment.leave(live, receipt, user_id)
            return await say(replies, query, answer_key(done, "chair-left"))
        return await say(
            replies, query, await take_free_chair(permissions, directory, appointment, live, user_id, receipt)
        )

    await patiently(replies, query, deed())


@router.message(Command("unjudge"), IN_GROUP)
async def unjudge(
    message: Message,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    appointment: JudgeAppointment,
    receipt: str,
) -> None:
    """The judge goes, or an admin frees the chair of one who has vanished."""
    live = await games.table_in(message.chat.id, thread_of(message))
    if live is None:
        await reply(replies, message, "no-table")
        return
    author = message.from_user.id if message.from_user is not None else 0
    own = author == live.lobby.judge and not message.sender_chat
    if live.lobby.judge and not own and not await permissions.may_manage(message, AdminAction.FREE_CHAIR):
        await reply(replies, message, "admins-only")
        return

    def told(lobby: Lobby) -> list[Row]:
        return [reply_row(replies, message, "chair-left")] if lobby.phase is Phase.OPEN else []

    done = await appointment.leave(live, receipt, author, told)
    if isinstance(done, LobbyRefusal):
        await reply(replies, message, answer_key(done, "chair-left"))


@router.message(Command("sidejudge"), IN_GROUP)
async def side_judge(
    message: Message,
    games: GameRegistry,
    permissions: Permissions,
    replies: Replies,
    directory: Directory,
    appointment: JudgeAppointment,
    receipt: str,
) -> None:
    live = await games.table_in(message.chat.id, thread_of(message))
    if live is None:
        await reply(replies, message, "no-table")
        return
    author = message.from_user
    if author is None or author.id != live.lobby.judge or message.sender_chat:
        await reply(replies, message, "side-judge-by-judge")
        return
    other = replied_to(message)
    if other is None:
        await reply(replies, message, "reply-needed")
        return
    name = short_name(other.first_name, other.last_name)
    gone = other.id in live.lobby.judges
    if not gone and not await _may_be_asked(message, permissions, replies, directory, live, other):
        return

    def told(lobby: Lobby) -> list[Row]:
        key = "side-judge-gone" if gone else "side-judge-named"
        return [reply_row(replies, message, key, name=name)] if lobby.phase is Phase.OPEN else []

    done = await appointment.name_side_judge(live, other.id, name, receipt, told)
    if isinstance(done, LobbyRefusal):
        await reply(replies, message, f"lobby-no-{done}")
