"""Everything that can be asked by a command: by whom, where, and when it is answered or refused."""

from bot.language.translator import Translator
from bot.telegram.command_menu import set_menus
from tests.interrupted_handlers.world import GROUP
from tests.wire_traffic.games import gather, play, prepare
from tests.wire_traffic.recording import GUEST, LEADER, OWNER, PLAYERS, STRANGER, Recording

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


async def commands(recording: Recording) -> None:
    """With no table, with one that waits, in a game, and after it; and the menus in which they are listed."""
    await recording.done(set_menus(recording.telegram, Translator()))
    await _everywhere(recording, "start", "newgame", "game", "join")
    for text in WITH_WORDS:
        for person, chat in ((GUEST, GUEST), (LEADER, GROUP), (OWNER, OWNER)):
            await recording.say(person, chat, text)
            await recording.wait(8)
    await recording.say(LEADER, GROUP, "/cancel")
    await recording.wait(20)
    await prepare(recording, "phystech")
    await recording.say(GUEST, GROUP, "/nextgame")
    await recording.wait(10)
    game = await gather(recording)
    await _everywhere(recording, *CHANGING, "unseat", "judge")
    await _waiting(recording, game)
    await recording.tap(LEADER, GROUP, f"l:{game}:start")
    await recording.wait(30)
    await _in_game(recording)
    await _everywhere(recording, *CHANGING, "timeout")
    await play(recording, game)
    await _everywhere(recording, "newgame", "game", "block", "drain")
    await _after(recording, game)
    await _owner(recording)


async def _everywhere(recording: Recording, *left_out: str) -> None:
    for command in ASKED:
        if command not in left_out:
            for person, chat in ((LEADER, GROUP), (GUEST, GROUP), (PLAYERS[2], PLAYERS[2]), (STRANGER, STRANGER)):
                await recording.say(person, chat, f"/{command}")
                await recording.wait(5)


async def _waiting(recording: Recording, game: str) -> None:
    """At a table that waits."""
    await recording.say(GUEST, GUEST, f"/start join_{game}")
    await recording.say(STRANGER, STRANGER, f"/start join_{game}")
    await recording.say(GUEST, GUEST, f"/start rules_{game}")
    await recording.say(GUEST, GROUP, "/leave")
    for text in ("/unseat", "/keepaway", "/letback"):
        await recording.reply(GUEST, text, PLAYERS[4])
        await recording.reply(LEADER, text, PLAYERS[4])
    for wish in ("doctor", "rules", "settings", "extend", "cancel", "judge", "chair", "sit", "again"):
        await recording.tap(GUEST, GROUP, f"l:{game}:{wish}")
        await recording.wait(4)
    await recording.tap(GUEST, GROUP, f"l:{game}:judge")
    await recording.tap(GUEST, GROUP, f"l:{game}:stand")
    for data in ("l:22222222:sit", "m:22222222:1:pass::-1:0", "nonsense", "g:next", "g:open", "g:settings", "w:1"):
        await recording.tap(STRANGER, GROUP, data)
    for person in PLAYERS:
        await recording.tap(person, GROUP, f"l:{game}:sit")
    await recording.wait(30)


async def _in_game(recording: Recording) -> None:
    """It stands, goes on, and somebody leaves and comes back."""
    for person, text in ((GUEST, "/pause"), (LEADER, "/pause"), (LEADER, "/pause"), (LEADER, "/resume")):
        await recording.say(person, GROUP, text)
        await recording.wait(5)
    await recording.say(LEADER, GROUP, "/stop")
    await recording.wait(30)
    await recording.tap(GUEST, GROUP, recording.button(GROUP, "x:"))
    no = next(each.data for each in recording.buttons(GROUP, "x:") if each.data.endswith(":0"))
    await recording.tap(LEADER, GROUP, no)
    await recording.say(PLAYERS[3], GROUP, "/leave")
    await recording.wait(20)
    await recording.tap(PLAYERS[3], GROUP, recording.button(GROUP, ":leave"))
    await recording.wait(20)
    take = recording.button(GROUP, ":take")
    for person in (PLAYERS[0], GUEST, STRANGER):
        await recording.tap(person, GROUP, take)
    await recording.bring(recording.world.moves("chat_member", GROUP, PLAYERS[4], "member", "left"))
    await recording.wait(200)
    person = PLAYERS[2]
    await recording.bring(recording.world.moves("my_chat_member", person, person, "member", "kicked"))
    await recording.bring(recording.world.moves("my_chat_member", person, person, "kicked", "member"))


async def _after(recording: Recording, game: str) -> None:
    for paper in ("text", "png", "pdf", "xlsx", "record", "html"):
        for person, chat in ((LEADER, GROUP), (GUEST, GUEST), (PLAYERS[2], PLAYERS[2])):
            await recording.tap(person, chat, f"f:{game}:{paper}")
            await recording.wait(16)
    for text in (f"/protocol {game}", f"/record {game}", f"/verify {game}"):
        for person, chat in ((LEADER, GROUP), (GUEST, GUEST), (PLAYERS[2], PLAYERS[2])):
            await recording.say(person, chat, text)
            await recording.wait(16)
    for person, chat in ((PLAYERS[2], PLAYERS[2]), (LEADER, GROUP)):
        for text in ("/stats", "/top"):
            await recording.say(person, chat, text)
            await recording.wait(16)
            for data in [each.data for each in recording.buttons(chat, "n:")]:
                await recording.tap(person, chat, data)
                await recording.wait(16)
    await recording.say(PLAYERS[2], PLAYERS[2], "/forget")
    for data in [each.data for each in recording.buttons(PLAYERS[2], "w:")][::-1]:
        await recording.tap(PLAYERS[2], PLAYERS[2], data)
        await recording.wait(30)
    await recording.say(PLAYERS[2], PLAYERS[2], "/stats")
    await recording.say(LEADER, GROUP, f"/protocol {game}")
    await recording.wait(20)


async def _owner(recording: Recording) -> None:
    for text in ("/drain", "/undrain", f"/block {GROUP}", "/block"):
        await recording.say(OWNER, OWNER, text)
        await recording.say(LEADER, GROUP, "/newgame")
        await recording.wait(10)
    await recording.say(OWNER, OWNER, f"/unblock {GROUP}")
    await recording.bring(recording.world.moves("my_chat_member", GROUP, LEADER, "administrator", "member"))
    await recording.bring(recording.world.moves("my_chat_member", GROUP, LEADER, "member", "administrator"))
    await recording.wait(20)
