"""Which cards make a game: every flaw has its code, and house rules take any role of the catalogue."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import pytest

from engine import (
    RULESETS,
    Command,
    Game,
    Position,
    RuleSet,
    StepName,
    Verb,
    check_role_set,
    open_dealt,
    open_game,
    perform,
    replay,
    rules_for,
)
from engine import events as ev
from engine.errors import BadRecord, UnknownRuleSet
from engine.house_rules import find_ruleset
from engine.players import WildPlayer, play_to_the_end
from engine.preset import BadPreset, Preset, PresetFlaw, read_preset, write_preset
from engine.record import read_record, replay_record
from engine.role_catalogue import CATALOGUE
from engine.role_catalogue.box import YAKUZA_SHOT
from engine.role_catalogue.sport import SHOT
from engine.role_set_check import Flaw
from engine.ruleset_check import verify_ruleset
from tests.kits.engine_kit import EXPIRE
from tests.kits.night_kit import random_valid_cards


def cards(text: str) -> Counter[str]:
    """`civilian*3 mafioso*2 detective` as a set of cards."""
    return Counter({name: int(number or 1) for name, _, number in (word.partition("*") for word in text.split())})


# --- codes -----------------------------------------------------------------------------------------------------


class Case(NamedTuple):
    flawed: str
    """Cards with this flaw."""
    sound: str
    """Nearly the same cards without it."""
    ruleset: str = "box"


TWELVE = "mafioso*2 yakuza*2 detective doctor civilian*6"

ERRORS = {
    Flaw.SIZE: [
        Case("mafioso*2 detective civilian*2", "mafioso*2 detective civilian*3"),
        Case("mafioso*4 detective doctor civilian*11", "mafioso*4 detective doctor civilian*10"),
        Case("don mafia*2 commissar civilian*5", "don mafia*2 commissar civilian*6", "city"),
        Case("don mafia*4 commissar civilian*10", "don mafia*4 commissar civilian*9", "city"),
        Case("don mafia civilian*3", "don mafia civilian*4", "fiim"),
        Case("don mafia*2 civilian*10", "don mafia*2 civilian*9", "fiim-2025"),
        Case("", "don mafia sheriff civilian*3", "phystech"),
    ],
    Flaw.UNKNOWN_ROLE: [
        Case("mafioso*2 wizard civilian*3", "mafioso*2 judge civilian*3"),
        Case("mafia*2 judge civilian*3", "mafia*2 sheriff civilian*3", "fiim"),
        Case("mafioso*2 judge*-1 civilian*5", "mafioso*2 judge civilian*4"),
    ],
    Flaw.TOO_MANY_OF_ROLE: [
        Case("don*2 mafia commissar civilian*7", "don mafia*2 commissar civilian*7", "city"),
        Case("don mafia*2 commissar doctor*2 civilian*5", "don mafia*2 commissar doctor civilian*6", "city"),
        Case("don mafia*2 sheriff*2 civilian*5", "don mafia*2 sheriff civilian*6", "phystech"),
    ],
    Flaw.ONE_OF_EACH: [
        Case("mafioso*3 detective doctor*2 civilian*4", "mafioso*3 detective doctor civilian*5"),
        Case("mafioso*2 thief*2 detective civilian*7", "mafioso*2 thief lawyer detective civilian*7"),
    ],
    Flaw.DECIDED: [
        Case("don mafia*2 sheriff civilian*2", "don mafia sheriff civilian*3", "fiim"),
        Case("don mafia*4 commissar civilian*4", "don mafia*3 commissar civilian*5", "city"),
    ],
    Flaw.NO_CRIMINAL: [
        Case("detective civilian*5", "detective civilian*4 mafioso"),
        Case("sheriff civilian*9", "sheriff civilian*8 mafia", "fiim"),
        Case("commissar civilian*9", "commissar civilian*8 don", "city"),
    ],
    Flaw.TOO_MANY_CRIMINALS: [
        Case("mafioso*3 detective civilian*2", "mafioso*2 detective civilian*3"),
        Case("mafioso*2 maniac civilian*3", "mafioso*2 maniac civilian*4"),
        Case("mafioso*3 yakuza*3 detective civilian*5", "mafioso*3 yakuza*3 detective civilian*6"),
    ],
    Flaw.TWO_LEADERS: [
        Case("mafioso*2 detective judge civilian*2", "mafioso*2 detective civilian*3"),
        Case("mafioso*2 sheriff*2 civilian*2", "mafioso*2 sheriff civilian*3"),
    ],
    Flaw.TWO_LONERS: [
        Case("mafioso maniac butcher detective civilian*6", "mafioso*2 maniac detective civilian*6"),
        Case("mafioso maniac*2 detective civilian*6", "mafioso*2 swindler detective civilian*6"),
    ],
    Flaw.YAKUZA_TOO_FEW: [Case("mafioso*2 yakuza*2 detective civilian*6", TWELVE)],
    Flaw.YAKUZA_WITH_LONER: [
        Case("mafioso yakuza maniac detective civilian*8", "mafioso yakuza detective civilian*9")
    ],
    Flaw.YAKUZA_WITH_SPECIALS: [
        Case(f"mafioso {special} yakuza*2 detective doctor civilian*6", TWELVE)
        for special in ("godfather", "thief", "lawyer", "informer")
    ],
    Flaw.YAKUZA_NOT_HALF: [
        Case("mafioso*3 yakuza detective civilian*7", TWELVE),
        Case("mafioso yakuza*3 detective civilian*7", TWELVE),
        Case("mafioso*2 yakuza*3 detective civilian*7", "mafioso*3 yakuza*2 detective civilian*7"),
    ],
}

ADVICE = {
    Flaw.NOT_OFFICIAL_SIZE: [
        Case("don mafia*2 sheriff civilian*5", "don mafia*2 sheriff civilian*6", "fiim-2025")
    ],
    Flaw.NOT_OFFICIAL_CARDS: [
        Case("don mafia sheriff civilian*7", "don mafia*2 sheriff civilian*6", "fiim"),
        Case("don mafia*2 commissar civilian*6", "don mafia*2 commissar doctor lover maniac civilian*3", "city"),
    ],
    Flaw.NO_LEADER: [
        Case("mafioso*2 civilian*4", "mafioso*2 sheriff civilian*3"),
        Case("don mafia*2 civilian*7", "don mafia*2 commissar civilian*6", "city"),
    ],
    Flaw.LONER_TOO_EARLY: [
        Case("mafioso*2 maniac detective civilian*5", "mafioso*2 maniac detective civilian*6"),
        Case("mafioso*2 swindler detective civilian*5", "mafioso*3 detective civilian*5"),
    ],
    Flaw.TOWN_NUMBER: [Case("mafioso*2 detective civilian*5", "mafioso*3 detective civilian*4")],
    Flaw.TOWN_SPECIALS: [
        Case("mafioso*2 detective doctor civilian*2", "mafioso*2 detective civilian*3"),
        Case("mafioso*4 detective civilian*6", "mafioso*4 detective beauty civilian*5"),
        Case(
            "mafioso*4 detective civilian*4 doctor admirer bodyguard",
            "mafioso*4 detective doctor admirer civilian*5",
        ),
    ],
    Flaw.MAFIA_SPECIALS: [
        Case("mafioso thief detective civilian*3", "mafioso*2 detective civilian*3"),
        Case("mafioso thief lawyer detective civilian*6", "mafioso*2 lawyer detective civilian*6"),
        Case("mafioso*5 detective doctor civilian*8", "mafioso*4 godfather detective doctor civilian*8"),
    ],
    Flaw.MANY_SPECIALS: [  # about a third of each side, the leader and the loner among them
        Case("mafioso*3 detective doctor beauty civilian*3", "mafioso*3 detective doctor civilian*4"),
        Case(
            "mafioso*4 detective doctor beauty admirer civilian*3", "mafioso*4 detective doctor beauty civilian*4"
        ),
        Case("mafioso thief lawyer detective civilian*6", "mafioso*2 thief detective civilian*6"),
        Case("mafioso thief maniac detective civilian*6", "mafioso*2 maniac detective civilian*6"),
        Case("thief lawyer detective civilian*4", "mafioso thief detective civilian*4"),
        Case(
            "mafioso*2 godfather lawyer maniac detective doctor civilian*8",
            "mafioso*3 lawyer maniac detective doctor civilian*8",
        ),
    ],
    Flaw.INFORMER_IN_VAIN: [
        Case("mafioso informer sheriff civilian*4", "mafioso informer detective civilian*4"),
        Case("mafioso informer civilian*5", "mafioso informer warden civilian*4"),
    ],
    Flaw.NO_SHOOTERS: [
        Case("mafioso*2 judge civilian*3", "mafioso*2 priest civilian*3"),
        Case("mafioso*2 maniac warden civilian*6", "mafioso*2 maniac sheriff civilian*6"),
    ],
}


def every_case(table: dict[Flaw, list[Case]]) -> list[object]:
    return [
        pytest.param(flaw, case, id=f"{flaw}: {case.flawed or 'nothing'}")
        for flaw in table
        for case in table[flaw]
    ]


@pytest.mark.parametrize(("flaw", "case"), every_case(ERRORS))
def test_impossible_cards_are_refused_with_the_code(flaw: Flaw, case: Case) -> None:
    ruleset = RULESETS[case.ruleset]
    assert flaw in check_role_set(ruleset, cards(case.flawed)).errors
    assert check_role_set(ruleset, cards(case.sound)).errors == ()


@pytest.mark.parametrize(("flaw", "case"), every_case(ADVICE))
def test_unusual_cards_are_taken_with_a_warning(flaw: Flaw, case: Case) -> None:
    ruleset = RULESETS[case.ruleset]
    flawed, sound = check_role_set(ruleset, cards(case.flawed)), check_role_set(ruleset, cards(case.sound))
    assert flaw in flawed.warnings
    assert flawed.errors == ()
    assert flaw not in sound.warnings
    assert sound.errors == ()


@pytest.mark.parametrize("name", ["plain", "full", "maniac", "yakuza"])
def test_the_official_sets_have_about_a_third_of_specials(name: str) -> None:
    box = RULESETS["box"]
    for dealt in box.role_sets[name].values():
        assert Flaw.MANY_SPECIALS not in check_role_set(box, dealt).warnings, dealt


LONER_ALONE = "maniac detective civilian*8"


def test_a_lone_loner_is_an_opponent_only_where_he_must_die() -> None:
    """§4.5: with `loner_must_die` off a town without a gang has won at the deal."""
    box = RULESETS["box"]
    assert check_role_set(rules_for(box, {"loner_must_die": "on"}), cards(LONER_ALONE)).errors == ()
    assert check_role_set(rules_for(box, {"loner_must_die": "off"}), cards(LONER_ALONE)).errors == (Flaw.DECIDED,)


def test_a_preset_with_such_cards_is_refused_under_its_own_options() -> None:
    dealt = {10: cards(LONER_ALONE)}
    assert read_preset(write_preset(Preset("box", dealt))).role_sets == dealt
    with pytest.raises(BadPreset, match="decided-at-the-deal") as refused:
        read_preset(write_preset(Preset("box", dealt, (("loner_must_die", "off"),))))
    assert refused.value.flaw is PresetFlaw.BAD_CARDS


def test_a_record_with_such_cards_is_refused_under_its_own_options() -> None:
    record = "ruleset box\nplayers 10\n{}deal 1=maniac 2=detective\n\nclock: expire\n"
    assert replay_record(read_record(record.format(""))).failure is None
    with pytest.raises(BadRecord, match="decided-at-the-deal"):
        read_record(record.format("option loner_must_die=off\n"))


def test_every_code_is_in_one_of_the_tables() -> None:
    assert set(ERRORS) | set(ADVICE) == set(Flaw)
    assert not set(ERRORS) & set(ADVICE)


def test_several_errors_are_all_named() -> None:
    verdict = check_role_set(RULESETS["box"], cards("maniac*2 yakuza mafioso*3 thief detective judge civilian*2"))
    assert set(verdict.errors) == {
        Flaw.ONE_OF_EACH,
        Flaw.TOO_MANY_CRIMINALS,
        Flaw.TWO_LEADERS,
        Flaw.TWO_LONERS,
        Flaw.YAKUZA_TOO_FEW,
        Flaw.YAKUZA_WITH_LONER,
        Flaw.YAKUZA_WITH_SPECIALS,
        Flaw.YAKUZA_NOT_HALF,
    }


def test_cards_of_which_there_are_none_do_not_count() -> None:
    assert check_role_set(RULESETS["box"], cards("mafioso*2 detective civilian*3") | {"judge": 0}).errors == ()


# --- official role sets ----------------------------------------------------------------------------------------


def official() -> list[object]:
    return [
        pytest.param(ruleset, size, dealt, id=f"{ruleset.id} {name} {size}")
        for ruleset in RULESETS.values()
        for name, sizes in ruleset.role_sets.items()
        for size, dealt in sizes.items()
    ]


@pytest.mark.parametrize(("ruleset", "size", "dealt"), official())
def test_official_cards_are_valid_and_as_the_rules_advise(
    ruleset: RuleSet, size: int, dealt: dict[str, int]
) -> None:
    verdict = check_role_set(ruleset, dealt)
    assert sum(dealt.values()) == size
    assert verdict.errors == ()
    unofficial = ruleset.document in ("S0", "S3", "S4") and size != ruleset.official_size
    assert verdict.warnings == ((Flaw.NOT_OFFICIAL_SIZE,) if unofficial else ())


SIZES = {"fiim": (6, 12), "fiim-2025": (6, 12), "phystech": (6, 12), "city": (10, 15), "box": (6, 16)}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_usual_role_set_has_cards_for_every_number_of_players(ruleset: str) -> None:
    usual = next(iter(RULESETS[ruleset].role_sets.values()))
    fewest, most = SIZES[ruleset]
    assert list(usual) == list(RULESETS[ruleset].sizes) == list(range(fewest, most + 1))


# --- house rules -----------------------------------------------------------------------------------------------

ADDABLE = [
    f"{base}+{where}.{role}"
    for base, ruleset in RULESETS.items()
    for where, roles in CATALOGUE.items()
    for role in roles
    if role not in ruleset.roles
]


def test_the_catalogue_holds_every_role_of_every_rule_set() -> None:
    """Four of the sport rules, seven of the city, twenty of the box; some bear the same name.

    A sport table can take 4 of the city and 18 of the box, the city 1 and 17, the box 2 and 4.
    """
    assert [len(roles) for roles in CATALOGUE.values()] == [4, 7, 20]
    assert len(ADDABLE) == 3 * (4 + 18) + (1 + 17) + (2 + 4)


@pytest.mark.parametrize("name", ADDABLE)
def test_a_role_of_the_catalogue_joins_any_table_and_the_game_ends(name: str) -> None:
    ruleset, role = find_ruleset(name), name.rpartition(".")[2]
    verify_ruleset(ruleset)
    dice = Random(name)
    for number in range(4):
        dealt = random_valid_cards(dice, ruleset)
        while role not in dealt:
            dealt = random_valid_cards(dice, ruleset)
        guests = tuple(f"guest-{seat}" for seat in range(1, len(dealt) + 1))
        game = open_game(rules_for(ruleset, {}), dealt, guests, f"{name}-{number}:salt")
        play_to_the_end(game, [WildPlayer() for _ in dealt], dice)
        assert game.table.step is StepName.OVER
        assert replay(game.journal) == game.state


@pytest.mark.parametrize("base", RULESETS)
def test_the_base_keeps_its_own_order_of_the_night(base: str) -> None:
    order = [[each.id for each in together] for together in RULESETS[base].night_order]
    own = {name for together in order for name in together}
    for name in ADDABLE:
        if name.startswith(f"{base}+"):
            night = find_ruleset(name).night_order
            derived = [[each.id for each in together if each.id in own] for together in night]
            assert [moment for moment in derived if moment] == order, name


@pytest.mark.parametrize("name", ADDABLE)
def test_an_added_role_is_asked_for_everything_it_can_do(name: str) -> None:
    """An ability that no wave asks for would be a card without its power."""
    ruleset = find_ruleset(name)
    role = ruleset.roles[name.rpartition(".")[2]]
    asked = {each for wave in rules_for(ruleset, {}).asked[role.id] for each in wave}
    assert set(role.abilities) <= asked


@pytest.mark.parametrize("name", ADDABLE)
def test_the_base_keeps_its_options_waves_and_steps(name: str) -> None:
    base, house = RULESETS[name.partition("+")[0]], find_ruleset(name)
    assert {key: house.options[key] for key in base.options} == dict(base.options)
    assert [step.name for step in house.steps] == [step.name for step in base.steps]
    assert len(house.waves) == len(base.waves)
    for wave, derived in zip(base.waves, house.waves, strict=True):
        assert set(wave) <= set(derived)


def test_roles_bring_the_options_of_their_own_table_along() -> None:
    options = find_ruleset("fiim+box.maniac+city.lover").options
    for key, table in (("void_check", "box"), ("loner_must_die", "box"), ("lover_alibi", "city")):
        assert options[key].value == RULESETS[table].options[key].value


@pytest.mark.parametrize("base", ["fiim", "fiim-2025", "phystech", "city"])
def test_two_gangs_shoot_at_one_moment_at_any_table(base: str) -> None:
    """A bodyguard hit by one gang can still step in against the other (S2)."""
    (together,) = [moment for moment in find_ruleset(f"{base}+box.yakuza").night_order if SHOT in moment]
    assert YAKUZA_SHOT in together


def test_several_roles_join_at_once() -> None:
    house = find_ruleset("fiim-2025+box.thief+city.doctor")
    assert {"thief", "doctor", "don", "sheriff"} <= house.roles.keys()
    assert [each.id for each in house.abilities] == ["steal", "heal", "shot", "find-sheriff", "find-black"]
    verify_ruleset(house)


def test_the_same_house_rules_are_one_rule_set_in_whatever_order_they_are_named() -> None:
    assert find_ruleset("fiim+city.doctor+box.thief") is find_ruleset("fiim+box.thief+city.doctor")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "chess",
        "Box",
        "fiim+",
        "fiim++box.thief",
        "+box.thief",
        "box.thief",
        "chess+box.thief",
        "fiim+thief",
        "fiim+box.",
        "fiim+.thief",
        "fiim+box.wizard",
        "fiim+chess.thief",
        "fiim+box.thief.thief",
        "fiim box.thief",
    ],
)
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(UnknownRuleSet):
        find_ruleset(name)


@pytest.mark.parametrize("name", ["fiim+sport.don", "city+box.doctor", "box+city.maniac", "fiim+box.civilian"])
def test_a_role_that_the_base_has_already_is_refused(name: str) -> None:
    with pytest.raises(UnknownRuleSet, match="has its own"):
        find_ruleset(name)


@pytest.mark.parametrize("name", ["fiim+box.doctor+city.doctor", "phystech+box.maniac+city.maniac"])
def test_two_roles_of_one_name_are_refused(name: str) -> None:
    """One of them would silently not be there."""
    with pytest.raises(UnknownRuleSet):
        find_ruleset(name)


# --- an added role has its power at any table ------------------------------------------------------------------


def night_of(name: str, *dealt: str) -> Game:
    return open_dealt(rules_for(find_ruleset(name), {}), dealt, Position(1, at_night=True))


def acts(game: Game, *commands: tuple[int, Verb, int]) -> None:
    """These act, and the night runs out."""
    for seat, verb, target in commands:
        assert perform(game, Command(seat, verb, (target,))) is None
    while game.table.step is not StepName.OVER and game.table.step is StepName.NIGHT:
        assert perform(game, EXPIRE) is None


def answers(game: Game, seat: int) -> list[str]:
    return [told.answer for told in game.state.view(seat).me.told if told.topic is ev.Topic.CHECK]


REDS = ("civilian",) * 6


@pytest.mark.parametrize("base", ["fiim", "fiim-2025", "phystech"])
def test_the_smeared_look_black_to_the_sheriff(base: str) -> None:
    game = night_of(f"{base}+box.informer", "don", "informer", "sheriff", *REDS)
    acts(game, (2, Verb.FRAME, 5), (3, Verb.CHECK, 5))
    assert answers(game, 3) == ["black"]


@pytest.mark.parametrize("base", ["fiim", "fiim-2025", "phystech", "city"])
def test_the_warden_jails_the_blacks_of_any_table(base: str) -> None:
    reds = (*REDS, "civilian")
    game = night_of(f"{base}+box.warden", "don", "mafia", "warden", *reds)
    acts(game, (3, Verb.CHECK, 2))
    assert game.table.prisoners == (2,)


@pytest.mark.parametrize("base", ["fiim", "fiim-2025", "phystech", "city"])
def test_the_godfathers_victim_may_not_vote_at_any_table(base: str) -> None:
    reds = (*REDS, "civilian")
    game = night_of(f"{base}+box.godfather", "don", "godfather", *reds, "civilian")
    acts(game, (2, Verb.SILENCE, 5))
    assert game.table.no_vote == (5,)
    vote_at_the_ballot(game, nominees=(6, 7))
    assert perform(game, Command(5, Verb.VOTE, (game.table.candidate,))) == ("not-allowed",)


@pytest.mark.parametrize("base", ["fiim", "fiim-2025", "phystech", "city"])
def test_the_ballot_does_not_wait_for_one_who_may_not_vote(base: str) -> None:
    game = night_of(f"{base}+box.godfather", "don", "godfather", *REDS, "civilian", "civilian")
    acts(game, (2, Verb.SILENCE, 5))
    vote_at_the_ballot(game, nominees=(6, 7))
    called = game.table.candidate
    for seat in (seat for seat in game.table.alive if seat != 5):
        assert game.table.step is StepName.BALLOT
        assert perform(game, Command(seat, Verb.VOTE, (called,))) is None
    assert game.table.step is not StepName.BALLOT
    assert dict(game.table.tally)[called] == 9


@pytest.mark.parametrize("base", ["fiim", "fiim-2025", "phystech", "city"])
def test_the_swindlers_victim_votes_as_he_does_at_any_table(base: str) -> None:
    reds = (*REDS, "civilian")
    game = night_of(f"{base}+box.swindler", "don", "mafia", "swindler", *reds)
    acts(game, (3, Verb.COPY, 8))
    vote_at_the_ballot(game, nominees=(6, 7))
    called = game.table.candidate
    assert perform(game, Command(3, Verb.VOTE, (called,))) is None
    while game.table.step is StepName.BALLOT:
        assert perform(game, EXPIRE) is None
    assert dict(game.table.tally)[called] == 2


SPEECHES = ["fiim", "fiim-2025", "phystech", "city"]


def ballot_with_a_judge(base: str, judge_votes: int, *, silenced: bool = False) -> Game:
    """Seat 3 is the judge; all the others but 1, who keeps silent, vote against 7; 6 stands before him."""
    game = night_of(f"{base}+box.judge+box.godfather", "don", "godfather", "judge", *REDS, "civilian")
    acts(game, (2, Verb.SILENCE, 3 if silenced else 1))
    vote_at_the_ballot(game, nominees=(7, 6))
    while game.table.step is StepName.BALLOT:
        called = game.table.candidate
        for seat in game.table.alive:
            wish = judge_votes if seat == 3 else 0 if seat == 1 else 7
            if wish == called and not game.table.barred(seat):
                assert perform(game, Command(seat, Verb.VOTE, (called,))) is None
        if game.table.step is StepName.BALLOT and game.table.candidate == called:
            assert perform(game, EXPIRE) is None
    return game


@pytest.mark.parametrize("base", SPEECHES)
def test_the_judge_acquits_at_any_table(base: str) -> None:
    """No second discussion there: the day is over, and nobody leaves."""
    game = ballot_with_a_judge(base, judge_votes=6)
    assert ev.Acquitted(7) in game.journal
    assert game.table.step is StepName.NIGHT
    assert 7 in game.table.alive


@pytest.mark.parametrize("base", SPEECHES)
def test_the_judge_who_votes_with_the_others_acquits_nobody(base: str) -> None:
    game = ballot_with_a_judge(base, judge_votes=7)
    assert 7 not in game.table.alive
    assert not any(isinstance(event, ev.Acquitted) for event in game.journal)


@pytest.mark.parametrize("base", SPEECHES)
def test_a_judge_who_may_not_vote_acquits_nobody_at_any_table(base: str) -> None:
    game = ballot_with_a_judge(base, judge_votes=6, silenced=True)
    assert 7 not in game.table.alive


def test_a_judge_who_keeps_silent_acquits_where_silence_is_no_vote() -> None:
    """At a sport table the vote of one who keeps silent falls to the last candidate, and counts (S3 4.4.6)."""
    assert 7 in ballot_with_a_judge("city", judge_votes=0).table.alive
    assert 7 not in ballot_with_a_judge("fiim-2025", judge_votes=0).table.alive


def vote_at_the_ballot(game: Game, nominees: Sequence[int]) -> None:
    """Go on to the first window of the ballot, with these on the list."""
    waiting = list(nominees)
    while game.table.step is not StepName.BALLOT:
        if game.table.step is StepName.SPEECH and waiting:
            assert perform(game, Command(game.table.speaker, Verb.NOMINATE, (waiting.pop(),))) is None
        assert perform(game, EXPIRE) is None


def test_the_lovers_alibi_holds_at_the_box() -> None:
    game = night_of("box+city.lover", "mafioso", "mafioso", "lover", *REDS)
    acts(game, (3, Verb.VISIT, 5))
    assert game.table.alibis == (5,)
    assert game.table.step is StepName.DISCUSSION
    assert perform(game, Command(6, Verb.NOMINATE, (5,))) == ("bad-target",)


def test_the_thief_robs_the_sheriff_of_a_sport_table() -> None:
    game = night_of("fiim-2025+box.thief", "don", "thief", "sheriff", *REDS)
    acts(game, (2, Verb.BLOCK, 3), (3, Verb.CHECK, 1))
    assert answers(game, 3) == ["failed"]


def test_the_bodyguard_dies_instead_at_a_sport_table() -> None:
    game = night_of("fiim+box.bodyguard", "don", "mafia", "bodyguard", "sheriff", *REDS)
    acts(game, (1, Verb.SHOOT, 5), (2, Verb.SHOOT, 5), (3, Verb.GUARD, 5))
    assert game.table.victims[1] == (3,)


def test_the_don_of_the_sport_rules_finds_the_sheriff_at_the_box() -> None:
    game = night_of("box+sport.don", "don", "mafioso", "sheriff", *REDS)
    acts(game, (1, Verb.SHOOT, 5), (2, Verb.SHOOT, 5), (1, Verb.CHECK, 3))
    assert answers(game, 1) == ["sheriff"]
    assert game.table.victims[1] == (5,)
