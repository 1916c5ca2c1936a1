"""A group with topics: each topic has its own table, and no message of one table is sent to another topic."""

from pathlib import Path

from bot.games.running_game import RunningGame
from engine.events import StepName
from sandbox.client import Answer, Group, Person
from sandbox.world.messages import buttons_of, text_of
from tests.kits.end_to_end.hosted_sandbox import RIGHTS, HostedSandbox, hosted_sandbox

FAST = (("stand_ins", "fill"), ("deal", "60"), ("meet", "1"), ("draw", "off"))


def said_in(person: Person, group: Group, thread: int, host: int) -> list[str]:
    """Returns what the bot has said in a topic; 0: outside topics."""
    return [
        text
        for message in person.messages(group)
        if message["from"]["id"] == host and message.get("message_thread_id", 0) == thread
        if (text := text_of(message))
    ]


async def tap_in(person: Person, group: Group, thread: int, label: str) -> Answer | None:
    for message in reversed(person.messages(group)):
        for row, column, button in buttons_of(message):
            if message.get("message_thread_id", 0) == thread and button["text"] == label:
                place = {"chat": group.key, "message_id": message["message_id"], "row": row, "column": column}
                tapped = await person.client.do("tap", user_id=person.id, **place)
                told = await person.client.do("callback_answer", query_id=tapped["query_id"], wait=30)
                return Answer(told["text"], told["alert"], told["url"]) if told else None
    raise AssertionError(f"no button {label!r} in topic {thread}")


async def table_of(hosted: HostedSandbox, person: Person, group: Group, thread: int) -> RunningGame:
    await person.say("/newgame", group, message_thread_id=thread)
    await person.until(
        lambda: any("Стол открыт" in text for text in said_in(person, group, thread, hosted.host.id))
    )
    await tap_in(person, group, thread, "Добрать ботами до 10")
    await tap_in(person, group, thread, "Начать")
    assert hosted.wired is not None
    live = await hosted.wired.games.table_in(group.id, thread)
    assert live is not None
    return live


async def test_two_topics_of_a_group_play_two_tables(tmp_path: Path) -> None:
    async with hosted_sandbox(tmp_path, speed=200) as hosted:
        anna, boris = await hosted.guests(2)
        group = await hosted.group([anna, boris], is_forum=True)
        await hosted.use(group, options=FAST, may_start="anyone")
        threads = [await hosted.stage.do("add_topic", chat=group.id, name=name) for name in ("Один", "Два")]
        tables = [
            await table_of(hosted, person, group, thread)
            for person, thread in zip((anna, boris), threads, strict=True)
        ]
        assert len({live.id for live in tables}) == 2
        await anna.until(lambda: all(live.table.step is StepName.SPEECH for live in tables), within=60)

        await anna.say("/pause", group, message_thread_id=threads[0])
        await anna.until(lambda: tables[0].table.paused)
        assert not tables[1].table.paused
        await anna.say("/pause", group, message_thread_id=threads[1])
        await anna.until(lambda: tables[1].table.paused)

        rights = [right for right in RIGHTS if right != "can_restrict_members"]
        await group.promote(hosted.host, rights)
        for thread in threads:
            await anna.until(
                lambda thread=thread: any(  # type: ignore[misc]
                    "нет права" in text for text in said_in(anna, group, thread, hosted.host.id)
                )
            )
        first, second = (said_in(anna, group, thread, hosted.host.id) for thread in threads)
        assert any("Анна" in text for text in first)
        assert any("Борис" in text for text in second)
        assert not [text for text in first if "Борис" in text]
        assert not [text for text in second if "Анна" in text]
        assert len(said_in(anna, group, 0, hosted.host.id)) == 1, "the greeting, and nothing of a table"
