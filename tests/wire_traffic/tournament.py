"""A small tournament: made by a command, registered by taps, seated, played, its table, its papers."""

from tests.interrupted_handlers.world import GROUP
from tests.wire_traffic.games import play
from tests.wire_traffic.recording import GUEST, LEADER, PLAYERS, Recording

FEWEST_TAPS = 20
GAMES = 2
"""Games of the schedule that are played."""


async def tournament(recording: Recording) -> None:
    for person, chat, text in (
        (GUEST, GUEST, "/tournament"),
        (GUEST, GROUP, "/tournament"),
        (GUEST, GROUP, "/tournament new Кубок"),
        (LEADER, GROUP, "/tournament new"),
        (LEADER, GROUP, "/tournament new Кубок <двора> & друзей"),
        (LEADER, GROUP, "/tournament new Второй"),
    ):
        await recording.say(person, chat, text)
        await recording.wait(4)
    tournament_id = recording.button(GROUP, "u:").split(":")[1]
    await _turn_dials(recording, tournament_id)
    await _register(recording, tournament_id)
    # At one table nobody can be kept apart from anybody.
    for _ in range(2):
        await recording.say(LEADER, GROUP, "/tournament apart 1 2")
        await recording.tap(LEADER, GROUP, f"u:{tournament_id}:seat:0")
        await recording.wait(90)
    await recording.say(GUEST, GROUP, "/tournament")
    for number in range(1, GAMES + 1):
        await _play(recording, tournament_id, number)
    await _look(recording, tournament_id)
    for person in (GUEST, LEADER):
        await recording.tap(person, GROUP, f"u:{tournament_id}:final:0")
    await recording.wait(20)


async def _turn_dials(recording: Recording, tournament_id: str) -> None:
    """Each button of the panel once, then as few rounds as there may be."""
    await recording.tap(GUEST, GROUP, f"u:{tournament_id}:open:0")
    for data in [each.data for each in recording.buttons(GROUP, f"u:{tournament_id}:")]:
        if data.split(":")[2] in ("stage", "rules", "tables", "rounds"):
            await recording.tap(LEADER, GROUP, data)
            await recording.wait(6)
    for wish, least in (("rounds", FEWEST_TAPS), ("tables", 4)):
        for _ in range(least):
            await recording.tap(LEADER, GROUP, f"u:{tournament_id}:{wish}:-1")
    for _ in range(GAMES - 1):
        await recording.tap(LEADER, GROUP, f"u:{tournament_id}:rounds:1")
    await recording.wait(10)


async def _register(recording: Recording, tournament_id: str) -> None:
    await recording.tap(LEADER, GROUP, f"u:{tournament_id}:open:0")
    for person in (*PLAYERS, PLAYERS[0]):
        await recording.tap(person, GROUP, f"u:{tournament_id}:join:0")
    await recording.tap(GUEST, GROUP, f"u:{tournament_id}:reserve:0")
    await recording.tap(PLAYERS[1], GROUP, f"u:{tournament_id}:leave:0")
    await recording.tap(LEADER, GROUP, f"u:{tournament_id}:seat:0")
    await recording.tap(PLAYERS[1], GROUP, f"u:{tournament_id}:join:0")
    await recording.say(LEADER, GROUP, "/settings")
    await recording.wait(4)
    await recording.tap(LEADER, GROUP, f"u:{tournament_id}:bot:0")
    await recording.tap(LEADER, LEADER, f"k:{GROUP}:dial:stand_ins:")
    await recording.tap(LEADER, LEADER, recording.button(LEADER, ":turn:stand_ins:fill"))
    for _ in range(10 - len(PLAYERS)):
        await recording.tap(LEADER, GROUP, f"u:{tournament_id}:bot:0")
    await recording.wait(6)
    for text in ("apart", "out", "out 99", "count", "count 22222222", "table 2", "chief"):
        await recording.say(LEADER, GROUP, f"/tournament {text}")
    await recording.reply(LEADER, "/tournament chief", PLAYERS[1])
    await recording.say(GUEST, GROUP, "/tournament out 1")


async def _play(recording: Recording, tournament_id: str, number: int) -> None:
    await recording.tap(GUEST, GROUP, f"u:{tournament_id}:game:1")
    await recording.tap(LEADER, GROUP, f"u:{tournament_id}:game:1")
    await recording.wait(10)
    game = recording.button(GROUP, ":start").split(":")[1]
    await recording.tap(LEADER, GROUP, f"l:{game}:start")
    await recording.wait(10)
    await play(recording, game)
    if number == 1:
        for _ in range(2):
            await recording.tap(PLAYERS[2], GROUP, f"pr:{game}")
        await recording.wait(6)
        await recording.tap(LEADER, GROUP, recording.button(GROUP, ":reject"))
    await recording.tap(GUEST, GROUP, f"u:{tournament_id}:table:0")
    await recording.wait(20)


async def _look(recording: Recording, tournament_id: str) -> None:
    for wish in ("table", "awards", "png", "xlsx", "json"):
        for person in (GUEST, LEADER, LEADER):
            await recording.tap(person, GROUP, f"u:{tournament_id}:{wish}:0")
            await recording.wait(10)
    await recording.say(LEADER, GROUP, "/tournament out 3 ушёл домой")
    await recording.say(GUEST, GROUP, "/tournament")
