"""One whole game: opened by command, sat down by taps, played by people and computer players to its end."""

from tests.interrupted_handlers.world import GROUP
from tests.wire_traffic.evening import LEADER, NAMES, PLAYERS, Evening

TABLES: dict[str, tuple[tuple[int, str], ...]] = {
    "fiim-2025": ((10, ""), (7, ""), (12, "")),
    "fiim": ((10, ""), (6, ""), (11, "")),
    "phystech": ((10, ""), (8, ""), (9, "")),
    "city": ((10, ""), (12, ""), (15, "")),
    "box": ((10, ""), (12, "full"), (12, "maniac"), (13, "butcher"), (14, "swindler"), (16, "yakuza")),
}
"""By rule set: how many play, and with which named set of cards."""
STEP_S = 5
LONGEST_STEPS = 4_000
ALONE = ("m:", "p:")
"""Moves, and seats to be picked for one."""
SPOKEN = {
    "ru": (
        "Выставляю номер {seat}",
        "Думаю, {seat} чёрный",
        "Выставляю {seat}. Пас.",
        "Пас",
        "Снимаю с голосования",
    ),
    "uk": (
        "Виставляю номер {seat}",
        "Думаю, {seat} чорний",
        "Виставляю {seat}. Пас.",
        "Пас",
        "Знімаю з голосування",
    ),
}


async def prepare(evening: Evening, ruleset: str, *turns: str) -> None:
    """An admin chooses the rules and lets computer players in; `turns`: `option:value`."""
    await evening.say(LEADER, GROUP, "/settings")
    await evening.wait(4)
    await evening.tap(LEADER, LEADER, f"o:{GROUP}:0:rules:{ruleset}:")
    for turn in ("stand_ins:fill", *turns):
        await evening.tap(LEADER, LEADER, f"k:{GROUP}:dial:{turn.split(':')[0]}:")
        await evening.tap(LEADER, LEADER, evening.button(LEADER, f":turn:{turn}"))


async def choose_cards(evening: Evening, size: int, name: str) -> None:
    await evening.tap(LEADER, LEADER, f"k:{GROUP}:named:{size}:")
    await evening.tap(LEADER, LEADER, evening.button(LEADER, f":copy:{size}:{name}"))
    await evening.tap(LEADER, LEADER, evening.button(LEADER, f":keep:{size}"))


async def gather(evening: Evening, size: int = 10) -> str:
    """A table with its people and computer players; returns its number."""
    await evening.say(LEADER, GROUP, "/newgame")
    await evening.wait(4)
    game = evening.button(GROUP, ":sit").split(":")[1]
    for person in PLAYERS:
        await evening.tap(person, GROUP, f"l:{game}:sit")
    await evening.tap(PLAYERS[1], GROUP, f"l:{game}:stand")
    await evening.tap(PLAYERS[1], GROUP, f"l:{game}:sit")
    for _ in range(size - len(PLAYERS)):
        await evening.tap(LEADER, GROUP, f"l:{game}:add-bot")
    await evening.tap(LEADER, GROUP, f"l:{game}:remove-bot")
    await evening.tap(PLAYERS[1], GROUP, f"l:{game}:add-bot")
    await evening.wait(10)
    return game


async def act(evening: Evening, person: int) -> None:
    """Somebody does something that their screen offers."""
    dice = evening.dice
    group = evening.standing(GROUP)[0] if evening.standing(GROUP) else None
    if group is not None and NAMES[person % 10][:3] in group.html and dice.random() < 0.15:
        await evening.say(person, GROUP, dice.choice(SPOKEN[evening.language]).format(seat=dice.randint(1, 10)))
        return
    if dice.random() < 0.02:
        await evening.say(
            person, dice.choice((GROUP, person)), dice.choice(SPOKEN[evening.language]).format(seat=4)
        )
        return
    for chat in (person, GROUP):
        offered = [
            each.data
            for each in evening.buttons(chat, *ALONE, newest=3)
            if ":surrender" not in each.data and (person, each.data) not in evening.tapped
        ]
        if offered and (chat > 0 or dice.random() < 0.3):
            await evening.tap(person, chat, dice.choice(offered))
            return


def is_over(evening: Evening, game: str) -> bool:
    return evening.has(GROUP, f"l:{game}:again")


async def play(evening: Evening, game: str) -> None:
    for step in range(LONGEST_STEPS):
        if is_over(evening, game):
            break
        await act(evening, PLAYERS[step % len(PLAYERS)])
        await evening.wait(STEP_S)
    else:
        raise AssertionError("the game does not end")
    await evening.wait(120)


async def game(evening: Evening, ruleset: str, size: int, cards: str) -> None:
    await prepare(evening, ruleset)
    if cards:
        await choose_cards(evening, size, cards)
    number = await gather(evening, size)
    await evening.tap(PLAYERS[1], GROUP, f"l:{number}:rules")
    await evening.tap(LEADER, GROUP, f"l:{number}:start")
    await evening.wait(5)
    for person in PLAYERS:
        await evening.tap(person, GROUP, f"c:{number}")
    await play(evening, number)
    for paper in ("text", "record", "html"):
        await evening.tap(PLAYERS[2], GROUP, f"f:{number}:{paper}")
        await evening.wait(20)
    await evening.tap(PLAYERS[3], GROUP, f"l:{number}:again")
    await evening.wait(20)
