"""Every text that the page uses is translated, and no translation is unused."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "sandbox" / "page"
SOURCES = {file.name: file.read_text(encoding="utf-8") for file in sorted(PAGE.glob("*.js"))}
ENTRY = re.compile(r'^  "?([\w-]+)"?: \["((?:[^"\\]|\\.)+)", "((?:[^"\\]|\\.)+)"\],$', re.MULTILINE)
WORDS = {key: (russian, ukrainian) for key, russian, ukrainian in ENTRY.findall(SOURCES["translations.js"])}
CODE = "\n".join(text for name, text in SOURCES.items() if name != "translations.js")
ASKED = set(re.findall(r'\bt\("([\w-]+)"', CODE))
# Keys put together at run time: kind_photo, k_delay, x_muted, e_block, theme_auto, the names of rights.
MADE = ("kind_", "k_", "x_", "e_", "theme_", "can_")


def test_every_word_asked_for_is_known() -> None:
    assert len(WORDS) > 150
    assert sorted(ASKED - WORDS.keys()) == []


def test_no_word_is_left_over() -> None:
    said = set(re.findall(r'"([\w-]+)"', CODE))
    assert sorted(key for key in WORDS if key not in said and not key.startswith(MADE)) == []


def test_both_languages_take_the_same_values() -> None:
    holes = re.compile(r"\{\w+\}")
    assert [k for k, (ru, uk) in WORDS.items() if sorted(holes.findall(ru)) != sorted(holes.findall(uk))] == []


def test_ukrainian_has_no_russian_letters_and_russian_no_ukrainian_ones() -> None:
    assert [key for key, (_, ukrainian) in WORDS.items() if re.search("[ыэъё]", ukrainian, re.IGNORECASE)] == []
    assert [key for key, (russian, _) in WORDS.items() if re.search("[іїєґ]", russian, re.IGNORECASE)] == []


def test_nothing_that_people_type_is_parsed_as_html() -> None:
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser"
    )
    assert [name for name, text in SOURCES.items() if forbidden.search(text)] == []


def test_nothing_comes_from_elsewhere() -> None:
    texts = {file.name: file.read_text(encoding="utf-8") for file in PAGE.iterdir()}
    known = {"http://www.w3.org/2000/svg"}
    hosts = {name: set(re.findall(r"https?://[\w./-]+", text)) - known for name, text in texts.items()}
    assert {name: found for name, found in hosts.items() if found - {"https://t.me/"}} == {}
