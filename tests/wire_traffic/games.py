"""One whole game: opened by command, sat down by taps, played by people and computer players to its end."""

from tests.interrupted_handlers.world import GROUP
from tests.wire_traffic.recording import LEADER, NAMES, PLAYERS, Recording

TABLES: dict[str, tuple[tuple[int, str], ...]] = {
    "fiim-2025": ((10, ""), (7, ""), (12, "")),
    "fiim": ((10, ""), (6, ""), (11, "")),
    "phystech": ((10, ""), (8, ""), (9, "")),
    "city": ((10, ""), (12, ""), (15, "")),
    "party": ((8, ""), (4, ""), (16, "")),
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


async def prepare(recording: Recording, ruleset: str, *turns: str) -> None:
    """An admin chooses the rules and lets computer players in; `turns`: `option:value`."""
    await recording.say(LEADER, GROUP, "/settings")
    await recording.wait(4)
    await recording.tap(LEADER, LEADER, f"o:{GROUP}:0:rules:{ruleset}:")
    for turn in ("stand_ins:fill", *turns):
        await recording.tap(LEADER, LEADER, f"k:{GROUP}:dial:{turn.split(':')[0]}:")
        await recording.tap(LEADER, LEADER, recording.button(LEADER, f":turn:{turn}"))


async def choose_cards(recording: Recording, size: int, name: str) -> None:
    await recording.tap(LEADER, LEADER, f"k:{GROUP}:named:{size}:")
    await recording.tap(LEADER, LEADER, recording.button(LEADER, f":copy:{size}:{name}"))
    await recording.tap(LEADER, LEADER, recording.button(LEADER, f":keep:{size}"))


async def gather(recording: Recording, size: int = 10) -> str:
    """A table with its people and computer players; returns its number."""
    await recording.say(LEADER, GROUP, "/newgame")
    await recording.wait(4)
    game = recording.button(GROUP, ":sit").split(":")[1]
    for person in PLAYERS:
        await recording.tap(person, GROUP, f"l:{game}:sit")
    await recording.tap(PLAYERS[1], GROUP, f"l:{game}:stand")
    await recording.tap(PLAYERS[1], GROUP, f"l:{game}:sit")
    for _ in range(size - len(PLAYERS)):
        await recording.tap(LEADER, GROUP, f"l:{game}:add-bot")
    await recording.tap(LEADER, GROUP, f"l:{game}:remove-bot")
    await recording.tap(PLAYERS[1], GROUP, f"l:{game}:add-bot")
    await recording.wait(10)
    return game


async def act(recording: Recording, person: int) -> None:
    """Somebody does something that their screen offers."""
    dice = recording.dice
    group = recording.standing(GROUP)[0] if recording.standing(GROUP) else None
    if group is not None and NAMES[person % 10][:3] in group.html and dice.random() < 0.15:
        await recording.say(
            person, GROUP, dice.choice(SPOKEN[recording.language]).format(seat=dice.randint(1, 10))
        )
        return
    if dice.random() < 0.02:
        await recording.say(
            person, dice.choice((GROUP, person)), dice.choice(SPOKEN[recording.language]).format(seat=4)
        )
        return
    for chat in (person, GROUP):
        offered = [
            each.data
            for each in recording.buttons(chat, *ALONE, newest=3)
            if ":surrender" not in each.data and (person, each.data) not in recording.tapped
        ]
        if offered and (chat > 0 or dice.random() < 0.3):
            await recording.tap(person, chat, dice.choice(offered))
            return


def is_over(recording: Recording, game: str) -> bool:
    return recording.has(GROUP, f"l:{game}:again")


async def play(recording: Recording, game: str) -> None:
    for step in range(LONGEST_STEPS):
        if is_over(recording, game):
            break
        await act(recording, PLAYERS[step % len(PLAYERS)])
        await recording.wait(STEP_S)
    else:
        raise AssertionError("the game does not end")
    await recording.wait(120)


async def game(recording: Recording, ruleset: str, size: int, cards: str) -> None:
    await prepare(recording, ruleset)
    if cards:
        await choose_cards(recording, size, cards)
    number = await gather(recording, size)
    await recording.tap(PLAYERS[1], GROUP, f"l:{number}:rules")
    await recording.tap(LEADER, GROUP, f"l:{number}:start")
    await recording.wait(5)
    for person in PLAYERS:
        await recording.tap(person, GROUP, f"c:{number}")
    await play(recording, number)
    for paper in ("text", "record", "html"):
        await recording.tap(PLAYERS[2], GROUP, f"f:{number}:{paper}")
        await recording.wait(20)
    await recording.tap(PLAYERS[3], GROUP, f"l:{number}:again")
    await recording.wait(20)
