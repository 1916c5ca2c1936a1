"""What a finished game leaves: /protocol, /record, and the buttons for their files."""

from aiogram import Router
from aiogram.filters import Command, CommandObject
from aiogram.types import CallbackQuery, Message

from bot.archive import last_in, last_of, lobby_of, played
from bot.callbacks import Paper, PaperTap
from bot.host import Host
from bot.lobby import Phase
from bot.outbox.rows import Kind, Rank, Row
from handlers.answers import answer, say
from handlers.people import thread_of

router = Router(name="papers")

AGAIN_GROUP_MS = 10 * 60_000
AGAIN_PRIVATE_MS = 15_000
"""After so long the same paper is made once more."""


@router.message(Command("protocol"))
async def protocol(message: Message, command: CommandObject, host: Host) -> None:
    await _by_command(message, command, host, Paper.TEXT)


@router.message(Command("record"))
async def record(message: Message, command: CommandObject, host: Host) -> None:
    await _by_command(message, command, host, Paper.RECORD)


async def _by_command(message: Message, command: CommandObject, host: Host, paper: Paper) -> None:
    chat, thread = message.chat.id, thread_of(message)
    user = message.from_user.id if message.from_user else 0
    wanted = (command.args or "").strip()
    game = wanted or await _last(host, message, user)
    why_not = await _why_not(host, game, chat, user)
    if why_not:
        await host.tell(host.text(chat, why_not, thread))
        return
    if _asked_before(host, chat, game, paper):
        await host.tell(host.text(chat, "protocol-sent", thread))
        return
    await _send(host, chat, thread, game, paper)


async def _last(host: Host, message: Message, user: int) -> str:
    store = host.service.database
    if message.chat.type == "private":
        return await last_of(store, user)
    return await last_in(store, message.chat.id, thread_of(message))


async def _why_not(host: Host, game: str, chat: int, user: int) -> str:
    """A group has its own games, a person those they played; of others not even that they exist is told."""
    private = chat > 0
    if not game:
        return "protocol-none-private" if private else "protocol-none"
    lobby = await lobby_of(host.service.database, game)
    if lobby is None or not (played(lobby, user) if private else lobby.chat_id == chat):
        return "protocol-unknown"
    return "" if lobby.phase is Phase.OVER else "protocol-not-over"


@router.callback_query(PaperTap.filter())
async def paper_by_button(query: CallbackQuery, callback_data: PaperTap, host: Host) -> None:
    game, paper = callback_data.game, callback_data.paper
    message = query.message
    chat = message.chat.id if message is not None else query.from_user.id
    why_not = await _why_not(host, game, chat, query.from_user.id)
    if why_not:
        await answer(query, await say(host, query, why_not), alert=True)
        return
    if _asked_before(host, chat, game, paper):
        await answer(query, await say(host, query, "protocol-sent"))
        return
    thread = thread_of(message) if isinstance(message, Message) else 0
    await _send(host, chat, thread, game, paper)
    await answer(query, await say(host, query, "protocol-coming"))


async def _send(host: Host, chat: int, thread: int, game: str, paper: Paper) -> None:
    await host.tell(paper_row(host, chat, thread, game, paper))
    host.recent.note((chat, game, paper), host.clock.now())


def paper_row(host: Host, chat: int, thread: int, game: str, paper: Paper) -> Row:
    kind = Kind.SEND if paper is Paper.TEXT else Kind.FILE
    args = {"game": game, "paper": paper.value}
    return Row(host.service.next_id(), chat, kind, "paper", Rank.NEWS, thread_id=thread, args=args)


def _asked_before(host: Host, chat: int, game: str, paper: Paper) -> bool:
    again = AGAIN_PRIVATE_MS if chat > 0 else AGAIN_GROUP_MS
    return host.recent.has((chat, game, paper), host.clock.now(), host.pace.scale(again))
