"""Taps that are moves of a game, in the group and in private chats."""

from aiogram import Router
from aiogram.types import CallbackQuery

from bot.core.broadcast import Broadcast
from bot.core.clock import Clock
from bot.core.double_tap import DoubleTaps
from bot.games.announcements import private_row, question_of, stage_slot
from bot.games.game_registry import GameRegistry
from bot.games.group_rows import GroupRows
from bot.games.move_confirmation import ASKED_BEFORE, ASKS_AGAIN, TWICE
from bot.games.presence_relay import PresenceRelay
from bot.games.running_game import RunningGame
from bot.games.submissions import Accepted, Submissions
from bot.language.translator import Translator
from bot.telegram.buttons.callback_data import MoveTap, PickTap
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, RowIds
from bot.telegram.replies import Replies
from engine.commands import Command, Reason, Rejected, Verb
from engine.legal_moves import legal, verify
from engine.seat_knowledge import VOTES
from engine.steps.votes import own_vote
from handlers.tap_answers import PatientAnswer, answer, in_words, is_second_tap, refuse, say, why_not_a_move

router = Router(name="moves")


@router.callback_query(MoveTap.filter())
async def move(
    query: CallbackQuery,
    callback_data: MoveTap,
    games: GameRegistry,
    row_ids: RowIds,
    submissions: Submissions,
    presence: PresenceRelay,
    replies: Replies,
    words: Translator,
    language: str,
    clock: Clock,
    outbox: Outbox,
    broadcast: Broadcast,
    double_taps: DoubleTaps,
    receipt: str,
) -> None:
    tap = callback_data
    game = await games.find(tap.game)
    seat = _seat_in(game, query)
    why_not = why_not_a_move(game, seat, tap.step)
    if game is None or why_not:
        if game is not None and seat:
            await presence.hear(game, seat)
        if game is not None and why_not == "tap-old" and _vote_that_stands(game, seat, tap):
            await answer(query, await _too_late_to_change(replies, query, game, seat, tap))
            return
        await refuse(replies, query, why_not)
        return
    command = Command(seat, tap.verb, tap.named, None if tap.value < 0 else tap.value, tap.step)
    if tap.verb in ASKED_BEFORE or game.lock.locked():  # it may not be a move, or not in this step any more
        await presence.hear(game, seat)
    if tap.verb is Verb.SURRENDER:
        # The question is shown in the group, where everybody can tap, but was asked of one seat.
        if tap.named != (seat,):
            await answer(query, await say(replies, query, "tap-no-other-asked"))
            return
        command = command._replace(seats=())
    if tap.verb in TWICE and not is_second_tap(query, clock, broadcast, double_taps):
        reason = verify(game.position.views[seat], command)
        if not isinstance(reason, Reason):
            await answer(query, await say(replies, query, f"tap-twice-{tap.verb}", seat=tap.named[0]))
            return
    if tap.verb in ASKS_AGAIN and not tap.sure:
        reason = verify(game.position.views[seat], command)
        if not isinstance(reason, Reason):
            await _ask_again(row_ids, outbox, game, seat, tap)
            await answer(query)
            return
    async with PatientAnswer(replies, query) as patient:
        may_change = game.table.rules.options.change_vote and tap.verb is Verb.VOTE and bool(tap.named)
        changes = may_change and bool(own_vote(game.position.views[seat]))

        async def on_stored() -> None:
            key = "vote-changed" if changes else "tap-accepted"
            await patient.say(words.plain(language, key, seat=tap.named[0] if changes else 0))
            await presence.hear(game, seat)

        outcome = await submissions.submit(game.id, command, receipt, query.from_user.id, on_stored=on_stored)
        if not isinstance(outcome, Accepted):
            await presence.hear(game, seat)
            if tap.verb is Verb.WITHDRAW and outcome == Rejected(Reason.BAD_TARGET):
                await patient.say(await say(replies, query, "withdrawal-nothing"))
            elif outcome == Rejected(Reason.ALREADY_DONE) and changes:
                await patient.say(await say(replies, query, "vote-same", seat=tap.named[0]))
            elif outcome == Rejected(Reason.WRONG_STEP) and _vote_that_stands(game, seat, tap):
                await patient.say(await _too_late_to_change(replies, query, game, seat, tap))
            else:
                await patient.say(await in_words(replies, query, outcome, "tap-accepted"))


def _vote_that_stands(game: RunningGame, seat: int, tap: MoveTap) -> int:
    """Returns against whom the seat's vote counts in the ballot that closed just before this tap was to change it;
    0 if the tap is no such change."""
    if not seat or tap.verb is not Verb.VOTE or not tap.named:
        return 0
    table = game.table
    if not table.rules.options.change_vote or tap.step != table.number - 1:
        return 0
    view = game.position.views[seat]
    is_window = table.rules.one_after_another and table.window
    return view.me.earlier_vote if table.step in VOTES and not is_window else own_vote(view)


async def _too_late_to_change(
    replies: Replies, query: CallbackQuery, game: RunningGame, seat: int, tap: MoveTap
) -> str:
    return await say(replies, query, "vote-kept", seat=_vote_that_stands(game, seat, tap))


def _seat_in(game: RunningGame | None, query: CallbackQuery) -> int:
    return 0 if game is None or game.state is None else game.seat_of(query.from_user.id)


async def _ask_again(row_ids: RowIds, outbox: Outbox, game: RunningGame, seat: int, tap: MoveTap) -> None:
    await _edit_prompt(row_ids, outbox, game, seat, sure=[tap.verb.value, tap.named[0]])


@router.callback_query(PickTap.filter())
async def pick(
    query: CallbackQuery,
    callback_data: PickTap,
    games: GameRegistry,
    row_ids: RowIds,
    group_rows: GroupRows,
    presence: PresenceRelay,
    replies: Replies,
    outbox: Outbox,
    broadcast: Broadcast,
) -> None:
    """Changes only the keyboard: marks one of several seats. Messages of earlier releases have keys that go back
    from a question and that open the keypad of nominations, which now always stands."""
    tap = callback_data
    game = await games.find(tap.game)
    seat = _seat_in(game, query)
    if game is not None and seat:
        await presence.hear(game, seat)
    why_not = why_not_a_move(game, seat, tap.step)
    if game is None or why_not:
        await refuse(replies, query, why_not)
        return
    if tap.verb is Verb.NOMINATE:
        await answer(query, await _show_keypad(group_rows, replies, outbox, query, game, seat))
        return
    if not any(offer.verb is tap.verb for offer in legal(game.position.views[seat])):
        await answer(query, await say(replies, query, "reason-not-allowed"))
        return
    if tap.verb is Verb.BEST_MOVE:
        broadcast.tell("named", game.id, tap.step, seat, list(tap.named))
    await _edit_prompt(row_ids, outbox, game, seat, chosen=list(tap.named))
    await answer(query)


async def _show_keypad(
    group_rows: GroupRows, replies: Replies, outbox: Outbox, query: CallbackQuery, game: RunningGame, seat: int
) -> str:
    """Brings the keypad of nominations under a message of an earlier release; returns what to answer."""
    if not any(offer.verb is Verb.NOMINATE for offer in legal(game.position.views[seat])):
        return await say(replies, query, "reason-not-your-turn")
    row = group_rows.row(game.lobby, Kind.EDIT, "stage", Rank.PROMPT, stage_slot(game.table))
    outbox.add_unstored([row])
    return ""


async def _edit_prompt(row_ids: RowIds, outbox: Outbox, game: RunningGame, seat: int, **args: object) -> None:
    page, slot = question_of(game.table, seat)
    row = private_row(game, row_ids.next, seat, Kind.EDIT, page, Rank.PROMPT, slot=slot, args=args)
    if row is not None:
        outbox.add_unstored([row])
