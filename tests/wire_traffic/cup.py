"""A small tournament: made by a command, registered by taps, seated, played, its table, its papers."""

from tests.interrupted_handlers.world import GROUP
from tests.wire_traffic.evening import GUEST, LEADER, PLAYERS, Evening
from tests.wire_traffic.games import play

FEWEST_TAPS = 20
GAMES = 2
"""Games of the schedule that are played."""


async def tournament(evening: Evening) -> None:
    for person, chat, text in (
        (GUEST, GUEST, "/tournament"),
        (GUEST, GROUP, "/tournament"),
        (GUEST, GROUP, "/tournament new Кубок"),
        (LEADER, GROUP, "/tournament new"),
        (LEADER, GROUP, "/tournament new Кубок <двора> & друзей"),
        (LEADER, GROUP, "/tournament new Второй"),
    ):
        await evening.say(person, chat, text)
        await evening.wait(4)
    cup = evening.button(GROUP, "u:").split(":")[1]
    await _turn_dials(evening, cup)
    await _register(evening, cup)
    # At one table nobody can be kept apart from anybody.
    for _ in range(2):
        await evening.say(LEADER, GROUP, "/tournament apart 1 2")
        await evening.tap(LEADER, GROUP, f"u:{cup}:seat:0")
        await evening.wait(90)
    await evening.say(GUEST, GROUP, "/tournament")
    for number in range(1, GAMES + 1):
        await _play(evening, cup, number)
    await _look(evening, cup)
    for person in (GUEST, LEADER):
        await evening.tap(person, GROUP, f"u:{cup}:final:0")
    await evening.wait(20)


async def _turn_dials(evening: Evening, cup: str) -> None:
    """Each button of the panel once, then as few rounds as there may be."""
    await evening.tap(GUEST, GROUP, f"u:{cup}:open:0")
    for data in [each.data for each in evening.buttons(GROUP, f"u:{cup}:")]:
        if data.split(":")[2] in ("stage", "rules", "tables", "rounds"):
            await evening.tap(LEADER, GROUP, data)
            await evening.wait(6)
    for wish, least in (("rounds", FEWEST_TAPS), ("tables", 4)):
        for _ in range(least):
            await evening.tap(LEADER, GROUP, f"u:{cup}:{wish}:-1")
    for _ in range(GAMES - 1):
        await evening.tap(LEADER, GROUP, f"u:{cup}:rounds:1")
    await evening.wait(10)


async def _register(evening: Evening, cup: str) -> None:
    await evening.tap(LEADER, GROUP, f"u:{cup}:open:0")
    for person in (*PLAYERS, PLAYERS[0]):
        await evening.tap(person, GROUP, f"u:{cup}:join:0")
    await evening.tap(GUEST, GROUP, f"u:{cup}:reserve:0")
    await evening.tap(PLAYERS[1], GROUP, f"u:{cup}:leave:0")
    await evening.tap(LEADER, GROUP, f"u:{cup}:seat:0")
    await evening.tap(PLAYERS[1], GROUP, f"u:{cup}:join:0")
    await evening.say(LEADER, GROUP, "/settings")
    await evening.wait(4)
    await evening.tap(LEADER, GROUP, f"u:{cup}:bot:0")
    await evening.tap(LEADER, LEADER, f"k:{GROUP}:dial:stand_ins:")
    await evening.tap(LEADER, LEADER, evening.button(LEADER, ":turn:stand_ins:fill"))
    for _ in range(10 - len(PLAYERS)):
        await evening.tap(LEADER, GROUP, f"u:{cup}:bot:0")
    await evening.wait(6)
    for text in ("apart", "out", "out 99", "count", "count 22222222", "table 2", "chief"):
        await evening.say(LEADER, GROUP, f"/tournament {text}")
    await evening.reply(LEADER, "/tournament chief", PLAYERS[1])
    await evening.say(GUEST, GROUP, "/tournament out 1")


async def _play(evening: Evening, cup: str, number: int) -> None:
    await evening.tap(GUEST, GROUP, f"u:{cup}:game:1")
    await evening.tap(LEADER, GROUP, f"u:{cup}:game:1")
    await evening.wait(10)
    game = evening.button(GROUP, ":start").split(":")[1]
    await evening.tap(LEADER, GROUP, f"l:{game}:start")
    await evening.wait(10)
    await play(evening, game)
    if number == 1:
        await evening.tap(PLAYERS[2], GROUP, f"pr:{game}")
        await evening.wait(6)
        await evening.tap(LEADER, GROUP, evening.button(GROUP, ":reject"))
    await evening.tap(GUEST, GROUP, f"u:{cup}:table:0")
    await evening.wait(20)


async def _look(evening: Evening, cup: str) -> None:
    for wish in ("table", "awards", "png", "xlsx", "json"):
        for person in (GUEST, LEADER, LEADER):
            await evening.tap(person, GROUP, f"u:{cup}:{wish}:0")
            await evening.wait(10)
    await evening.say(LEADER, GROUP, "/tournament out 3 ушёл домой")
    await evening.say(GUEST, GROUP, "/tournament")
