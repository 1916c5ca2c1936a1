"""Messages in a group that one person alone sees: only where the bot is an admin, and no card where everybody sees
it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.methods import DeleteMessage, SendMessage, TelegramMethod
from aiogram.types import Chat, Message, User

from handlers import role, stop
from tests.kits.handler_calls import with_parts
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.table import House, VirtualTable
from tests.kits.virtual_clock.telegram import EPOCH, CountingTelegram

WITH, WITHOUT, STRANGER = -1001_000_000_042, -1001_000_000_043, 77
"""Two groups: one in which the bot is an admin, one in which it is a plain member; and a person who does not
play."""
RIGHTS = ("can_delete_messages", "can_manage_chat")
HOUR = 3_600_000


class Whispering(CountingTelegram):
    """Refuses ephemeral messages in some groups; or ignores the parameter, as a server that does not know it."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.refuses: dict[int, str] = {}
        self.overlooks = False
        self.refused: list[SendMessage] = []

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        if isinstance(method, SendMessage) and method.ephemeral_message_parameters is not None:
            if why := self.refuses.get(int(method.chat_id)):
                self.refused.append(method)
                raise TelegramBadRequest(method, f"Bad Request: {why}")
            if self.overlooks:
                sent = await super().__call__(method, request_timeout)
                return sent.model_copy(update={"ephemeral_message_id": None})
        return await super().__call__(method, request_timeout)


@asynccontextmanager
async def two_groups() -> AsyncIterator[House]:
    house = House(Whispering)
    await house.open()
    await house.host.groups.change(WITH, language="ru", title="Двор", rights=RIGHTS)
    await house.host.groups.change(WITHOUT, language="ru", title="Сад", rights=())
    yield house
    await house.close()


def telegram(house: House) -> Whispering:
    assert isinstance(house.telegram, Whispering)
    return house.telegram


def command(text: str, chat: int, person: int = STRANGER, ephemeral: int | None = None) -> Message:
    return Message(
        message_id=0 if ephemeral else 1,
        date=EPOCH,
        chat=Chat(id=chat, type="supergroup", title="Двор"),
        from_user=User(id=person, is_bot=False, first_name="x"),
        text=text,
        ephemeral_message_id=ephemeral,
    )


async def asks_to_stop(house: House, chat: int) -> SendMessage:
    """Lets a stranger ask to stop where no game runs; returns the answer."""
    await with_parts(stop.stop, house.host)(command("/stop", chat))
    await house.clock.on_to(house.clock.now() + 5_000)
    sent = [call.method for call in house.telegram.calls if isinstance(call.method, SendMessage)]
    assert sent[-1].text == "Игра здесь сейчас не идёт."
    assert sent[-1].chat_id == chat
    return sent[-1]


def to_whom(method: SendMessage) -> int:
    """Returns who sees the message; 0: everybody."""
    receiver = method.ephemeral_message_parameters
    return receiver.receiver_user_id if receiver else 0


async def test_each_group_by_the_bots_rights_in_it() -> None:
    async with two_groups() as house:
        for _ in range(2):
            assert to_whom(await asks_to_stop(house, WITH)) == STRANGER
            assert to_whom(await asks_to_stop(house, WITHOUT)) == 0
        await house.host.groups.change(WITHOUT, rights=RIGHTS)
        assert to_whom(await asks_to_stop(house, WITHOUT)) == STRANGER
        await house.host.groups.change(WITH, rights=())
        assert to_whom(await asks_to_stop(house, WITH)) == 0
        assert not telegram(house).refused


async def test_a_refusal_is_believed_for_an_hour_or_until_the_rights_change() -> None:
    async with two_groups() as house:
        await house.host.groups.change(WITHOUT, rights=RIGHTS)
        telegram(house).refuses[WITH] = "ephemeral messages can't be sent here"
        for _ in range(2):
            assert to_whom(await asks_to_stop(house, WITH)) == 0
            assert to_whom(await asks_to_stop(house, WITHOUT)) == STRANGER, "another group"
        assert len(telegram(house).refused) == 1, "asked once"
        await house.clock.on_to(house.clock.now() + HOUR)
        assert to_whom(await asks_to_stop(house, WITH)) == 0
        assert len(telegram(house).refused) == 2
        telegram(house).refuses.clear()
        assert to_whom(await asks_to_stop(house, WITH)) == 0, "still believed"
        await house.host.groups.change(WITH, rights=(*RIGHTS, "can_pin_messages"))
        assert to_whom(await asks_to_stop(house, WITH)) == STRANGER


async def test_who_asks_and_leaves_takes_nobody_along() -> None:
    async with two_groups() as house:
        telegram(house).refuses[WITH] = "user not found"
        await with_parts(stop.stop, house.host)(command("/stop", WITH))
        await house.clock.on_to(house.clock.now() + 5_000)
        assert not house.host.outbox.waiting
        assert (await house.host.groups.get(WITH)).bot_member
        assert not [call for call in house.telegram.calls if isinstance(call.method, SendMessage)]
        telegram(house).refuses.clear()
        assert to_whom(await asks_to_stop(house, WITH)) == STRANGER


# --- cards ------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def table_with(rights: tuple[str, ...]) -> AsyncIterator[VirtualTable]:
    table = VirtualTable("fiim-2025", 10, 3, House(Whispering))
    await table.house.open()
    await table.begin()
    await table.host.groups.change(table.group, rights=rights)
    await table.clock.on_to(table.clock.now() + 20_000)
    yield table
    await table.house.close()


async def asks_for_card(table: VirtualTable, ephemeral: int | None = None) -> list[SendMessage]:
    """Asks for the card; returns every message with a card that was sent because of it."""
    before = len(table.telegram.calls)
    person = table.first_person
    handled = asyncio.ensure_future(
        with_parts(role.role, table.host)(command("/role", table.group, person, ephemeral))
    )
    await table.clock.on_to(table.clock.now() + 10_000)
    await handled
    sent = [call.method for call in table.telegram.calls[before:] if isinstance(call.method, SendMessage)]
    return [method for method in sent if method.protect_content and "карт" in method.text.lower()]


def role_seen_by_all(table: VirtualTable) -> bool:
    """Returns whether a card was shown to the whole group."""
    texts = [
        call.method.text
        for call in table.telegram.calls
        if isinstance(call.method, SendMessage) and call.chat == table.group and not to_whom(call.method)
    ]
    return any("ваша карта" in text for text in texts)


async def test_an_admin_shows_the_card_in_the_group_to_its_owner_alone() -> None:
    async with table_with(RIGHTS) as table:
        harmless, card = await asks_for_card(table)
        assert harmless.text == "👁 Карту видите только вы."
        assert (card.chat_id, to_whom(card)) == (table.group, table.first_person)
        assert len(await asks_for_card(table)) == 1, "proven by now"
        assert not role_seen_by_all(table)


async def test_a_plain_member_shows_the_card_in_the_private_chat() -> None:
    async with table_with(()) as table:
        (card,) = await asks_for_card(table)
        assert card.chat_id == table.first_person


async def test_a_plain_member_answers_an_ephemeral_command_where_it_was_asked() -> None:
    async with table_with(()) as table:
        (card,) = await asks_for_card(table, ephemeral=5)
        assert (card.chat_id, to_whom(card)) == (table.group, table.first_person)
        assert card.reply_parameters is not None
        assert card.reply_parameters.ephemeral_message_id == 5


@pytest.mark.parametrize("ephemeral", [None, 5])
async def test_where_it_is_refused_the_card_comes_in_private(ephemeral: int | None) -> None:
    async with table_with(RIGHTS) as table:
        telegram(table.house).refuses[table.group] = "ephemeral messages can't be sent here"
        (card,) = await asks_for_card(table, ephemeral)
        assert card.chat_id == table.first_person
        assert not role_seen_by_all(table)


async def test_a_server_that_overlooks_it_shows_nobodys_card() -> None:
    async with table_with(RIGHTS) as table:
        telegram(table.house).overlooks = True
        shown = await asks_for_card(table)
        assert [method.text == "👁 Карту видите только вы." for method in shown] == [True, False]
        assert shown[1].chat_id == table.first_person, "the card, in private"
        assert any(isinstance(call.method, DeleteMessage) for call in table.telegram.calls), (
            "the harmless one goes"
        )
        (again,) = await asks_for_card(table)
        assert again.chat_id == table.first_person
