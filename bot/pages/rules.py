"""`/rules`: the text of a table's rules, composed from their declarations."""

import re
from collections.abc import Iterator
from html import unescape

from bot.language.option_names import option_key, option_value
from bot.language.role_names import ruleset_name
from bot.language.translator import Html, Translator
from engine.default_outcomes import default_outcomes_of
from engine.options import KINDS, BestMoveTime
from engine.rules import Rules

LONGEST_MESSAGE = 4096
MORE = Html("…")
ONLY_IF_CHANGED = frozenset({"first_day_ballot", "first_night_kill", "fouls_to_silence", "fouls_to_removal"})
"""Options that no rule document knows: what the text says anyway is not listed once more."""
PARTS = ("goal", "day", "vote", "night", "end", "discipline")


def rules_text(words: Translator, language: str, rules: Rules) -> Html:
    base = rules.ruleset.id.split("+")[0]
    parts = {part: words.say(language, f"rules-{base}-{part}") for part in PARTS}
    parts["vote"] = _together(parts["vote"], *_changed_votes(words, language, rules))
    parts["day"] = _together(words.say(language, "rules-nights"), parts["day"])
    parts["night"] = _together(parts["night"], *_best_move(words, language, rules))
    parts["end"] = _together(parts["end"], *_over_a_tournament(words, language, rules))
    parts["discipline"] = _together(parts["discipline"], *_changed_fouls(words, language, rules))
    text = [
        words.say(language, "rules-title", ruleset=ruleset_name(words, language, rules.ruleset.id)),
        *parts.values(),
        _folded([words.say(language, "rules-silence"), *_silence(words, language, rules)]),
    ]
    room = LONGEST_MESSAGE - len(_visible("\n\n".join(text))) - len("\n\n")
    return Html("\n\n".join([*text, _folded(_options(words, language, rules, room))]))


def _changed_votes(words: Translator, language: str, rules: Rules) -> Iterator[Html]:
    """Yields what this table has changed about votes: the text before it speaks of the rule document."""
    changed = dict(rules.changed)
    if "ballot_secrecy" in changed:
        yield words.say(language, f"stage-votes-{rules.options.ballot_secrecy}")
    if rules.options.change_vote:
        yield words.say(language, "stage-votes-change")


def _changed_fouls(words: Translator, language: str, rules: Rules) -> Iterator[Html]:
    """Yields after how many fouls this table silences and removes, where that is not as in its document."""
    changed = dict(rules.changed)
    if "fouls_to_silence" in changed:
        yield words.say(language, "rules-fouls-to-silence", number=rules.options.fouls_to_silence)
    if "fouls_to_removal" in changed:
        yield words.say(language, "rules-fouls-to-removal", number=rules.options.fouls_to_removal)


def _best_move(words: Translator, language: str, rules: Rules) -> Iterator[Html]:
    ruleset, time = rules.ruleset, rules.options.best_move_time
    if "best_move_time" not in ruleset.options:
        return
    if time is BestMoveTime.LAST_WORD and not rules.options.last_words:
        time = BestMoveTime.NEVER
    yield words.say(language, f"rules-best-move-{time}")
    if time is BestMoveTime.NEVER:
        return
    if not ruleset.best_move_if_two_left:
        yield words.say(language, "rules-best-move-not-after-two")
    two, three = (words.say(language, "option-points", n=points / 100) for points in ruleset.scoring.best_move)
    yield words.say(language, "rules-best-move-points", two=two, three=three)


def _over_a_tournament(words: Translator, language: str, rules: Rules) -> Iterator[Html]:
    """Yields the rules that apply only over many games: K (S0 8.5) and Ci (S3 7.5)."""
    scoring = rules.ruleset.scoring
    if scoring.coefficient:
        yield words.say(language, "rules-coefficient")
    if "compensation_max" in scoring.reads:
        yield words.say(language, "rules-compensation", most=rules.options.compensation_max / 100)


def _silence(words: Translator, language: str, rules: Rules) -> list[Html]:
    return [words.say(language, f"silence-{each}") for each in default_outcomes_of(rules)]


def _options(words: Translator, language: str, rules: Rules, room: int) -> list[Html]:
    """Returns all options, or as many as fit; in that case those that the group has changed come first."""
    changed = dict(rules.changed)
    keys = [
        key for key in KINDS if key in rules.ruleset.options and (key in changed or key not in ONLY_IF_CHANGED)
    ]
    lines = {
        key: words.say(
            language,
            "rules-option-changed" if key in changed else "rules-option",
            name=words.say(language, option_key(key)),
            value=option_value(words, language, key, getattr(rules.options, key), rules.ruleset.id),
        )
        for key in keys
    }
    if len(_visible("\n".join(lines.values()))) <= room:
        return list(lines.values())
    listed: list[Html] = []
    for key in sorted(keys, key=lambda key: key not in changed):
        if len(_visible("\n".join([*listed, lines[key], MORE]))) > room:
            return [*listed, MORE]
        listed.append(lines[key])
    return listed


def _visible(html: str) -> str:
    """Returns the text whose length Telegram counts: without tags."""
    return unescape(re.sub(r"<[^<>]+>", "", html))


def _together(*sentences: Html) -> Html:
    return Html(" ".join(sentences))


def _folded(lines: list[Html]) -> Html:
    return Html(f"<blockquote expandable>{chr(10).join(lines)}</blockquote>")
