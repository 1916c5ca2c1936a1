"""The reason a judge gives: a clause of the rules by number and name, or the judge's own words."""

from html import escape

from bot.language.translator import Html, Translator
from engine.commands import Verb
from engine.penalty_clauses import Clause, find_clause
from engine.rules import RuleSet


def clause_name(words: Translator, language: str, ruleset: RuleSet, verb: Verb, code: str) -> Html:
    found = find_clause(ruleset.clauses, verb, code)
    if found is None:
        named = f"clause-{code}"
        return words.say(language, named) if words.has(language, named) else Html(escape(code, quote=False))
    return in_words(words, language, found)


def in_words(words: Translator, language: str, clause: Clause) -> Html:
    what = words.say(language, f"clause-{clause.id}")
    return words.say(language, "clause-numbered", number=clause.number, what=what) if clause.number else what
