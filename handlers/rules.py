"""/rules, the button «Правила» of a lobby, and the link by which it leads into the private chat."""

from aiogram import F, Router
from aiogram.filters import Command, CommandObject, CommandStart
from aiogram.types import CallbackQuery, Message

from bot.games.game_registry import GameRegistry
from bot.language.translator import Translator
from bot.pages.renderer import Renderer
from bot.pages.rules import rules_text
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.buttons.callback_data import LobbyTap
from bot.telegram.replies import Replies
from engine.house_rules import SHIPPED
from engine.rules import rules_for
from handlers.filters import PRIVATE
from handlers.identify import thread_of
from handlers.tap_answers import answer, say

router = Router(name="rules")


@router.message(Command("rules"))
async def rules(
    message: Message,
    command: CommandObject,
    games: GameRegistry,
    replies: Replies,
    groups: Groups,
    words: Translator,
    renderer: Renderer,
) -> None:
    language = await renderer.language(message.chat.id)
    wanted = (command.args or "").strip()
    if wanted in SHIPPED:
        found = rules_for(SHIPPED[wanted], {})
    elif message.chat.type == "private":
        tables = await games.tables_of(message.chat.id)
        found = tables[0].lobby.rules if tables else rules_for(SHIPPED["fiim-2025"], {})
    else:
        game = await games.table_in(message.chat.id, thread_of(message))
        group = await groups.get(message.chat.id)
        found = game.lobby.rules if game else rules_for(SHIPPED[group.ruleset.split("+")[0]], {})
    html = rules_text(words, language, found)
    await replies.tell(replies.note(message.chat.id, "ready", thread_of(message), html=html))


@router.callback_query(LobbyTap.filter(F.wish == "rules"))
async def rules_by_button(
    query: CallbackQuery,
    callback_data: LobbyTap,
    games: GameRegistry,
    replies: Replies,
    people: People,
    words: Translator,
    bot_name: str,
) -> None:
    game = await games.find(callback_data.game)
    if game is None:
        await answer(query, await say(replies, query, "tap-old"))
        return
    person = await people.get(query.from_user.id)
    if not person.reachable:
        await answer(query, url=f"https://t.me/{bot_name}?start=rules_{game.id}")
        return
    text = rules_text(words, person.language or "ru", game.lobby.rules)
    await replies.tell(replies.note(person.user_id, "ready", html=text))
    await answer(query, await say(replies, query, "sent-to-private"))


@router.message(CommandStart(deep_link=True, magic=F.args.startswith("rules_")), PRIVATE)
async def rules_by_link(
    message: Message,
    command: CommandObject,
    games: GameRegistry,
    replies: Replies,
    people: People,
    words: Translator,
) -> None:
    user_id = message.chat.id
    code = (command.args or "").partition("_")[2]
    game = await games.find(code) if code else None
    if game is None:
        await replies.tell(replies.note(user_id, "start"))
        return
    person = await people.get(user_id)
    text = rules_text(words, person.language or "ru", game.lobby.rules)
    await replies.tell(replies.note(user_id, "ready", html=text))
