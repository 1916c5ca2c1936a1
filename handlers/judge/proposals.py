"""A side judge proposes a ruling, and the judge accepts or refuses it."""

from aiogram.types import CallbackQuery

from bot.games.running_game import RunningGame
from bot.judge.panel_commands import PROPOSES
from bot.judge.panel_taps import command_of
from bot.judge.rulings import JudgeRulings
from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap
from bot.telegram.replies import Replies
from handlers.tap_answers import answers, say, take_keyboard_away


async def propose(
    query: CallbackQuery,
    tap: JudgeTap,
    replies: Replies,
    judge_rulings: JudgeRulings,
    game: RunningGame,
    receipt: str,
) -> str:
    """Sends a side judge's proposal to the judge; returns what to answer the side judge."""
    if tap.verb not in PROPOSES or command_of(game, tap) is None:
        return await say(replies, query, "judge-only")
    if not game.lobby.judge:
        return await say(replies, query, "lobby-no-no-judge")
    await judge_rulings.propose(game, tap, query.from_user.id, receipt)
    return await say(replies, query, "proposal-sent")


async def decide(
    query: CallbackQuery, tap: JudgeTap, replies: Replies, judge_rulings: JudgeRulings, game: RunningGame
) -> str:
    """Carries out the judge's yes or no to a proposal, once; returns what to answer the judge."""
    message = query.message
    accepted = tap.wish is JudgeAction.ACCEPT
    key = "proposal-accepted" if accepted else "proposal-refused"
    told = answers(replies.text(tap.proposer, key)) if tap.proposer in dict(game.lobby.side_judges) else []
    text = await say(replies, query, "proposal-decided")
    if accepted:
        command = command_of(game, tap)
        if command is None or tap.verb not in PROPOSES:
            return await say(replies, query, "tap-old")
        # The message is the receipt: a second tap under it finds the effect of the first.
        number = message.message_id if message is not None else 0
        receipt = f"proposal:{game.id}:{query.from_user.id}:{number}"
        key = await judge_rulings.submit(game, command, receipt, query.from_user.id, lambda _: True, told)
        text = await say(replies, query, key) if key else ""
    elif told:
        await replies.tell(*told)
    await take_keyboard_away(query)
    return text
