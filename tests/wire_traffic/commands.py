"""Everything that can be asked by a command: by whom, where, and when it is answered or refused."""

from bot.language.translator import Translator
from bot.telegram.command_menu import set_menus
from tests.interrupted_handlers.world import GROUP
from tests.wire_traffic.evening import GUEST, LEADER, OWNER, PLAYERS, STRANGER, Evening
from tests.wire_traffic.games import gather, play, prepare

ASKED = (
    "start", "help", "lang", "rules", "role", "verify", "privacy", "forget", "protocol", "record", "stats", "top",
    "doctor", "newgame", "game", "join", "leave", "extend", "cancel", "nextgame", "judge", "unjudge", "sidejudge",
    "unseat", "keepaway", "letback", "pause", "stop", "resume", "surrender", "timeout", "protest", "tournament",
    "correct", "settings", "drain", "block", "unblock", "undrain", "nonsense",
)  # fmt: skip
CHANGING = frozenset({"cancel", "stop", "leave", "keepaway", "surrender", "drain", "block", "pause", "unjudge"})
"""What would end the game that the others are about."""
WITH_WORDS = (
    "/rules fiim", "/rules fiim-2025", "/rules phystech", "/rules city", "/rules box", "/rules unknown",
    "/protocol 22222222", "/record 22222222", "/extend 10", "/extend много", "/stats @user12", "/top 30",
    "/top fiim", "/start join_22222222", "/start rules_22222222", "/start set_nothing", "/start nothing",
    "/verify 22222222", "/newgame box", "/block -1", "/block", "/block чепуха", "/unblock -1",
    "/correct 1 0.1 за игру", "/protest судья",
)  # fmt: skip


async def commands(evening: Evening) -> None:
    """With no table, with one that waits, in a game, and after it; and the menus in which they are listed."""
    await evening.done(set_menus(evening.telegram, Translator()))
    await _everywhere(evening, "start", "newgame", "game", "join")
    for text in WITH_WORDS:
        for person, chat in ((GUEST, GUEST), (LEADER, GROUP), (OWNER, OWNER)):
            await evening.say(person, chat, text)
            await evening.wait(8)
    await evening.say(LEADER, GROUP, "/cancel")
    await evening.wait(20)
    await prepare(evening, "phystech")
    await evening.say(GUEST, GROUP, "/nextgame")
    await evening.wait(10)
    game = await gather(evening)
    await _everywhere(evening, *CHANGING, "unseat", "judge")
    await _waiting(evening, game)
    await evening.tap(LEADER, GROUP, f"l:{game}:start")
    await evening.wait(30)
    await _in_game(evening)
    await _everywhere(evening, *CHANGING, "timeout")
    await play(evening, game)
    await _everywhere(evening, "newgame", "game", "block", "drain")
    await _after(evening, game)
    await _owner(evening)


async def _everywhere(evening: Evening, *left_out: str) -> None:
    for command in ASKED:
        if command not in left_out:
            for person, chat in ((LEADER, GROUP), (GUEST, GROUP), (PLAYERS[2], PLAYERS[2]), (STRANGER, STRANGER)):
                await evening.say(person, chat, f"/{command}")
                await evening.wait(5)


async def _waiting(evening: Evening, game: str) -> None:
    """At a table that waits."""
    await evening.say(GUEST, GUEST, f"/start join_{game}")
    await evening.say(STRANGER, STRANGER, f"/start join_{game}")
    await evening.say(GUEST, GUEST, f"/start rules_{game}")
    await evening.say(GUEST, GROUP, "/leave")
    for text in ("/unseat", "/keepaway", "/letback"):
        await evening.reply(GUEST, text, PLAYERS[4])
        await evening.reply(LEADER, text, PLAYERS[4])
    for wish in ("doctor", "rules", "settings", "extend", "cancel", "judge", "chair", "sit", "again"):
        await evening.tap(GUEST, GROUP, f"l:{game}:{wish}")
        await evening.wait(4)
    await evening.tap(GUEST, GROUP, f"l:{game}:judge")
    await evening.tap(GUEST, GROUP, f"l:{game}:stand")
    for data in ("l:22222222:sit", "m:22222222:1:pass::-1:0", "nonsense", "g:next", "g:open", "g:settings", "w:1"):
        await evening.tap(STRANGER, GROUP, data)
    for person in PLAYERS:
        await evening.tap(person, GROUP, f"l:{game}:sit")
    await evening.wait(30)


async def _in_game(evening: Evening) -> None:
    """It stands, goes on, and somebody leaves and comes back."""
    for person, text in ((GUEST, "/pause"), (LEADER, "/pause"), (LEADER, "/pause"), (LEADER, "/resume")):
        await evening.say(person, GROUP, text)
        await evening.wait(5)
    await evening.say(LEADER, GROUP, "/stop")
    await evening.wait(30)
    await evening.tap(GUEST, GROUP, evening.button(GROUP, "x:"))
    no = next(each.data for each in evening.buttons(GROUP, "x:") if each.data.endswith(":0"))
    await evening.tap(LEADER, GROUP, no)
    await evening.say(PLAYERS[3], GROUP, "/leave")
    await evening.wait(20)
    take = evening.button(GROUP, ":take")
    for person in (PLAYERS[0], GUEST, STRANGER):
        await evening.tap(person, GROUP, take)
    await evening.bring(evening.world.moves("chat_member", GROUP, PLAYERS[4], "member", "left"))
    await evening.wait(200)
    person = PLAYERS[2]
    await evening.bring(evening.world.moves("my_chat_member", person, person, "member", "kicked"))
    await evening.bring(evening.world.moves("my_chat_member", person, person, "kicked", "member"))


async def _after(evening: Evening, game: str) -> None:
    for paper in ("text", "png", "pdf", "xlsx", "record", "html"):
        for person, chat in ((LEADER, GROUP), (GUEST, GUEST), (PLAYERS[2], PLAYERS[2])):
            await evening.tap(person, chat, f"f:{game}:{paper}")
            await evening.wait(16)
    for text in (f"/protocol {game}", f"/record {game}", f"/verify {game}"):
        for person, chat in ((LEADER, GROUP), (GUEST, GUEST), (PLAYERS[2], PLAYERS[2])):
            await evening.say(person, chat, text)
            await evening.wait(16)
    for person, chat in ((PLAYERS[2], PLAYERS[2]), (LEADER, GROUP)):
        for text in ("/stats", "/top"):
            await evening.say(person, chat, text)
            await evening.wait(16)
            for data in [each.data for each in evening.buttons(chat, "n:")]:
                await evening.tap(person, chat, data)
                await evening.wait(16)
    await evening.say(PLAYERS[2], PLAYERS[2], "/forget")
    for data in [each.data for each in evening.buttons(PLAYERS[2], "w:")][::-1]:
        await evening.tap(PLAYERS[2], PLAYERS[2], data)
        await evening.wait(30)
    await evening.say(PLAYERS[2], PLAYERS[2], "/stats")
    await evening.say(LEADER, GROUP, f"/protocol {game}")
    await evening.wait(20)


async def _owner(evening: Evening) -> None:
    for text in ("/drain", "/undrain", f"/block {GROUP}", "/block"):
        await evening.say(OWNER, OWNER, text)
        await evening.say(LEADER, GROUP, "/newgame")
        await evening.wait(10)
    await evening.say(OWNER, OWNER, f"/unblock {GROUP}")
    await evening.bring(evening.world.moves("my_chat_member", GROUP, LEADER, "administrator", "member"))
    await evening.bring(evening.world.moves("my_chat_member", GROUP, LEADER, "member", "administrator"))
    await evening.wait(20)
