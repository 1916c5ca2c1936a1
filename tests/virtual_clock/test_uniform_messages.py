"""A person who sees another's notifications or answers learns no card: the meeting, the night and private messages
look alike for all players."""

import asyncio
from datetime import UTC, datetime
from itertools import count, pairwise

import pytest
from aiogram.methods import EditMessageText, SendMessage
from aiogram.types import Chat, Message, User

from bot.games.ask_again_after_outage import questions
from bot.operations.metrics import Metrics
from bot.pages.role_card import known_text
from engine.commands import CLOCK, Command, Verb
from engine.events import StepName
from handlers.messages import private_messages
from tests.kits.handler_calls import with_parts
from tests.kits.virtual_clock.refusing_telegram import Refusing, bad_request, refusing
from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.telegram import Call
from tests.virtual_clock.test_offences import Room, room

ALL = range(1, 11)
NUMBERS = count(1)


def word(house: House, person: int, text: str) -> Message:
    return Message(
        message_id=next(NUMBERS),
        date=datetime.fromtimestamp(house.clock.now() / 1000, UTC),
        chat=Chat(id=person, type="private"),
        from_user=User(id=person, is_bot=False, first_name="x"),
        text=text,
    )


async def says(at: Room, person: int, text: str) -> None:
    """Sends a private message to the bot."""
    handled = asyncio.ensure_future(
        with_parts(private_messages.in_private, at.house.host)(word(at.house, person, text), f"w{next(NUMBERS)}")
    )
    while not handled.done():
        await at.house.clock.step(at.house.clock.now() + 1_000)
    handled.result()
    await at.delivered()


def calls_to(at: Room, seat: int, since: int = 0) -> list[Call]:
    return [call for call in at.house.telegram.calls[since:] if call.chat == at.live.person_on(seat)]


def sent_to(at: Room, seat: int, since: int = 0) -> list[SendMessage]:
    return [call.method for call in calls_to(at, seat, since) if isinstance(call.method, SendMessage)]


def seat_of(at: Room, role: str) -> int:
    return next(seat for seat in ALL if at.live.position.views[seat].me.role.id == role)


async def until_night(at: Room) -> int:
    """Goes on to the night; returns how many calls there were before its questions."""
    while at.live.table.step is not StepName.NIGHT:
        before = len(at.house.telegram.calls)
        await at.do(Command(CLOCK, Verb.EXPIRE))
    return before


async def test_the_meeting_lights_no_phone_up_it_stands_on_the_cards_that_everybody_got() -> None:
    async with room(meeting=True) as at:
        cards = [sent_to(at, seat) for seat in ALL]
        assert {len(sent) for sent in cards} == {1}, "the card, and no message of the meeting"
        assert {(sent.protect_content, sent.disable_notification) for (sent,) in cards} == {(True, None)}
        moments = [calls_to(at, seat)[0].at for seat in ALL]
        assert max(moments) - min(moments) < 1_000, "as quickly as Telegram takes them"
        assert "Доброй ночи" in str(sent_to(at, seat_of(at, "sheriff"))[0].text)
        for seat in ALL:  # the edit takes away the card's key, and lights no phone up
            assert [type(call.method) for call in calls_to(at, seat)] == [SendMessage, EditMessageText]
        edited = calls_to(at, seat_of(at, "don"))[-1].method
        assert isinstance(edited, EditMessageText)
        assert "порядок отстрела" in str(edited.text)


async def test_in_the_meeting_nobody_gets_another_message_whatever_the_don_decides() -> None:
    async with room(meeting=True) as at:
        before = len(at.house.telegram.calls)
        don = seat_of(at, "don")
        await at.do(Command(don, Verb.APPOINT, (1, 2, 3)))
        assert [sent_to(at, seat, before) for seat in ALL] == [[]] * len(ALL)
        for seat in at.live.position.views[don].me.mates:
            edited = calls_to(at, seat, before)[-1].method
            assert isinstance(edited, EditMessageText)
            assert "Порядок отстрела" in str(edited.text)


async def test_the_words_of_a_team_light_no_phone_up_and_are_answered_like_anybody_elses() -> None:
    async with room(meeting=True) as at:
        don, civilian, sheriff = (seat_of(at, role) for role in ("don", "civilian", "sheriff"))
        mate = next(seat for seat in at.live.position.views[don].me.mates if seat != don)
        before = len(at.house.telegram.calls)
        for seat in (don, civilian, sheriff):
            await says(at, at.live.person_on(seat), "Стреляем в первого")
        answers = [sent_to(at, seat, before) for seat in (don, civilian, sheriff)]
        assert [len(each) for each in answers] == [1, 1, 1]
        assert len({each[0].text for each in answers}) == 1
        assert {each[0].protect_content for each in answers} == {True}
        (heard,) = sent_to(at, mate, before)
        assert "Стреляем в первого" in heard.text
        assert (heard.protect_content, heard.disable_notification) == (True, True)


@pytest.mark.parametrize("gone", [False, True])
async def test_what_a_night_answers_comes_without_a_lit_phone_and_stays(*, gone: bool) -> None:
    """The answer is part of the question; if that was deleted, it is a silent message."""
    async with room(telegram=Refusing) as at:
        before = await until_night(at)
        sheriff, don = seat_of(at, "sheriff"), seat_of(at, "don")
        person, network = at.live.person_on(sheriff), refusing(at.house)
        assert {len(sent_to(at, seat, before)) for seat in at.live.table.alive} == {1}
        if gone:
            network.refuses = {(person, EditMessageText): bad_request("message to edit not found")}
        before = len(network.calls)
        await at.do(Command(sheriff, Verb.CHECK, (don,)))
        (told,) = [call.method for call in calls_to(at, sheriff, before)]
        assert isinstance(told, SendMessage if gone else EditMessageText)
        assert "чёрный игрок" in str(told.text)
        if isinstance(told, SendMessage):
            assert (told.disable_notification, told.protect_content) == (True, True)
        await at.house.restart()
        live = await at.house.host.games.find(at.live.id)
        assert live is not None
        context = await at.house.host.renderer.seat_context(live, sheriff, "ru")
        assert "чёрный игрок" in known_text(context)


async def test_a_second_question_at_night_is_brought_to_nobodys_mind() -> None:
    """All have answered what all were asked; the Don alone is asked once more."""
    async with room() as at:
        await until_night(at)
        don = seat_of(at, "don")
        await at.do(Command(don, Verb.SHOOT, (seat_of(at, "civilian"),)))
        assert at.live.table.rules.steps[StepName.NIGHT].awaits(at.live.position.views[don])
        assert don not in at.live.awaited()
        asked = {row.chat_id for row in questions(at.live, at.house.host.row_ids.next)}
        assert asked == {at.live.person_on(seat) for seat in at.live.table.alive if seat != don}


async def test_no_number_tells_what_is_done_at_night() -> None:
    """A check is two entries of the journal, a guess is one: whoever reads the metrics must not count them."""
    async with room() as at:
        counted = Metrics()
        at.house.host.followers.add(counted)
        await until_night(at)
        numbers, entries = [_numbers(counted)], [at.live.version]
        for role, verb in (("mafia", Verb.SHOOT), ("sheriff", Verb.CHECK), ("civilian", Verb.SUSPECT)):
            await at.do(Command(seat_of(at, role), verb, (seat_of(at, "don"),)))
            numbers.append(_numbers(counted))
            entries.append(at.live.version)
        assert [after - before for before, after in pairwise(entries)] == [1, 2, 1]
        assert numbers == numbers[:1] * 4


def _numbers(metrics: Metrics) -> dict[str, float]:
    samples = [sample for family in metrics.registry.collect() for sample in family.samples]
    return {sample.name + str(sample.labels): sample.value for sample in samples if "_created" not in sample.name}


async def test_after_an_outage_in_the_meeting_everybody_is_asked_again() -> None:
    async with room(meeting=True) as at:
        rows = questions(at.live, at.house.host.row_ids.next)
        assert sorted(row.chat_id for row in rows) == sorted(map(at.live.person_on, ALL))


async def test_whatever_somebody_asks_in_a_game_cannot_be_forwarded() -> None:
    async with room() as at:
        seated, outsider = at.seat_two, 5_000
        host = at.house.host
        for person in (seated, outsider):
            await host.replies.tell(host.replies.text(person, "help-private"))
        await at.delivered()
        sent = {call.chat: call.method for call in at.house.telegram.calls[-2:]}
        assert {chat: getattr(method, "protect_content", None) for chat, method in sent.items()} == {
            seated: True,
            outsider: None,
        }
