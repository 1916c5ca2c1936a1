"""Statistics from stored results: what is shown, of which people, and of which games. On a real database."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.games.lobby import Guest, Lobby, Phase
from bot.games.results import keep_result, player_word, results_in, results_of
from bot.games.running_game import RunningGame
from bot.reports.statistics_page import StatisticsPages
from bot.reports.statistics_query import StatisticsQuery
from bot.storage import Database, UnitOfWork
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.buttons.callback_data import StatisticsTap
from engine.api import replay
from engine.events import GameEnded, Winner
from engine.points import SeatPoints
from engine.results import GameResult, SeatResult, write_result
from sandbox.world.files import image_size
from tests.kits.protocol_kit import HOSTILE, WORDS, journal_of
from tests.kits.results_kit import played
from tests.kits.storage_kit import opened
from tests.kits.virtual_clock.clock import VirtualClock

CHAT = -100
PEOPLE = range(1, 11)
DAY = 24 * 60 * 60_000


class Club:
    def __init__(self, store: Database, clock: VirtualClock) -> None:
        self.store = store
        self.groups = Groups(store)
        self.people = People(store)
        self.clock = clock
        self.statistics = StatisticsPages(store, WORDS, self.groups, self.people, clock)

    async def keep(self, result: GameResult, chat: int = CHAT, users: tuple[int, ...] = tuple(PEOPLE)) -> None:
        """Stores a result as the end of a game does."""
        nameless = result._replace(seats=tuple(seat._replace(player="") for seat in result.seats))
        work = UnitOfWork().put_result(
            game_id=result.id, chat_id=chat, ruleset=result.ruleset, ended_ms=result.ended_ms,
            changed_ms=0, data=json.dumps(write_result(nameless)),
        )  # fmt: skip
        for seat, user in enumerate(users, start=1):
            work.put_result_seat(game_id=result.id, seat=seat, user_id=user)
        await self.store.commit(work)

    async def text(self, query: StatisticsQuery, chat: int = CHAT, language: str = "ru") -> str:
        return (await self.statistics.page(chat, query, language)).text


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with opened(f"sqlite:///{tmp_path}/omerta.db") as store:
        club = Club(store, VirtualClock())
        for user, name in zip(PEOPLE, HOSTILE, strict=True):
            await club.people.change(user, name=name)
        await club.groups.change(CHAT, title="Двор")
        yield club


def at(result: GameResult, moment: int) -> GameResult:
    return result._replace(ended_ms=moment)


async def test_what_is_told_of_a_player(club: Club) -> None:
    now = club.clock.now()
    for number, winner in enumerate((Winner.RED, Winner.RED, Winner.BLACK, Winner.RED), start=1):
        game = at(played(number, winner, points={3: SeatPoints(bonus=20)}, victim=4), now - number * 1000)
        guesses = game.seats[4]._replace(suspicions=4, right=3)
        await club.keep(game._replace(seats=(*game.seats[:4], guesses, *game.seats[5:])))
    assert (await club.text(StatisticsQuery("stats", 5, "fiim-2025"))).split("\n") == [
        "📊 <b>שלום עולם חברים</b>",
        "<i>Двор · Спортивная (ФИИМ, 2025) · за всё время</i>",
        "",
        "Партий: <b>4</b>, побед: <b>3</b> (75 %)",
        "Красные 3/4 (75 %)",
        "Мирный житель 3/4 (75 %)",
        "Баллы: <b>2,25</b>",
        "Верные подозрения: <b>12 из 16 (75 %)</b>",
        "Сейчас: <b>2 победы подряд</b>",
        "Лучшая серия побед: <b>2</b>",
        "Смерти в первую ночь: <b>0</b>",
        "Нарушения и удаления: <b>0 и 0</b>",
        "Лучшие напарники: <b>漢字カタカナ (3 из 4); 👨‍👩‍👧‍👦🎩🔫🐉👮🏽‍♀️ (3 из 4); مرحبا بالعالم (3 из 4)</b>",
        "",
        WORDS.say("ru", "stats-note"),
    ]
    top = await club.text(StatisticsQuery("top", 0, "fiim-2025"), language="uk")
    assert "1. 漢字カタカナ — 3 з 4 (75 %) · <b>2,25</b> б." in top
    assert "&lt;script&gt;" in top
    assert "<script>" not in top


async def test_only_official_games_of_this_group_and_period_count(club: Club) -> None:
    now = club.clock.now() + 400 * DAY
    club.statistics._clock = Later(now)
    await club.keep(at(played(1, Winner.RED), now - 2 * DAY))
    await club.keep(at(played(2, Winner.RED, ruleset="fiim"), now - 100 * DAY))
    await club.keep(at(played(3, Winner.RED), now - 399 * DAY))
    await club.keep(at(played(4, Winner.RED, official=False), now - DAY))
    await club.keep(at(played(5, Winner.RED), now - DAY), chat=-200)
    games = {}
    for days, rules in ((30, ""), (365, ""), (0, ""), (0, "fiim"), (0, "city")):
        text = await club.text(StatisticsQuery("stats", 5, rules, days))
        line = next((line for line in text.split("\n") if line.startswith("Партий")), "none")
        games[days, rules] = line.partition(",")[0].removeprefix("Партий: ")
    assert games == {
        (30, ""): "<b>1</b>",
        (365, ""): "<b>2</b>",
        (0, ""): "<b>3</b>",
        (0, "fiim"): "<b>1</b>",
        (0, "city"): "none",
    }
    assert "Баллы" not in await club.text(StatisticsQuery("stats", 5)), (
        "points of different rules cannot be added up"
    )
    own = await club.text(StatisticsQuery("stats", 5, "fiim-2025"), chat=5)
    assert "Партий: <b>3</b>" in own, "in private: of all groups"


class Later(VirtualClock):
    def __init__(self, now: int) -> None:
        super().__init__()
        self._moment = now

    def now(self) -> int:
        return self._moment


async def test_who_leaves_the_statistics_is_in_none(club: Club) -> None:
    for number in range(1, 5):
        await club.keep(at(played(number, Winner.RED), number))
    await club.people.change(10, uncounted=True)
    top = await club.text(StatisticsQuery("top", 0, "fiim-2025"))
    assert top.count(" из 4") == 9
    assert HOSTILE[9] not in top
    assert HOSTILE[9] not in await club.text(StatisticsQuery("stats", 5, "fiim-2025")), "nor as a mate"
    left = await club.statistics.page(10, StatisticsQuery("stats", 10), "ru")
    assert WORDS.say("ru", "stats-left") in left.text
    assert left.keyboard is not None
    labels = [key.text for row in left.keyboard.inline_keyboard for key in row]
    assert WORDS.plain("ru", "button-count-me") in labels
    assert WORDS.plain("ru", "button-paper-png") not in labels
    await club.people.change(10, uncounted=False)
    assert (await club.text(StatisticsQuery("top", 0, "fiim-2025"))).count(" из 4") == 10


async def test_of_whom_was_forgotten_a_nameless_seat_stays(club: Club) -> None:
    await club.keep(at(played(1, Winner.RED), 1))
    await club.store.commit(UnitOfWork().drop_result_seats_of(user=4))
    (game,) = await results_in(club.store, CHAT)
    assert [seat.player for seat in game.seats if seat.seat == 4] == [""]
    assert await results_of(club.store, 4) == []
    assert WORDS.say("ru", "stats-none") in await club.text(StatisticsQuery("stats", 4))
    assert (await club.text(StatisticsQuery("top", 0))).count(" из 1") == 9


async def test_a_group_that_moves_takes_its_results_along(club: Club) -> None:
    await club.keep(at(played(1, Winner.RED), 1))
    await club.groups.move(CHAT, -1000, UnitOfWork())
    assert await results_in(club.store, CHAT) == []
    assert len(await results_in(club.store, -1000)) == 1


@pytest.mark.parametrize(
    "query",
    [
        StatisticsQuery("stats", 1, "fiim-2025"),
        StatisticsQuery("top", 0, "fiim-2025"),
        StatisticsQuery("top", 0, "box"),
    ],
)
async def test_pictures_hold_any_name(club: Club, query: StatisticsQuery) -> None:
    await club.keep(at(played(1, Winner.RED), 1))
    message = await club.statistics.page(CHAT, replace(query, picture=True), "uk")
    assert message.file is not None
    assert message.file.is_picture
    width, height = image_size(message.file.content)
    assert width == 907
    assert 200 < height < 1200


def test_buttons_fit_into_their_sixty_four_bytes() -> None:
    tap = StatisticsTap(view="stats", user=2**52, rules="fiim-2025", days=365, wish="leave")
    assert len(tap.pack().encode()) <= 64


# --- the end of a game ----------------------------------------------------------------------------------------


def a_table(*, with_bot: bool = False, phase: Phase = Phase.OVER) -> tuple[RunningGame, RunningGame]:
    """Returns a finished game, before and after its last command; on seat 2 a computer stands in for a person."""
    journal, names = journal_of("fiim-2025")
    end = next(place for place, event in enumerate(journal) if isinstance(event, GameEnded))
    guests = [Guest(f"u{user}", user, name) for user, name in zip(PEOPLE, names, strict=True)]
    if with_bot:
        guests[9] = Guest("bot1", 0, "Карл")
    seating = tuple(0 if user == 2 else guest.user_id for user, guest in zip(PEOPLE, guests, strict=True))
    lobby = Lobby(
        "g", CHAT, 0, 1, "fiim-2025", (), (), "", 0, 0, guests=tuple(guests), phase=phase, seating=seating,
        names=names, absent=((2, 2),),
    )  # fmt: skip
    return RunningGame(lobby, replay(journal[:end])), RunningGame(lobby, replay(journal))


async def test_a_result_is_kept_when_the_game_ends_and_not_before(club: Club) -> None:
    before, after = a_table()
    work = UnitOfWork()
    keep_result(work, before, before, 1)
    assert work.parts == []
    keep_result(work, before, after, 7)
    await club.store.commit(work)
    (game,) = await results_in(club.store, CHAT)
    assert game.official
    assert game.ended_ms == 7
    assert [seat.player for seat in game.seats] == [player_word(user) for user in PEOPLE]
    assert _of(game, 6).points == SeatPoints(win=75, best_move=25)

    # The judge corrects the game a day later: the time of its end stays.
    again = UnitOfWork()
    keep_result(again, after, after, DAY)
    await club.store.commit(again)
    assert (await results_in(club.store, CHAT))[0].ended_ms == 7

    # The judge undoes the end.
    undone = UnitOfWork()
    keep_result(undone, after, before, DAY)
    await club.store.commit(undone)
    assert await results_in(club.store, CHAT) == []


def _of(game: GameResult, seat: int) -> SeatResult:
    return game.seats[seat - 1]


async def test_a_computer_from_the_start_makes_a_game_unofficial(club: Club) -> None:
    work = UnitOfWork()
    keep_result(work, *a_table(with_bot=True), 1)
    await club.store.commit(work)
    (game,) = await results_in(club.store, CHAT)
    assert not game.official
    assert WORDS.say("ru", "stats-note-friends") in await club.text(StatisticsQuery("stats", 5))


async def test_friendly_games_have_a_table_of_their_own(club: Club) -> None:
    now = club.clock.now()
    await club.keep(at(played(1, Winner.RED)._replace(official=False), now))
    alone = await club.text(StatisticsQuery("top", 0, "fiim-2025"))
    assert "Дружеские" in alone
    assert " — 1 из 1 (100 %)" in alone
    await club.keep(at(played(2, Winner.BLACK), now))
    assert "Дружеские" not in await club.text(StatisticsQuery("top", 0, "fiim-2025"))
    shown = await club.statistics.page(CHAT, StatisticsQuery("top", 0, "friends"), "uk")
    assert "Дружні партії" in shown.text
    assert shown.keyboard is not None
    labels = [key.text for row in shown.keyboard.inline_keyboard for key in row]
    assert "• Дружні" in labels
    own = await club.text(StatisticsQuery("stats", 5, "friends"))
    assert "Партий: <b>1</b>" in own
