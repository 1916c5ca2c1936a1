"""A seat on offer: its holder is asked first and can change their mind, and the message says how it ended."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.methods import AnswerCallbackQuery, EditMessageText, TelegramMethod

from engine.commands import JUDGE, Command, Verb
from tests.kits.virtual_clock.chats import Chats, Shown
from tests.kits.virtual_clock.clock import VirtualClock
from tests.kits.virtual_clock.intake import People
from tests.virtual_clock.test_keys import sleeps
from tests.virtual_clock.test_offences import GROUP, JUDGE_ID, Room, room

SEAT, HEIR = 4, 970
GIVE, STAY, TAKE, BOT, BACK = "Да, ищу замену", "Остаюсь", "Занять место", "Пусть играет бот", "Вернуться за стол"


@dataclass
class Table:
    at: Room
    people: People

    @property
    def telegram(self) -> Chats:
        assert isinstance(self.at.house.telegram, Chats)
        return self.at.house.telegram

    @property
    def holder(self) -> int:
        lobby = self.at.live.lobby
        return lobby.seating[SEAT - 1] or lobby.stood_in_for(SEAT)

    @property
    def offer(self) -> Shown:
        """The newest question or offer in the group."""
        return self.offers_shown()[-1]

    def offers_shown(self) -> list[Shown]:
        return [shown for shown in self.telegram.of(GROUP) if STAY in [key.label for key in shown.looks[0].keys]]

    def private(self, person: int, words: str) -> Shown:
        return [shown for shown in self.telegram.of(person) if words in shown.looks[0].text][-1]

    async def leaves(self, *, private: bool = False) -> None:
        await self.people.say(self.holder, "/leave", 0 if private else GROUP)
        await sleeps(self.at, 5)

    async def taps(self, label: str, person: int = 0, message: Shown | None = None) -> str:
        """Taps a key as a person, by default as the holder, under a message, by default the offer; returns what
        the tap is answered with."""
        message = message or self.offer
        (data,) = [key.data for key in message.now.keys if key.label == label]
        return await self.taps_data(data, person or self.holder, message)

    async def taps_data(self, data: str, person: int, message: Shown) -> str:
        await self.people.bring(self.people.tap(person, data, message.id, GROUP if message.chat < 0 else 0))
        await sleeps(self.at, 5)
        return [
            call.method.text or "" for call in self.telegram.calls if isinstance(call.method, AnswerCallbackQuery)
        ][-1]

    async def offers(self) -> None:
        await self.leaves()
        await self.taps(GIVE)


def labels(shown: Shown) -> list[str]:
    return [key.label for key in shown.now.keys]


@asynccontextmanager
async def table(
    *, judged: bool = False, telegram: Callable[[VirtualClock], Chats] = Chats
) -> AsyncIterator[Table]:
    async with room(telegram=telegram, judged=judged) as at:
        await at.house.host.people.change(HEIR, language="ru", reachable=True)
        here = Table(at, People(at.house))
        yield here
        assert not here.people.troubles


# --- the question --------------------------------------------------------------------------------------------


async def test_leaving_a_running_game_is_asked_about_first() -> None:
    async with table() as here:
        await here.leaves()
        assert labels(here.offer) == [GIVE, STAY]
        assert here.at.live.lobby.offered == ()


async def test_after_a_yes_the_same_message_offers_the_seat() -> None:
    async with table() as here:
        await here.leaves()
        question = here.offer
        await here.taps(GIVE)
        assert here.offer is question
        assert labels(question) == [TAKE, BOT, STAY]
        assert here.at.live.lobby.offered == ((SEAT, here.holder),)


async def test_after_a_no_nothing_was_offered_and_the_message_says_so() -> None:
    async with table() as here:
        await here.leaves()
        await here.taps(STAY)
        assert labels(here.offer) == []
        assert "остаётся за столом" in here.offer.now.text
        assert not any(TAKE in [key.label for key in look.keys] for look in here.offer.looks)
        assert here.at.live.person_on(SEAT) == here.holder


@pytest.mark.parametrize("label", [GIVE, STAY], ids=["yes", "no"])
async def test_the_question_is_the_holders_alone(label: str) -> None:
    async with table() as here:
        await here.leaves()
        assert "чьё это место" in await here.taps(label, here.at.live.person_on(SEAT + 1))
        assert labels(here.offer) == [GIVE, STAY]


async def test_asked_in_private_the_group_hears_of_it_after_the_yes() -> None:
    async with table() as here:
        await here.leaves(private=True)
        assert not any("замена" in shown.now.text for shown in here.telegram.of(GROUP))
        question = here.private(here.holder, "Уступить место")
        assert labels(question) == [GIVE, STAY]
        await here.taps(GIVE, message=question)
        assert labels(here.offer) == [TAKE, BOT, STAY]
        assert labels(question) == [STAY]
        await here.taps(STAY, message=question)
        assert labels(question) == labels(here.offer) == []
        assert "остаётся за столом" in here.offer.now.text


# --- how it ends ---------------------------------------------------------------------------------------------


async def test_the_holder_withdraws_the_offer() -> None:
    async with table() as here:
        await here.offers()
        await here.taps(STAY)
        assert "остаётся за столом" in here.offer.now.text
        assert labels(here.offer) == []
        assert here.at.live.lobby.offered == ()


async def test_nobody_else_withdraws_it() -> None:
    async with table() as here:
        await here.offers()
        assert "чьё это место" in await here.taps(STAY, HEIR)
        assert labels(here.offer) == [TAKE, BOT, STAY]


async def test_a_seat_that_is_not_offered_any_more_is_not_taken() -> None:
    async with table() as here:
        await here.offers()
        (take,) = [key.data for key in here.offer.now.keys if key.label == TAKE]
        await here.taps(STAY)
        assert "уже не нужна" in await here.taps_data(take, HEIR, here.offer)
        assert here.at.live.person_on(SEAT) == here.holder


async def test_the_offer_says_who_has_taken_the_seat() -> None:
    async with table() as here:
        await here.offers()
        await here.taps(TAKE, HEIR)
        assert f"p{HEIR}" in here.offer.now.text
        assert labels(here.offer) == []


async def test_the_offer_says_that_a_computer_player_has_the_seat_and_not_that_somebody_is_absent() -> None:
    async with table() as here:
        await here.offers()
        await here.taps(BOT)
        assert "бот" in here.offer.now.text
        assert labels(here.offer) == []
        assert not any("не отвечает" in shown.now.text for shown in here.telegram.of(GROUP))
        assert not any("не отвечали" in shown.now.text for shown in here.telegram.of(here.holder))


@pytest.mark.parametrize("confirmed", [True, False])
async def test_the_offer_says_how_it_ended_when_its_holder_does_nothing_any_more(*, confirmed: bool) -> None:
    async with table() as here:
        await here.leaves()
        if confirmed:
            await here.taps(GIVE)
        await here.at.house.host.seats.replace_absent(here.at.live, SEAT)
        await sleeps(here.at, 5)
        assert "садится бот" in here.offer.now.text
        assert labels(here.offer) == []


async def is_removed(here: Table) -> None:
    await here.at.do(Command(JUDGE, Verb.DISQUALIFY, (SEAT,)))


async def is_over(here: Table) -> None:
    await here.at.do(Command(JUDGE, Verb.TEAM_LOSS, (SEAT + 1,)))


async def is_stopped(here: Table) -> None:
    await here.at.house.host.stop_game.stop(here.at.live.id, "stop")


ENDS = pytest.mark.parametrize(
    ("ends", "words"),
    [(is_removed, "вне игры"), (is_over, "окончена"), (is_stopped, "остановлена")],
    ids=["the seat is out", "the game is over", "the game was stopped"],
)


@pytest.mark.parametrize("confirmed", [True, False])
@ENDS
async def test_the_offer_ends_with_the_seat_or_the_game(
    ends: Callable[[Table], Awaitable[None]], words: str, *, confirmed: bool
) -> None:
    async with table() as here:
        await here.leaves()
        if confirmed:
            await here.taps(GIVE)
        await ends(here)
        await sleeps(here.at, 10)
        assert words in here.offer.now.text
        assert labels(here.offer) == []


@ENDS
async def test_so_does_the_question_in_private(ends: Callable[[Table], Awaitable[None]], words: str) -> None:
    async with table() as here:
        await here.leaves(private=True)
        question = here.private(here.holder, "Уступить место")
        await ends(here)
        await sleeps(here.at, 10)
        assert words in question.now.text
        assert labels(question) == []


async def test_a_seat_that_leaves_before_its_offer_is_sent_is_never_offered() -> None:
    async with table() as here:
        await here.leaves()
        here.telegram.slow_down(3_000)
        await here.people.bring(here.people.tap(here.holder, here.offer.now.keys[0].data, here.offer.id, GROUP))
        await here.at.house.host.submissions.submit(
            here.at.live.id, Command(JUDGE, Verb.DISQUALIFY, (SEAT,)), "out"
        )
        await sleeps(here.at, 60)
        assert "вне игры" in here.offer.now.text
        assert labels(here.offer) == []


async def test_after_many_changes_of_mind_the_last_one_stands() -> None:
    async with table() as here:
        for _ in range(3):
            await here.at.house.clock.on_to(here.at.house.clock.now() + 61_000)
            await here.at.house.host.absence.heard(here.at.live, SEAT)
            await here.leaves()
            first = here.offer
            await here.taps(GIVE)
            await here.taps(STAY)
        assert here.offer is first
        told = here.offers_shown()
        assert len(told) == 3
        assert all(labels(shown) == [] and "остаётся" in shown.now.text for shown in told)


async def test_an_offer_survives_a_restart() -> None:
    async with table() as here:
        await here.offers()
        stay = next(key.data for key in here.offer.now.keys if key.label == STAY)
        await here.at.house.restart()
        here.people = People(here.at.house)
        here.people._numbers = iter(range(5_000, 6_000))  # type: ignore[assignment]
        await here.people.bring(here.people.tap(here.holder, stay, here.offer.id, GROUP))
        await sleeps(here.at, 5)
        assert "остаётся за столом" in here.offer.now.text


class Tidied(Chats):
    """A group in which people delete messages of the bot."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.gone: set[int] = set()

    async def __call__(self, method: TelegramMethod[Any], request_timeout: int | None = None) -> Any:
        if isinstance(method, EditMessageText) and method.message_id in self.gone:
            raise TelegramBadRequest(method, "Bad Request: message to edit not found")
        return await super().__call__(method, request_timeout)


@pytest.mark.parametrize("label", [GIVE, STAY], ids=["yes", "no"])
async def test_whoever_deletes_the_message_keeps_nobody_from_hearing_how_it_goes_on(label: str) -> None:
    async with table(telegram=Tidied) as here:
        await here.leaves()
        question = here.offer
        assert isinstance(here.telegram, Tidied)
        here.telegram.gone.add(question.id)
        await here.taps(label, message=question)
        newest = here.telegram.of(GROUP)[-1]
        assert newest is not question
        assert labels(newest) == ([TAKE, BOT, STAY] if label == GIVE else [])
        assert ("нужна замена" if label == GIVE else "остаётся за столом") in newest.now.text


# --- whoever is absent ---------------------------------------------------------------------------------------


async def test_the_way_back_says_that_it_was_taken() -> None:
    async with table() as here:
        await here.at.house.host.seats.replace_absent(here.at.live, SEAT)
        await sleeps(here.at, 5)
        way = here.private(here.holder, "место можно вернуть")
        await here.taps(BACK, message=way)
        assert labels(way) == []
        assert "снова за столом" in way.now.text


@ENDS
async def test_the_way_back_ends_with_the_seat_or_the_game(
    ends: Callable[[Table], Awaitable[None]], words: str
) -> None:
    async with table() as here:
        await here.at.house.host.seats.replace_absent(here.at.live, SEAT)
        await sleeps(here.at, 5)
        way = here.private(here.holder, "место можно вернуть")
        await ends(here)
        await sleeps(here.at, 10)
        assert labels(way) == []
        assert words in way.now.text


@ENDS
async def test_the_judges_question_about_an_absent_player_ends_with_the_seat_or_the_game(
    ends: Callable[[Table], Awaitable[None]], words: str
) -> None:
    async with table(judged=True) as here:
        await here.at.house.host.seats.replace_absent(here.at.live, SEAT)
        await sleeps(here.at, 5)
        question = here.private(JUDGE_ID, "Решать вам")
        await ends(here)
        await sleeps(here.at, 10)
        assert labels(question) == []
        assert words in question.now.text


@pytest.mark.parametrize(
    ("label", "words"),
    [("🪑 Искать замену", "ищут в группе"), (BOT, "садится бот")],
    ids=["sought", "computer player"],
)
async def test_the_judges_question_says_what_was_decided(label: str, words: str) -> None:
    async with table(judged=True) as here:
        await here.at.house.host.seats.replace_absent(here.at.live, SEAT)
        await sleeps(here.at, 5)
        question = here.private(JUDGE_ID, "Решать вам")
        await here.taps(label, JUDGE_ID, question)
        assert labels(question) == []
        assert words in question.now.text
