"""/correct: the judge corrects points of a finished game, with a reason in own words."""

from aiogram import Router
from aiogram.filters import Command as CommandFilter
from aiogram.filters import CommandObject
from aiogram.types import Message

from bot.games.game_registry import GameRegistry
from bot.games.submissions import Submissions
from bot.telegram.replies import Replies
from engine.commands import JUDGE, Command, Rejected, Verb
from engine.events import StepName
from engine.points import read_points
from handlers.filters import PRIVATE
from handlers.tap_answers import answers

router = Router(name="judge.correction")
LONGEST_REASON = 200


@router.message(CommandFilter("correct"), PRIVATE)
async def correct(
    message: Message,
    command: CommandObject,
    games: GameRegistry,
    submissions: Submissions,
    replies: Replies,
    receipt: str,
) -> None:
    """`/correct 5 -0.2 why`: corrects the points of a seat in the latest game that this person has judged."""
    person = message.chat.id
    judged = [
        game
        for game in await games.judged_by(person)
        if game.state is not None and game.table.step is StepName.OVER and game.lobby.judge == person
    ]
    if not judged:
        await replies.tell(replies.text(person, "judge-no-panel"))
        return
    correction = read_correction(command.args or "")
    if correction is None:
        await replies.tell(replies.text(person, "correct-how"))
        return
    game = judged[0]
    outcome = await submissions.submit(
        game.id, correction, receipt, person, more=answers(replies.text(person, "tap-accepted"))
    )
    if isinstance(outcome, Rejected):
        await replies.tell(replies.text(person, f"judge-no-{outcome.reason}"))


def read_correction(text: str) -> Command | None:
    """`5 -0.2 why`: seat, points, reason; None if it cannot be read."""
    seat, points, words = [*text.split(maxsplit=2), "", "", ""][:3]
    try:
        value = read_points(points.replace("−", "-").replace(",", ".").removeprefix("+"))
    except ValueError:
        return None
    if not (seat.isascii() and seat.isdecimal() and len(seat) <= 2) or not words:
        return None
    return Command(JUDGE, Verb.CORRECT, (int(seat),), value, note=words[:LONGEST_REASON])
