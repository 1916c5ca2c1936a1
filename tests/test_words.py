"""The words in both languages: all there, none too many, the same places for names, plain and neutral speech."""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fluent.syntax import parse
from fluent.syntax.ast import Message, MessageReference, TextElement, VariableReference
from fluent.syntax.visitor import Visitor

from bot.option_words import duration, option_key, option_value
from bot.words import LANGUAGES, LOCALES, BrokenWords, Html, MissingWords, Words, language_of
from engine.options import KINDS, Switch
from engine.rulesets import RULESETS
from tests.vocabulary import CALLED_FOR, RULES

LONGEST_TOAST = 200
LONGEST_BUTTON = 24
LONGEST_MESSAGE = 4096
TELEGRAM_TAGS = {"b", "i", "u", "s", "a", "code", "pre", "blockquote", "tg-spoiler", "tg-time"}
NUMBERS = {"n", "points", "number", "count", "players", "day", "night", "votes"}
"""Variables that are a number rather than a name."""

PAST = {
    "ru": re.compile(r"\b[а-яё]+(?:л|ла|лся|лась)\b"),
    "uk": re.compile(r"\b[а-яіїєґ’]+(?:ав|яв|ив|ув|юв|їв|шов|вся|ла|лася|лась)\b"),
}
NOT_PAST = {
    "ru": {"балл", "балла", "выстрел", "выстрела", "отстрела", "правила", "предел", "сил", "стол", "стола"}
    | {"фол", "фола", "протокол", "протокола"}
    | {"изменился", "удалась"},  # a text, a check
    "uk": {"бала", "детектив", "правила"} | {"змінився", "вдалася"},
}
"""Nouns, and verbs about things."""

words = cache(Words)


class Uses(Visitor):
    """The variables and the other messages that a message takes in, and its bare text."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.messages: set[str] = set()
        self.text: list[str] = []

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: MessageReference) -> None:  # noqa: N802
        self.messages.add(node.id.name)

    def visit_TextElement(self, node: TextElement) -> None:  # noqa: N802
        self.text.append(node.value)


@cache
def messages(lang: str) -> dict[str, tuple[str, Uses]]:
    """Every message of a language: its file and what it uses."""
    found = {}
    for file in sorted((LOCALES / lang).glob("*.ftl")):
        for entry in parse(file.read_text(encoding="utf-8")).body:
            if isinstance(entry, Message):
                uses = Uses()
                uses.visit(entry)
                found[entry.id.name] = (file.name, uses)
    return found


def variables(lang: str, key: str) -> set[str]:
    uses = messages(lang)[key][1]
    return uses.variables.union(*(variables(lang, other) for other in uses.messages))


def said(lang: str, key: str) -> Html:
    """A message with something in every place."""
    return words().say(lang, key, **{name: 5 if name in NUMBERS else "№ 4 Nick" for name in variables(lang, key)})


def each(prefix: str = "") -> Iterator[tuple[str, str]]:
    return ((lang, key) for lang in LANGUAGES for key in messages(lang) if key.startswith(prefix))


# --- all there -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("file", CALLED_FOR)
def test_every_declaration_has_its_words_and_no_word_is_left_over(lang: str, file: str) -> None:
    there = {key for key, (where, _) in messages(lang).items() if where == file}
    assert there == CALLED_FOR[file]


def test_both_languages_have_the_same_messages_in_the_same_files() -> None:
    ru, uk = ({key: file for key, (file, _) in messages(lang).items()} for lang in LANGUAGES)
    assert ru == uk


def test_both_languages_have_the_same_places_for_names() -> None:
    different = [key for key in messages("ru") if variables("ru", key) != variables("uk", key)]
    assert different == []


def test_every_message_can_be_said() -> None:
    for lang, key in each():
        assert said(lang, key).strip(), key


# --- as they should be -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_verb_of_the_past_says_who_is_a_man_or_a_woman(lang: str) -> None:
    for key, (_, uses) in messages(lang).items():
        text = " ".join(uses.text).lower()
        assert set(PAST[lang].findall(text)) <= NOT_PAST[lang], key


def test_letters_and_marks_are_those_of_the_language() -> None:
    for key, (_, uses) in messages("ru").items():
        assert not re.search(r"[іїєґ]", " ".join(uses.text).lower()), key
    for key, (_, uses) in messages("uk").items():
        assert not re.search(r"[ыэёъ]", " ".join(uses.text).lower()), key
    for lang, key in each():
        text = " ".join(messages(lang)[key][1].text)
        assert not re.search(r"['`ʼ“”„]|\s--?\s|\.\.\.", text), f"{lang} {key}: {text}"


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.open.append(tag)
        if tag not in TELEGRAM_TAGS:
            self.wrong.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append("/" + tag)


def test_html_is_whole_in_every_message() -> None:
    for lang, key in each():
        text = said(lang, key)
        tags = Tags()
        tags.feed(text)
        tags.close()
        assert (tags.open, tags.wrong) == ([], []), key
        assert not re.search(r"&(?!lt;|gt;|amp;|quot;)", text), key


def test_toasts_and_buttons_fit() -> None:
    for lang, key in each():
        longest = {"reason": LONGEST_TOAST, "verb": LONGEST_BUTTON}.get(key.split("-")[0], LONGEST_MESSAGE)
        assert len(said(lang, key)) <= longest, key


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_rules_fit_into_one_message_and_their_options_into_another(lang: str, ruleset: str) -> None:
    rules = [said(lang, f"rules-{ruleset}-{part}") for part in RULES]
    options = [
        f"{said(lang, option_key(key))}: {option_value(words(), lang, key, option.value)}. "
        + said(lang, option_key(key) + "-about")
        for key, option in RULESETS[ruleset].options.items()
    ]
    assert len("\n\n".join(rules)) <= LONGEST_MESSAGE
    assert len("\n".join(options)) <= LONGEST_MESSAGE


# --- numbers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "key", "forms"),
    [
        ("ru", "option-seconds", "секунда секунды секунд секунд секунда секунды секунд"),
        ("uk", "option-seconds", "секунда секунди секунд секунд секунда секунди секунд"),
        ("ru", "option-minutes", "минута минуты минут минут минута минуты минут"),
        ("uk", "option-minutes", "хвилина хвилини хвилин хвилин хвилина хвилини хвилин"),
        ("ru", "option-hours", "час часа часов часов час часа часов"),
        ("uk", "option-hours", "година години годин годин година години годин"),
        ("ru", "option-count", "раз раза раз раз раз раза раз"),
        ("uk", "option-count", "раз рази разів разів раз рази разів"),
        ("ru", "option-points", "балл балла баллов баллов балл балла баллов"),
        ("uk", "option-points", "бал бали балів балів бал бали балів"),
    ],
)
def test_plurals(lang: str, key: str, forms: str) -> None:
    numbers = (1, 2, 5, 11, 21, 22, 25)
    assert [words().say(lang, key, n=n) for n in numbers] == [
        f"{n} {form}" for n, form in zip(numbers, forms.split(), strict=True)
    ]


@pytest.mark.parametrize(
    ("seconds", "ru", "uk"),
    [
        (1, "1 секунда", "1 секунда"),
        (60, "60 секунд", "60 секунд"),
        (120, "2 минуты", "2 хвилини"),
        (300, "5 минут", "5 хвилин"),
        (3_600, "1 час", "1 година"),
        (5_430, "1 час 30 минут 30 секунд", "1 година 30 хвилин 30 секунд"),
        (48 * 3_600, "48 часов", "48 годин"),
    ],
)
def test_durations(seconds: int, ru: str, uk: str) -> None:
    assert (duration(words(), "ru", seconds), duration(words(), "uk", seconds)) == (ru, uk)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", KINDS)
def test_every_value_of_every_option_can_be_read(lang: str, key: str) -> None:
    official = [ruleset.options[key].value for ruleset in RULESETS.values() if key in ruleset.options]
    kind = KINDS[key]
    values = {*official, *(kind.parse(text) for value in official for text in kind.others(value))}
    read = {option_value(words(), lang, key, value) for value in values}
    assert len(read) == len(values), "two values look the same"
    assert said(lang, option_key(key))
    assert isinstance(kind, Switch) or not read & {said(lang, "option-on"), ""}


def test_points_are_written_as_the_language_does() -> None:
    assert option_value(words(), "ru", "compensation_max", 40) == "0,4 балла"
    assert option_value(words(), "uk", "compensation_max", 40) == "0,4 бала"
    assert option_value(words(), "uk", "time_outs", 0) == "немає"


# --- Words -----------------------------------------------------------------------------------------------------


def test_a_missing_message_or_variable_is_an_error_and_never_shown() -> None:
    for lang, key in (("ru", "no-such-message"), ("en", "winner-red"), ("uk", "told-check-red")):
        with pytest.raises(MissingWords):
            words().say(lang, key)
    assert not words().has("ru", "no-such-message")
    assert not words().has("en", "winner-red")
    assert words().has("uk", "winner-red")


def test_what_people_type_is_escaped() -> None:
    hostile = '<b>&"</b>{ $seat }'
    assert words().say("ru", "done-shoot", seat=hostile) == 'Выстрел: &lt;b&gt;&amp;"&lt;/b&gt;{ $seat }'
    assert words().say("ru", "done-shoot", seat=Html("<b>№ 4</b>")) == "Выстрел: <b>№ 4</b>"
    assert words().plain("ru", "done-shoot", seat=hostile) == f"Выстрел: {hostile}"


def test_a_message_within_a_message_is_not_escaped_twice() -> None:
    inner = words().say("uk", "done-shoot", seat="A&B")
    assert words().say("uk", "told-choice-none", seat=inner) == "Постріл: A&amp;B не стріляє."


def test_lists() -> None:
    names = ["№ 1 <a>", Html("№ 2"), "№ 3"]
    assert words().listed("ru", names[1:2]) == "№ 2"
    assert words().listed("ru", names) == "№ 1 &lt;a&gt;, № 2 и № 3"
    assert words().listed("uk", names[1:]) == "№ 2 та № 3"


@pytest.mark.parametrize(
    ("code", "lang"),
    [
        ("uk", "uk"),
        ("uk-UA", "uk"),
        ("UK", "uk"),
        ("ru", "ru"),
        ("en", "ru"),
        ("ukr", "ru"),
        ("", "ru"),
        (None, "ru"),
    ],
)
def test_the_first_guess_of_a_language(code: str | None, lang: str) -> None:
    assert language_of(code) == lang


@pytest.mark.parametrize("text", ["broken = { $", "twice = a\ntwice = b", "", "# only a comment"])
def test_a_broken_file_is_refused_when_it_is_read(tmp_path: Path, text: str) -> None:
    for lang in LANGUAGES:
        (tmp_path / lang).mkdir()
        (tmp_path / lang / "some.ftl").write_text(text, encoding="utf-8")
    with pytest.raises(BrokenWords):
        Words(tmp_path)
