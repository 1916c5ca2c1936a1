"""Phrases that speakers type: messages through the real dispatcher, on the virtual clock."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from aiogram.methods import AnswerCallbackQuery, EditMessageText, SendMessage
from aiogram.types import InlineKeyboardMarkup, Update
from sqlalchemy import select

from bot.games.lobby import Lobby, new_game_id
from bot.games.running_game import RunningGame
from bot.storage.schema import events as events_table
from engine import events as ev
from engine.codec import decode
from engine.commands import CLOCK, JUDGE, Command, Verb
from engine.dice import Dice
from engine.events import Event, StepName, Winner
from engine.players.statements import Say, Statement
from engine.roles import Side
from engine.state import SeatView
from tests.kits.virtual_clock.exchanged_cards import Blind
from tests.kits.virtual_clock.intake import People
from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.telegram import Call

GROUP = -1001_000_000_778
SPORT = ("fiim", "fiim-2025", "phystech")
LONG_WORDS = {"speech": "900", "tie_speech": "900", "last_word": "900"}
LONG_TALK = {"discussion": "900"}
"""Speeches and talks so long that none ends by itself during a test."""
WORDY = (*SPORT, "city")
"""Rule sets in which players speak in turn."""


@dataclass
class Told:
    """The effects of one message."""

    events: list[Event]
    sent: list[str]
    """New messages in the group."""
    stage: str
    """The new text of the minute's message, if it was changed."""
    keyboards: list[InlineKeyboardMarkup]

    @property
    def kinds(self) -> list[type]:
        return [type(event) for event in self.events]

    @property
    def said(self) -> str:
        """Returns the one answer in the group."""
        assert len(self.sent) <= 1, self.sent
        return "".join(self.sent)

    @property
    def nominated(self) -> list[int]:
        return [event.target for event in self.events if isinstance(event, ev.Nominated)]


@dataclass
class Hall:
    house: House
    people: People
    live: RunningGame

    async def says(self, seat: int, text: str) -> Told:
        return await self._after(self.people.message(self.live.person_on(seat), GROUP, text=text))

    async def edits(self, seat: int, text: str) -> Told:
        """Lets a person edit an old message of theirs."""
        written = self.people.message(self.live.person_on(seat), GROUP, text=text)
        assert written.message is not None
        edited = written.message.model_copy(update={"edit_date": int(written.message.date.timestamp())})
        return await self._after(written.model_copy(update={"message": None, "edited_message": edited}))

    async def forwards(self, seat: int, text: str) -> Told:
        origin = {"type": "hidden_user", "date": 0, "sender_user_name": "x"}
        return await self._after(
            self.people.message(self.live.person_on(seat), GROUP, text=text, forward_origin=origin)
        )

    async def shows(self, seat: int, caption: str) -> Told:
        """Lets a person send a picture with words."""
        picture = {"file_id": "1", "file_unique_id": "1", "width": 1, "height": 1}
        return await self._after(
            self.people.message(self.live.person_on(seat), GROUP, photo=[picture], caption=caption)
        )

    async def speaker_says(self, text: str) -> Told:
        return await self.says(self.live.table.speaker, text)

    async def taps(self, seat: int, data: str) -> Told:
        return await self._after(self.people.tap(self.live.person_on(seat), data, 1, GROUP))

    async def _after(self, update: Update) -> Told:
        await self._delivered()
        version, calls = self.live.version, len(self.house.telegram.calls)
        await self.people.bring(update)
        await self._delivered()
        assert self.people.troubles == []
        j = events_table.c
        stored = self.house.store.now(select(j.payload).where(j.game_id == self.live.id).order_by(j.version))
        made = self.house.telegram.calls[calls:]
        sent = [call.method for call in made if isinstance(call.method, SendMessage) and call.chat == GROUP]
        edited = [call.method.text or "" for call in made if isinstance(call.method, EditMessageText)]
        return Told(
            [decode(json.loads(row.payload)) for row in stored[version:]],
            [method.text for method in sent],
            next((text for text in reversed(edited) if "🎙" in text), ""),
            [method.reply_markup for method in sent if isinstance(method.reply_markup, InlineKeyboardMarkup)],
        )

    async def do(self, *commands: Command) -> None:
        for command in commands:
            await self.house.host.submissions.submit(self.live.id, command, "")
            await self.house.clock.on_to(self.house.clock.now() + 100)

    async def _delivered(self) -> None:
        """Waits until the outbox is empty, and a moment more; the time of a step waits for it."""
        clock = self.house.clock
        await clock.on_to(clock.now() + 2_000)
        limit = clock.now() + 60_000
        while self.house.host.outbox.waiting and await clock.step(limit):
            pass

    async def on_to(self, step: StepName, speaker: int = 0) -> None:
        """Goes on to this step, slowly: a group gets only so many messages in a minute."""
        while self.live.table.step is not step or speaker not in (0, self.live.table.speaker):
            await self.do(Command(CLOCK, Verb.EXPIRE))
            for seat in self.live.table.alive:
                await self.house.host.presence.hear(self.live, seat)  # nobody is absent
            await self.house.clock.on_to(self.house.clock.now() + 6_000)

    @property
    def candidates(self) -> tuple[int, ...]:
        return self.live.table.candidates

    def toasts(self) -> list[str]:
        return [call.method.text or "" for call in self._answers()]  # type: ignore[attr-defined]

    def _answers(self) -> list[Call]:
        return [call for call in self.house.telegram.calls if isinstance(call.method, AnswerCallbackQuery)]

    def blacks(self) -> list[int]:
        return [seat for seat in self.live.table.alive if self.live.position.side(seat) is Side.BLACK]

    async def kill(self, victim: int) -> None:
        """Lets this seat be shot in the next night; the last word is the victim's then."""
        await self.on_to(StepName.NIGHT)
        await self.do(*(Command(seat, Verb.SHOOT, (victim,)) for seat in self.blacks()))
        await self.on_to(StepName.LAST_WORD)
        assert self.live.table.speaker == victim


@asynccontextmanager
async def hall(
    ruleset: str, language: str = "ru", names: Mapping[int, str] | None = None, **options: str
) -> AsyncIterator[Hall]:
    """In the first minute of the first day, or in its free talk. `names`: of the guests, in the order in which
    they sat down."""
    house = House()
    await house.open()
    host = house.host
    await host.groups.change(GROUP, language=language, title="Двор", is_supergroup=True)
    lobby = Lobby(
        id=new_game_id(),
        chat_id=GROUP,
        thread_id=0,
        opener=1001,
        ruleset=ruleset,
        options=tuple(((LONG_TALK if ruleset == "box" else LONG_WORDS) | options).items()),
        role_sets=(),
        secret=f"{'a' * 32}:{'b' * 32}",
        starts_at=house.clock.now() + 3_600_000,
        opened_at=house.clock.now(),
    )
    for place in range(1, 11):
        person, name = 1000 + place, (names or {}).get(place, f"P{place}")
        await host.people.change(person, name=name, language=language, reachable=True)
        seated = lobby.sit(person, name)
        assert isinstance(seated, Lobby)
        lobby = seated
    assert await host.lobbies.open_lobby(lobby, [], "")
    live = await host.dealing.begin(lobby.id, "begin", 0)
    assert isinstance(live, RunningGame)
    made = Hall(house, People(house), live)
    await house.clock.on_to(house.clock.now() + 3_000)
    await made.on_to(live.table.rules.ruleset.day_opens_with)
    try:
        yield made
    finally:
        await house.close()


def seat_of(at: Hall, name: str) -> int:
    return at.live.lobby.names.index(name) + 1


# --- nominations ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "first", "second", "answer"),
    [
        ("fiim", [5], [], "№ 5 P… — не принято: кандидатура уже есть. Можно назвать другую."),  # S0 4.4.4
        ("fiim-2025", [5], [7], ""),  # S3 4.3.7
        ("phystech", [5], [7], "№ 5 P… — поддержано."),  # S4 3.3.7
        ("city", [6], [7], ""),  # S1: the last one counts
    ],
)
async def test_several_in_one_sentence_count_as_the_document_has_it(
    ruleset: str, first: list[int], second: list[int], answer: str
) -> None:
    async with hall(ruleset) as at:
        one = await at.speaker_says("Выставляю пятого и шестого.")
        assert one.nominated == first
        assert one.said == ""
        assert f"№ 1 {at.live.lobby.names[0]} выставляет: № {first[0]}" in one.stage.replace("</a>", "")
        assert "Принято." in one.stage
        await at.speaker_says("Пас")
        two = await at.speaker_says("выставляю 5, 7" if ruleset != "city" else "выставляю 7, 6")
        assert two.nominated == second
        assert two.said == answer.replace("P…", at.live.lobby.names[4])


@pytest.mark.parametrize(
    ("ruleset", "text", "answer"),
    [
        ("fiim", "выставляю 6", "не принято: ваша кандидатура на сегодня уже есть"),  # S0 4.4.4
        ("fiim-2025", "выставляю 6", "не принято: ваша кандидатура на сегодня уже есть"),  # S3 4.3.9
        ("phystech", "виставляю шостого", "не принято: ваша кандидатура на сегодня уже есть"),  # S4 3.3.8
    ],
)
async def test_one_nomination_a_day(ruleset: str, text: str, answer: str) -> None:
    async with hall(ruleset) as at:
        assert (await at.speaker_says("Выставляю 5")).nominated == [5]
        again = await at.speaker_says(text)
        assert again.events == []
        assert answer in again.said


async def test_in_the_city_the_last_of_several_messages_counts() -> None:
    async with hall("city") as at:
        assert (await at.speaker_says("Примите кандидатуру игрока номер пять")).nominated == [5]
        assert (await at.speaker_says("Нет, всё же ставлю шестого")).nominated == [6]
        assert at.candidates == (6,)


@pytest.mark.parametrize(
    ("language", "accepted", "refused"),
    [
        ("ru", "Принято.", "не принято: кандидатура уже есть"),
        ("uk", "Прийнято.", "не прийнято: кандидатура вже є"),
    ],
)
async def test_it_is_said_back_in_the_language_of_the_group(language: str, accepted: str, refused: str) -> None:
    async with hall("fiim-2025", language) as at:
        assert accepted in (await at.speaker_says("Виставляю п'ятого")).stage
        await at.speaker_says("Дякую.")
        assert refused in (await at.speaker_says("выставляю номер 5")).said


@pytest.mark.parametrize("ruleset", WORDY)
async def test_what_is_said_with_the_end_of_the_minute_is_told_in_the_message_of_that_minute(ruleset: str) -> None:
    async with hall(ruleset) as at:
        told = await at.speaker_says("Выставляю пятого. Спасибо.")
        assert told.kinds == [ev.Nominated, ev.Passed, ev.StepBegan]
        assert f"выставляет: № 5 {at.live.lobby.names[4]}. Принято." in told.stage
        assert "№ 2" in told.said
        refused = await at.speaker_says("Выставляю пятого. Спасибо.")
        assert refused.kinds == [ev.Passed, ev.StepBegan]
        assert f"№ 5 {at.live.lobby.names[4]} — " in refused.said, "and so is what was refused"


@pytest.mark.parametrize("ruleset", WORDY)
async def test_words_of_a_tie_speech_and_of_a_last_word_nominate_nobody(ruleset: str) -> None:
    async with hall(ruleset) as at:
        await at.do(Command(1, Verb.NOMINATE, (5,)), Command(1, Verb.PASS), Command(2, Verb.NOMINATE, (6,)))
        await at.on_to(StepName.BALLOT)
        await at.do(*(Command(seat, Verb.VOTE, (5,)) for seat in (1, 2, 3, 4, 5)), Command(CLOCK, Verb.EXPIRE))
        if at.live.table.step is StepName.BALLOT:
            await at.do(*(Command(seat, Verb.VOTE, (6,)) for seat in (6, 7, 8, 9, 10)))
        assert at.live.table.step is StepName.TIE_SPEECH
        told = await at.speaker_says("Выставляю 7")
        assert told.events == []
        assert "не принято: выставляют только в свою минуту" in told.said
        await at.on_to(StepName.NIGHT)
        await at.kill(next(seat for seat in at.live.table.alive if seat not in at.blacks()))
        told = await at.speaker_says("Выставляю 7. Дякую.")
        assert ev.Nominated not in told.kinds
        assert ev.Passed in told.kinds
        assert "не принято: выставляют только в свою минуту" in told.said


# --- names ------------------------------------------------------------------------------------------------------


async def test_a_name_is_heard_when_it_is_the_only_one_at_the_table() -> None:
    names = {2: "Анна", 3: "Анна", 4: "Петя", 5: "ShadowFox", 6: "Олена К"}
    async with hall("city", names=names) as at:
        assert (await at.speaker_says("Выставляю Анну")).events == []
        assert (await at.speaker_says("Выставляю Петю")).nominated == [seat_of(at, "Петя")]
        assert (await at.speaker_says("Виставляю Олену")).nominated == [seat_of(at, "Олена К")]
        assert (await at.speaker_says("выставляю shadowfox, он молчит")).nominated == [seat_of(at, "ShadowFox")]


async def test_a_name_that_is_a_number_is_no_seat() -> None:
    async with hall("city", names={2: "7", 3: "Пятый", 4: "№ 9", 5: "Десять"}) as at:
        for text, seat in (
            ("выставляю 7", 7),
            ("выставляю пятого", 5),
            ("выставляю № 9", 9),
            ("ставлю десятого", 10),
        ):
            assert (await at.speaker_says(text)).nominated == [seat]


# --- withdrawing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["fiim", "city"])
async def test_a_nomination_is_withdrawn_and_another_made_in_one_breath(ruleset: str) -> None:
    async with hall(ruleset) as at:
        await at.speaker_says("Выставляю пятого")
        told = await at.speaker_says("Отзываю пятого, выставляю шестого")
        assert told.kinds == [ev.Withdrew, ev.Nominated]
        assert at.candidates == (6,)
        assert told.said == ""
        assert f"отзывает: № 5 {at.live.lobby.names[4]}. Отозвано." in told.stage
        assert f"выставляет: № 6 {at.live.lobby.names[5]}. Принято." in told.stage
        told = await at.speaker_says("снимаю свою кандидатуру")
        assert told.kinds == [ev.Withdrew]
        assert "Отозвано." in told.stage
        assert not at.candidates


@pytest.mark.parametrize("ruleset", ["fiim", "city"])
async def test_what_is_withdrawn_after_it_was_said_does_not_stand(ruleset: str) -> None:
    async with hall(ruleset) as at:
        told = await at.speaker_says("Выставляю пятого. Хотя он объяснился. Снимаю кандидатуру.")
        assert told.kinds == [ev.Nominated, ev.Withdrew]
        assert (told.said, "Отозвано." in told.stage) == ("", True)
        assert not at.candidates
        await at.speaker_says("Выставляю 5. Снимаю 5. Выставляю 7.")
        assert at.candidates == (7,)


@pytest.mark.parametrize("ruleset", ["fiim", "city"])
async def test_nothing_is_withdrawn_where_nothing_stands(ruleset: str) -> None:
    async with hall(ruleset) as at:
        told = await at.speaker_says("Отзываю")
        assert (told.events, told.said) == ([], "Отзывать нечего: вашей кандидатуры сегодня нет.")
        await at.speaker_says("Выставляю 5")
        told = await at.speaker_says("Снимаю кандидатуру шестого")
        assert told.events == []
        assert "не отозвано: снять можно только свою кандидатуру" in told.said
        assert at.candidates == (5,)


@pytest.mark.parametrize("ruleset", ["fiim-2025", "phystech"])
async def test_where_the_document_knows_no_withdrawal_it_is_refused(ruleset: str) -> None:
    """S3 4.3.8."""
    async with hall(ruleset) as at:
        told = await at.speaker_says("Выставляю 5. Снимаю кандидатуру.")
        assert told.nominated == [5]
        assert "Не отозвано: по этим правилам кандидатуру не снимают." in told.said
        told = await at.speaker_says("Снимаю пятого, выставляю шестого")
        assert told.events == []
        assert "Не отозвано: по этим правилам кандидатуру не снимают." in told.said
        assert at.candidates == (5,)


# --- a claim ----------------------------------------------------------------------------------------------------

CLAIMED = "называет себя комиссаром, права на лучший ход больше нет"


@pytest.mark.parametrize("text", ["Слушайте, я комиссар, пятый чёрный.", "Комісар — це я!"])
async def test_who_claims_the_card_in_the_own_minute_has_no_best_move(text: str) -> None:
    """S1 best move."""
    async with hall("city") as at:
        victim = next(seat for seat in at.live.table.alive if seat not in at.blacks())
        await at.on_to(StepName.SPEECH, victim)
        told = await at.speaker_says(text)
        assert told.kinds == [ev.ClaimSeen]
        assert told.said == f"🗣 № {victim} {at.live.lobby.names[victim - 1]} {CLAIMED}."
        again = await at.speaker_says(text)
        assert (again.events, again.sent) == ([], []), "once is enough"
        await at.kill(victim)
        await at.do(Command(victim, Verb.BEST_MOVE, tuple(at.blacks()[:3])))
        assert at.live.table.best_moves == {}


async def test_who_claims_the_card_in_the_last_word_has_no_best_move() -> None:
    async with hall("city") as at:
        victim = next(seat for seat in at.live.table.alive if seat not in at.blacks())
        await at.kill(victim)
        told = await at.speaker_says("Я комиссар, проверка — седьмой.")
        assert told.kinds == [ev.ClaimSeen]
        assert CLAIMED in told.said
        await at.do(Command(victim, Verb.BEST_MOVE, tuple(at.blacks()[:3])))
        assert at.live.table.best_moves == {}
        edits = [call.method for call in at.house.telegram.calls if isinstance(call.method, EditMessageText)]
        last = [edit.text or "" for edit in edits if edit.chat_id == at.live.person_on(victim)][-1]
        assert "права на лучший ход больше нет" in last, "the question goes, too"


DENIALS = (
    *("Я не комиссар", "я никакой не комиссар", "не я комиссар", "Если бы я был комиссаром", "я комиссар?"),
    *("он сказал: я комиссар", "«я комиссар»", "Я не комісар", "якби я був комісаром", "комиссар — это третий"),
)


async def test_who_denies_the_card_or_speaks_of_another_keeps_the_best_move() -> None:
    async with hall("city") as at:
        for text in DENIALS:
            told = await at.speaker_says(text)
            assert (told.events, told.sent) == ([], []), text


async def test_a_claim_counts_where_it_can_cost_something_only() -> None:
    async with hall("fiim-2025") as at:
        assert (await at.speaker_says("Я шериф")).events == []
    async with hall("city", claim_forfeits_best_move="off") as at:
        assert (await at.speaker_says("Я комиссар")).events == []
    async with hall("city") as at:
        await at.kill(next(seat for seat in at.live.table.alive if seat not in at.blacks()))
        await at.on_to(StepName.SPEECH)
        assert (await at.speaker_says("Я комиссар")).events == [], "no first victim any more"


class Claims(Blind):
    """A computer player who calls itself Commissar whenever it speaks, whatever its card."""

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:  # noqa: ARG002
        return Statement(Say.CLAIMS_SHERIFF)


async def test_a_claim_costs_a_computer_player_the_same() -> None:
    async with hall("city") as at:
        at.house.host.stand_ins._player = Claims
        victim = next(seat for seat in at.live.table.alive if seat not in at.blacks() and seat > 1)
        await at.house.host.seats.hand_over_to_stand_in(at.live, victim)
        await at.on_to(StepName.SPEECH, victim)
        await at.house.clock.on_to(at.house.clock.now() + 1_000)
        assert at.live.table.claimed == (victim,)
        sent = [call.method.text for call in at.house.telegram.calls if isinstance(call.method, SendMessage)]
        assert sum(CLAIMED in text for text in sent) == 1


async def test_a_claim_is_answered_alike_whatever_the_card() -> None:
    async with hall("city") as at:
        answers = set()
        for seat in range(1, 11):
            told = await at.speaker_says("Я комиссар")
            answers.add(told.said.replace(f"№ {seat} {at.live.lobby.names[seat - 1]}", "X"))
            await at.do(Command(seat, Verb.PASS))
        assert len(answers) == 1


# --- giving up --------------------------------------------------------------------------------------------------


def button(told: Told) -> str:
    ((key,),) = told.keyboards[0].inline_keyboard
    assert key.callback_data is not None
    return key.callback_data


@pytest.mark.parametrize("side", [Side.BLACK, Side.RED])
async def test_giving_up_is_asked_once_more(side: Side) -> None:
    """S1: a black loses the game by it, a red the seat; the question looks the same."""
    async with hall("city") as at:
        seat = next(seat for seat in at.live.table.alive if at.live.position.side(seat) is side)
        await at.on_to(StepName.SPEECH, seat)
        asked = await at.speaker_says("Всё, сдаюсь.")
        assert asked.events == []
        name = f"№ {seat} {at.live.lobby.names[seat - 1]}"
        assert asked.said == f"🏳 {name}, сдаётесь? Одного слова мало: подтвердите кнопкой."
        other = next(each for each in at.live.table.alive if each != seat)
        assert (await at.taps(other, button(asked))).events == [], "nobody gives up by somebody else's button"
        assert "Этот вопрос не вам." in at.toasts()
        done = await at.taps(seat, button(asked))
        assert done.kinds[0] is ev.Surrendered
        if side is Side.BLACK:
            assert at.live.table.winner is Winner.RED
        else:
            assert seat not in at.live.table.alive
        assert (await at.taps(seat, button(asked))).events == []


async def test_the_question_is_over_with_the_minute() -> None:
    async with hall("city") as at:
        asked = await at.speaker_says("Сдаюсь. Спасибо.")
        assert asked.events == [], "the minute waits for the answer"
        await at.do(Command(1, Verb.PASS))
        assert (await at.taps(1, button(asked))).events == []
        assert "Этот ход уже завершён." in at.toasts()


async def test_where_the_document_knows_no_surrender_the_word_means_nothing() -> None:
    for ruleset in SPORT:
        async with hall(ruleset) as at:
            told = await at.speaker_says("Сдаюсь")
            assert (told.events, told.sent) == ([], [])
    async with hall("city") as at:
        await at.kill(next(seat for seat in at.live.table.alive if seat not in at.blacks()))
        told = await at.speaker_says("Сдаюсь")
        assert (told.events, told.sent) == ([], []), "who is out has nothing to give up"


# --- whatever is typed ------------------------------------------------------------------------------------------

EVERYTHING = "Выставляю 5. Отзываю. Я комиссар. Сдаюсь. Выставляю шестого и седьмого. Пас. "
LONG = [
    (EVERYTHING * 60)[:4_000],
    ("выставляю 2, 3, 4, 5, 6, 7, 8, 9, 10. " * 120)[:4_000],
    ("выставляю 9 выставляю 8 снимаю " * 140)[:4_000],
    ("пас. " * 900)[:4_000],
    ("выставляю" + " игрока под номером" * 300)[:4_000],
    "выставляю " + "5" * 3_900,
    "🃏 выставляю №" * 330,
]


@pytest.mark.parametrize("ruleset", WORDY)
async def test_a_long_message_has_one_answer_and_one_effect(ruleset: str) -> None:
    async with hall(ruleset) as at:
        for seat, text in enumerate(LONG, start=1):
            stood = len(at.candidates)
            told = await at.says(seat, text)
            assert len(told.said) <= 700, text[:40]
            assert len(at.candidates) <= stood + 1, text[:40]
            assert all(told.kinds.count(kind) <= 2 for kind in (ev.Nominated, ev.Withdrew)), text[:40]
            assert told.kinds.count(ev.Passed) <= 1, text[:40]
            if at.live.table.speaker == seat:
                await at.do(Command(seat, Verb.PASS))
            assert at.live.table.speaker == seat + 1


NOBODY = ("выставляю никого", "выставляю кого-нибудь", "выставляю?", "выставляю себя в лучшем свете")


@pytest.mark.parametrize("ruleset", WORDY)
async def test_who_names_nobody_nominates_nobody(ruleset: str) -> None:
    async with hall(ruleset) as at:
        for text in NOBODY:
            told = await at.speaker_says(text)
            assert (told.events, told.sent) == ([], []), text


@pytest.mark.parametrize("ruleset", WORDY)
async def test_somebody_who_is_out_is_refused_and_oneself_is_not(ruleset: str) -> None:
    async with hall(ruleset) as at:
        await at.do(Command(JUDGE, Verb.DISQUALIFY, (5,)))
        told = await at.speaker_says("Выставляю пятого")
        assert told.events == []
        assert told.said == f"№ 5 {at.live.lobby.names[4]} — не принято: уже вне игры."
        assert (await at.speaker_says("Выставляю первого")).nominated == [1]


async def test_who_has_an_alibi_is_refused() -> None:
    async with hall("city") as at:
        at.live.table.alibis = (5,)
        told = await at.speaker_says("Выставляю пятого")
        assert (told.events, told.said) == ([], f"№ 5 {at.live.lobby.names[4]} — не принято: сегодня есть алиби.")


async def test_the_same_refusal_is_not_said_to_one_who_repeats_it() -> None:
    async with hall("city") as at:
        sent = 0
        for _ in range(12):
            told = await at.says(1, "Отзываю.")
            sent += len(told.sent)
        assert at.live.table.speaker == 1
        assert 1 <= sent <= 7


async def test_nobody_but_the_speaker_is_heard_and_nobody_in_a_pause() -> None:
    async with hall("city") as at:
        assert (await at.says(2, "Выставляю 5. Я комиссар. Сдаюсь.")).nominated == []
        assert at.live.table.claimed == ()
        await at.do(Command(JUDGE, Verb.PAUSE))
        told = await at.speaker_says("Выставляю 5. Я комиссар. Сдаюсь. Пас.")
        assert (told.events, told.sent) == ([], [])
