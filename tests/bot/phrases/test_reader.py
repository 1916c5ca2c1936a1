"""What the reader understands of texts that players type: `tests/phrases/sentences.tsv`, half of it texts that
must not be taken for a command."""

import ast
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.phrases.reader import LARGEST_TABLE, Heard, PhraseReader, phrase_reader_for
from bot.phrases.tokenizer import LONGEST, words_of
from bot.phrases.vocabulary import FORMS, LANGUAGES, vocabulary
from engine.house_rules import SHIPPED
from tests.architecture.test_patterns import grows

ROOT = Path(__file__).parents[3]
SENTENCES = Path(__file__).parents[2] / "phrases" / "sentences.tsv"
UNHEARD = {"сначала выставляю четвёртого, потом выставляю восьмого"}
"""Sentences that a person understands and the reader does not."""
FLAGS = {"withdraw": "withdraw", "pass": "passed", "surrender": "surrender", "claim": "claim"}
READER = (
    *("reader", "tokenizer", "vocabulary", "spoken_names", "labelled_words", "seat_references", "intent"),
    "near_misses",
)
TEN = phrase_reader_for("fiim-2025", range(1, 11))


class Line(NamedTuple):
    kind: str
    expected: str
    text: str


def table() -> list[Line]:
    """Three columns: `say` or `trap`; seats and flags, or `-`; the sentence, with a line's end as two signs."""
    rows = (row.split("\t") for row in SENTENCES.read_text("utf-8").splitlines())
    return [Line(kind, expected, text.replace("\\n", "\n")) for kind, expected, text in rows]


def told(heard: Heard) -> str:
    flags = (flag for flag, name in FLAGS.items() if getattr(heard, name))
    return " ".join([*map(str, heard.nominate), *flags]) or "-"


def wrong(kind: str) -> Iterator[Line]:
    return (line for line in table() if line.kind == kind and told(TEN.hear(line.text)) != line.expected)


def test_no_trap_is_walked_into() -> None:
    assert [*wrong("trap")] == []


def test_what_is_meant_is_heard() -> None:
    assert {line.text for line in wrong("say")} == UNHEARD
    assert len(UNHEARD) <= 0.05 * sum(line.kind == "say" for line in table())


def test_half_of_the_sentences_are_traps() -> None:
    lines = table()
    assert len(lines) >= 450
    assert len({line.text for line in lines}) == len(lines)
    assert 0.45 <= sum(line.kind == "trap" for line in lines) / len(lines) <= 0.6


# --- seats and names -------------------------------------------------------------------------------------------


def test_only_seats_of_the_table_are_heard() -> None:
    assert TEN.hear("выставляю 11 и пятнадцатого").nominate == ()
    assert PhraseReader(LARGEST_TABLE).hear("выставляю 11 и пятнадцатого").nominate == (11, 15)


@pytest.mark.parametrize("seat", LARGEST_TABLE)
def test_every_seat_has_its_words_in_every_language(seat: int) -> None:
    listener = PhraseReader(LARGEST_TABLE)
    for language in LANGUAGES:
        numbers = tomllib.loads((ROOT / "locales" / language / "phrases.toml").read_text("utf-8"))["numbers"]
        verb = "выставляю" if language == "ru" else "виставляю"
        cardinal, accusative = (numbers[form].split(",")[seat - 1].strip() for form in ("cardinal", "accusative"))
        assert listener.hear(f"{verb} {accusative}").nominate == (seat,)
        assert listener.hear(f"{verb} номер {cardinal}").nominate == (seat,)


NAMES = {
    1: "Анна",
    2: "Петя",
    3: "Иван",
    4: "ShadowFox",
    5: "Анна",
    6: "Олена К",
    7: "Пятый",
    8: "3",
    9: "Дмитро",
    10: "Я",
}


@pytest.mark.parametrize(
    ("text", "nominated"),
    [
        ("выставляю Петю", (2,)),
        ("Петю выставляю", (2,)),
        ("выставляю кандидатуру Пети", (2,)),
        ("ВЫСТАВЛЯЮ ИВАНА, он молчит", (3,)),
        ("выставляю Ивана и shadowfox", (3, 4)),
        ("виставляю Олену К", (6,)),
        ("виставляю Олену", (6,)),
        ("виставляю Дмитра", (9,)),
        ("выставляю Иван", (3,)),
        ("выставляю пятого", (5,)),
        ("выставляю 3", (3,)),
        ("выставляю Анну", ()),
        ("выставляю Иван молчит", ()),
        ("Петя выставляю", ()),
        ("ставлю Пете лайк", ()),
        ("выставляю друга Пети", ()),
        ("выставляю Васю", ()),
        ("выставляю я", ()),
        ("Петя: выставляю Ивана", ()),
        ("Иван — выставляю Петю", ()),
    ],
)
def test_a_name_is_heard_when_it_means_one_seat(text: str, nominated: tuple[int, ...]) -> None:
    assert PhraseReader(range(1, 11), NAMES).hear(text).nominate == nominated


# --- rule sets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_the_word_ends_the_minute_whatever_the_context_where_the_rules_say_so(ruleset: str) -> None:
    listener = phrase_reader_for(ruleset, range(1, 11))
    for text in ("он сказал пас и молчит", "«пас»", "Пас?", "выставляю 5, пас"):
        assert listener.hear(text).passed is (ruleset == "phystech"), text
    assert not listener.hear("пасть, пасую, спасибо третьему").passed


@pytest.mark.parametrize("ruleset", [*SHIPPED, "city+box.detective"])
def test_a_claim_is_heard_by_every_name_of_the_card(ruleset: str) -> None:
    listener = phrase_reader_for(ruleset, range(1, 11))
    assert listener.hear("я комиссар").claim
    assert listener.hear("я шериф").claim
    assert listener.hear("я детектив").claim is (ruleset in ("box", "party"))


# --- the order in which it was said ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "withdrawn", "taken_back", "kept"),
    [
        ("выставляю пятого и шестого", 0, (), (5, 6)),
        ("снимаю пятого, выставляю шестого", 5, (), (6,)),
        ("Выставляю пятого. Снимаю кандидатуру.", 0, (5,), ()),
        ("Выставляю 5. Снимаю 5. Выставляю 7.", 5, (5,), (7,)),
        ("Виставляю 5. Знімаю п'ятого. Виставляю 5.", 5, (5,), (5,)),
        ("кандидатуру пятого снимаю", 5, (), ()),
        ("Снимаю 5. Выставляю 6. Снимаю шестого.", 6, (6,), ()),
    ],
)
def test_a_withdrawal_takes_back_what_was_said_before_it(
    text: str, withdrawn: int, taken_back: tuple[int, ...], kept: tuple[int, ...]
) -> None:
    heard = TEN.hear(text)
    assert (heard.withdrawn, heard.taken_back, heard.kept) == (withdrawn, taken_back, kept)
    assert heard.withdraw is (kept != heard.nominate or bool(withdrawn))


def test_no_word_of_a_language_stands_in_the_reader() -> None:
    """Except letters and the endings of names."""
    found: set[str] = set()
    for name in READER:
        nodes = [*ast.walk(ast.parse((ROOT / "bot" / "phrases" / f"{name}.py").read_text("utf-8")))]
        docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        strings = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in docs]
        found |= {word for text in strings if isinstance(text, str) for word in words_of(text)}
    assert {word for word in found & {*WORDS, *vocabulary().numerals} if len(word) > 1} == set()


# --- whatever is typed -----------------------------------------------------------------------------------------

WORDS = sorted({word for phrases in vocabulary().phrases.values() for phrase, _ in phrases for word in phrase})
SIGNS = "«»„“”\"'`’>—-–:;,.!?…()/%№#\n 0159\u0301\u20e3\ud800🎩²٣"
TYPED = st.lists(
    st.sampled_from([*WORDS, *vocabulary().numerals]) | st.text(SIGNS, max_size=3) | st.text(max_size=4)
)


@given(TYPED.map(" ".join) | TYPED.map("".join) | st.text())
@settings(max_examples=300, deadline=None)
def test_whatever_is_typed_is_heard_without_an_error(text: str) -> None:
    heard = TEN.hear(text)
    assert set(heard.nominate) <= set(range(1, 11))
    assert len(set(heard.nominate)) == len(heard.nominate)


HARD = [
    *(
        "выставляю ",
        "выставляю… ",
        "выставляю 5 ",
        "5 ",
        "5, ",
        "5,5",
        "пятого и ",
        "я ",
        "не ",
        "если ",
        "номер ",
    ),
    *("«", "«\n", "»", '"', "'a", "`", "```", "> ", "«а» ", "моя кандидатура ", "снимаю ", "я комиссар ", "пас "),
    *(
        "конечно, ",
        ", ",
        "потому что ",
        "выставляю наверное ",
        "сказал выставляю ",
        "и 5 ",
        "анна ",
        "— ",
        "\u0301",
    ),
]


@pytest.mark.parametrize("end", ["", "выставляю 5", "!"])
def test_twice_the_text_takes_twice_the_time(end: str) -> None:
    listener = PhraseReader(LARGEST_TABLE, {1: "Анна", 2: "Анна Б"})
    assert [why for more in HARD if (why := grows(listener.hear, "", more, end))] == []


def test_what_is_longer_than_a_message_is_cut() -> None:
    assert TEN.hear("а " * (LONGEST // 2 - 10) + "выставляю 5").nominate == (5,)
    assert TEN.hear("а " * (LONGEST // 2) + "выставляю 5").nominate == ()


# --- the vocabulary --------------------------------------------------------------------------------------------


def test_both_vocabularies_answer_the_same_questions() -> None:
    ru, uk = (
        {(section, key) for section, entries in read.items() for key in entries}
        for read in (
            tomllib.loads((ROOT / "locales" / language / "phrases.toml").read_text("utf-8"))
            for language in LANGUAGES
        )
    )
    assert ru == uk


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_list_can_be_read(language: str) -> None:
    read = tomllib.loads((ROOT / "locales" / language / "phrases.toml").read_text("utf-8"))
    for section, entries in read.items():
        for key, text in entries.items():
            words = [word.strip() for word in text.split(",")]
            assert key == "false_friends" or all(words_of(word) for word in words), (section, key)
            assert section != "numbers" or key not in FORMS or len(words) == (10 if key == "noun" else 20), key


# --- on the command line -----------------------------------------------------------------------------------------


def hear(said: bytes, *arguments: str, folder: Path) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "bot.cli", "hear", *arguments],
        input=said,
        capture_output=True,
        check=False,
        timeout=60,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_omerta_hear_answers_every_line_with_one_object(tmp_path: Path) -> None:
    said = "выставляю пятого и 6\n\nя комиссар\nснимаю кандидатуру. Пас.\nсдаюсь\nвыставляю 11".encode()
    shown = hear(said, folder=tmp_path)
    nothing = {"nominate": [], "withdraw": False, "pass": False, "surrender": False, "claim": False}
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert [json.loads(line) for line in shown.stdout.splitlines()] == [
        nothing | {"nominate": [5, 6]},
        nothing,
        nothing | {"claim": True},
        nothing | {"withdraw": True, "pass": True},
        nothing | {"surrender": True},
        nothing,
    ]
    assert [*json.loads(shown.stdout.splitlines()[0])] == [*nothing]


def test_omerta_hear_survives_what_is_no_text(tmp_path: Path) -> None:
    shown = hear(b"\xff\xfe\x00\n\x80\xd0\n", folder=tmp_path)
    assert (shown.returncode, shown.stderr, shown.stdout.count(b"\n")) == (0, b"", 2)


def test_omerta_hear_knows_the_rule_sets(tmp_path: Path) -> None:
    assert json.loads(hear("он пас".encode(), "--ruleset", "phystech", folder=tmp_path).stdout)["pass"] is True
    refused = hear(b"", "--ruleset", "chess", folder=tmp_path)
    assert refused.returncode == 2
    assert b"Traceback" not in refused.stderr


def test_omerta_hear_does_not_load_the_bot_framework() -> None:
    code = (
        "import sys; from bot.cli import main; main(['hear']);"
        "print([name for name in ('aiogram', 'aiohttp', 'pydantic', 'asyncio', 'fluent') if name in sys.modules])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], input="5\n", capture_output=True, text=True, check=True, timeout=60
    )
    assert shown.stdout.splitlines()[-1] == "[]"
