"""Each pair of abilities that can be used in one night has a record that shows its order, or is said to commute.

The pairs come from the declarations: roles that a valid set of cards can hold together, and what they are asked at
night. Every role of the box goes by an ability of its own; the sleepwalker's is the shot that his death costs
(`extra-shot`), the plain gangsters' the shot of their gang.

Whether the order matters is computed: the places of the two are exchanged in `night_order`. Everything between
them then changes sides as well, so a difference counts only if it also shows when one of them is moved right to
the other and put now before, now after it.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from engine import RULESETS, Command, Event, Game, RuleSet, perform, rules_for
from engine import events as ev
from engine.ability_effects import TeamKill
from engine.record import Record, read_record, replay_record
from engine.record.reading import Action
from engine.record.replaying import open_record
from tests.kits import night_kit
from tests.kits.engine_kit import typed
from tests.kits.night_kit import Pair, ability, pairs_of_abilities, swapped, ways_to_turn

FOLDER = Path(__file__).parents[1] / "records"
NIGHTS = 60
"""Random nights in which a pair that is said to commute must do so."""
PLAYED_AT_NIGHT = ("box", "city")

LEADERS = ("detective", "priest", "judge", "warden", "sheriff")
SECOND_WAVE = ("mafia-shot", "extra-shot", *LEADERS, "lone-shot", "cleaver", "admire", "hush", "trick")

COMMUTING: dict[str, dict[str, tuple[Pair, ...]]] = {
    "box": {
        "the lawyer is answered before the second wave begins": tuple(("consult", each) for each in SECOND_WAVE),
        "protecting, smearing and asking for one's own team before the shot do not touch one another": (
            ("frame", "care"),
            ("frame", "guard"),
            ("care", "guard"),
            ("care", "consult"),
            ("guard", "consult"),
        ),
        "these shots are one moment": (
            ("mafia-shot", "extra-shot"),
            ("mafia-shot", "yakuza-shot"),
            ("extra-shot", "yakuza-shot"),
        ),
        "a protection keeps nobody from asking or from spoiling a vote, nor the other way round": (
            ("care", "judge"),
            ("care", "admire"),
            ("care", "hush"),
            ("care", "trick"),
            ("guard", "judge"),
            ("guard", "admire"),
            ("guard", "hush"),
            ("guard", "trick"),
        ),
        "a smear is seen by those who ask, and these two do not": (("frame", "hush"), ("frame", "trick")),
        "questions and spoilt votes hinder nobody this night": (
            ("judge", "admire"),
            ("judge", "hush"),
            ("judge", "trick"),
            ("admire", "hush"),
            ("admire", "trick"),
            ("hush", "trick"),
        ),
        "a dead swindler votes for nobody, whenever in the night he died": (
            ("mafia-shot", "trick"),
            ("extra-shot", "trick"),
            ("detective", "trick"),
            ("priest", "trick"),
            ("sheriff", "trick"),
        ),
    },
    "city": {
        "the dead of this night have acted, and only the Lover keeps anybody from acting": (
            ("shot", "find-commissar"),
            ("shot", "maniac-shot"),
            ("shot", "find-black"),
            ("shot", "heal"),
            ("find-commissar", "maniac-shot"),
            ("find-commissar", "find-black"),
            ("find-commissar", "heal"),
            ("maniac-shot", "find-black"),
            ("maniac-shot", "heal"),
            ("find-black", "heal"),
        ),
    },
}


def commuting(ruleset: RuleSet) -> list[Pair]:
    return [pair for pairs in COMMUTING[ruleset.id].values() for pair in pairs]


def every_pair() -> list[tuple[RuleSet, Pair]]:
    return [(RULESETS[name], pair) for name in PLAYED_AT_NIGHT for pair in pairs_of_abilities(RULESETS[name])]


def named(pairs: Iterable[tuple[RuleSet, Pair]]) -> list[object]:
    return [pytest.param(ruleset, pair, id=f"{ruleset.id}: {' + '.join(pair)}") for ruleset, pair in pairs]


# --- what comes of a night -------------------------------------------------------------------------------------


def outcome(journal: Sequence[Event]) -> list[tuple[str, Event]]:
    """Everything that followed from the choices; private messages of one moment have no order among themselves."""
    found: list[tuple[str, Event]] = []
    followed = (event for event in journal if not isinstance(event, ev.Acted))
    for private, run in groupby(followed, key=lambda event: isinstance(event, ev.Told)):
        events = typed(run)
        found += sorted(events, key=repr) if private else events
    return found


def played(game: Game, commands: Iterable[Command]) -> list[tuple[str, Event]]:
    """What a game comes to; under another order a command may be refused."""
    for command in commands:
        perform(game, command)
    return outcome(game.journal)


def acts_together(journal: Sequence[Event], pair: Pair) -> bool:
    """Is there a night in which both are used, not declined?"""
    used = {(event.night, event.ability) for event in journal if isinstance(event, ev.Acted) and event.target}
    return any((night, pair[0]) in used and (night, pair[1]) in used for night, _ in used)


# --- the records -----------------------------------------------------------------------------------------------


@cache
def records(ruleset: RuleSet) -> dict[str, tuple[Record, Sequence[Event]]]:
    """The records of a rule set by name, with their journals."""
    read = ((file.stem, read_record(file.read_text(encoding="utf-8"))) for file in sorted(FOLDER.glob("*.mafia")))
    return {
        name: (record, replay_record(record).journal) for name, record in read if record.rules.ruleset is ruleset
    }


def replayed(record: Record, ruleset: RuleSet) -> list[tuple[str, Event]]:
    """What the actions of a record come to under another order of the night."""
    rules = rules_for(ruleset, dict(record.rules.changed))
    actions = (item.command for item in record.body if isinstance(item, Action) and item.verb is not None)
    return played(open_record(record._replace(rules=rules)), actions)


def shows_the_order(record: Record, pair: Pair) -> bool:
    """Does the record come out otherwise with the two exchanged, and because of these two?"""
    ruleset = record.rules.ruleset
    if replayed(record, ruleset) == replayed(record, swapped(ruleset, pair)):
        return False
    return any(replayed(record, one) != replayed(record, other) for one, other in ways_to_turn(ruleset, pair))


@pytest.mark.parametrize(("ruleset", "pair"), named(every_pair()))
def test_pair_has_a_record_in_which_both_act_and_their_order_shows(ruleset: RuleSet, pair: Pair) -> None:
    together = {
        name: record for name, (record, journal) in records(ruleset).items() if acts_together(journal, pair)
    }
    assert together, f"{' and '.join(pair)} act together in no record"
    if pair not in commuting(ruleset):
        shown = any(shows_the_order(record, pair) for record in together.values())
        assert shown, (
            f"not said to commute, but the order of {' and '.join(pair)} shows in none of {list(together)}"
        )


def test_a_pair_without_a_record_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above fails for a pair whose records are taken away."""
    box, pair = RULESETS["box"], ("charm", "steal")
    others = {name: found for name, found in records(box).items() if not acts_together(found[1], pair)}
    monkeypatch.setattr("tests.engine.test_ability_pairs.records", lambda _: others)
    with pytest.raises(AssertionError, match="charm and steal act together in no record"):
        test_pair_has_a_record_in_which_both_act_and_their_order_shows(box, pair)


# --- the table of pairs that commute ---------------------------------------------------------------------------


def speaks_against(ruleset: RuleSet, pair: Pair, dice: Random) -> bool:
    """Does the order of the two matter in this random night?"""
    cards = night_kit.random_hand(dice, ruleset, pair)
    values = [alibi for alibi in ("immunity", "block", "both") if "lover_alibi" in ruleset.options]
    options = {"lover_alibi": dice.choice(values)} if values else {}

    game = night_kit.night_at(ruleset, cards, options)
    commands = night_kit.play_night(game, dice, focus(dice, game, pair))
    if not acts_together(game.journal, pair):
        return False

    def under(other: RuleSet) -> list[tuple[str, Event]]:
        return played(night_kit.night_at(other, cards, options), commands)

    if outcome(game.journal) == under(swapped(ruleset, pair)):
        return False
    return any(under(one) != under(other) for one, other in ways_to_turn(ruleset, pair))


def focus(dice: Random, game: Game, pair: Pair) -> list[int]:
    """The few seats that most look at in a random night: holders of the two, and somebody else."""
    held = [ability(game.table.rules.ruleset, name) for name in pair]
    able = [seat for seat in game.table.alive if set(held) & set(game.state.view(seat).me.role.abilities)]
    near = dice.sample([*able, dice.choice(game.table.alive)], 2)
    if "extra-shot" in pair:
        posing = [seat for seat in game.table.alive if game.state.view(seat).me.role.id == "sleepwalker"]
        near += posing * 2
    return near


@pytest.mark.parametrize(
    ("ruleset", "pair"), named((RULESETS[name], pair) for name in COMMUTING for pair in commuting(RULESETS[name]))
)
def test_pair_said_to_commute_does_in_random_nights(ruleset: RuleSet, pair: Pair) -> None:
    assert pair in pairs_of_abilities(ruleset), "these two never meet"
    dice = Random(f"{pair}")
    assert not any(speaks_against(ruleset, pair, dice) for _ in range(NIGHTS))


@pytest.mark.parametrize("pair", [("charm", "care"), ("mafia-shot", "detective"), ("detective", "lone-shot")])
def test_a_pair_that_does_not_commute_would_be_found(pair: Pair) -> None:
    dice = Random(f"{pair}")
    assert any(speaks_against(RULESETS["box"], pair, dice) for _ in range(NIGHTS))


# --- the enumeration -------------------------------------------------------------------------------------------


def test_roles_that_no_table_holds_together_are_no_pairs() -> None:
    pairs = night_kit.pairs_of_roles(RULESETS["box"])
    assert ("detective", "priest") not in pairs, "one leader"
    assert ("maniac", "butcher") not in pairs, "one loner"
    assert ("maniac", "yakuza") not in pairs, "no loner with the yakuza"
    assert ("godfather", "yakuza") not in pairs, "no special mafioso with the yakuza"
    assert ("sleepwalker", "yakuza") in pairs
    assert ("mafioso", "yakuza") in pairs


@pytest.mark.parametrize("name", PLAYED_AT_NIGHT)
def test_every_ability_is_in_a_pair_with_every_other_it_can_meet(name: str) -> None:
    """Counted another way: all pairs, less those of which no two holders sit at one table."""
    ruleset = RULESETS[name]
    apart = {
        frozenset((one.id, other.id))
        for one in ruleset.abilities
        for other in ruleset.abilities
        if one is not other
        and not any(
            night_kit.completed(ruleset, (mine,) if mine == theirs else (mine, theirs))
            for mine in night_kit.holders(ruleset, one.id)
            for theirs in night_kit.holders(ruleset, other.id)
        )
    }
    count = len(ruleset.abilities)
    assert len(pairs_of_abilities(ruleset)) == count * (count - 1) // 2 - len(apart)


def test_every_role_of_the_box_goes_by_an_ability_of_its_own() -> None:
    """So pairs of abilities are pairs of roles."""
    box = RULESETS["box"]
    own = {role.id: [each for each in role.abilities if not each.by_team] for role in box.roles.values()}
    shared = [role for role, abilities in own.items() if not abilities]
    assert sorted(shared) == ["civilian", "mafioso", "sleepwalker", "yakuza"]
    held = [each.id for abilities in own.values() for each in abilities]
    assert len(set(held)) == len(held) == len(box.roles) - len(shared)
    assert {each.id for each in box.abilities} - set(held) == {"mafia-shot", "extra-shot", "yakuza-shot"}
    assert all(each.by_team == isinstance(each.uses[0][1][0], TeamKill) for each in box.abilities)
