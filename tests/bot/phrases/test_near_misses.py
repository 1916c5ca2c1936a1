"""What is clearly meant and not said as the rules want it, and talk that is no such thing: `tests/phrases/`."""

import pytest

from bot.phrases.reader import PhraseReader, phrase_reader_for
from tests.bot.phrases.test_reader import TEN, table

MOST_TRAPS_ANSWERED = 0.05
"""Share of the sentences that are no moves which may be answered with advice: those that were meant."""


def test_whoever_is_heard_needs_no_advice() -> None:
    heard = [line.text for line in table() if line.kind == "say"]
    assert [text for text in heard if TEN.hear(text).almost_nominates] == []
    assert [text for text in heard if TEN.hear(text).passed and TEN.hear(text).almost_passes] == []


def test_hardly_any_sentence_that_is_no_move_is_answered() -> None:
    traps = [line.text for line in table() if line.kind == "trap"]
    answered = [text for text in traps if TEN.hear(text).almost_nominates or TEN.hear(text).almost_passes]
    assert len(answered) <= MOST_TRAPS_ANSWERED * len(traps)


@pytest.mark.parametrize(
    "text",
    [
        "он сказал: выставлю пятого",
        "Седьмой: выставлю пятого",
        "завтра выставлю пятого",
        "не хочу выставлять пятого",
        "надо выставить пятого",
        "выставлю пятого?",
        "выставлю пятого, шучу",
        "если что, выставлю пятого",
        "выставлю всё на продажу",
        "выставлю 5%",
        "ставлю 5 баллов",
        "ставлю на пятого",
        "предлагаю подумать о пятом",
        "пятый — хорошая кандидатура",
        "всегда хочу пятого",
        "якщо що, виставлю п'ятого",
        "він каже: виставлю п'ятого",
    ],
)
def test_advice_on_nominating_is_given_to_nobody_else(text: str) -> None:
    assert not TEN.hear(text).almost_nominates


@pytest.mark.parametrize(
    "text",
    [
        "всё ясно",
        "все молчат",
        "дальше будет хуже",
        "конец близок",
        "он закончил",
        "пас третьему",
        "третий пас",
        "Пас?",
        "у меня всё записано",
        "це все брехня",
        "спасибо, третий",
    ],
)
def test_advice_on_passing_is_given_to_nobody_else(text: str) -> None:
    assert not TEN.hear(text).almost_passes


def test_thanks_after_a_nomination_end_a_minute_that_goes_on() -> None:
    heard = TEN.hear("виставляю восьмого, дякую")
    assert (heard.nominate, heard.passed, heard.almost_passes) == ((8,), False, True)
    assert not TEN.hear("третий молодец, спасибо").almost_passes


def test_the_word_itself_is_told_from_thanks() -> None:
    assert TEN.hear("дякую, пас").says_pass
    assert not TEN.hear("спасибо").says_pass
    club = phrase_reader_for("phystech", range(1, 11))
    assert not club.hear("всё сказал, пас").almost_passes, "there it ends the minute"


def test_a_name_is_a_seat() -> None:
    reader = PhraseReader(range(1, 11), {4: "ShadowFox"})
    assert reader.hear("выставлю ShadowFox").almost_nominates
    assert not TEN.hear("выставлю ShadowFox").almost_nominates
