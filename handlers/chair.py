"""Who judges: the chair is taken in the lobby, named by an admin, passed on by its judge, and given up."""

from dataclasses import replace

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message, User

from bot.admins import AdminDeed
from bot.announcing import panel_row
from bot.callbacks import LobbyTap
from bot.chair import Namer
from bot.directory import short_name
from bot.host import Host
from bot.live import Live
from bot.lobby import Lobby, LobbyRefusal, Phase
from bot.outbox.rows import Kind, Rank, Row
from handlers.answers import answer, patiently, reply, reply_row, say
from handlers.people import may_manage, thread_of
from handlers.places import IN_GROUP, PRIVATE
from handlers.seats import answer_key

router = Router(name="chair")
TAKEN = "chair-yours"


@router.message(Command("judge"), PRIVATE)
async def panel_again(message: Message, host: Host) -> None:
    """The panel once more, where it has scrolled away."""
    judged = [live for live in await host.service.judged_by(message.chat.id) if live.state is not None]
    if not judged:
        await host.tell(host.text(message.chat.id, "judge-no-panel"))
        return
    judged[0].screens.pop(message.chat.id, None)
    await host.tell(panel_row(judged[0].lobby, host.service.next_id, message.chat.id))


@router.message(Command("unjudge", "sidejudge"), PRIVATE)
async def only_in_groups(message: Message, host: Host) -> None:
    await host.tell(host.text(message.chat.id, "only-in-groups"))


@router.message(Command("judge"), IN_GROUP)
async def judge(message: Message, host: Host, receipt: str) -> None:
    live = await host.service.table_in(message.chat.id, thread_of(message))
    if live is None:
        await reply(host, message, "no-table")
        return
    other = replied_to(message)
    if other is None:
        await _volunteer(message, host, live, receipt)
    elif message.from_user is not None and message.from_user.id == live.lobby.judge and not message.sender_chat:
        await _pass_on(message, host, live, other, receipt)
    elif await may_manage(host, message, AdminDeed.NAME_JUDGE):
        await _named(message, host, live, other, receipt)
    else:
        await reply(host, message, "admins-only")


def replied_to(message: Message) -> User | None:
    """A message in a topic always answers the one that opened the topic: that names nobody."""
    replied = message.reply_to_message
    if replied is None or replied.forum_topic_created or replied.from_user is None or replied.from_user.is_bot:
        return None
    return replied.from_user


async def _volunteer(message: Message, host: Host, live: Live, receipt: str) -> None:
    user = message.from_user
    if user is None or message.sender_chat is not None:
        await reply(host, message, "chair-in-person")
        return
    key = await take_free_chair(host, live, user.id, receipt)
    if key != TAKEN:
        await reply(host, message, key)


async def take_free_chair(host: Host, live: Live, user_id: int, receipt: str) -> str:
    """Before the game only: whom the table trusts with its cards in mid-game is for admins to say."""
    person = await host.directory.person(user_id)
    if not person.reachable:
        return "start-first"
    if await is_kept_away(host, live, user_id):
        return "lobby-no-kept-away"
    if live.lobby.phase is Phase.PLAYING and live.lobby.judge != user_id:
        return "chair-admin-names"
    done = await host.chair.take(live, user_id, person.name, receipt, offered=False)
    return answer_key(done, TAKEN)


async def is_kept_away(host: Host, live: Live, user_id: int) -> bool:
    return user_id in (await host.directory.group(live.lobby.chat_id)).kept_away


async def _may_be_asked(message: Message, host: Host, live: Live, other: User) -> bool:
    """May this person have a panel? Otherwise says what is in the way."""
    name = short_name(other.first_name, other.last_name)
    if not (await host.directory.person(other.id)).reachable:
        await reply(host, message, "chair-start-first", name=name)
        return False
    if await is_kept_away(host, live, other.id):
        await reply(host, message, "chair-kept-away", name=name)
        return False
    return True


async def _named(message: Message, host: Host, live: Live, other: User, receipt: str) -> None:
    name = short_name(other.first_name, other.last_name)
    if not await _may_be_asked(message, host, live, other):
        return

    done = await host.chair.name(live, other.id, name, receipt, _namer(message))
    if isinstance(done, LobbyRefusal):
        await reply(host, message, f"lobby-no-{done}")


def _namer(message: Message) -> Namer:
    author = message.from_user
    if author is None or message.sender_chat is not None:
        return Namer(0, "")
    return Namer(author.id, short_name(author.first_name, author.last_name))


async def _pass_on(message: Message, host: Host, live: Live, other: User, receipt: str) -> None:
    """Both have to agree: the judge asks, and the other takes."""
    name = short_name(other.first_name, other.last_name)
    if not await _may_be_asked(message, host, live, other):
        return

    def asks(lobby: Lobby) -> list[Row]:
        row = host.service.group_row(lobby, Kind.SEND, "chair-offer", Rank.ANSWER, "chair-offer")
        return [replace(row, args={"game": lobby.id, "judge": lobby.judge_name, "name": name})]

    done = await host.service.change_lobby(live.id, lambda lobby: lobby.offer_chair(other.id), receipt, asks)
    if isinstance(done, LobbyRefusal):
        await reply(host, message, f"lobby-no-{done}")


@router.callback_query(LobbyTap.filter(F.wish == "chair"))
async def accept_chair(query: CallbackQuery, callback_data: LobbyTap, host: Host, receipt: str) -> None:
    live = await host.service.live(callback_data.game)
    if live is None or live.lobby.chair_offered != query.from_user.id:
        await answer(query, await say(host, query, "chair-not-yours"))
        return
    if await is_kept_away(host, live, query.from_user.id):
        await answer(query, await say(host, query, "lobby-no-kept-away"))
        return
    person = await host.directory.person(query.from_user.id)

    def decided(lobby: Lobby) -> list[Row]:
        return [host.decided(lobby, "chair-offer", "chair-offer")]

    done = await host.chair.take(live, person.user_id, person.name, receipt, offered=True, more=decided)
    await answer(query, await say(host, query, answer_key(done, TAKEN)))


@router.callback_query(LobbyTap.filter(F.wish == "judge"))
async def judge_by_button(query: CallbackQuery, callback_data: LobbyTap, host: Host, receipt: str) -> None:
    """Sit down in the chair, or stand up from it."""
    live = await host.service.live(callback_data.game)
    if live is None or live.lobby.phase is not Phase.OPEN:
        await answer(query, await say(host, query, "lobby-no-not-open"))
        return
    user_id = query.from_user.id
    if not (await host.directory.person(user_id)).reachable:
        await answer(query, url=f"https://t.me/{host.bot_name}?start=hello")
        return

    async def deed() -> str:
        if live.lobby.judge == user_id:
            done = await host.chair.leave(live, receipt, user_id)
            return await say(host, query, answer_key(done, "chair-left"))
        return await say(host, query, await take_free_chair(host, live, user_id, receipt))

    await patiently(host, query, deed())


@router.message(Command("unjudge"), IN_GROUP)
async def unjudge(message: Message, host: Host, receipt: str) -> None:
    """The judge goes, or an admin frees the chair of one who has vanished."""
    live = await host.service.table_in(message.chat.id, thread_of(message))
    if live is None:
        await reply(host, message, "no-table")
        return
    author = message.from_user.id if message.from_user is not None else 0
    own = author == live.lobby.judge and not message.sender_chat
    if live.lobby.judge and not own and not await may_manage(host, message, AdminDeed.FREE_CHAIR):
        await reply(host, message, "admins-only")
        return

    def told(lobby: Lobby) -> list[Row]:
        return [reply_row(host, message, "chair-left")] if lobby.phase is Phase.OPEN else []

    done = await host.chair.leave(live, receipt, author, told)
    if isinstance(done, LobbyRefusal):
        await reply(host, message, answer_key(done, "chair-left"))


@router.message(Command("sidejudge"), IN_GROUP)
async def side_judge(message: Message, host: Host, receipt: str) -> None:
    live = await host.service.table_in(message.chat.id, thread_of(message))
    if live is None:
        await reply(host, message, "no-table")
        return
    author = message.from_user
    if author is None or author.id != live.lobby.judge or message.sender_chat:
        await reply(host, message, "side-judge-by-judge")
        return
    other = replied_to(message)
    if other is None:
        await reply(host, message, "reply-needed")
        return
    name = short_name(other.first_name, other.last_name)
    gone = other.id in live.lobby.judges
    if not gone and not await _may_be_asked(message, host, live, other):
        return

    def told(lobby: Lobby) -> list[Row]:
        key = "side-judge-gone" if gone else "side-judge-named"
        return [reply_row(host, message, key, name=name)] if lobby.phase is Phase.OPEN else []

    done = await host.chair.name_side_judge(live, other.id, name, receipt, told)
    if isinstance(done, LobbyRefusal):
        await reply(host, message, f"lobby-no-{done}")
