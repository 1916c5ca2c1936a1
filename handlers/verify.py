"""/verify: explains how anybody can check that the cards were dealt fairly."""

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from bot.games.game_registry import GameRegistry
from bot.language.translator import Translator
from bot.pages.renderer import Renderer
from bot.telegram.replies import Replies
from engine.fair_deal import commitment
from handlers.identify import thread_of

router = Router(name="verify")


@router.message(Command("verify"))
async def verify(
    message: Message, games: GameRegistry, replies: Replies, words: Translator, renderer: Renderer
) -> None:
    game = await games.table_in(message.chat.id, thread_of(message))
    language = await renderer.language(message.chat.id)
    text = [words.say(language, "verify-how")]
    if game is not None:
        text.append(words.say(language, "verify-seal", seal=commitment(game.lobby.secret), game=game.id))
    await replies.tell(replies.note(message.chat.id, "ready", thread_of(message), html="\n\n".join(text)))
