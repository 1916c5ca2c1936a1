"""The judge's panel: taps in the private chat. Whoever taps must judge this very game, at this very moment."""

from collections.abc import Sequence

from aiogram import Router
from aiogram.filters import Command as CommandFilter
from aiogram.filters import CommandObject
from aiogram.types import CallbackQuery, Message

from bot.announcing import panel_row
from bot.callbacks import JudgeTap, JudgeWish
from bot.host import Host
from bot.judging import (
    ASKS_AGAIN,
    DEEDS,
    PROPOSES,
    PUNISHES,
    Correction,
    can_punish,
    mark,
    undo_opens_cards_again,
)
from bot.live import Live
from bot.outbox.rows import Kind, Rank, Row
from bot.service import Accepted, Outdated, Repeated, Still
from bot.store import Work
from engine.clauses import find_clause
from engine.commands import JUDGE, Command, Rejected, Verb
from engine.events import StepName, Winner
from engine.options import StandIns
from engine.points import read_points, why_no_bonus
from engine.state import State
from handlers.answers import answer, answers, patiently, say, take_keyboard_away
from handlers.places import PRIVATE
from handlers.seatings import offer_seat

router = Router(name="panel")

PAGES = frozenset(
    {
        JudgeWish.MAIN,
        JudgeWish.SEAT,
        JudgeWish.CLAUSES,
        JudgeWish.SURE,
        JudgeWish.NIGHT,
        JudgeWish.UNDO,
        JudgeWish.CHAIR,
        JudgeWish.CORRECT,
    }
)
WITH_A_CLAUSE = frozenset({*PUNISHES, Verb.PENALTY})
AFTER_THE_END = frozenset({Verb.PENALTY, Verb.EXPEL})
"""With a clause, when the game is over."""
LONGEST_REASON = 200
VALUED = frozenset({Verb.BONUS, Verb.PENALTY, Verb.CORRECT})


@router.callback_query(JudgeTap.filter())
async def tapped(query: CallbackQuery, callback_data: JudgeTap, host: Host, receipt: str) -> None:
    live = await host.service.live(callback_data.game)
    message = query.message
    private = message is not None and message.chat.type == "private"
    if live is None or live.state is None or not private or query.from_user.id not in live.lobby.judges:
        # The same words for everybody else, whoever they are and whatever they tapped.
        await answer(query, await say(host, query, "judge-not-you"))
        return
    if callback_data.wish in PAGES:
        if not _exists(live, callback_data):
            await answer(query, await say(host, query, "tap-old"))
            return
        open_page(host, live, query.from_user.id, callback_data)
        await answer(query)
        return
    await patiently(host, query, _deed(host, query, live, callback_data, receipt))


def _exists(live: Live, tap: JudgeTap) -> bool:
    """A page that the panel itself could have led to."""
    if not 0 <= tap.seat <= live.table.size:
        return False
    needs_seat = tap.wish in (JudgeWish.SEAT, JudgeWish.CLAUSES, JudgeWish.SURE, JudgeWish.CORRECT)
    if needs_seat and not tap.seat:
        return False
    if tap.wish in (JudgeWish.CLAUSES, JudgeWish.SURE):
        return tap.verb is not None and _has_clauses(live, tap, tap.verb)
    return True


def _has_clauses(live: Live, tap: JudgeTap, verb: Verb) -> bool:
    over = live.table.step is StepName.OVER
    if not can_punish(live, verb, tap.seat) or verb not in (AFTER_THE_END if over else PUNISHES):
        return False
    if tap.wish is JudgeWish.CLAUSES:
        return True
    clause = find_clause(live.table.rules.ruleset.clauses, verb, tap.code)
    return clause is not None and (verb in ASKS_AGAIN or clause.consent)


def open_page(host: Host, live: Live, person: int, page: JudgeTap | None = None) -> None:
    """The panel shows another page. Not worth storing: after a restart it is at its first one."""
    if page is None:
        live.screens.pop(person, None)
    else:
        live.screens[person] = page
    host.outbox.whisper([panel_row(live.lobby, host.service.next_id, person, Kind.EDIT, Rank.PROMPT)])


async def _deed(host: Host, query: CallbackQuery, live: Live, tap: JudgeTap, receipt: str) -> str:
    person = query.from_user.id
    leads = person == live.lobby.judge
    if not 0 <= tap.seat <= live.table.size:
        return await say(host, query, "tap-old")
    match tap.wish:
        case JudgeWish.DO if leads:
            return await _do(host, query, live, tap, receipt)
        case JudgeWish.DO:
            return await _propose(host, query, live, tap, receipt)
        case JudgeWish.ACCEPT | JudgeWish.REFUSE if leads:
            return await _decide(host, query, live, tap)
        case JudgeWish.LEAVE if leads:
            await host.chair.leave(live, receipt, person)
            return await say(host, query, "chair-left")
        case JudgeWish.STAND_IN | JudgeWish.SEEK if leads and tap.seat:
            return await _replace(host, query, live, tap, receipt)
        case _:
            return await say(host, query, "judge-only")


def _command(live: Live, tap: JudgeTap) -> Command | None:
    """What the tap asks for; None if no panel could have offered it."""
    verb = tap.verb
    if verb not in DEEDS:
        return None
    if verb in WITH_A_CLAUSE:
        clause = find_clause(live.table.rules.ruleset.clauses, verb, tap.code)
        absent = tap.code and verb is Verb.DISQUALIFY
        if (clause is None and not absent) or not can_punish(live, verb, tap.seat):
            return None
    if verb is Verb.CORRECT and tap.code not in tuple(Correction):
        return None
    return Command(
        JUDGE,
        verb,
        (tap.seat,) if tap.seat else (),
        tap.value if verb in VALUED else None,
        consent=bool(tap.consent),
        note=tap.code,
    )


async def _do(host: Host, query: CallbackQuery, live: Live, tap: JudgeTap, receipt: str) -> str:
    command = _command(live, tap)
    if command is None:
        return await say(host, query, "tap-old")
    text = await _submit(
        host, query, live, command, receipt, lambda now: mark(now, tap.verb, tap.seat) == tap.seen
    )
    await _answered(host, query, live)
    return text


async def _submit(
    host: Host,
    query: CallbackQuery,
    live: Live,
    command: Command,
    receipt: str,
    still: Still,
    more: Sequence[Row] = (),
) -> str:
    person = query.from_user.id
    if command.verb is Verb.UNDO and undo_opens_cards_again(live.position):
        return await say(host, query, "judge-no-undo")
    before = live.position
    outcome = await host.service.submit(live.id, command, receipt, person, still, more)
    open_page(host, live, person)
    match outcome:
        case Accepted():
            return await say(host, query, "tap-accepted")
        case Repeated():
            return ""
        case Outdated():
            return await say(host, query, "judge-outdated")
        case Rejected() if command.verb is Verb.UNDO:
            return await say(host, query, "judge-no-undo")
        case Rejected() if command.verb is Verb.BONUS:
            return await say(host, query, why_this_bonus(before, command))
        case Rejected(reason=reason):
            return await say(host, query, f"judge-no-{reason}")
        case _:
            return await say(host, query, "tap-old")


def why_this_bonus(state: State, command: Command) -> str:
    """Which limit of the rules a refused bonus would break."""
    seat, value = command.seats[0], command.value or 0
    if state.table.closed:
        return "judge-no-not-allowed"
    if state.table.winner is Winner.DRAW:
        return "bonus-no-draw"
    if seat in state.table.bonuses:
        return "bonus-no-given"
    if not command.consent and why_no_bonus(state, seat, value, consent=True) is None:
        return "bonus-no-consent"
    return "bonus-no-limit"


async def _replace(host: Host, query: CallbackQuery, live: Live, tap: JudgeTap, receipt: str) -> str:
    """A computer player, or whoever in the group wants to, goes on with the seat of one who does not answer."""
    seat = tap.seat
    if live.table.step is StepName.OVER or seat not in live.table.alive or not live.person_on(seat):
        await _answered(host, query, live)
        return await say(host, query, "tap-old")
    if tap.wish is JudgeWish.STAND_IN and live.table.rules.options.stand_ins is StandIns.OFF:
        return await say(host, query, "lobby-no-no-stand-ins")
    if tap.wish is JudgeWish.SEEK:
        await offer_seat(host, live, seat, receipt)
    else:
        await host.hand_over_to_stand_in(live, seat, receipt)
    await _answered(host, query, live)
    return await say(host, query, "tap-accepted")


async def _answered(host: Host, query: CallbackQuery, live: Live) -> None:
    """A question beside the panel has its answer, or a panel that was sent anew stands further down."""
    panel = await host.outbox.slots.find(query.from_user.id, f"{live.id}:panel")
    if panel is not None and query.message is not None and panel.message_id != query.message.message_id:
        await take_keyboard_away(query)


# --- side judges -------------------------------------------------------------------------------------------------


async def _propose(host: Host, query: CallbackQuery, live: Live, tap: JudgeTap, receipt: str) -> str:
    if tap.verb not in PROPOSES or _command(live, tap) is None:
        return await say(host, query, "judge-only")
    if not live.lobby.judge:
        return await say(host, query, "lobby-no-no-judge")
    person = query.from_user.id
    args = {
        "verb": tap.verb.value if tap.verb else "",
        "seat": tap.seat,
        "code": tap.code,
        "value": tap.value,
        "consent": tap.consent,
        "by": person,
    }
    row = Row(
        host.service.next_id(), live.lobby.judge, Kind.SEND, "proposal", Rank.PROMPT, game_id=live.id, args=args
    )
    # Stored with its receipt: a tap that Telegram brings again proposes nothing a second time.
    await host.outbox.post([row], Work().add("add_receipt", key=receipt, at_ms=host.clock.now()))
    open_page(host, live, person)
    return await say(host, query, "proposal-sent")


async def _decide(host: Host, query: CallbackQuery, live: Live, tap: JudgeTap) -> str:
    """Yes or no to a proposal, once."""
    message = query.message
    accepted = tap.wish is JudgeWish.ACCEPT
    key = "proposal-accepted" if accepted else "proposal-refused"
    told = answers(host.text(tap.proposer, key)) if tap.proposer in dict(live.lobby.side_judges) else []
    text = await say(host, query, "proposal-decided")
    if accepted:
        command = _command(live, tap)
        if command is None or tap.verb not in PROPOSES:
            return await say(host, query, "tap-old")
        # The message itself is the receipt: a second tap under it finds the first one's effect.
        number = message.message_id if message is not None else 0
        receipt = f"proposal:{live.id}:{query.from_user.id}:{number}"
        text = await _submit(host, query, live, command, receipt, lambda _: True, told)
    elif told:
        await host.tell(*told)
    await take_keyboard_away(query)
    return text


# --- corrections in own words ------------------------------------------------------------------------------------


@router.message(CommandFilter("correct"), PRIVATE)
async def correct(message: Message, command: CommandObject, host: Host, receipt: str) -> None:
    """`/correct 5 -0.2 why`: of the latest game that this person has judged."""
    person = message.chat.id
    judged = [
        live
        for live in await host.service.judged_by(person)
        if live.state is not None and live.table.step is StepName.OVER and live.lobby.judge == person
    ]
    if not judged:
        await host.tell(host.text(person, "judge-no-panel"))
        return
    wish = _correction(command.args or "")
    if wish is None:
        await host.tell(host.text(person, "correct-how"))
        return
    live = judged[0]
    outcome = await host.service.submit(
        live.id, wish, receipt, person, more=answers(host.text(person, "tap-accepted"))
    )
    if isinstance(outcome, Rejected):
        await host.tell(host.text(person, f"judge-no-{outcome.reason}"))


def _correction(text: str) -> Command | None:
    seat, points, words = [*text.split(maxsplit=2), "", "", ""][:3]
    try:
        value = read_points(points.replace("−", "-").replace(",", ".").removeprefix("+"))
    except ValueError:
        return None
    if not (seat.isascii() and seat.isdecimal() and len(seat) <= 2) or not words:
        return None
    return Command(JUDGE, Verb.CORRECT, (int(seat),), value, note=words[:LONGEST_REASON])
