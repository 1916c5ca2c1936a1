"""The rules of Mafia as a library: a position, its legal moves, and what each move leads to.

Python's standard library is all it needs. It has no clock and no dice of its own: time running out is a command,
and chance is an argument. A short game:

>>> import engine
>>> rules = engine.rules_for(engine.RULESETS["fiim-2025"], {"speech": "45"})
>>> game = engine.open_game(rules, engine.cards_for(rules.ruleset, 10), tuple("ABCDEFGHIJ"), secret="seed:salt")
>>> engine.legal(game.state.view(3))                        # what seat 3 may do, from what seat 3 may see
[Offer(verb=<Verb.SEEN: 'seen'>, seats=(), least=0, most=0, values=())]
>>> engine.perform(game, engine.Command(3, engine.Verb.SEEN))
>>> game.journal[-1]                                        # what has happened
CardSeen(seat=3)
>>> engine.replay(game.journal) == game.state               # the journal is the game
True

The public names are those of `__all__` here, and of `__all__` in these submodules, which `import engine` offers as
`engine.events` and so on: `events` (everything that can happen), `ability_effects` (what a role can do),
`players`, `record`, `protocol`, `point_suggestions`, `statistics`, `statistics_ranking`, and `tournament` with
`seating`, `standings`, `ranking`, `protests`, `awards`. A name is imported when it is first used, so that `import
engine` is cheap. The guide is docs/engine.md, the reference docs/engine-api.md.

Comments quote the rule documents by clause, as `S3 4.4.8`. The documents (docs/clauses.md lists every clause):

- S0: official sport rules, older edition; rule set `fiim`
- S1: rules of a city club with Commissar, Doctor, Lover and Maniac; rule set `city`
- S2: the Ukrainian boxed edition with twenty roles; rule set `box`
- S3: official sport rules, edition of 5 January 2025; rule set `fiim-2025`
- S4: rules of a student club, 2023; rule set `phystech`
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine import ability_effects as ability_effects
    from engine import events as events
    from engine import players as players
    from engine import point_suggestions as point_suggestions
    from engine import protocol as protocol
    from engine import record as record
    from engine import statistics as statistics
    from engine import statistics_ranking as statistics_ranking
    from engine import tournament as tournament
    from engine.api import Position, decide, open_dealt, open_game, perform, replay
    from engine.codec import decode, encode
    from engine.commands import CLOCK, JUDGE, NO, YES, Command, Reason, Rejected, Verb
    from engine.default_outcomes import DefaultOutcome, default_outcomes_of
    from engine.errors import (
        BadEvent,
        BadGuests,
        BadJournal,
        BadOption,
        BadPoints,
        BadPosition,
        BadRecord,
        BadRegistration,
        BadResult,
        BadSecret,
        EngineError,
        GameNotOver,
        IllegalChoice,
        IncompleteRuleSet,
        NoSuchSeat,
        NotCountable,
        UnknownRole,
        UnknownRoleSet,
        UnknownRuleSet,
    )
    from engine.event_audience import NOBODY, TABLE, Audience, audience
    from engine.events import Event, Skip, StepName, Topic, Way, Why, Winner
    from engine.fair_deal import Deal, commitment, draw
    from engine.game import Game
    from engine.house_rules import SHIPPED, find_ruleset
    from engine.legal_moves import Move, Offer, can, legal
    from engine.options import (
        KINDS,
        BallotSecrecy,
        BallotStyle,
        BestMoveTime,
        Choice,
        Count,
        DoctorSelf,
        Draw,
        Kind,
        LoverAlibi,
        Lynch,
        NightTalk,
        Nominations,
        Offences,
        Option,
        Options,
        PointChoice,
        Seconds,
        SingleLater,
        StandIns,
        Switch,
        Tie,
        TieAtThreeOrFour,
        Unvoted,
        VoidCheck,
        parse_option,
        write_option,
    )
    from engine.penalty_clauses import Clause
    from engine.players import Dice, Player, RandomPlayer, SensiblePlayer, Statement, WildPlayer, play_to_the_end
    from engine.point_suggestions import Suggestion, suggest
    from engine.points import (
        BonusPlaces,
        BonusSteps,
        Scoring,
        SeatPoints,
        game_points,
        read_points,
        write_points,
    )
    from engine.preset import BadPreset, Preset, PresetFlaw, read_preset, write_preset
    from engine.protocol import Protocol, protocol_of
    from engine.ranking_criteria import Criterion
    from engine.record import (
        Failure,
        Record,
        Replay,
        read_record,
        replay_record,
        verify_deal,
        write_record,
        write_shared_record,
    )
    from engine.results import GameResult, SeatResult, game_result, is_official, read_result, write_result
    from engine.role_catalogue import CATALOGUE
    from engine.role_set_check import Constraint, Flaw, Hand, RoleSetVerdict, check_cards, check_role_set
    from engine.roles import Ability, Aim, Rank, Role, Side
    from engine.rules import Rules, RuleSet, Step, cards_for, rules_for
    from engine.ruleset_check import verify_ruleset
    from engine.rulesets import RULESETS
    from engine.seat_knowledge import Knowledge, Learnt
    from engine.state import JudgeView, SeatView, State, evolve
    from engine.table import Ballot, Departure, Table
    from engine.tournament.seating import ImpossibleSeating

GROUPS: dict[str, dict[str, str]] = {
    "Rule sets": {
        "engine.rulesets": "RULESETS",
        "engine.rules": "RuleSet Rules Step cards_for rules_for",
        "engine.role_catalogue": "CATALOGUE",
        "engine.house_rules": "SHIPPED find_ruleset",
        "engine.role_set_check": "Constraint Flaw Hand RoleSetVerdict check_cards check_role_set",
        "engine.ruleset_check": "verify_ruleset",
        "engine.default_outcomes": "DefaultOutcome default_outcomes_of",
        "engine.penalty_clauses": "Clause",
    },
    "Roles": {
        "engine.roles": "Ability Aim Rank Role Side",
    },
    "Options": {
        "engine.options": (
            "KINDS BallotSecrecy BallotStyle BestMoveTime Choice Count DoctorSelf Draw Kind LoverAlibi Lynch "
            "NightTalk Nominations Offences Option Options PointChoice Seconds SingleLater StandIns Switch Tie "
            "TieAtThreeOrFour Unvoted VoidCheck parse_option write_option"
        ),
    },
    "Presets": {
        "engine.preset": "Preset PresetFlaw read_preset write_preset",
    },
    "Playing": {
        "engine.api": "Position decide open_dealt open_game perform replay",
        "engine.commands": "CLOCK JUDGE NO YES Command Reason Rejected Verb",
        "engine.game": "Game",
        "engine.legal_moves": "Move Offer can legal",
        "engine.fair_deal": "Deal commitment draw",
    },
    "Positions and views": {
        "engine.state": "JudgeView SeatView State evolve",
        "engine.table": "Ballot Departure Table",
        "engine.seat_knowledge": "Knowledge Learnt",
    },
    "Events": {
        "engine.events": "Event Skip StepName Topic Way Why Winner",
        "engine.event_audience": "NOBODY TABLE Audience audience",
        "engine.codec": "decode encode",
    },
    "Records": {
        "engine.record": (
            "Failure Record Replay read_record replay_record verify_deal write_record write_shared_record"
        ),
    },
    "Points and results": {
        "engine.points": "BonusPlaces BonusSteps Scoring SeatPoints game_points read_points write_points",
        "engine.ranking_criteria": "Criterion",
        "engine.results": "GameResult SeatResult game_result is_official read_result write_result",
        "engine.protocol": "Protocol protocol_of",
        "engine.point_suggestions": "Suggestion suggest",
    },
    "Computer players": {
        "engine.players": "Dice Player RandomPlayer SensiblePlayer Statement WildPlayer play_to_the_end",
    },
    "Errors": {
        "engine.errors": (
            "BadEvent BadGuests BadJournal BadOption BadPoints BadPosition BadRecord BadRegistration BadResult "
            "BadSecret EngineError GameNotOver IllegalChoice IncompleteRuleSet NoSuchSeat NotCountable "
            "UnknownRole UnknownRoleSet UnknownRuleSet"
        ),
        "engine.preset": "BadPreset",
        "engine.tournament.seating": "ImpossibleSeating",
    },
}
"""The public names by subject, with the module that defines them."""

SUBMODULES = (
    "ability_effects",
    "events",
    "players",
    "point_suggestions",
    "protocol",
    "record",
    "statistics",
    "statistics_ranking",
    "tournament.awards",
    "tournament.protests",
    "tournament.ranking",
    "tournament.seating",
    "tournament.standings",
)
"""Public submodules, each with an `__all__` of its own."""

_PACKAGES = frozenset(name.partition(".")[0] for name in SUBMODULES)
_HOME = {name: module for group in GROUPS.values() for module, names in group.items() for name in names.split()}

__all__ = [
    "CATALOGUE",
    "CLOCK",
    "JUDGE",
    "KINDS",
    "NO",
    "NOBODY",
    "RULESETS",
    "SHIPPED",
    "TABLE",
    "YES",
    "Ability",
    "Aim",
    "Audience",
    "BadEvent",
    "BadGuests",
    "BadJournal",
    "BadOption",
    "BadPoints",
    "BadPosition",
    "BadPreset",
    "BadRecord",
    "BadRegistration",
    "BadResult",
    "BadSecret",
    "Ballot",
    "BallotSecrecy",
    "BallotStyle",
    "BestMoveTime",
    "BonusPlaces",
    "BonusSteps",
    "Choice",
    "Clause",
    "Command",
    "Constraint",
    "Count",
    "Criterion",
    "Deal",
    "DefaultOutcome",
    "Departure",
    "Dice",
    "DoctorSelf",
    "Draw",
    "EngineError",
    "Event",
    "Failure",
    "Flaw",
    "Game",
    "GameNotOver",
    "GameResult",
    "Hand",
    "IllegalChoice",
    "ImpossibleSeating",
    "IncompleteRuleSet",
    "JudgeView",
    "Kind",
    "Knowledge",
    "Learnt",
    "LoverAlibi",
    "Lynch",
    "Move",
    "NightTalk",
    "NoSuchSeat",
    "Nominations",
    "NotCountable",
    "Offences",
    "Offer",
    "Option",
    "Options",
    "Player",
    "PointChoice",
    "Position",
    "Preset",
    "PresetFlaw",
    "Protocol",
    "RandomPlayer",
    "Rank",
    "Reason",
    "Record",
    "Rejected",
    "Replay",
    "Role",
    "RoleSetVerdict",
    "RuleSet",
    "Rules",
    "Scoring",
    "SeatPoints",
    "SeatResult",
    "SeatView",
    "Seconds",
    "SensiblePlayer",
    "Side",
    "SingleLater",
    "Skip",
    "StandIns",
    "State",
    "Statement",
    "Step",
    "StepName",
    "Suggestion",
    "Switch",
    "Table",
    "Tie",
    "TieAtThreeOrFour",
    "Topic",
    "UnknownRole",
    "UnknownRoleSet",
    "UnknownRuleSet",
    "Unvoted",
    "Verb",
    "VoidCheck",
    "Way",
    "Why",
    "WildPlayer",
    "Winner",
    "audience",
    "can",
    "cards_for",
    "check_cards",
    "check_role_set",
    "commitment",
    "decide",
    "decode",
    "default_outcomes_of",
    "draw",
    "encode",
    "evolve",
    "find_ruleset",
    "game_points",
    "game_result",
    "is_official",
    "legal",
    "open_dealt",
    "open_game",
    "parse_option",
    "perform",
    "play_to_the_end",
    "protocol_of",
    "read_points",
    "read_preset",
    "read_record",
    "read_result",
    "replay",
    "replay_record",
    "rules_for",
    "suggest",
    "verify_deal",
    "verify_ruleset",
    "write_option",
    "write_points",
    "write_preset",
    "write_record",
    "write_result",
    "write_shared_record",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used (PEP 562)."""
    if name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
    elif name in _PACKAGES:
        value = import_module(f"engine.{name}")
    else:
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PACKAGES})
