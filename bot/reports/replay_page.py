"""A finished game as one self-contained HTML file that works offline and shows the game step by step."""

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path

from bot.language.role_names import ruleset_name
from bot.language.translator import Translator
from bot.reports.protocol_cells import Heading
from bot.reports.replay_frames import ReplayFrames
from engine.events import Event

TEMPLATES = Path(__file__).parent / "templates"
LABELS = (
    *("table", "cards", "back", "forward", "play", "pause", "slider", "log", "help", "view"),
    *("vote", "nominate", "shot", "check", "care", "deed", "guess", "seats", "step"),
)


def replay_page(journal: Sequence[Event], heading: Heading, words: Translator, language: str) -> str:
    replay = ReplayFrames(journal, heading.names, words, language)
    rules = ruleset_name(words, language, replay.ruleset.id)
    title = words.plain(language, "replay-title", game=heading.game or rules)
    place = words.plain(language, "replay-table", table=heading.table) if heading.tournament else heading.table
    data = {
        "title": title,
        "about": [part for part in (rules, heading.tournament, heading.stage, place, heading.date) if part],
        "seats": replay.cards,
        "chapters": replay.chapters,
        "frames": replay.frames,
        "labels": {label: words.plain(language, f"replay-ui-{label}") for label in LABELS},
    }
    parts = {
        "language": language,
        "title": escape(title),
        "style": (TEMPLATES / "replay.css").read_text(encoding="utf-8"),
        "script": (TEMPLATES / "replay.js").read_text(encoding="utf-8"),
        "data": _as_data(data),
    }
    page = (TEMPLATES / "replay.html").read_text(encoding="utf-8")
    for name, part in parts.items():
        before, mark, after = page.partition(f"<!--{name}-->")
        if not mark:
            raise ValueError(f"the template has no place for {name}")
        page = before + part + after
    return page


def _as_data(data: object) -> str:
    """Returns JSON for a script element, escaped so that nothing in it ends the element or begins a comment."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
