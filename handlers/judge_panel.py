"""The judge's panel: taps in the private chat. Whoever taps must judge this very game, at this very moment."""

from collections.abc import Sequence

from aiogram import Router
from aiogram.filters import Command as CommandFilter
from aiogram.filters import CommandObject
from aiogram.types import CallbackQuery, Message

from bot.core.action_limits import ActionLimits
from bot.core.clock import Clock
from bot.games.announcements import panel_row
from bot.games.game_registry import GameRegistry
from bot.games.lobbies import Lobbies
from bot.games.running_game import RunningGame
from bot.games.seat_handover import SeatHandover
from bot.games.service import Accepted, Outdated, Repeated, Service, Still
from bot.judge.appointment import JudgeAppointment
from bot.judge.panel_commands import (
    ASKS_AGAIN,
    PANEL_COMMANDS,
    PROPOSES,
    PUNISHES,
    PanelCorrection,
    can_punish,
    mark,
    undo_opens_cards_again,
)
from bot.storage import UnitOfWork
from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap
from bot.telegram.outbox.outbox import Outbox
from bot.telegram.outbox.rows import Kind, Rank, Row
from bot.telegram.replies import Replies
from engine.commands import JUDGE, Command, Rejected, Verb
from engine.events import StepName, Winner
from engine.options import StandIns
from engine.penalty_clauses import find_clause
from engine.points import read_points, why_no_bonus
from engine.state import State
from handlers.filters import PRIVATE
from handlers.seat_handover import offer_seat
from handlers.tap_answers import answer, answers, patiently, say, take_keyboard_away

router = Router(name="judge_panel")

PAGES = frozenset(
    {
        JudgeAction.MAIN,
        JudgeAction.SEAT,
        JudgeAction.CLAUSES,
        JudgeAction.SURE,
        JudgeAction.NIGHT,
        JudgeAction.UNDO,
        JudgeAction.CHAIR,
        JudgeAction.CORRECT,
    }
)
WITH_A_CLAUSE = frozenset({*PUNISHES, Verb.PENALTY})
AFTER_THE_END = frozenset({Verb.PENALTY, Verb.EXPEL})
"""With a clause, when the game is over."""
LONGEST_REASON = 200
VALUED = frozenset({Verb.BONUS, Verb.PENALTY, Verb.CORRECT})


@router.callback_query(JudgeTap.filter())
async def tapped(
    query: CallbackQuery,
    callback_data: JudgeTap,
    games: GameRegistry,
    lobbies: Lobbies,
    submissions: Service,
    seats: SeatHandover,
    replies: Replies,
    clock: Clock,
    action_limits: ActionLimits,
    outbox: Outbox,
    appointment: JudgeAppointment,
    receipt: str,
) -> None:
    live = await games.live(callback_data.game)
    message = query.message
    private = message is not None and message.chat.type == "private"
    if live is None or live.state is None or not private or query.from_user.id not in live.lobby.judges:
        # The same words for everybody else, whoever they are and whatever they tapped.
        await answer(query, await say(replies, query, "judge-not-you"))
        return
    if callback_data.wish in PAGES:
        if not _exists(live, callback_data):
            await answer(query, await say(replies, query, "tap-old"))
            return
        open_page(games, outbox, live, query.from_user.id, callback_data)
        await answer(query)
        return
    await patiently(
        replies,
        query,
        _deed(
            games,
            lobbies,
            submissions,
            seats,
            replies,
            clock,
            action_limits,
            outbox,
            appointment,
            query,
            live,
            callback_data,
            receipt,
        ),
    )


def _exists(live: RunningGame, tap: JudgeTap) -> bool:
    """A page that the panel itself could have led to."""
    if not 0 <= tap.seat <= live.table.size:
        return False
    needs_seat = tap.wish in (JudgeAction.SEAT, JudgeAction.CLAUSES, JudgeAction.SURE, JudgeAction.CORRECT)
    if needs_seat and not tap.seat:
        return False
    if tap.wish in (JudgeAction.CLAUSES, JudgeAction.SURE):
        return tap.verb is not None and _has_clauses(live, tap, tap.verb)
    return True


def _has_clauses(live: RunningGame, tap: JudgeTap, verb: Verb) -> bool:
    over = live.table.step is StepName.OVER
    if not can_punish(live, verb, tap.seat) or verb not in (AFTER_THE_END if over else PUNISHES):
        return False
    if tap.wish is JudgeAction.CLAUSES:
        return True
    clause = find_clause(live.table.rules.ruleset.clauses, verb, tap.code)
    return clause is not None and (verb in ASKS_AGAIN or clause.consent)


def open_page(
    games: GameRegistry, outbox: Outbox, live: RunningGame, person: int, page: JudgeTap | None = None
) -> None:
    """The panel shows another page. Not worth storing: after a restart it is at its first one."""
    if page is None:
        live.screens.pop(person, None)
    else:
        live.screens[person] = page
    outbox.add_unstored([panel_row(live.lobby, games.next_id, person, Kind.EDIT, Rank.PROMPT)])


async def _deed(
    games: GameRegistry,
    lobbies: Lobbies,
    submissions: Service,
    seats: SeatHandover,
    replies: Replies,
    clock: Clock,
    action_limits: ActionLimits,
    outbox: Outbox,
    appointment: JudgeAppointment,
    query: CallbackQuery,
    live: RunningGame,
    tap: JudgeTap,
    receipt: str,
) -> str:
    person = query.from_user.id
    leads = person == live.lobby.judge
    if not 0 <= tap.seat <= live.table.size:
        return await say(replies, query, "tap-old")
    match tap.wish:
        case JudgeAction.DO if leads:
            return await _do(games, submissions, replies, outbox, query, live, tap, receipt)
        case JudgeAction.DO:
            return await _propose(games, replies, clock, outbox, query, live, tap, receipt)
        case JudgeAction.ACCEPT | JudgeAction.REFUSE if leads:
            return await _decide(games, submissions, replies, outbox, query, live, tap)
        case JudgeAction.LEAVE if leads:
            await appointment.leave(live, receipt, person)
            return await say(replies, query, "chair-left")
        case JudgeAction.STAND_IN | JudgeAction.SEEK if leads and tap.seat:
            return await _replace(
                games, lobbies, seats, replies, clock, action_limits, outbox, query, live, tap, receipt
            )
        case _:
            return await say(replies, query, "judge-only")


def _command(live: RunningGame, tap: JudgeTap) -> Command | None:
    """What the tap asks for; None if no panel could have offered it."""
    verb = tap.verb
    if verb not in PANEL_COMMANDS:
        return None
    if verb in WITH_A_CLAUSE:
        clause = find_clause(live.table.rules.ruleset.clauses, verb, tap.code)
        absent = tap.code and verb is Verb.DISQUALIFY
        if (clause is None and not absent) or not can_punish(live, verb, tap.seat):
            return None
    if verb is Verb.CORRECT and tap.code not in tuple(PanelCorrection):
        return None
    return Command(
        JUDGE,
        verb,
        (tap.seat,) if tap.seat else (),
        tap.value if verb in VALUED else None,
        consent=bool(tap.consent),
        note=tap.code,
    )


async def _do(
    games: GameRegistry,
    submissions: Service,
    replies: Replies,
    outbox: Outbox,
    query: CallbackQuery,
    live: RunningGame,
    tap: JudgeTap,
    receipt: str,
) -> str:
    command = _command(live, tap)
    if command is None:
        return await say(replies, query, "tap-old")
    text = await _submit(
        games,
        submissions,
        replies,
        outbox,
        query,
        live,
        command,
        receipt,
        lambda now: mark(now, tap.verb, tap.seat) == tap.seen,
    )
    await _answered(outbox, query, live)
    return text


async def _submit(
    games: GameRegistry,
    submissions: Service,
    replies: Replies,
    outbox: Outbox,
    query: CallbackQuery,
    live: RunningGame,
    command: Command,
    receipt: str,
    still: Still,
    more: Sequence[Row] = (),
) -> str:
    person = query.from_user.id
    if command.verb is Verb.UNDO and undo_opens_cards_again(live.position):
        return await say(replies, query, "judge-no-undo")
    before = live.position
    outcome = await submissions.submit(live.id, command, receipt, person, still, more)
    open_page(games, outbox, live, person)
    match outcome:
        case Accepted():
            return await say(replies, query, "tap-accepted")
        case Repeated():
            return ""
        case Outdated():
            return await say(replies, query, "judge-outdated")
        case Rejected() if command.verb is Verb.UNDO:
            return await say(replies, query, "judge-no-undo")
        case Rejected() if command.verb is Verb.BONUS:
            return await say(replies, query, why_this_bonus(before, command))
        case Rejected(reason=reason):
            return await say(replies, query, f"judge-no-{reason}")
        case _:
            return await say(replies, query, "tap-old")


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


async def _replace(
    games: GameRegistry,
    lobbies: Lobbies,
    seats: SeatHandover,
    replies: Replies,
    clock: Clock,
    action_limits: ActionLimits,
    outbox: Outbox,
    query: CallbackQuery,
    live: RunningGame,
    tap: JudgeTap,
    receipt: str,
) -> str:
    """A computer player, or whoever in the group wants to, goes on with the seat of one who does not answer."""
    seat = tap.seat
    if live.table.step is StepName.OVER or seat not in live.table.alive or not live.person_on(seat):
        await _answered(outbox, query, live)
        return await say(replies, query, "tap-old")
    if tap.wish is JudgeAction.STAND_IN and live.table.rules.options.stand_ins is StandIns.OFF:
        return await say(replies, query, "lobby-no-no-stand-ins")
    if tap.wish is JudgeAction.SEEK:
        await offer_seat(games, lobbies, clock, action_limits, live, seat, receipt)
    else:
        await seats.hand_over_to_stand_in(live, seat, receipt)
    await _answered(outbox, query, live)
    return await say(replies, query, "tap-accepted")


async def _answered(outbox: Outbox, query: CallbackQuery, live: RunningGame) -> None:
    """A question beside the panel has its answer, or a panel that was sent anew stands further down."""
    panel = await outbox.sent_messages.find(query.from_user.id, f"{live.id}:panel")
    if panel is not None and query.message is not None and panel.message_id != query.message.message_id:
        await take_keyboard_away(query)


# --- side judges -------------------------------------------------------------------------------------------------


async def _propose(
    games: GameRegistry,
    replies: Replies,
    clock: Clock,
    outbox: Outbox,
    query: CallbackQuery,
    live: RunningGame,
    tap: JudgeTap,
    receipt: str,
) -> str:
    if tap.verb not in PROPOSES or _command(live, tap) is None:
        return await say(replies, query, "judge-only")
    if not live.lobby.judge:
        return await say(replies, query, "lobby-no-no-judge")
    person = query.from_user.id
    args = {
        "verb": tap.verb.value if tap.verb else "",
        "seat": tap.seat,
        "code": tap.code,
        "value": tap.value,
        "consent": tap.consent,
        "by": person,
    }
    row = Row(games.next_id(), live.lobby.judge, Kind.SEND, "proposal", Rank.PROMPT, game_id=live.id, args=args)
    # Stored with its receipt: a tap that Telegram brings again proposes nothing a second time.
    await outbox.post([row], UnitOfWork().add_receipt(key=receipt, at_ms=clock.now()))
    open_page(games, outbox, live, person)
    return await say(replies, query, "proposal-sent")


async def _decide(
    games: GameRegistry,
    submissions: Service,
    replies: Replies,
    outbox: Outbox,
    query: CallbackQuery,
    live: RunningGame,
    tap: JudgeTap,
) -> str:
    """Yes or no to a proposal, once."""
    message = query.message
    accepted = tap.wish is JudgeAction.ACCEPT
    key = "proposal-accepted" if accepted else "proposal-refused"
    told = answers(replies.text(tap.proposer, key)) if tap.proposer in dict(live.lobby.side_judges) else []
    text = await say(replies, query, "proposal-decided")
    if accepted:
        command = _command(live, tap)
        if command is None or tap.verb not in PROPOSES:
            return await say(replies, query, "tap-old")
        # The message itself is the receipt: a second tap under it finds the first one's effect.
        number = message.message_id if message is not None else 0
        receipt = f"proposal:{live.id}:{query.from_user.id}:{number}"
        text = await _submit(
            games, submissions, replies, outbox, query, live, command, receipt, lambda _: True, told
        )
    elif told:
        await replies.tell(*told)
    await take_keyboard_away(query)
    return text


# --- corrections in own words ------------------------------------------------------------------------------------


@router.message(CommandFilter("correct"), PRIVATE)
async def correct(
    message: Message,
    command: CommandObject,
    games: GameRegistry,
    submissions: Service,
    replies: Replies,
    receipt: str,
) -> None:
    """`/correct 5 -0.2 why`: of the latest game that this person has judged."""
    person = message.chat.id
    judged = [
        live
        for live in await games.judged_by(person)
        if live.state is not None and live.table.step is StepName.OVER and live.lobby.judge == person
    ]
    if not judged:
        await replies.tell(replies.text(person, "judge-no-panel"))
        return
    wish = _correction(command.args or "")
    if wish is None:
        await replies.tell(replies.text(person, "correct-how"))
        return
    live = judged[0]
    outcome = await submissions.submit(
        live.id, wish, receipt, person, more=answers(replies.text(person, "tap-accepted"))
    )
    if isinstance(outcome, Rejected):
        await replies.tell(replies.text(person, f"judge-no-{outcome.reason}"))


def _correction(text: str) -> Command | None:
    seat, points, words = [*text.split(maxsplit=2), "", "", ""][:3]
    try:
        value = read_points(points.replace("−", "-").replace(",", ".").removeprefix("+"))
    except ValueError:
        return None
    if not (seat.isascii() and seat.isdecimal() and len(seat) <= 2) or not words:
        return None
    return Command(JUDGE, Verb.CORRECT, (int(seat),), value, note=words[:LONGEST_REASON])
