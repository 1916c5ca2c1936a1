"""A phrase that is clearly meant as a move is a move, or its author is told why not.

Through the real dispatcher, in the minutes of sport and city and in the free talk of the boxed game.
"""

import pytest
from aiogram.methods import EditMessageText

from engine import events as ev
from engine.commands import JUDGE, Command, Verb
from tests.virtual_clock.test_phrases import Hall, hall

NOMINATED = {
    "выставляю пятого": 5,
    "выставляю номер семь": 7,
    "выставляю 9": 9,
    "Выставляю пятого, он молчит": 5,
    "пятого выставляю": 5,
    "ставлю на голосование 6": 6,
    "выдвигаю игрока номер 4": 4,
    "выставляю семёрку": 7,
    "номинирую №8": 8,
    "виставляю номер сім": 7,
    "виставляю дев'ятого": 9,
    "висуваю п’ятого": 5,
    "номіную 10": 10,
    "моя кандидатура — шостий": 6,
    "Виставляю 5, він мовчить!": 5,
}
PASSED = ("пас", "дякую, пас", "Дякую пас", "спасибо, пас", "всё, пас", "Спасибі.", "Дякую за увагу", "Пас ✋")
ALMOST_NOMINATED = (
    "Выставляю",
    "выставляю 11",
    "выставляю игрока 15",
    "выставляю 5 или 6",
    "выставляю седьмой",
    "Выставлю пятого",
    "выставлю 9, он молчит",
    "хочу выставить пятого",
    "давайте выставим пятого",
    "предлагаю номер 5",
    "выставляем пятого",
    "выстваляю пятого",
    "пятого на голосование",
    "номер 5 на голосование",
    "кандидатура 5",
    "Виставлю п'ятого",
    "хочу виставити 9",
    "пропоную номер п'ять",
    "п'ятого на голосування",
    "виставляю 5 чи 6",
)
ALMOST_PASSED = (
    "пасую",
    "У меня всё",
    "на этом всё.",
    "я закончил",
    "закончила",
    "всё",
    "конец речи",
    "передаю слово",
    "пропускаю",
    "Мне пока сказать нечего, пас",
    "у мене все",
    "на цьому все",
    "я закінчила",
    "кінець",
    "дяки",
    "передаю слово далі",
)
TALK = (
    "Пятый ведёт себя странно",
    "Вчера выставил пятого, и зря",
    "Не выставляю никого",
    "он сказал, что выставит пятого",
    "если третий молчит, выставлю его",
    "кого выставим?",
    "Спасибо третьему за проверку",
    "всё понятно с пятым",
    "Я бы пятого выставил",
    "дальше посмотрим",
    "Сьомий поводиться дивно",
    "кого виставимо?",
    "Не виставляю нікого",
    "все зрозуміло з п'ятим",
)
VOTED_ON = "сегодня по этой кандидатуре уже голосовали."
HOW_TO_NOMINATE = {"ru": "напишите, например, «выставляю 5»", "uk": "напишіть, наприклад, «виставляю 5»"}
HOW_TO_PASS = {"ru": "слово «пас» отдельным сообщением", "uk": "слово «пас» окремим повідомленням"}
PLACES = [("fiim-2025", "ru"), ("city", "uk")]


@pytest.mark.parametrize(("ruleset", "language"), PLACES)
@pytest.mark.parametrize("text", NOMINATED)
async def test_a_clear_nomination_counts_in_the_minute(ruleset: str, language: str, text: str) -> None:
    async with hall(ruleset, language) as at:
        told = await at.speaker_says(text)
        assert told.nominated == [NOMINATED[text]]
        assert f"№ {NOMINATED[text]} " in told.stage


@pytest.mark.parametrize(("ruleset", "language"), PLACES)
@pytest.mark.parametrize("text", PASSED)
async def test_a_clear_end_of_the_minute_ends_it(ruleset: str, language: str, text: str) -> None:
    async with hall(ruleset, language) as at:
        assert ev.Passed in (await at.speaker_says(text)).kinds


@pytest.mark.parametrize(("ruleset", "language"), PLACES)
@pytest.mark.parametrize("text", ALMOST_NOMINATED)
async def test_who_almost_nominates_is_told_how_once(ruleset: str, language: str, text: str) -> None:
    async with hall(ruleset, language) as at:
        told = await at.speaker_says(text)
        assert told.events == []
        assert HOW_TO_NOMINATE[language] in told.said
        again = await at.speaker_says(f"{text}!!")
        assert (again.events, again.sent) == ([], []), "once in a minute is enough"


@pytest.mark.parametrize(("ruleset", "language"), PLACES)
@pytest.mark.parametrize("text", ALMOST_PASSED)
async def test_who_almost_ends_the_minute_is_told_how_once(ruleset: str, language: str, text: str) -> None:
    async with hall(ruleset, language) as at:
        told = await at.speaker_says(text)
        assert told.events == []
        assert HOW_TO_PASS[language] in told.said
        assert (await at.speaker_says(f"{text}!!")).sent == []


@pytest.mark.parametrize(("ruleset", "language"), [*PLACES, ("box", "ru"), ("box", "uk")])
async def test_talk_is_not_answered(ruleset: str, language: str) -> None:
    async with hall(ruleset, language) as at:
        for text in TALK:
            told = await at.says(1, text)
            assert (text, told.events, told.sent) == (text, [], [])


async def test_a_nomination_beside_a_pass_that_does_not_count_is_told_so() -> None:
    """The word counts in a sentence of its own only (S3 4.3.5); anywhere in the club's rules (S4 3.3.9)."""
    async with hall("fiim-2025") as at:
        told = await at.speaker_says("выставляю номер семь, пас")
        assert told.nominated == [7]
        assert HOW_TO_PASS["ru"] in told.said
    async with hall("phystech") as at:
        told = await at.speaker_says("выставляю номер семь, пас")
        assert told.kinds == [ev.Nominated, ev.Passed, ev.StepBegan]
        assert told.nominated == [7]


async def test_the_next_speaker_and_the_next_day_are_told_again() -> None:
    async with hall("city", language="uk") as at:
        assert HOW_TO_PASS["uk"] in (await at.speaker_says("у мене все")).said
        await at.speaker_says("пас")
        assert HOW_TO_PASS["uk"] in (await at.speaker_says("у мене все")).said


# --- the free talk of the boxed game -----------------------------------------------------------------------------


def talk_of(at: Hall) -> str:
    """Returns the newest text of the message of the free talk."""
    edits = [
        call.method.text or "" for call in at.house.telegram.calls if isinstance(call.method, EditMessageText)
    ]
    return next((text for text in reversed(edits) if "💬" in text), "")


@pytest.mark.parametrize("language", ["ru", "uk"])
@pytest.mark.parametrize("text", NOMINATED)
async def test_whoever_lives_nominates_in_words_in_the_free_talk(text: str, language: str) -> None:
    """S2 wants candidates named in the talk, and knows no other way than to say so."""
    async with hall("box", language) as at:
        told = await at.says(3, text)
        assert told.nominated == [NOMINATED[text]]
        assert at.live.table.nominations == ((3, NOMINATED[text]),)
        await at.house.clock.on_to(at.house.clock.now() + 8_000)
        assert f"№ {NOMINATED[text]} " in talk_of(at)


@pytest.mark.parametrize("language", ["ru", "uk"])
async def test_what_the_rules_refuse_is_answered_in_the_free_talk(language: str) -> None:
    async with hall("box", language) as at:
        await at.says(3, "выставляю 9")
        second = await at.says(3, "выставляю 8")
        assert second.events == []
        assert ("ваша кандидатура на сегодня уже есть" if language == "ru" else "ваша кандидатура") in second.said
        stands = await at.says(4, "виставляю дев'ятого")
        assert ("кандидатура уже есть" if language == "ru" else "кандидатура вже є") in stands.said
        await at.do(Command(JUDGE, Verb.DISQUALIFY, (5,)))
        gone = await at.says(4, "выставляю пятого")
        assert ("уже вне игры" if language == "ru" else "вже поза грою") in gone.said


async def test_nobody_is_nominated_twice_a_day() -> None:
    """S2: nobody is voted on twice a day."""
    async with hall("box", lynch="one-by-one") as at:
        at.live.table.voted_on = (9,)
        told = await at.says(4, "выставляю 9")
        assert (told.events, told.said) == ([], f"№ 9 {at.live.lobby.names[8]} — не принято: {VOTED_ON}")


@pytest.mark.parametrize("text", ["пас", "дякую, пас", "Пас!", "спасибо, пас"])
async def test_the_word_pass_says_in_the_free_talk_that_one_is_ready_to_vote(text: str) -> None:
    async with hall("box", "uk") as at:
        told = await at.says(4, text)
        assert told.kinds == [ev.ReadySaid]
        assert at.live.table.ready == (4,)
        again = await at.says(4, text)
        assert (again.events, again.sent) == ([], [])


@pytest.mark.parametrize("text", ["спасибо", "Дякую.", "всем спасибо", "у меня всё", "кінець"])
async def test_thanks_are_only_thanks_in_the_free_talk(text: str) -> None:
    async with hall("box") as at:
        told = await at.says(4, text)
        assert (told.events, told.sent) == ([], [])


@pytest.mark.parametrize("language", ["ru", "uk"])
async def test_who_almost_nominates_in_the_free_talk_is_told_how_once(language: str) -> None:
    async with hall("box", language) as at:
        told = await at.says(4, ALMOST_NOMINATED[5])
        assert told.events == []
        assert HOW_TO_NOMINATE[language] in told.said
        for text in ALMOST_NOMINATED:
            again = await at.says(4, text)
            assert (text, again.events, again.sent) == (text, [], [])


async def test_whoever_is_out_nominates_nobody_in_the_free_talk() -> None:
    async with hall("box") as at:
        await at.do(Command(JUDGE, Verb.DISQUALIFY, (5,)))
        told = await at.says(5, "выставляю 9")
        assert ev.Nominated not in told.kinds


async def test_a_nomination_that_is_corrected_after_it_counted_is_not_answered() -> None:
    async with hall("box") as at:
        await at.says(3, "выставляю 9")
        told = await at.edits(3, "Выставляю 9, он молчит")
        assert (told.events, told.sent) == ([], [])
        told = await at.edits(4, "Выставляю 8")
        assert told.events == []
        assert "Исправленное сообщение не считается" in told.said


async def test_what_is_forwarded_in_the_free_talk_is_only_a_quotation() -> None:
    async with hall("box") as at:
        told = await at.forwards(4, "Выставляю 8")
        assert (told.events, told.sent) == ([], [])


async def test_a_picture_with_words_says_them() -> None:
    async with hall("fiim-2025") as at:
        told = await at.shows(1, "выставляю 9")
        assert told.nominated == [9]
