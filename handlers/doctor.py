"""/doctor and the button of a lobby: reports whether everything is ready for a game here."""

from collections.abc import Sequence

from aiogram import F, Router
from aiogram.filters import Command
from aiogram.types import CallbackQuery, Message

from bot.core.clock import Clock
from bot.core.pace import Pace
from bot.core.recent_requests import RecentRequests
from bot.games.game_registry import GameRegistry
from bot.games.readiness_check import Finding, GroupCheck
from bot.language.translator import Html, Translator
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.buttons.callback_data import LobbyTap
from bot.telegram.outbox.closed_chats import Place
from bot.telegram.replies import Replies
from handlers.filters import IN_GROUP
from handlers.identify import thread_of
from handlers.tap_answers import answer, cut, fits, say

router = Router(name="doctor")
AGAIN_MS = 15_000
"""`/doctor` is answered at most once in this time for each place."""


@router.message(Command("doctor"), IN_GROUP)
async def doctor(
    message: Message,
    games: GameRegistry,
    replies: Replies,
    groups: Groups,
    clock: Clock,
    pace: Pace,
    recent_requests: RecentRequests,
    words: Translator,
    group_check: GroupCheck,
) -> None:
    place = Place(message.chat.id, thread_of(message))
    now = clock.now()
    if recent_requests.has(("doctor", place), now, pace.scale(AGAIN_MS)):
        return  # the last answer is still visible
    recent_requests.note(("doctor", place), now)
    group = await groups.get(place.chat_id)
    findings = await group_check.examine(place, await games.table_in(*place))
    html = report(words, findings, group.language or "ru")
    await replies.tell(replies.note(place.chat_id, "ready", place.thread_id, html=html))


@router.callback_query(LobbyTap.filter(F.wish == "doctor"))
async def doctor_by_button(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    replies: Replies,
    people: People,
    words: Translator,
    group_check: GroupCheck,
) -> None:
    game = await games.find(callback_data.game)
    if game is None:
        await answer(query, await say(replies, query, "tap-old"))
        return
    language = (await people.get(query.from_user.id)).language or "ru"
    findings = await group_check.examine(Place(game.lobby.chat_id, game.lobby.thread_id), game)
    await answer(
        query,
        in_window(failures(words, findings, language)) or words.plain(language, "doctor-all-fine"),
        alert=True,
    )


def report(words: Translator, findings: Sequence[Finding], language: str) -> Html:
    """Returns all findings as one message; each that fails says how to fix it."""
    say = words.say
    lines = [say(language, "doctor-title")]
    for finding in findings:
        if finding.fine:
            lines.append(say(language, "doctor-fine", what=say(language, finding.key, **finding.args)))
        else:
            lines.append(say(language, "doctor-bad", what=say(language, f"{finding.key}-bad", **finding.args)))
    return Html("\n".join(lines))


def failures(words: Translator, findings: Sequence[Finding], language: str) -> list[str]:
    """Returns a plain sentence for each failed finding."""
    return [words.plain(language, f"{each.key}-bad", **each.args) for each in findings if not each.fine]


def in_window(sentences: Sequence[str]) -> str:
    """Returns as many whole sentences as the answer to a tap can show; `/doctor` shows all."""
    for count in range(len(sentences), 0, -1):
        text = "\n".join((*sentences[:count], *(("…",) if count < len(sentences) else ())))
        if fits(text):
            return text
    return cut("\n".join(sentences))
