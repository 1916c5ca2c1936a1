"""Texts of what computer players say."""

from bot.language.role_names import role_in_text
from bot.language.translator import Html, Names, Translator
from engine.house_rules import find_ruleset
from engine.players.statements import Check, Ground, Say, Statement
from engine.role_catalogue.sport import FIND_BLACK

VARIANTS = 3
SPORT = "fiim-2025"
SUSPICIONS = (
    Ground.HUNCH,
    Ground.CHECKED,
    Ground.RIVAL_CLAIM,
    Ground.VOTED_AGAINST_RED,
    Ground.NOMINATED_RED,
    Ground.SPARED_BLACK,
    Ground.ACCUSED_INNOCENT,
    Ground.DEFENDED_GUILTY,
    Ground.FALSE_CLAIM,
    Ground.IN_PRISON,
)
TRUST = (
    Ground.HUNCH,
    Ground.CHECKED,
    Ground.BELIEVED_CLAIM,
    Ground.VOTED_AGAINST_BLACK,
    Ground.ACCUSED_GUILTY,
)
GROUNDS = {Say.SUSPECTS: SUSPICIONS, Say.TRUSTS: TRUST}
"""Grounds for which an opinion has texts; any other ground is told as a hunch."""

WITHOUT_ABOUT = (Ground.HUNCH, Ground.BELIEVED_CLAIM, Ground.IN_PRISON)
"""Grounds that mention no other seat."""


def speech_text(
    words: Translator, lang: str, statement: Statement | None, names: Names, pick: int, ruleset: str = SPORT
) -> Html:
    """Returns the text of a statement (None: nothing to say); `pick` chooses one of several variants.

    The rule set decides how the claimed role is called.
    """
    variant = pick % VARIANTS + 1
    if statement is None:
        return words.say(lang, f"say-nothing-{variant}")
    if statement.say in GROUNDS:
        return _opinion(words, lang, statement, names, variant)
    role = role_in_text(words, lang, ruleset, statement.role or _asks_for_black(ruleset))
    if not statement.checks:
        return words.say(lang, f"say-claims-bare-{variant}", role=role)
    checks = Html(", ".join(_check(words, lang, check, names) for check in statement.checks))
    return words.say(lang, f"say-claims-{variant}", role=role, checks=checks)


def _opinion(words: Translator, lang: str, statement: Statement, names: Names, variant: int) -> Html:
    say, (first, *others), about = statement.say, statement.seats, statement.about
    known = statement.why in GROUNDS[say] and (about or statement.why in WITHOUT_ABOUT)
    why = statement.why if known else Ground.HUNCH
    listed = words.listed(lang, [names(seat) for seat in about]) if about else Html()
    text = words.say(lang, f"say-{say}-{why}-{variant}", seat=names(first), about=listed)
    if not others:
        return text
    more = words.say(lang, f"say-{say}-more", seats=words.listed(lang, [names(seat) for seat in others]))
    return Html(f"{text} {more}")


def _check(words: Translator, lang: str, check: Check, names: Names) -> Html:
    return words.say(lang, "say-check", seat=names(check.seat), side=check.side.value)


def _asks_for_black(ruleset: str) -> str:
    """Returns the role that checks for black: the Sheriff, or the Commissar in the city rules."""
    roles = find_ruleset(ruleset).roles.values()
    return next((role.id for role in roles if FIND_BLACK in role.abilities), "sheriff")
