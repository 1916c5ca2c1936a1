"""A person asks the bot without pause: the stages of a table and the times of its steps are the same as without
it."""

from dataclasses import dataclass, field

import pytest
from aiogram.methods import AnswerCallbackQuery, CopyMessage, SendMessage
from aiogram.types import Update

from bot.core.pace import Pace
from bot.telegram.buttons.callback_data import MoveTap, TournamentTap
from bot.telegram.buttons.tournament_actions import TournamentAction
from bot.telegram.updates.flood_control import UPDATES_AT_ONCE, FloodControl
from engine.commands import Verb
from engine.events import StepName
from engine.roles import Rank, Side
from handlers.tournament.buttons import AGAIN_MS
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.table import House, VirtualTable, most_in

SEED = 5
OUTSIDER, GROUP = 77, -1001_000_000_001
QUESTIONS = ("/help", "/rules", "/rules fiim", "/verify", "/privacy", "/stats", "/lang", "/role", "/nonsense")
SAME_MS = 250
"""Milliseconds: of two calls made in the same moment one waits for the bot's own rate limit."""


@dataclass
class Evening:
    table: VirtualTable
    people: People
    opened: dict[tuple[int, StepName], int] = field(default_factory=dict)
    """When the time of each step began, counted from the beginning of the game."""

    async def until(self, step: StepName, number: int = 0) -> None:
        """Goes on to this step, until its time runs."""
        house = self.table.house
        limit = house.clock.now() + 3_600_000
        while not self._note(step, number):
            self.table.ask()
            assert await house.clock.step(limit), "stands still"

    def _note(self, step: StepName, number: int) -> bool:
        live = self.table.live
        assert live is not None
        if live.clock is None or live.clock.waits or live.clock.runs_since is None:
            return False
        key = (live.table.number, live.table.step)
        self.opened.setdefault(key, live.clock.runs_since - self.table.began)
        return live.table.step is step and live.table.number >= number


async def evening() -> Evening:
    table = VirtualTable("fiim-2025", 10, SEED, House())
    await table.house.open()
    await table.begin()
    return Evening(table, People(table.house))


async def person_with(card: tuple[Side, Rank]) -> int:
    """Returns the person with this card in the deal of this seed."""
    one = await evening()
    live = one.table.live
    assert live is not None
    views = live.position.views
    cards = {seat: (views[seat].me.role.side, views[seat].me.role.rank) for seat in range(1, 11)}
    found = live.person_on(next(seat for seat, dealt in cards.items() if dealt == card))
    await one.table.close()
    return found


async def steps_until_the_first_speech(flooder: int = 0, chat: int = 0) -> dict[tuple[int, StepName], int]:
    """With ninety questions before the meeting, and ninety more in it."""
    one = await evening()
    for step in (StepName.DEAL, StepName.MEET):
        await one.until(step)
        if flooder:
            for number in range(90):
                await one.people.say(flooder, QUESTIONS[number % len(QUESTIONS)], chat)
    await one.until(StepName.SPEECH)
    await one.until(StepName.SPEECH, one.table.live.table.number + 1)  # type: ignore[union-attr]
    assert not one.people.troubles
    await one.table.close()
    return one.opened


async def undisturbed(known: list[dict[tuple[int, StepName], int]] = []) -> dict[tuple[int, StepName], int]:  # noqa: B006
    """Returns the game without a flood, played once for all tests: the same seed is the same game."""
    if not known:
        known.append(await steps_until_the_first_speech())
    return known[0]


def assert_same(calm: dict[tuple[int, StepName], int], flooded: dict[tuple[int, StepName], int]) -> None:
    assert flooded.keys() == calm.keys()
    late = {key: flooded[key] - calm[key] for key in calm}
    assert max(map(abs, late.values())) <= SAME_MS, late


@pytest.mark.parametrize(
    "card",
    [
        pytest.param((Side.RED, Rank.PLAIN), id="civilian"),
        pytest.param((Side.BLACK, Rank.PLAIN), id="mafia"),
        pytest.param((Side.RED, Rank.LEADER), id="sheriff"),
    ],
)
async def test_whoever_floods_their_own_chat_lengthens_no_clock(card: tuple[Side, Rank]) -> None:
    flooder = await person_with(card)
    assert_same(await undisturbed(), await steps_until_the_first_speech(flooder))


async def test_an_outsider_who_floods_the_group_holds_up_no_stage() -> None:
    assert_same(await undisturbed(), await steps_until_the_first_speech(OUTSIDER, GROUP))


# --- what a flood costs ------------------------------------------------------------------------------------------


async def calls_caused(one: Evening, updates: list[Update]) -> int:
    """Returns the calls within a minute caused by what one person sends at once; admitted as by polling and
    webhook."""
    admission = FloodControl(one.table.clock, Pace(1), one.people.intake.leave_out)
    before = len(one.table.telegram.calls)
    for update in updates:
        if admission.enters(update):
            await one.people.bring(update)
            admission.leaves(update)
    await one.table.clock.on_to(one.table.clock.now() + 50_000)
    return len(one.table.telegram.calls) - before


async def test_what_one_person_sends_is_answered_within_a_measure() -> None:
    """Counted instead of timed; the few calls of the game itself are among them."""
    one = await evening()
    await one.until(StepName.DEAL)
    idle = await calls_caused(one, [])

    def said(person: int, text: str) -> Update:
        return one.people.message(person, GROUP, text=text)

    game = one.table.game_id
    taps = [one.people.tap(80, MoveTap(game=game, step=n, verb=Verb.SEEN).pack(), 1) for n in range(300)]
    floods = {
        "taps": (await calls_caused(one, taps), 2 * UPDATES_AT_ONCE + 10),
        "/help": (await calls_caused(one, [said(81, "/help") for _ in range(240)]), 8),
        "questions": (await calls_caused(one, [said(82, QUESTIONS[n % 9]) for n in range(90)]), 12),
        "/doctor": (await calls_caused(one, [said(83, "/doctor") for _ in range(30)]), 20),
    }
    assert not one.people.troubles
    for flood, (calls, most) in floods.items():
        assert calls <= idle + most, (flood, floods)
    await one.table.close()


async def test_what_a_tournament_has_just_been_asked_for_is_not_made_anew() -> None:
    """Whoever asks: the answer is in the same chat already."""
    house = House()
    await house.open()
    people, host = People(house), house.host
    tournament = await host.tournaments.store.create(GROUP, 0, OUTSIDER, "Cup", "fiim-2025", "")
    assert tournament is not None
    data = TournamentTap(tournament=tournament.id, wish=TournamentAction.TABLE).pack()

    async def asked_by(person: int) -> tuple[str | None, int]:
        before = len(house.telegram.calls)
        await people.bring(people.tap(person, data, 1, GROUP))
        await house.clock.on_to(house.clock.now() + 2_000)
        made = [call.method for call in house.telegram.calls[before:]]
        (answer,) = [method.text for method in made if isinstance(method, AnswerCallbackQuery)]
        return answer, sum(isinstance(method, SendMessage) for method in made)

    coming, sent = (host.words.plain("ru", key) for key in ("protocol-coming", "protocol-sent"))
    assert [await asked_by(OUTSIDER), await asked_by(OUTSIDER + 1)] == [(coming, 1), (sent, 0)]
    await house.clock.on_to(house.clock.now() + AGAIN_MS)
    assert await asked_by(OUTSIDER + 2) == (coming, 1)
    assert not people.troubles
    await house.close()


# --- talk of a team ---------------------------------------------------------------------------------------------

STICKER = {
    "file_id": "s",
    "file_unique_id": "s",
    "type": "regular",
    "width": 1,
    "height": 1,
    "is_animated": False,
    "is_video": False,
}


async def meeting() -> tuple[Evening, int, list[int]]:
    """Returns a member of the mafia in the meeting, and those who get their messages."""
    one = await evening()
    await one.until(StepName.MEET)
    live = one.table.live
    assert live is not None
    views = live.position.views
    team = [seat for seat in range(1, 11) if views[seat].me.mates]
    return one, live.person_on(team[0]), [live.person_on(seat) for seat in team[1:]]


def texts_to(one: Evening, person: int) -> list[str]:
    calls = [call.method for call in one.table.telegram.calls if call.chat == person]
    return [method.text for method in calls if isinstance(method, SendMessage)]


async def test_stickers_are_shown_within_the_limits_and_whoever_sends_too_many_hears_so() -> None:
    one, sender, mates = await meeting()
    before = len(one.table.telegram.calls)

    def sticker() -> Update:
        return one.people.message(sender, sticker=STICKER)

    await one.people.bring(*(sticker() for _ in range(60)))
    await one.table.clock.on_to(one.table.clock.now() + 40_000)
    calls = one.table.telegram.calls[before:]
    for mate in mates:
        copies = [call for call in calls if call.chat == mate and isinstance(call.method, CopyMessage)]
        assert len(copies) == 10
        assert all(isinstance(call.method, CopyMessage) and call.method.protect_content for call in copies)
        assert most_in([call.at for call in calls if call.chat == mate], 3_000) <= 5
    words = one.table.host.words
    said = texts_to(one, sender)
    assert words.say("ru", "whisper-fast") in said
    assert words.say("ru", "whisper-heard") in said
    assert words.say("ru", "whisper-lost") not in said
    await one.table.close()


async def test_what_a_team_says_arrives_whole_or_its_author_hears_why_not() -> None:
    one, sender, mates = await meeting()
    await one.people.say(sender, "&" * 1_000)
    await one.people.say(sender, "&" * 1_001)
    await one.table.clock.on_to(one.table.clock.now() + 5_000)
    for mate in mates:
        assert [text.count("&amp;") for text in texts_to(one, mate) if "&amp;" in text] == [1_000]
    said = texts_to(one, sender)
    assert one.table.host.words.say("ru", "whisper-heard") in said
    assert one.table.host.words.say("ru", "whisper-long", most=1_000) in said
    assert not one.people.troubles
    await one.table.close()


async def test_a_closed_chat_is_not_written_to_and_its_mate_is_answered_as_anybody_is() -> None:
    """The whole table is told whose chat is closed; an answer of another kind would prove a card."""
    one, sender, mates = await meeting()
    for mate in mates:
        await one.table.host.people.change(mate, reachable=False)
    await one.people.say(sender, "Стреляем в четвёртого")
    await one.table.clock.on_to(one.table.clock.now() + 5_000)
    assert one.table.host.words.say("ru", "whisper-heard") in texts_to(one, sender)
    assert not any("в четвёртого" in text for mate in mates for text in texts_to(one, mate))
    await one.table.close()
