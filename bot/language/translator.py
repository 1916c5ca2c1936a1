"""Texts in the reader's language, from `locales/<language>/*.ftl`.

A broken or duplicate message is an error when the locales are loaded, not when it is sent.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import Junk, Message, Resource, Term

LANGUAGES = ("ru", "uk")
LANGUAGE_NAMES = {"ru": "Русский", "uk": "Українська"}
"""Each language by its own name."""
DEFAULT_LANGUAGE = "ru"
LONGEST_PART = 1_000
"""Longer arguments are inserted after formatting: Fluent refuses those of more than 2,500 characters, and escaping
turns one character into up to five."""
LOCALES = Path(__file__).resolve().parent.parent.parent / "locales"
"""The folder of the locales, beside `bot` both in a checkout and in an installation."""


class Html(str):
    """Text that is safe in an HTML message: written by the project, or already escaped."""

    __slots__ = ()


Argument = str | int | float
Names = Callable[[int], Html]
"""Returns the shown name of a seat: `№ 4 Nick`."""


class MissingMessage(LookupError):
    """The message does not exist in this language or lacks an argument. A key is never shown instead."""


class BrokenMessage(ValueError):
    """A file of messages has a syntax error, a duplicate key or no messages."""


def language_of(code: str | None) -> str:
    """Returns the language for a person, given the language code of their Telegram client."""
    return "uk" if code and code.lower().split("-")[0] == "uk" else DEFAULT_LANGUAGE


class Translator:
    """Formats messages by language and key."""

    def __init__(self, folder: Path = LOCALES) -> None:
        self._bundles: Mapping[str, FluentBundle] = {lang: _bundle(folder / lang, lang) for lang in LANGUAGES}
        self._said: dict[tuple[str, str], str] = {}
        """Cache of messages without arguments."""

    def has(self, lang: str, key: str) -> bool:
        return lang in self._bundles and self._bundles[lang].has_message(key)

    def say(self, lang: str, key: str, **args: Argument) -> Html:
        """Returns a message for HTML parse mode; arguments that are not `Html` are escaped."""
        return Html(self._format(lang, key, {name: _safe(value) for name, value in args.items()}))

    def plain(self, lang: str, key: str, **args: Argument) -> str:
        """Returns a message without escaping, for buttons and toasts, which Telegram shows as plain text."""
        return self._format(lang, key, args)

    def listed(self, lang: str, parts: Sequence[str]) -> Html:
        """Returns a list as text: `a, b and c`."""
        *others, last = (_safe(part) for part in parts)
        if not others:
            return Html(last)
        return self.say(lang, "list-and", first=Html(", ".join(map(str, others))), last=Html(last))

    def _format(self, lang: str, key: str, args: Mapping[str, Argument]) -> str:
        if args:
            return self._put_together(lang, key, args)
        said = self._said.get((lang, key))
        if said is None:
            said = self._said[lang, key] = self._put_together(lang, key, args)
        return said

    def _put_together(self, lang: str, key: str, args: Mapping[str, Argument]) -> str:
        if not self.has(lang, key):
            raise MissingMessage(f"{lang}: no message {key!r}")
        bundle = self._bundles[lang]
        pattern = bundle.get_message(key).value
        if pattern is None:
            raise MissingMessage(f"{lang}: message {key!r} is empty")
        long = {
            name: value for name, value in args.items() if isinstance(value, str) and len(value) > LONGEST_PART
        }
        short = {name: f"\0{name}\0" for name in long}
        text, errors = bundle.format_pattern(pattern, {**args, **short})
        if errors:
            raise MissingMessage(f"{lang}: message {key!r}: " + "; ".join(map(str, errors)))
        said = str(text)
        for name, mark in short.items():
            said = said.replace(mark, long[name])
        return said


def _safe(value: Argument) -> Argument:
    if isinstance(value, Html) or not isinstance(value, str):
        return value
    return Html(escape(value, quote=False))


@cache
def _read(text: str) -> Resource:
    """Parses a file; cached, because parsing all files takes seconds and tests build many hosts."""
    return FluentResource(text)


def _bundle(folder: Path, lang: str) -> FluentBundle:
    bundle = FluentBundle([lang], use_isolating=False)
    seen: dict[str, str] = {}
    for file in sorted(folder.glob("*.ftl")):
        resource = _read(file.read_text(encoding="utf-8"))
        for entry in resource.body:
            if isinstance(entry, Junk):
                raise BrokenMessage(f"{lang}/{file.name}: cannot read {(entry.content or '').strip()[:60]!r}")
            if isinstance(entry, Message | Term):
                name = entry.id.name
                if name in seen:
                    raise BrokenMessage(f"{lang}/{file.name}: {name} stands in {seen[name]} already")
                seen[name] = file.name
        bundle.add_resource(resource)
    if not seen:
        raise BrokenMessage(f"no messages in {folder}")
    return bundle
