"""The texts in both languages: complete, none unused, the same placeholders, plain and neutral wording."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fluent.syntax import parse
from fluent.syntax.ast import Message, MessageReference, TextElement, VariableReference
from fluent.syntax.visitor import Visitor

from bot.games.lobby import LobbyRefusal
from bot.language.option_names import duration, option_key, option_value
from bot.language.refusal_keys import SINGLE
from bot.language.ruleset_wording import RULESET_WORDINGS, ruleset_key
from bot.language.translator import (
    LANGUAGES,
    LOCALES,
    BrokenMessage,
    Html,
    MissingMessage,
    Translator,
    language_of,
)
from bot.pages.step_message import STEP_PAGES
from bot.telegram.command_menu import MENUS
from engine.events import StepName, Way
from engine.options import KINDS, Switch
from engine.rulesets import RULESETS
from tests.kits.vocabulary import CALLED_FOR, OWN

LONGEST_TOAST = 200
LONGEST_BUTTON = 24
LONGEST_COMMAND = 40
LONGEST_MESSAGE = 4096
TOASTS = (
    *("reason-", "tap-", "lobby-no-", "lobby-seated", "lobby-stood-up", "lobby-bot-", "lobby-begun"),
    *("lobby-unreachable", "table-opened", "table-is-there", "draining", "admins-only", "sent-to-private"),
    *("role-none", "game-goes-on", "language-set", "doctor-all-fine", "settings-no-", "settings-saved"),
    *("settings-outdated", "settings-left", "settings-admins-only", "settings-long-name", "settings-same-name"),
    *("judge-no", "judge-only", "judge-outdated", "bonus-no-", "proposal-", "chair-not-yours", "chair-yours"),
    *("cup-no-", "cup-done-", "cup-only-chief", "cup-game-opened", "cup-final-made", "cup-seeking-", "protest-no"),
    *("telegram-away", "protest-only-chief", "protest-decided", "protest-wants-consent", "access-"),
)
"""Prefixes of the keys of texts that Telegram shows in the window of a tap: short, and without markup."""
BUTTONS = ("verb-", "button-", "cup-button-", "protest-button-")
TELEGRAM_TAGS = {"b", "i", "u", "s", "a", "code", "pre", "blockquote", "tg-spoiler", "tg-time"}
NUMBERS = {"n", "points", "number", "count", "players", "day", "night", "votes"} | {
    *("taken", "least", "most", "any", "all", "yes", "seconds", "share", "size", "error", "sets", "first", "last")
}
"""Variables that are a number rather than a name."""
SILENT = {"news-left-shot"}
"""Messages with an empty text: the victims of a night have been named by then."""

PAST = {
    "ru": re.compile(r"\b[а-яё]+(?:л|ла|лся|лась)\b"),
    "uk": re.compile(r"\b[а-яіїєґ’]+(?:ав|яв|ив|ув|юв|їв|шов|вся|ла|лася|лась)\b"),
}
NOT_PAST = {
    "ru": {
        "балл",
        "балла",
        "выстрел",
        "выстрела",
        "отстрел",
        "финал",
        "полуфинал",
        "четвертьфинал",
        "отстрела",
        "правила",
        "предел",
        "сил",
        "стол",
        "стола",
    }
    | {"фол", "фола", "протокол", "протокола", "файл"}
    | {"изменился", "удалась"}  # a text, a check
    | {"сначала", "карла", "паола"},
    "uk": {"бала", "вплив", "детектив", "правила"} | {"змінився", "вдалася"} | {"карла", "паола"},
}
"""Nouns, and verbs about things."""

words = cache(Translator)


class Uses(Visitor):
    """The variables and the other messages that a message uses, and its bare text."""

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
    """Returns every message of a language: its file and what it uses."""
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
    """Returns a message with a value for every variable; on a button a seat is its bare number."""
    numbers = NUMBERS | {"seat"} if key.startswith("button-") else NUMBERS
    return words().say(lang, key, **{name: 12 if name in numbers else "№ 4 Nick" for name in variables(lang, key)})


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
        assert bool(said(lang, key).strip()) != (key in SILENT), key


# --- words of one document's own -------------------------------------------------------------------------------

FOUL = re.compile(r"\bфол", re.I)
NOT_IN_THE_CITY = ("rules-fiim", "rules-box", "rules-party", "ruleset-phystech", "protocol-legend")
"""Rules of other documents, and the legend of the sport form."""


def test_a_document_s_own_words_stand_where_the_common_ones_do() -> None:
    for ruleset, keys in RULESET_WORDINGS.items():
        assert ruleset in RULESETS
        for lang in LANGUAGES:
            for key in keys:
                own = ruleset_key(f"{ruleset}+box.thief", key)
                assert messages(lang)[own][0] == messages(lang)[key][0], own
                assert variables(lang, own) == variables(lang, key), own
                assert said(lang, own) != said(lang, key)


def test_other_rules_and_other_words_are_left_as_they_are() -> None:
    assert ruleset_key("fiim", "news-foul") == "news-foul"
    assert ruleset_key("box+city.lover", "news-foul") == "news-foul"
    assert ruleset_key("city", "news-day") == "news-day"


@pytest.mark.parametrize(("lang", "remark"), [("ru", "замечан"), ("uk", "зауважен")])
def test_the_city_knows_remarks_and_no_fouls(lang: str, remark: str) -> None:
    """S1: a player who breaks the rules gets a remark."""
    spoken = {key for _, key in each() if FOUL.search(" ".join(messages(lang)[key][1].text))}
    assert {key for key in spoken if not key.startswith(NOT_IN_THE_CITY)} == {
        key for key in RULESET_WORDINGS["city"] if key != "news-miss"
    }
    for key in spoken & RULESET_WORDINGS["city"]:
        assert remark in said(lang, f"{key}-city").lower()


# --- what the host says ------------------------------------------------------------------------------------------

HOST_FILES = (
    *(
        "judge.ftl",
        "lobby.ftl",
        "settings.ftl",
        "table.ftl",
        "private_prompts.ftl",
        "private_messages.ftl",
        "tap_answers.ftl",
        "farewell.ftl",
        "team_and_afterlife_chat.ftl",
        "start_and_help.ftl",
        "outages.ftl",
        "owner.ftl",
    ),
    *("protocol.ftl", "replay.ftl", "statistics.ftl", "tournament.ftl", "closed_group.ftl", "absence.ftl"),
    *(
        "readiness_check.ftl",
        "stand_in_names.ftl",
        "command_menu.ftl",
        "fair_deal.ftl",
        "language.ftl",
        "muting.ftl",
    ),
    *("privacy_and_forget.ftl", "stop_game.ftl", "seat_handover.ftl", "unseat_and_keep_away.ftl"),
)
HOST_CODE = ("bot", "handlers")
SAYS = {"say", "plain", "label", "text", "line", "in_words", "sentence"}
"""Functions that take a key, and the values of its variables by name."""
KEY = re.compile(r"[a-z]+(?:-[a-z0-9]+)*")
NO_KEYS = {str(refusal) for refusal in LobbyRefusal}
"""Literals that look like keys but are only the end of one."""


class Literals(ast.NodeVisitor):
    """All string literals of some code, all f-strings as patterns, and which of them a call of `SAYS` is given.

    A hole of a pattern is a group, and what stands in it must be a literal elsewhere (mostly a member of an enum);
    what a call has made stands in a hole without a group, and may be anything.
    """

    def __init__(self) -> None:
        self.literals: set[str] = set()
        self.patterns: set[str] = set()
        self.said: list[tuple[str, set[str] | None]] = []
        """Each key that is used, and the names of its arguments (None: not known here)."""
        self.said_patterns: set[str] = set()

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.literals.add(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self.patterns.add(_pattern(node))
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in SAYS:
            given = {keyword.arg for keyword in node.keywords if keyword.arg}
            known = given if len(given) == len(node.keywords) else None
            for arg in node.args:
                self._is_said(arg, known)
        self.generic_visit(node)

    def _is_said(self, arg: ast.expr, given: set[str] | None) -> None:
        match arg:
            case ast.IfExp():
                self._is_said(arg.body, given)
                self._is_said(arg.orelse, given)
            case ast.Constant(value=str(key)) if KEY.fullmatch(key) and key not in LANGUAGES:
                self.said.append((key, given))
            case ast.JoinedStr() if not re.search(r"[^a-z0-9-]", _fixed(arg)):
                self.said_patterns.add(_pattern(arg))


def _fixed(node: ast.JoinedStr) -> str:
    return "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))


def _pattern(node: ast.JoinedStr) -> str:
    parts = []
    for part in node.values:
        match part:
            case ast.Constant(value=str(text)):
                parts.append(re.escape(text))
            case ast.FormattedValue(value=ast.Call()):
                parts.append("[a-z0-9-]+")
            case _:
                parts.append("([a-z0-9-]+)")
    return "".join(parts)


@cache
def literals(*folders: str) -> Literals:
    found = Literals()
    for folder in folders:
        for file in sorted((LOCALES.parent / folder).rglob("*.py")):
            found.visit(ast.parse(file.read_text(encoding="utf-8")))
    return found


def is_used(key: str) -> bool:
    """Returns whether the host's code contains this key, or one of its f-strings can produce it."""
    code, values = literals(*HOST_CODE), literals(*HOST_CODE, "engine").literals
    if key in code.literals or key in OWN:
        return True
    made = (re.fullmatch(pattern, key) for pattern in code.patterns if re.search("[a-z]{3}", pattern))
    holes = (match.groups() for match in made if match)
    return any(all(hole in values or hole.isdigit() or is_used(hole) for hole in each_hole) for each_hole in holes)


def test_the_host_has_no_word_that_it_never_says() -> None:
    left_over = {key for key, (file, _) in messages("ru").items() if file in HOST_FILES and not is_used(key)}
    assert left_over == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_that_the_host_says_is_there(lang: str) -> None:
    code = literals(*HOST_CODE)
    families = tuple({key.split("-")[0] + "-" for key in messages(lang)})
    like_keys = {text for text in code.literals - NO_KEYS if text.startswith(families) and KEY.fullmatch(text)}
    assert (like_keys | {key for key, _ in code.said}) - set(messages(lang)) == set()
    for pattern in code.said_patterns:
        assert any(re.fullmatch(pattern, key) for key in messages(lang)), pattern


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_is_given_what_it_needs(lang: str) -> None:
    lacking = {
        key: variables(lang, key) - given
        for key, given in literals(*HOST_CODE).said
        if given is not None and key in messages(lang)
    }
    assert {key: names for key, names in lacking.items() if names} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_member_has_its_word_where_the_key_is_made_of_it(lang: str) -> None:
    called_for = (
        {f"lobby-no-{refusal}" for refusal in LobbyRefusal}
        | {f"news-left-{way}" for way in Way}
        | {f"stage-{step}" for step in STEP_PAGES if step is not StepName.OVER}
        | {f"command-{command}" for menu in MENUS.values() for command in menu}
    )
    assert called_for - set(messages(lang)) == set()
    assert {key for key in messages(lang) if key.startswith(("lobby-no-", "news-left-", "command-"))} <= called_for


def test_every_refusal_that_is_counted_by_name_can_be_said() -> None:
    assert {key for key in SINGLE if key not in messages("ru")} == set()


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
        text = said(lang, key)
        assert len(text) <= _longest(key), f"{lang} {key}: {text}"
        assert _longest(key) == LONGEST_MESSAGE or "<" not in text, f"{lang} {key}: tags would be shown"


RETURN_KEYS_OF_TOASTS = (
    "bot/games/lobby_opening.py",
    "bot/games/sitting_down.py",
    "bot/judge/rulings.py",
    "bot/tournaments/seating_task.py",
)
"""Their functions return the keys with which handlers answer a tap."""


def _keys_of_toasts() -> Iterator[str]:
    """Returns every key that a handler answers a tap with; of one that is composed its beginning."""
    for file in sorted(Path("handlers").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                yield from _keys_in(*node.args[2:3])
    for file in map(Path, RETURN_KEYS_OF_TOASTS):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Return) and node.value is not None:
                yield from _keys_in(node.value)


def _keys_in(*nodes: ast.expr) -> Iterator[str]:
    for part in (part for node in nodes for part in ast.walk(node)):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and "-" in part.value:
            yield part.value


def test_no_tap_is_answered_with_tags() -> None:
    keys = set(_keys_of_toasts())
    assert {"tap-old", "cup-no-", "protest-decided", "bonus-no-limit", "table-so-often"} <= keys
    beginnings = tuple(key for key in keys if key.endswith("-"))
    for lang, key in each():
        if key in keys or key.startswith(beginnings):
            text = said(lang, key)
            assert "<" not in text, f"{lang} {key}: tags would be shown"
            assert len(text) <= LONGEST_TOAST, f"{lang} {key}: {text}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_that_may_be_wrong_with_a_group_fits_into_one_window(lang: str) -> None:
    wrong = [said(lang, key) for key in messages(lang) if re.fullmatch("doctor-(?!reach).*-bad", key)]
    assert len(wrong) > 1
    assert len("\n".join(wrong)) <= LONGEST_TOAST


def _longest(key: str) -> int:
    if key.startswith("command-"):
        return LONGEST_COMMAND
    if key.startswith(BUTTONS):
        return LONGEST_BUTTON
    return LONGEST_TOAST if key.startswith(TOASTS) else LONGEST_MESSAGE


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_all_that_is_said_of_the_options_fits_into_one_message(lang: str, ruleset: str) -> None:
    options = [
        f"{said(lang, option_key(key))}: {option_value(words(), lang, key, option.value)}. "
        + said(lang, option_key(key) + "-about")
        for key, option in RULESETS[ruleset].options.items()
    ]
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
        ("ru", "table-fouls", "фол фола фолов фолов фол фола фолов"),
        ("uk", "table-fouls", "фол фоли фолів фолів фол фоли фолів"),
        ("ru", "table-fouls-city", "замечание замечания замечаний замечаний замечание замечания замечаний"),
        ("uk", "table-fouls-city", "зауваження зауваження зауважень зауважень зауваження зауваження зауважень"),
    ],
)
def test_numbers_have_the_right_plural(lang: str, key: str, forms: str) -> None:
    numbers = (1, 2, 5, 11, 21, 22, 25)
    assert [words().say(lang, key, n=n, count=n) for n in numbers] == [
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
def test_durations_are_written_in_whole_units(seconds: int, ru: str, uk: str) -> None:
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


@pytest.mark.parametrize(
    ("lang", "count", "tally"),
    [
        ("ru", 0, "▫️ № 4 — нет голосов"),
        ("uk", 0, "▫️ № 4 — немає голосів"),
        ("ru", 1, "▫️ № 4 — 1 голос (№ 1)"),
        ("uk", 3, "▫️ № 4 — 3 голоси (№ 1)"),
        ("ru", 5, "▫️ № 4 — 5 голосов (№ 1)"),
        ("uk", 5, "▫️ № 4 — 5 голосів (№ 1)"),
    ],
)
def test_a_tally_names_the_voters_if_there_are_any(lang: str, count: int, tally: str) -> None:
    assert words().say(lang, "news-tally", seat="№ 4", count=count, any=count, voters="№ 1") == tally


# --- Words -----------------------------------------------------------------------------------------------------


def test_a_missing_message_or_variable_is_an_error_and_never_shown() -> None:
    for lang, key in (("ru", "no-such-message"), ("en", "winner-red"), ("uk", "told-check-red")):
        with pytest.raises(MissingMessage):
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


def test_the_last_of_a_list_follows_an_and() -> None:
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
    with pytest.raises(BrokenMessage):
        Translator(tmp_path)
