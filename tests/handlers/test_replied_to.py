"""In a topic, Telegram makes a message without another reply a reply to the message that created the topic. Its
author is not the person whom a command is about."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiogram.methods import SendMessage

from bot.language.translator import Translator
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.memberships import Standing
from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.tournament_kit import drain

GROUP, TOPIC = -1001_000_000_042, 7
ADMIN, CREATOR, BOT = 950, 1, 555
WORDS = Translator()
REPLY_NEEDED = WORDS.plain("ru", "reply-needed")


class Topic:
    """A topic whose creator, who is no admin, sits in the open lobby."""

    def __init__(self) -> None:
        self.house = House(Standing)
        self.people = People(self.house)

    async def open(self) -> None:
        await self.house.open()
        assert isinstance(self.house.telegram, Standing)
        self.house.telegram.of[GROUP, ADMIN] = "administrator"
        await self.house.host.groups.change(
            GROUP, language="ru", title="Двор", is_supergroup=True, evening_chosen=True
        )
        for person in (ADMIN, CREATOR):
            await self.people.say(person, "/start")
        await self.say(CREATOR, "/newgame")
        await self.say(CREATOR, "/join")
        assert await self.seated() == [CREATOR]

    async def close(self) -> None:
        assert not self.people.troubles
        await drain(self.house)
        await self.house.close()

    async def say(
        self, person: int, text: str, to: dict[str, Any] | None = None, *, creator: int = CREATOR
    ) -> list[str]:
        """Writes in the topic, as a reply to the message `to` or without a reply; returns what the topic then
        reads."""
        before = len(self.house.telegram.calls)
        replied = to or self.message(creator, forum_topic_created={"name": "Мафия", "icon_color": 1})
        written = {"message_thread_id": TOPIC, "is_topic_message": True, "reply_to_message": replied}
        await self.people.bring(self.people.message(person, GROUP, text=text, **written))
        await drain(self.house)
        calls = [call.method for call in self.house.telegram.calls[before:] if call.chat == GROUP]
        return [call.text for call in calls if isinstance(call, SendMessage)]

    def message(self, author: int, **content: Any) -> dict[str, Any]:
        user = {"id": author, "is_bot": author == BOT, "first_name": f"p{author}"}
        written = self.people.message(author, GROUP, **{"from": user, **content}).message
        assert written is not None
        return written.model_dump()

    async def seated(self) -> list[int]:
        game = await self.house.host.games.table_in(GROUP, TOPIC)
        assert game is not None
        return [*game.lobby.seated]

    async def kept_away(self) -> tuple[int, ...]:
        return (await self.house.host.groups.get(GROUP)).kept_away


@pytest.fixture
async def topic() -> AsyncIterator[Topic]:
    one = Topic()
    await one.open()
    yield one
    await one.close()


async def test_unseat_without_a_reply_asks_whom(topic: Topic) -> None:
    assert await topic.say(ADMIN, "/unseat") == [REPLY_NEEDED]
    assert await topic.seated() == [CREATOR]


async def test_unseat_in_reply_to_the_creator_of_the_topic_is_about_them(topic: Topic) -> None:
    await topic.say(ADMIN, "/unseat", topic.message(CREATOR, text="x"))
    assert await topic.seated() == []


async def test_keepaway_without_a_reply_asks_whom(topic: Topic) -> None:
    assert await topic.say(ADMIN, "/keepaway") == [REPLY_NEEDED]
    assert (await topic.seated(), await topic.kept_away()) == ([CREATOR], ())


async def test_letback_without_a_reply_asks_whom(topic: Topic) -> None:
    await topic.say(ADMIN, "/keepaway", topic.message(CREATOR, text="x"))
    assert await topic.kept_away() == (CREATOR,)
    assert await topic.say(ADMIN, "/letback") == [REPLY_NEEDED]
    assert await topic.kept_away() == (CREATOR,)
    await topic.say(ADMIN, "/letback", topic.message(CREATOR, text="x"))
    assert await topic.kept_away() == ()


@pytest.mark.parametrize("creator", [CREATOR, BOT])
async def test_stats_without_a_reply_is_about_the_author(topic: Topic, creator: int) -> None:
    told = await topic.say(ADMIN, "/stats", creator=creator)
    assert [f"p{ADMIN}" in text for text in told] == [True]


async def test_stats_in_reply_is_about_the_person_replied_to(topic: Topic) -> None:
    told = await topic.say(ADMIN, "/stats", topic.message(CREATOR, text="x"))
    assert [f"p{CREATOR}" in text for text in told] == [True]
    assert await topic.say(ADMIN, "/stats", topic.message(BOT, text="x")) == [WORDS.plain("ru", "stats-of-whom")]
