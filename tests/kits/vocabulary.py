"""The messages that the engine's declarations call for, by the file they stand in."""

from bot.group_settings.group_choices import CHOICES
from bot.group_settings.options import TYPED
from bot.group_settings.pages.menu_context import NUMBERS
from bot.language.role_names import REWORDED
from bot.language.ruleset_wording import RULESET_WORDINGS
from bot.pages.rules import PARTS
from engine.ability_effects import Asks, Inspect
from engine.commands import Reason, Verb
from engine.default_outcomes import DefaultOutcome
from engine.events import Skip, StepName, Topic, Way, Why, Winner
from engine.house_rules import SHIPPED
from engine.night_resolution import FAILED, inspect
from engine.options import KINDS, BestMoveTime, Choice
from engine.players.statements import Ground, Say
from engine.preset import PresetFlaw
from engine.protest_ruling_reasons import UNLISTED
from engine.role_catalogue import CATALOGUE
from engine.role_set_check import Flaw
from engine.roles import SUSPECT, Role, Side
from engine.steps.night import NIGHT_VERBS

VARIANTS = range(1, 4)
ONLY_SHOTS = {Verb.SHOOT, Verb.HOLD, Verb.SLEEP}
PLAYER_VERBS = frozenset(verb for ruleset in SHIPPED.values() for verb in ruleset.verbs)

# What the computer players say, ground by ground (engine.players.sport_and_city.reasons and reasons).
SPOKEN = {
    Say.SUSPECTS: set(Ground) - {Ground.BELIEVED_CLAIM, Ground.VOTED_AGAINST_BLACK, Ground.ACCUSED_GUILTY},
    Say.TRUSTS: {
        Ground.HUNCH,
        Ground.CHECKED,
        Ground.BELIEVED_CLAIM,
        Ground.VOTED_AGAINST_BLACK,
        Ground.ACCUSED_GUILTY,
    },
}

OWN = {f"{key}-{ruleset}" for ruleset, keys in RULESET_WORDINGS.items() for key in keys}
"""Messages for which one rule document has words of its own."""


def own(prefix: str) -> set[str]:
    return {key for key in OWN if key.startswith(prefix)}


def every_role() -> list[tuple[str, Role]]:
    return [(family, role) for family, roles in CATALOGUE.items() for role in roles.values()]


def answers() -> set[str]:
    """Returns every answer to a question at night, except those that are the name of a role."""
    roles = [role for _, role in every_role()]
    asked = {
        effect.asks
        for role in roles
        for ability in role.abilities
        for _, effects in ability.uses
        for effect in effects
        if isinstance(effect, Inspect)
    }
    plain = {inspect(role, asks) for role in roles for asks in asked - {Asks.ROLE}}
    return plain | {*Side, "role", FAILED}


def _roles() -> set[str]:
    names = {f"role-{family}-{role.id}" for family, role in every_role()}
    names |= {f"role-{ruleset}-{role}" for ruleset, roles in REWORDED.items() for role in roles}
    return (
        names
        | {f"{name}-{part}" for name in names for part in ("card", "icon")}
        | {f"side-{side}" for side in Side}
        | {f"winner-{winner}" for winner in Winner}
        | own("winner-")
    )


def _rules() -> set[str]:
    return (
        {f"ruleset-{name}" for name in (*SHIPPED, "house")}
        | {f"ruleset-{name}-about" for name in (*SHIPPED, "house")}
        | {f"rules-{name}-{part}" for name in SHIPPED for part in PARTS}
        | {f"rules-best-move-{time}" for time in BestMoveTime}
        | {f"rules-{what}" for what in ("title", "option", "option-changed")}
        | {f"rules-{what}" for what in ("nights", "coefficient", "compensation", "silence")}
        | {f"rules-fouls-to-{what}" for what in ("silence", "removal")}
        | {f"rules-best-move-{what}" for what in ("not-after-two", "points")}
        | {f"silence-{what}" for what in DefaultOutcome}
        | {f"role-set-{name}" for ruleset in SHIPPED.values() for name in ruleset.role_sets}
        | {f"step-{step}" for step in StepName}
        | {f"way-{way}" for way in Way}
        | {f"why-{why}" for why in Why}
        | {f"skip-{skip}" for skip in Skip}
    )


def _options() -> set[str]:
    keys = {key: "option-" + key.replace("_", "-") for key in KINDS}
    return (
        {*keys.values()}
        | {f"{name}-about" for name in keys.values()}
        | {
            f"{keys[key]}-{value}"
            for key, kind in KINDS.items()
            if isinstance(kind, Choice)
            for value in kind.values
        }
        | own("option-")
        | {f"option-{word}" for word in ("on", "off", "hours", "minutes", "seconds", "count", "points")}
    )


def _verbs() -> set[str]:
    abilities = {ability.id: {*ability.verbs} for _, role in every_role() for ability in role.abilities}
    in_peace = {name for name, verbs in abilities.items() if Verb.SHOOT in verbs and verbs - ONLY_SHOTS}
    private = (*NIGHT_VERBS, Verb.HOLD, Verb.SLEEP, Verb.SEEN, Verb.APPOINT)
    return (
        {f"verb-{verb}" for verb in PLAYER_VERBS}
        | {"verb-vote-yes", "verb-vote-no"}
        | {f"ability-{ability}" for ability in (*abilities, SUSPECT.id)}
        | {f"ability-{ability}-in-peace" for ability in in_peace}
        | {f"done-{verb}" for verb in private}
    )


def _told() -> set[str]:
    return (
        {f"told-{topic}" for topic in Topic if topic is not Topic.CHECK}
        | {"told-mates-alone", "told-don-self", "told-choice-none"}
        | {f"told-vote-{how}" for how in ("yes", "no", "none")}
        | {f"told-check-{answer}" for answer in answers()}
    )


def _speech() -> set[str]:
    thoughts = {f"say-{say}-{ground}" for say, grounds in SPOKEN.items() for ground in grounds}
    return (
        {
            f"{thought}-{n}"
            for thought in thoughts | {"say-claims", "say-claims-bare", "say-nothing"}
            for n in VARIANTS
        }
        | {f"say-{say}-more" for say in SPOKEN}
        | {"say-check"}
    )


def _clauses() -> set[str]:
    listed = [clauses for ruleset in SHIPPED.values() for clauses in ruleset.clauses.values()]
    listed += [UNLISTED, *(clauses for ruleset in SHIPPED.values() for clauses in ruleset.rulings.values())]
    return {f"clause-{clause.id}" for clauses in listed for clause in clauses} | {"clause-numbered"}


def _choices() -> set[str]:
    names = {f"choice-{field.replace('_', '-')}" for field in CHOICES}
    typed = {field.replace("_", "-") for field in CHOICES if field in TYPED}
    return (
        names
        | {f"{name}-about" for name in names}
        | {"choice-time-zone-usual", "choice-quiet-never", "choice-quiet-hours"}
        | {
            f"choice-{field.replace('_', '-')}-{'n' if value.isdecimal() else value}"
            for field in NUMBERS
            for value in CHOICES[field].values
        }
        | {f"{what}-{name}" for what in ("ask", "typed") for name in typed}
    )


CALLED_FOR = {
    "group_choices.ftl": _choices(),
    "common.ftl": {"list-and"},
    "clauses.ftl": _clauses(),
    "roles.ftl": _roles(),
    "rules.ftl": _rules(),
    "options.ftl": _options(),
    "refusals.ftl": {f"reason-{reason}" for reason in Reason},
    "role_set_flaws.ftl": {f"flaw-{flaw}" for flaw in Flaw},
    "preset_flaws.ftl": {f"preset-{flaw}" for flaw in PresetFlaw},
    "move_buttons.ftl": _verbs(),
    "private_answers.ftl": _told(),
    "stand_in_speech.ftl": _speech(),
}
