"""Taps that are moves of a game, in the group and in private chats alike."""

from aiogram import Router
from aiogram.types import CallbackQuery

from bot.announcing import private_row, prompt_slot
from bot.callbacks import MoveTap, PickTap
from bot.host import Host
from bot.live import Live
from bot.lobby import Phase
from bot.outbox.rows import Kind, Rank
from bot.stages import stage_slot
from engine.commands import Command, Reason, Verb
from engine.moves import legal, verify
from handlers.answers import answer, in_words, patiently, say, take_keyboard_away

router = Router(name="moves")

ASKS_AGAIN = {Verb.SHOOT}
"""In private: a wrong tap would cost a life."""
TWICE = frozenset({Verb.NOMINATE})
"""The keypad stands open: the second tap on the same key counts."""
OVER = frozenset({"tap-old", "tap-no-stopped"})
"""What will not become right again: the keyboard can go."""


def _why_not(user_id: int, live: Live | None, step: int) -> str:
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


async def _live_for(host: Host, query: CallbackQuery, game: str, step: int) -> Live | None:
    """The game, if a tap in this step can be a move of it; otherwise the tap is answered."""
    live = await host.service.live(game)
    why = _why_not(query.from_user.id, live, step)
    if live is not None and live.state is not None and (seat := live.lobby.seat_of(query.from_user.id)):
        await host.hear(live, seat)
    if not why:
        return live
    await answer(query, await say(host, query, why))
    if why in OVER:
        await take_keyboard_away(query)
    return None


@router.callback_query(MoveTap.filter())
async def move(query: CallbackQuery, callback_data: MoveTap, host: Host, receipt: str) -> None:
    tap = callback_data
    live = await _live_for(host, query, tap.game, tap.step)
    if live is None:
        return
    seat = live.lobby.seat_of(query.from_user.id)
    command = Command(seat, tap.verb, tap.named, None if tap.value < 0 else tap.value, tap.step)
    if tap.verb is Verb.SURRENDER:
        # The question stands in the group, for everybody to tap: it was asked of one seat.
        if tap.named != (seat,):
            await answer(query, await say(host, query, "tap-no-other-asked"))
            return
        command = command._replace(seats=())
    if tap.verb in TWICE and not _is_second(host, query):
        reason = verify(live.position.views[seat], command)
        if not isinstance(reason, Reason):
            await answer(query, await say(host, query, f"tap-twice-{tap.verb}", seat=tap.named[0]), alert=True)
            return
    if tap.verb in ASKS_AGAIN and not tap.sure:
        reason = verify(live.position.views[seat], command)
        if not isinstance(reason, Reason):
            await _ask_again(host, live, seat, tap)
            await answer(query)
            return
    await patiently(host, query, _submit(host, query, live, command, receipt))


def _is_second(host: Host, query: CallbackQuery) -> bool:
    """The first tap may have come to another process."""
    tap = (query.from_user.id, query.id, query.data or "", host.clock.now())
    second = host.taps.confirms(*tap)
    host.grapevine.tell("tapped", *(tap if not second else (query.from_user.id, query.id, "", 0)))
    return second


async def _submit(host: Host, query: CallbackQuery, live: Live, command: Command, receipt: str) -> str:
    outcome = await host.service.submit(live.id, command, receipt, query.from_user.id)
    return await in_words(host, query, outcome, "tap-accepted")


async def _ask_again(host: Host, live: Live, seat: int, tap: MoveTap) -> None:
    await _edit_prompt(host, live, seat, sure=[tap.verb.value, tap.named[0]])


@router.callback_query(PickTap.filter())
async def pick(query: CallbackQuery, callback_data: PickTap, host: Host) -> None:
    """A choice of several seats, or the way back from a question: only the keyboard changes."""
    tap = callback_data
    live = await _live_for(host, query, tap.game, tap.step)
    if live is None:
        return
    seat = live.lobby.seat_of(query.from_user.id)
    if tap.verb is Verb.NOMINATE:
        await answer(query, await _open_keypad(host, query, live, seat))
        return
    if not any(offer.verb is tap.verb for offer in legal(live.position.views[seat])):
        await answer(query, await say(host, query, "reason-not-allowed"))
        return
    if tap.verb is Verb.BEST_MOVE:
        host.grapevine.tell("named", live.id, tap.step, seat, list(tap.named))
    await _edit_prompt(host, live, seat, chosen=list(tap.named))
    await answer(query)


async def _open_keypad(host: Host, query: CallbackQuery, live: Live, seat: int) -> str:
    """The speaker's own keypad, under the message of the minute."""
    if not any(offer.verb is Verb.NOMINATE for offer in legal(live.position.views[seat])):
        return await say(host, query, "reason-not-your-turn")
    host.grapevine.tell("keypad", live.id, live.table.number)
    row = host.service.group_row(live.lobby, Kind.EDIT, "stage", Rank.PROMPT, stage_slot(live.table))
    host.outbox.whisper([row])
    return ""


async def _edit_prompt(host: Host, live: Live, seat: int, **args: object) -> None:
    row = private_row(
        live,
        host.service.next_id,
        seat,
        Kind.EDIT,
        "prompt",
        Rank.PROMPT,
        slot=prompt_slot(live.table, seat),
        args=args,
    )
    if row is not None:
        host.outbox.whisper([row])
