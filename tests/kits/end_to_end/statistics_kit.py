"""People look at their statistics after a game, and one of them opts out."""

from typing import Any

from sandbox.client import Group, Person
from sandbox.world.messages import text_of
from tests.kits.end_to_end.hosted_sandbox import WORDS, HostedSandbox


def plain(key: str) -> str:
    return WORDS.plain("ru", key)


async def looks(hosted: HostedSandbox, person: Person, chat: Any, command: str, words: str) -> str:
    """Returns the answer that contains these words."""
    before = len(person.messages(chat))
    await person.say(command, chat)

    def found() -> str:
        hosted.check()
        texts = [text_of(message) or "" for message in person.messages(chat)[before:]]
        return next((text for text in reversed(texts) if words in text), "")

    return str(await person.until(found, within=30))


async def statistics_of_one_game(hosted: HostedSandbox, people: list[Person], group: Group) -> None:
    anna, boris = people[:2]
    own = await looks(hosted, anna, group, "/stats", "Партий: 1")
    assert anna.name in own
    top = await looks(hosted, anna, group, "/top", "Таблица группы")
    assert top.count(" из 1 ") == 10

    # Another period, in the same message; then the picture.
    await anna.tap(plain("button-days-30"), group)
    await anna.until(lambda: any("за 30 дней" in text for text in anna.sees(group)), within=30)
    answer = await anna.tap(plain("button-paper-png"), group)
    assert answer is not None
    assert answer.text == plain("protocol-coming")
    await anna.until(lambda: sum("photo" in message for message in anna.messages(group)) == 2, within=30)

    # Boris opts out of statistics, and back in.
    await looks(hosted, boris, hosted.host, "/stats", "Партий: 1")
    left = await boris.tap(plain("button-leave-stats"), hosted.host)
    assert left is not None
    assert left.text == plain("stats-now-left")
    top = await looks(hosted, anna, group, "/top", "Таблица группы")
    assert top.count(" из 1 ") == 9
    assert boris.name not in top
    await boris.until(lambda: plain("button-count-me") in boris.buttons(hosted.host))
    await boris.tap(plain("button-count-me"), hosted.host)


async def nothing_more_while_a_game_runs(hosted: HostedSandbox, anna: Person, group: Group) -> None:
    assert "Партий: 1" in await looks(hosted, anna, group, "/stats", "Партий: ")


async def none_of_whom_was_forgotten(hosted: HostedSandbox, people: list[Person], group: Group) -> None:
    anna, vera = people[0], people[2]
    assert hosted.wired is not None
    await hosted.wired.forget_person._forget(vera.id)
    top = await looks(hosted, anna, group, "/top", "Таблица группы")
    assert top.count(" из 1 ") == 9
    assert vera.name not in top
