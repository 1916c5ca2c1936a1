"""Taps that are moves of a game, in the group and in private chats alike."""

from aiogram import Router
from aiogram.types import CallbackQuery

from bot.core.broadcast import Broadcast
from bot.core.clock import Clock
from bot.core.double_tap import DoubleTaps
from bot.games.announcements import private_row, prompt_slot
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.lobby import Phase
from bot.games.presence import Presence
from bot.games.running_game import RunningGame
from bot.games.steps import stage_slot
from bot.games.submissions import Submissions
from bot.telegram.buttons.callback_data import MoveTap, PickTap
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, RowIds
from bot.telegram.replies import Replies
from engine.commands import Command, Reason, Verb
from engine.legal_moves import legal, verify
from handlers.tap_answers import answer, in_words, patiently, say, take_keyboard_away

router = Router(name="moves")

ASKS_AGAIN = {Verb.SHOOT}
"""In private: a wrong tap would cost a life."""
TWICE = frozenset({Verb.NOMINATE})
"""The keypad stands open: the second tap on the same key counts."""
OVER = frozenset({"tap-old", "tap-no-stopped"})
"""What will not become right again: the keyboard can go."""


def _why_not(user_id: int, live: RunningGame | None, step: int) -> str:
    """What everybody can see stands against a tap: the key of what to say; empty if nothing does."""
    if live is None or live.state is None:
        return "tap-old"
    if live.lobby.phase is Phase.CLOSED:
        return "tap-no-stopped"
    if not live.lobby.seat_of(user_id):
        return "tap-not-seated"
    if step != live.table.number:
        return "tap-old"
    return "tap-no-paused" if live.table.paused else ""


async def _live_for(
    games: GameRegistry, presence: Presence, replies: Replies, query: CallbackQuery, game: str, step: int
) -> RunningGame | None:
    """The game, if a tap in this step can be a move of it; otherwise the tap is answered."""
    live = await games.find(game)
    why = _why_not(query.from_user.id, live, step)
    if live is not None and live.state is not None and (seat := live.lobby.seat_of(query.from_user.id)):
        await presence.hear(live, seat)
    if not why:
        return live
    await answer(query, await say(replies, query, why))
    if why in OVER:
        await take_keyboard_away(query)
    return None


@router.callback_query(MoveTap.filter())
async def move(
    query: CallbackQuery,
    callback_data: MoveTap,
    games: GameRegistry,
    row_ids: RowIds,
    submissions: Submissions,
    presence: Presence,
    replies: Replies,
    clock: Clock,
    outbox: Outbox,
    broadcast: Broadcast,
    double_taps: DoubleTaps,
    receipt: str,
) -> None:
    tap = callback_data
    live = await _live_for(games, presence, replies, query, tap.game, tap.step)
    if live is None:
        return
    seat = live.lobby.seat_of(query.from_user.id)
    command = Command(seat, tap.verb, tap.named, None if tap.value < 0 else tap.value, tap.step)
    if tap.verb is Verb.SURRENDER:
        # The question stands in the group, for everybody to tap: it was asked of one seat.
        if tap.named != (seat,):
            await answer(query, await say(replies, query, "tap-no-other-asked"))
            return
        command = command._replace(seats=())
    if tap.verb in TWICE and not _is_second(clock, broadcast, double_taps, query):
        reason = verify(live.position.views[seat], command)
        if not isinstance(reason, Reason):
            await answer(query, await say(replies, query, f"tap-twice-{tap.verb}", seat=tap.named[0]), alert=True)
            return
    if tap.verb in ASKS_AGAIN and not tap.sure:
        reason = verify(live.position.views[seat], command)
        if not isinstance(reason, Reason):
            await _ask_again(row_ids, outbox, live, seat, tap)
            await answer(query)
            return
    await patiently(replies, query, _submit(submissions, replies, query, live, command, receipt))


def _is_second(clock: Clock, broadcast: Broadcast, double_taps: DoubleTaps, query: CallbackQuery) -> bool:
    """The first tap may have come to another process."""
    tap = (query.from_user.id, query.id, query.data or "", clock.now())
    second = double_taps.confirms(*tap)
    broadcast.tell("tapped", *(tap if not second else (query.from_user.id, query.id, "", 0)))
    return second


async def _submit(
    submissions: Submissions,
    replies: Replies,
    query: CallbackQuery,
    live: RunningGame,
    command: Command,
    receipt: str,
) -> str:
    outcome = await submissions.submit(live.id, command, receipt, query.from_user.id)
    return await in_words(replies, query, outcome, "tap-accepted")


async def _ask_again(row_ids: RowIds, outbox: Outbox, live: RunningGame, seat: int, tap: MoveTap) -> None:
    await _edit_prompt(row_ids, outbox, live, seat, sure=[tap.verb.value, tap.named[0]])


@router.callback_query(PickTap.filter())
async def pick(
    query: CallbackQuery,
    callback_data: PickTap,
    games: GameRegistry,
    row_ids: RowIds,
    group_rows: GroupRows,
    presence: Presence,
    replies: Replies,
    outbox: Outbox,
    broadcast: Broadcast,
) -> None:
    """A choice of several seats, or the way back from a question: only the keyboard changes."""
    tap = callback_data
    live = await _live_for(games, presence, replies, query, tap.game, tap.step)
    if live is None:
        return
    seat = live.lobby.seat_of(query.from_user.id)
    if tap.verb is Verb.NOMINATE:
        await answer(query, await _open_keypad(group_rows, replies, outbox, broadcast, query, live, seat))
        return
    if not any(offer.verb is tap.verb for offer in legal(live.position.views[seat])):
        await answer(query, await say(replies, query, "reason-not-allowed"))
        return
    if tap.verb is Verb.BEST_MOVE:
        broadcast.tell("named", live.id, tap.step, seat, list(tap.named))
    await _edit_prompt(row_ids, outbox, live, seat, chosen=list(tap.named))
    await answer(query)


async def _open_keypad(
    group_rows: GroupRows,
    replies: Replies,
    outbox: Outbox,
    broadcast: Broadcast,
    query: CallbackQuery,
    live: RunningGame,
    seat: int,
) -> str:
    """The speaker's own keypad, under the message of the minute."""
    if not any(offer.verb is Verb.NOMINATE for offer in legal(live.position.views[seat])):
        return await say(replies, query, "reason-not-your-turn")
    broadcast.tell("keypad", live.id, live.table.number)
    row = group_rows.row(live.lobby, Kind.EDIT, "stage", Rank.PROMPT, stage_slot(live.table))
    outbox.add_unstored([row])
    return ""


async def _edit_prompt(row_ids: RowIds, outbox: Outbox, live: RunningGame, seat: int, **args: object) -> None:
    row = private_row(
        live,
        row_ids.next,
        seat,
        Kind.EDIT,
        "prompt",
        Rank.PROMPT,
        slot=prompt_slot(live.table, seat),
        args=args,
    )
    if row is not None:
        outbox.add_unstored([row])
