"""Names of roles and rule sets, including house rules."""

from bot.language.translator import Html, Translator
from engine.role_catalogue import CATALOGUE
from engine.rulesets import RULESETS, party

FAMILY = {
    ruleset.id: family
    for ruleset in RULESETS.values()
    for family, roles in CATALOGUE.items()
    if roles == ruleset.roles
} | {party.NAME: "box"}
"""The catalogue from which a rule set takes its roles: `sport`, `city` or `box`."""
REWORDED = {party.NAME: frozenset(name.partition(".")[2] for name in party.ROLES_OF_CITY)}
"""Roles of a shipped rule set whose card says something else than at the table they come from."""


def role_key(ruleset: str, role: str) -> str:
    """Returns the key of a role's name; `-card` and `-icon` can be appended. House rules use any family."""
    base, *brought = ruleset.split("+")
    if role in REWORDED.get(base, ()):
        return f"role-{base}-{role}"
    borrowed = (name.partition(".")[0] for name in brought if name.endswith(f".{role}"))
    families = (*borrowed, FAMILY[base], *CATALOGUE)
    return f"role-{next(family for family in families if role in CATALOGUE[family])}-{role}"


def role_in_text(words: Translator, lang: str, ruleset: str, role: str) -> Html:
    """Returns the name of a role for use within a sentence."""
    name = words.say(lang, role_key(ruleset, role))
    return Html(name[:1].lower() + name[1:])


def ruleset_name(words: Translator, lang: str, ruleset: str) -> Html:
    base, *brought = ruleset.split("+")
    name = words.say(lang, f"ruleset-{base}")
    return words.say(lang, "ruleset-house", base=name) if brought else name
