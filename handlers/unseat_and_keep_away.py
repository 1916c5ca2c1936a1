"""/unseat, /keepaway and /letback, in reply to a person: admins remove them from a lobby, bar them from the tables
of the group, and let them back."""

from dataclasses import replace

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from bot.games.game_registry import GameRegistry
from bot.games.lobby import Phase
from bot.games.lobby_transactions import Lobbies
from bot.judge.appointment import JudgeAppointment
from bot.language.display_names import short_name
from bot.permissions import AdminAction, Permissions
from bot.storage.groups import Groups
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP
from handlers.identify import thread_of
from handlers.replied_to import replied_to
from handlers.tap_answers import reply, reply_row

router = Router(name="unseat_and_keep_away")


async def _person_replied_to(
    message: Message, permissions: Permissions, replies: Replies, action: AdminAction
) -> tuple[int, str] | None:
    """Returns id and name of the person whose message an admin has replied to; otherwise tells the author why
    not and returns None."""
    if not await permissions.may_manage(message, action):
        await reply(replies, message, "admins-only")
        return None
    user = replied_to(message)
    if user is None:
        await reply(replies, message, "reply-needed")
        return None
    return user.id, short_name(user.first_name, user.last_name)


@router.message(Command("unseat"), IN_GROUP)
async def unseat(
    message: Message,
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    receipt: str,
) -> None:
    """Removes a person from an open lobby. In a game a seat is handed over, or the judge removes the player."""
    whom = await _person_replied_to(message, permissions, replies, AdminAction.UNSEAT)
    if whom is None:
        return
    user_id, name = whom
    game = await games.table_in(message.chat.id, thread_of(message))
    if game is None or game.lobby.phase is not Phase.OPEN or not game.lobby.has(user_id):
        await reply(replies, message, "no-such-player", name=name)
        return
    await lobbies.change_lobby(
        game.id,
        lambda lobby: lobby.stand(user_id),
        receipt,
        lambda _: [reply_row(replies, message, "taken-off", name=name)],
    )


@router.message(Command("keepaway"), IN_GROUP)
async def keep_away(
    message: Message,
    games: GameRegistry,
    lobbies: Lobbies,
    permissions: Permissions,
    replies: Replies,
    groups: Groups,
    appointment: JudgeAppointment,
) -> None:
    """Bars a person from all lobbies of the group, in every topic, and from judging. They keep a seat in a running
    game."""
    whom = await _person_replied_to(message, permissions, replies, AdminAction.KEEP_AWAY)
    if whom is None:
        return
    user_id, name = whom
    await groups.amend(message.chat.id, lambda group: replace(group, kept_away=tuple({*group.kept_away, user_id})))
    for game in await games.tables_in_group(message.chat.id):
        if game.lobby.phase is Phase.OPEN and game.lobby.has(user_id):
            await lobbies.change_lobby(game.id, lambda lobby: lobby.stand(user_id), "")
        await appointment.dismiss(game, user_id)
    await reply(replies, message, "kept-away", name=name)


@router.message(Command("letback"), IN_GROUP)
async def let_back(message: Message, permissions: Permissions, replies: Replies, groups: Groups) -> None:
    whom = await _person_replied_to(message, permissions, replies, AdminAction.LET_BACK)
    if whom is None:
        return
    user_id, name = whom
    await groups.amend(
        message.chat.id,
        lambda group: replace(group, kept_away=tuple(other for other in group.kept_away if other != user_id)),
    )
    await reply(replies, message, "let-back", name=name)
