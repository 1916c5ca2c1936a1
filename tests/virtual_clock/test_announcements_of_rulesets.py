"""Announcements that each rule document asks for: mornings, warnings, remarks, time-outs, the end, private
messages."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from aiogram.methods import AnswerCallbackQuery, EditMessageText, SendMessage
from aiogram.types import CallbackQuery, User

from bot.telegram.buttons.callback_data import LobbyTap
from engine import events as ev
from engine.commands import CLOCK, JUDGE, Command, Verb
from engine.events import StepName
from handlers.rules import rules_by_button
from tests.kits.handler_calls import with_parts
from tests.virtual_clock.test_offences import GROUP, Room, kinds, room
from tests.virtual_clock.test_uniform_messages import calls_to, says, seat_of, sent_to

SWINDLED = {"detective": 1, "doctor": 1, "civilian": 5, "swindler": 1, "mafioso": 2}
JAILED = {"warden": 1, "doctor": 1, "civilian": 5, "godfather": 1, "mafioso": 2}


async def expires(at: Room) -> None:
    """Lets the step end by the clock, with all players present, so that nobody is replaced."""
    for seat in range(1, 11):
        await at.house.host.absence.heard(at.live, seat)
    await at.do(Command(CLOCK, Verb.EXPIRE))


async def until(at: Room, step: StepName) -> None:
    while at.live.table.step is not step:
        assert at.live.table.step is not StepName.OVER
        await expires(at)


async def passes(at: Room, **named: int) -> None:
    """Lets everybody have the minute of the day; `s1=5`: the first seat nominates № 5 in it."""
    while at.live.table.step is StepName.SPEECH:
        speaker = at.live.table.speaker
        await later(at, 6)
        if target := named.get(f"s{speaker}"):
            await at.do(Command(speaker, Verb.NOMINATE, (target,)))
        await at.do(Command(speaker, Verb.PASS))


async def votes(at: Room, target: int, *voters: int) -> None:
    for voter in voters:
        await at.do(Command(voter, Verb.VOTE, (target,)))


async def later(at: Room, seconds: float) -> None:
    await at.house.clock.on_to(at.house.clock.now() + int(seconds * 1000))


def shown(at: Room, since: int = 0, chat: int = GROUP) -> list[str]:
    """Returns what a chat was sent, and what its messages were changed to."""
    methods = [call.method for call in at.house.telegram.calls[since:]]
    return [
        str(method.text)
        for method in methods
        if isinstance(method, SendMessage | EditMessageText) and method.chat_id == chat
    ]


def count(at: Room) -> int:
    return len(at.house.telegram.calls)


# --- ten seconds before the end ----------------------------------------------------------------------------------


async def test_the_last_ten_seconds_of_a_tie_speech_and_of_a_last_word_are_announced() -> None:
    """S4 3.3.4: whoever speaks is warned, also with half a minute and with the last word."""
    async with room(ruleset="phystech") as at:
        await passes(at, s1=5, s2=6)
        await votes(at, 5, 1, 2, 3, 4, 5)
        await until(at, StepName.TIE_SPEECH)
        for length in (30, 30):
            before = count(at)
            await later(at, length - 12)
            assert not [text for text in shown(at, before) if "Осталось 10 секунд" in text]
            await later(at, 6)
            (warned,) = [text for text in shown(at, before) if "Осталось 10 секунд" in text]
            assert "чтобы оправдаться" in warned
            await at.do(Command(at.live.table.speaker, Verb.PASS))
        await votes(at, 5, *range(1, 11))
        assert at.live.table.step is StepName.LAST_WORD
        before = count(at)
        await later(at, 45)
        assert not [text for text in shown(at, before) if "Осталось 10 секунд" in text]
        await later(at, 6)
        (warned,) = [text for text in shown(at, before) if "Осталось 10 секунд" in text]
        assert "последнее слово" in warned


# --- the minute without a word -----------------------------------------------------------------------------------


async def silenced(at: Room, seat: int = 3) -> int:
    """Gives the seat three fouls and goes on to its minute without a word; returns the person."""
    for _ in range(3):
        await at.do(Command(JUDGE, Verb.FOUL, (seat,)))
    while at.live.table.speaker < seat:
        await later(at, 40)
        await at.do(Command(at.live.table.speaker, Verb.PASS))
    assert (at.live.table.speaker, at.live.table.silent) == (seat, True)
    return at.live.person_on(seat)


async def test_a_silenced_player_nominates_in_words_and_says_nothing_else() -> None:
    """S0 6.4, S3 5.4: the word is lost, the nomination is not."""
    async with room("foul") as at:
        person = await silenced(at)
        for words in ("Пятый мафия, я вам говорю", "Выставил бы пятого"):
            assert await at.writes(person, 4_000, words) == []
            assert at.deleted
        assert kinds(await at.writes(person, 4_000, "Выставляю номер 5, он мафия")) == [ev.Nominated]
        assert at.deleted, "nobody is to read the rest"
        assert at.live.table.candidates == (5,)
        assert at.live.table.fouls[3] == 3, "in the own minute nobody offends"
        assert ev.FoulGiven in kinds(await at.writes(at.live.person_on(4), 4_000, "Выставляю номер 6"))
        assert at.live.table.candidates == (5,)
        await later(at, 6)
        assert any("выставляет: № 5" in text for text in shown(at))


async def test_a_silenced_player_ends_the_minute_in_words() -> None:
    async with room() as at:
        person = await silenced(at)
        assert ev.Passed in kinds(await at.writes(person, 4_000, "Выставляю пятого. Пас."))
        assert at.live.table.candidates == (5,)
        assert at.live.table.speaker == 4


async def test_who_is_muted_in_the_own_minute_nominates_in_private() -> None:
    async with room() as at:
        person, after = await silenced(at), at.live.person_on(4)
        await says(at, after, "Выставляю номер 6")
        await says(at, person, "Пятый мафия")
        assert "минута без слов" in at.told(person)[-1]
        await says(at, person, "Выставляю номер 5")
        assert at.live.table.candidates == (5,)
        assert at.told(person)[-1] == "Принято."
        await says(at, person, "Выставляю номер 6")
        assert at.told(person)[-1] == "Ответ уже принят, изменить его нельзя."
        await at.do(Command(3, Verb.PASS))
        await says(at, after, "Выставляю номер 6")
        assert at.live.table.candidates == (5,), "whoever has the word speaks in the group"


# --- time-outs ---------------------------------------------------------------------------------------------------


def keys(method: Any) -> list[tuple[str, str]]:
    rows = method.model_dump(exclude_none=True)["reply_markup"]["inline_keyboard"]
    return [(key["text"], key["callback_data"]) for row in rows for key in row]


async def test_in_a_time_out_questions_about_the_rules_are_answered() -> None:
    """S4 appendix: aloud nobody says a word about the game, and whoever has a question about the rules asks it."""
    async with room(ruleset="phystech") as at:
        await at.do(Command(6, Verb.TIME_OUT))
        stage = next(
            call.method
            for call in reversed(at.house.telegram.calls)
            if isinstance(call.method, SendMessage) and "Тайм-аут" in call.method.text
        )
        assert "/rules" in stage.text
        offered = dict(keys(stage))
        assert list(offered) == ["Да", "Нет", "Правила", "Готово"], "the one who took it may come back, too"
        assert "Сменить судью?" in stage.text
        assert await at.writes(at.seat_two, 9_000, "/rules") == []
        assert not at.deleted
        before = count(at)
        await tapped(at, at.seat_two, offered["Правила"])
        (told,) = sent_to(at, 2, before)
        assert "Физтех" in told.text
        assert told.protect_content
        assert at.live.table.time_out_by == 6


async def tapped(at: Room, person: int, data: str) -> None:
    """Taps the key of the group's message that shows the rules."""
    message = at._message(person, "", at.house.clock.now(), 1)
    tap = CallbackQuery(
        id="1", from_user=User(id=person, is_bot=False, first_name="x"), chat_instance="1", message=message
    )
    answered: list[AnswerCallbackQuery] = []
    handling = with_parts(rules_by_button, at.house.host)(tap.as_(_Window(answered)), LobbyTap.unpack(data))  # type: ignore[arg-type]
    task = asyncio.ensure_future(handling)
    while not task.done():
        await at.house.clock.step(at.house.clock.now() + 1_000)
    task.result()
    await at.delivered()
    assert answered


class _Window:
    """Records the answer to a tap."""

    def __init__(self, answered: list[AnswerCallbackQuery]) -> None:
        self._answered = answered
        self.id = 1

    async def __call__(self, method: AnswerCallbackQuery, *_: object) -> bool:
        self._answered.append(method)
        return True


# --- the city ----------------------------------------------------------------------------------------------------


async def city_morning(deed: Callable[[Room], list[Command]]) -> list[str]:
    async with room(ruleset="city") as at:
        await passes(at)
        assert at.live.table.step is StepName.NIGHT
        before = count(at)
        for command in deed(at):
            await at.do(command)
        await expires(at)
        assert at.live.table.alive == tuple(range(1, 11))
        return shown(at, before)


def everybody_misses(_: Room) -> list[Command]:
    return []


def the_doctor_saves(at: Room) -> list[Command]:
    victim = seat_of(at, "civilian")
    blacks = at.live.position.views[seat_of(at, "don")].me.mates
    return [Command(seat, Verb.SHOOT, (victim,)) for seat in blacks] + [
        Command(seat_of(at, "doctor"), Verb.HEAL, (victim,))
    ]


async def test_a_morning_without_a_victim_is_greeted_in_the_same_words_whatever_has_happened() -> None:
    """S1: a miss is announced as a good morning; a healed shot must not sound otherwise."""
    missed, saved = await city_morning(everybody_misses), await city_morning(the_doctor_saves)
    said = [next(text for text in each if "День 2" in text) for each in (missed, saved)]
    assert "Утро доброе!" in said[0]
    assert said[0].split("\n⏳")[0] == said[1].split("\n⏳")[0]


async def test_a_win_by_three_misses_says_so_with_the_nights_and_a_remark_is_no_foul() -> None:
    """S1 end; S1 remarks."""
    async with room(ruleset="city", judged=True) as at:
        for verb, seat in ((Verb.FOUL, 2), (Verb.FOUL, 2), (Verb.PARDON, 2), *((Verb.FOUL, 3),) * 3):
            await at.do(Command(JUDGE, verb, (seat,)))
        await later(at, 30)
        for _ in range(3):
            await passes(at)
            await expires(at)
        assert at.live.table.step is StepName.OVER
        end = next(text for text in shown(at) if "🏁" in text)
        assert "Победа красных!" in end
        assert "Три промаха чёрных подряд: ночи 1, 2 и 3." in end
        await at.do(Command(JUDGE, Verb.CLOSE))
        assert "Три промаха чёрных подряд: ночи 1, 2 и 3." in shown(at)[-1], (
            "and so does the message when it changes"
        )
        words = "\n".join(text for chat in (GROUP, 900) for text in shown(at, chat=chat))
        assert "Замечание: № 2" in words
        assert "Замечание снято: № 2" in words
        assert "3 замечания" in words
        assert "за замечания у вас минута" in words
        assert "фол" not in words.lower()


# --- the end -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "end"),
    [("fiim-2025", "🏁 <b>Стоп-игра, победа красных!</b>"), ("fiim", "🏁 <b>Победа красных!</b>")],
)
async def test_the_newer_edition_stops_the_game_aloud(ruleset: str, end: str) -> None:
    """S3 1.4."""
    async with room(ruleset=ruleset) as at:
        await at.do(Command(JUDGE, Verb.TEAM_LOSS, (seat_of(at, "don"),)))
        assert any(end in text for text in shown(at))


# --- what one player hears ---------------------------------------------------------------------------------------


async def test_a_black_is_shown_whom_the_team_has_agreed_on_for_this_night() -> None:
    """S0 4.2.2, S3 4.2.1: the order of shots holds night by night."""
    async with room(meeting=True) as at:
        don, sheriff = seat_of(at, "don"), seat_of(at, "sheriff")
        blacks = at.live.position.views[don].me.mates
        first, second = [seat for seat in range(1, 11) if seat not in (*blacks, sheriff)][:2]
        await at.do(Command(don, Verb.APPOINT, (first, second)))
        await expires(at)
        await passes(at, s1=second, s2=sheriff)
        before = count(at)
        await votes(at, second, *at.live.table.alive)
        await at.do(Command(second, Verb.PASS))
        assert at.live.table.step is StepName.NIGHT
        asked = {seat: sent_to(at, seat, before)[-1].text for seat in at.live.table.alive}
        for seat, text in asked.items():
            assert ("Договорка на эту ночь: № " in text) is (seat in blacks)
            assert (f"Договорка на эту ночь: № {first} " in text) is (seat in blacks)
        assert len({text.splitlines()[0] for text in asked.values()}) == 1, "a locked phone shows the same"
        await at.do(Command(don, Verb.SHOOT, (first,)))
        await later(at, 6)
        edited = calls_to(at, don)[-1].method
        assert isinstance(edited, EditMessageText)
        assert "Договорка" not in str(edited.text), "the second question is another"
        await expires(at)
        await until(at, StepName.SPEECH)
        before = count(at)
        await passes(at)
        text = sent_to(at, don, before)[-1].text
        assert f"Договорка на эту ночь: № {second} " in text
        assert "уже нет за столом" in text


async def test_a_prisoner_is_told_that_the_choice_counts_only_if_the_warden_falls() -> None:
    """S2 warden: prisoners have no abilities, and go free when the warden dies."""
    async with room(ruleset="box", cards=JAILED) as at:
        warden, godfather = seat_of(at, "warden"), seat_of(at, "godfather")
        await until(at, StepName.NIGHT)
        while at.live.table.wave < 2:
            await expires(at)
        await at.do(Command(warden, Verb.CHECK, (godfather,)))
        await expires(at)
        assert at.live.table.prisoners == (godfather,)
        await until(at, StepName.NIGHT)
        while at.live.table.wave < 2:
            assert "тюрьм" not in sent_to(at, godfather)[-1].text, "a suspicion changes nothing either way"
            await expires(at)
        assert "выбор подействует, только если" in sent_to(at, godfather)[-1].text
        assert not any(
            "выбор подействует" in text
            for seat in at.live.table.alive
            if seat != godfather
            for text in shown(at, chat=at.live.person_on(seat))
        )


async def test_the_swindlers_victim_hears_silently_how_the_vote_went_and_never_by_whom() -> None:
    """S2 swindler."""
    async with room(ruleset="box", cards=SWINDLED) as at:
        swindler = seat_of(at, "swindler")
        civilians = [seat for seat in range(1, 11) if at.live.position.views[seat].me.role.id == "civilian"]
        victim, one, other = civilians[:3]
        await until(at, StepName.NIGHT)
        while at.live.table.wave < 2:
            await expires(at)
        await at.do(Command(swindler, Verb.COPY, (victim,)))
        await expires(at)
        await at.do(Command(one, Verb.NOMINATE, (other,)))
        await at.do(Command(other, Verb.NOMINATE, (one,)))
        await expires(at)
        assert at.live.table.step is StepName.BALLOT
        await votes(at, one, swindler)
        await votes(at, other, victim)
        before = count(at)
        assert not [text for text in shown(at, chat=at.live.person_on(victim)) if "ваш голос" in text]
        await expires(at)
        heard = {seat: [m for m in sent_to(at, seat, before) if "🎭" in m.text] for seat in range(1, 11)}
        (told,) = heard.pop(victim)
        assert not any(heard.values())
        assert f"он против: № {one} " in told.text
        assert f"№ {swindler} " not in told.text
        assert (told.disable_notification, told.protect_content) == (True, True)
        assert "🎭" not in "\n".join(shown(at))
