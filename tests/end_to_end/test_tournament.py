"""A tournament from its name to its final, in the sandbox: people tap the buttons, stand-ins take the other
seats."""

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path

from openpyxl import load_workbook

from sandbox.client import Group, Person
from tests.end_to_end.test_finished_games import document
from tests.kits.end_to_end.hosted_sandbox import WORDS, HostedSandbox, Player, hosted_sandbox, unexpected_refusals

SHORT = tuple((key, "4") for key in ("speech", "tie_speech", "last_word", "meet", "deal", "night"))
"""Short steps: the group sets the length of steps, in a tournament too."""
CUP = "=1+1 «Кубок»"
ROUNDS = int(os.environ.get("CUP_ROUNDS", "4"))
"""With the replay and the final six games; `CUP_ROUNDS=6` plays the six rounds that a new tournament has."""


def word(key: str, **args: str | int) -> str:
    return WORDS.plain("ru", key, **args)


async def tapped(person: Person, label: str, group: Group) -> str:
    """Returns the answer to a tap on the newest such button."""
    await person.until(lambda: label in person.buttons(group))
    answered = await person.tap(label, group)
    return "" if answered is None else answered.text or ""


async def answered(person: Person, label: str, group: Group, key: str) -> None:
    """Taps and checks the answer; a busy machine may answer that it takes a moment."""
    assert await tapped(person, label, group) in (word(key), word("tap-wait"))


async def told(person: Person, said: str, key: str, group: Group) -> None:
    """Sends a text and checks the bot's answer."""
    before = sum(word(key) in text for text in person.sees(group))
    await person.say(said, group)
    await person.until(lambda: sum(word(key) in text for text in person.sees(group)) > before)


def finales(person: Person, group: Group) -> list[str]:
    return [text for text in person.sees(group) if "🏁" in text]


def tables(person: Person, group: Group) -> list[str]:
    """The message of the tournament comes anew after each game, with the table."""
    return [text for text in person.sees(group) if "🏆" in text]


@asynccontextmanager
async def playing(hosted: HostedSandbox, people: list[Person], group: Group) -> AsyncIterator[None]:
    """Whoever is asked in a game answers."""
    over = asyncio.Event()
    players = [Player(person, group, hosted.host, "ru", number) for number, person in enumerate(people)]
    tasks = [asyncio.create_task(player.play(over)) for player in players]
    try:
        yield
    finally:
        over.set()
        await asyncio.gather(*tasks)


async def play_next(hosted: HostedSandbox, chief: Person, group: Group) -> str:
    """Plays the next game of the first table, from the button to its end, after which the standings are sent."""
    before, shown = len(finales(chief, group)), len(tables(chief, group))
    await answered(chief, word("cup-button-game", table=1), group, "cup-game-opened")
    await answered(chief, word("button-start"), group, "lobby-begun")

    def counted() -> bool:
        hosted.check()
        return len(finales(chief, group)) > before and len(tables(chief, group)) > shown

    await chief.until(counted, within=120)
    assert re.search(r"\n1\. .+: \d", tables(chief, group)[-1])
    return finales(chief, group)[-1]


def meets_evenly(text: str) -> bool:
    found = re.search(r"Рассадка готова.* (\d+)–(\d+), ", text)
    return found is not None and int(found[2]) - int(found[1]) <= 2


def played(finale: str, person: Person) -> bool:
    return re.search(rf"№ \d+ {re.escape(person.name)}\b", finale) is not None


async def test_a_tournament_from_registration_to_the_final(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, stand_ins=True) as hosted:
        chief, player, guest = people = await hosted.guests(3)
        group = await hosted.group(people)
        await hosted.use(group, options=SHORT)
        await told(guest, f"/tournament new {CUP}", "admins-only", group)
        await chief.say(f"/tournament new {CUP}", group)
        for _ in range(ROUNDS, 6):
            await answered(chief, word("cup-button-rounds", step=-1), group, "cup-done-rounds")

        # Registration: once each, reserves apart.
        await answered(guest, word("cup-button-open"), group, "cup-only-chief")
        await answered(chief, word("cup-button-open"), group, "cup-done-open")
        for person in (chief, player):
            await answered(person, word("cup-button-join"), group, "cup-done-join")
        await answered(player, word("cup-button-join"), group, "cup-no-already")
        await answered(guest, word("cup-button-reserve"), group, "cup-done-reserve")
        await told(chief, "/tournament count k3Hd82mA", "cup-no-unplayed", group)
        for registered in range(2, 12):
            if registered == 9:
                await answered(chief, word("cup-button-seat", again=0), group, "cup-no-too-few")
            await answered(chief, word("cup-button-bot"), group, "cup-done-bot")

        # The seating, with its quality: no pair of the twelve meets much more often than another.
        await answered(chief, word("cup-button-seat", again=0), group, "cup-seeking-begun")
        await chief.until(lambda: any(meets_evenly(text) for text in chief.sees(group)), within=60)

        async with playing(hosted, people, group):
            finale = await play_next(hosted, chief, group)
            games = 1
            while not played(finale, player):
                finale = await play_next(hosted, chief, group)
                games += 1
            stranger = next(person for person in people if not played(finale, person))

            # A protest: noted once, of players only; the chief judge orders a replay, with its reason.
            await told(player, "/protest Судья ошибся", "protest-noted", group)
            await told(player, "/protest ещё раз", "protest-no-already", group)
            await told(stranger, "/protest", "protest-no-not-in-game", group)
            await answered(guest, word("protest-button-replay"), group, "protest-only-chief")
            await tapped(chief, word("protest-button-replay"), group)
            await answered(chief, "9.7.1.1", group, "protest-wants-consent")
            await answered(chief, word("protest-button-agree"), group, "protest-decided")
            await chief.until(lambda: any(word("protest-fate-replayed") in text for text in chief.sees(group)))

            # A player is disqualified, and the reserve takes the seats of the games to come.
            await chief.say("/tournament out 13", group)
            await chief.until(lambda: any("🚫" in text for text in chief.sees(group)))

            rest = [await play_next(hosted, chief, group) for _ in range(ROUNDS + 1 - games)]
            assert any(played(finale, guest) for finale in rest)
            await answered(chief, word("cup-button-final"), group, "cup-final-made")
            await chief.until(lambda: word("cup-button-open") in chief.buttons(group))
            await files_of_the_stage(hosted, chief, group)

            # The final, played to its end: here of one round.
            for _ in range(1, ROUNDS):
                fewer = word("cup-button-rounds", step=-1)
                await answered(chief, fewer, group, "cup-done-rounds")
            await answered(chief, word("cup-button-open"), group, "cup-done-open")
            await answered(chief, word("cup-button-seat", again=0), group, "cup-seeking-begun")
            await chief.until(lambda: word("cup-games", done=0, all=1) in tables(chief, group)[-1], within=60)
            await play_next(hosted, chief, group)
            assert word("cup-stage-final") in tables(chief, group)[-1]
            assert word("cup-games", done=1, all=1) in tables(chief, group)[-1]
        counts = await hosted.stage.counts()
        assert unexpected_refusals(counts) == 0


async def files_of_the_stage(hosted: HostedSandbox, chief: Person, group: Group) -> None:
    """Of the stage that is over and of nothing else."""
    stage = next(message for message in tables(chief, group))
    assert CUP in stage
    await answered(chief, word("cup-button-json"), group, "protocol-coming")
    everything = json.loads(await document(hosted, chief, group, ".json"))
    assert everything["tournament"]["name"] == CUP
    fates = [game["ruling"]["fate"] for game in everything["games"]]
    assert (len(fates), fates.count("replayed")) == (ROUNDS + 1, 1)
    assert len(everything["standings"]) == 13
    await answered(chief, word("cup-button-xlsx"), group, "protocol-coming")
    book = load_workbook(BytesIO(await document(hosted, chief, group, ".xlsx")))
    assert word("cup-sheet-table") in book.sheetnames
