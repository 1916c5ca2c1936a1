"""A preset as text: what is written is read again exactly, and any other text is refused by its flaw."""

from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import SHIPPED, RuleSet, rules_for
from engine.house_rules import find_ruleset
from engine.options import KINDS, write_option
from engine.preset import LONGEST, BadPreset, Preset, PresetFlaw, read_preset, write_preset
from engine.role_catalogue import CATALOGUE
from tests.kits.night_kit import random_valid_cards

HOUSE = (
    "fiim-2025+box.thief+city.doctor",
    "box+city.lover",
    "city+box.beauty+box.swindler",
    "phystech+box.warden",
)
MESSAGE = 4096
"""Characters that one Telegram message holds."""


def sealed(body: str) -> str:
    """A text whose seal fits, as if somebody had taken the trouble to compute it."""
    return f"{body} ~{sha256(body.encode()).hexdigest()[:6]}"


def flaw_of(text: str) -> PresetFlaw:
    with pytest.raises(BadPreset) as refused:
        read_preset(text)
    assert str(refused.value)
    return refused.value.flaw


# --- there and back --------------------------------------------------------------------------------------------


def changed_options(ruleset: RuleSet, dice: Random, share: float) -> tuple[tuple[str, str], ...]:
    """Some options, with any value they can have, as the engine writes it."""
    return tuple(
        (key, dice.choice((write_option(key, option.value), *KINDS[key].others(option.value))))
        for key, option in sorted(ruleset.options.items())
        if dice.random() < share
    )


@st.composite
def presets(draw: st.DrawFn) -> Preset:
    name = draw(st.sampled_from((*SHIPPED, *HOUSE)))
    ruleset = find_ruleset(name)
    dice = Random(draw(st.integers(0, 10**9)))
    count = draw(st.integers(0, 4))
    hands = [random_valid_cards(dice, ruleset) for _ in range(count)]
    role_sets = {len(hand): dict(Counter(hand)) for hand in hands}
    return Preset(name, role_sets, changed_options(ruleset, dice, draw(st.sampled_from((0.0, 0.2, 1.0)))))


@given(presets())
def test_what_is_written_is_read_again_exactly(preset: Preset) -> None:
    text = write_preset(preset)
    assert read_preset(text) == preset
    assert write_preset(read_preset(text)) == text
    assert "\n" not in text


@given(presets(), st.sampled_from((" ", "  ", "\n", " \n\t", "\u00a0")))
def test_other_spaces_as_a_chat_may_make_them_change_nothing(preset: Preset, space: str) -> None:
    text = write_preset(preset)
    assert read_preset(space + text.replace(" ", space) + "\n") == preset


@pytest.mark.parametrize("name", [*SHIPPED, *HOUSE])
def test_the_longest_preset_fits_into_one_message(name: str) -> None:
    """Cards for every number of players, as many different roles as there can be, and every option changed."""
    ruleset, dice = find_ruleset(name), Random(name)
    role_sets: dict[int, dict[str, int]] = {}
    for _ in range(600):
        hand = random_valid_cards(dice, ruleset)
        if len(set(hand)) > len(role_sets.get(len(hand), {})):
            role_sets[len(hand)] = dict(Counter(hand))
    assert role_sets.keys() == set(ruleset.sizes)
    options = tuple(
        (key, max(KINDS[key].others(option.value), key=len)) for key, option in ruleset.options.items()
    )
    preset = Preset(name, role_sets, tuple(sorted(options)))
    text = write_preset(preset)
    assert len(text) <= MESSAGE
    assert read_preset(text) == preset


def test_the_example_of_the_module_reads() -> None:
    cards = {"detective": 1, "doctor": 1, "civilian": 6, "mafioso": 4}
    preset = Preset("box", {12: cards}, (("lynch", "one-by-one"), ("tie", "revote")))
    text = write_preset(preset)
    assert text.startswith("omerta1 box 12:civilian*6,detective,doctor,mafioso*4 lynch=one-by-one tie=revote ~")
    assert read_preset(text) == preset


# --- what is refused -------------------------------------------------------------------------------------------

TEXT = write_preset(
    Preset(
        "box",
        {7: {"detective": 1, "civilian": 4, "mafioso": 2}, 10: {"judge": 1, "civilian": 6, "mafioso": 3}},
        (("lynch", "one-by-one"), ("night", "30")),
    )
)
OPENING = len("omerta1")


@pytest.mark.parametrize("length", range(OPENING, len(TEXT)))
def test_a_text_cut_anywhere_is_said_to_be_cut(length: int) -> None:
    assert flaw_of(TEXT[:length]) is PresetFlaw.CUT


@pytest.mark.parametrize("length", range(OPENING - 1))
def test_a_text_cut_within_its_first_word_is_no_preset(length: int) -> None:
    assert flaw_of(TEXT[:length]) is PresetFlaw.NOT_A_PRESET


@pytest.mark.parametrize("place", range(OPENING + 1, len(TEXT)))
def test_a_character_taken_out_by_hand_is_noticed(place: int) -> None:
    assert flaw_of(TEXT[:place] + TEXT[place + 1 :]) in (PresetFlaw.EDITED, PresetFlaw.CUT)


EDITS: dict[str, Callable[[str], str]] = {
    "a card more": lambda text: text.replace("civilian*4", "civilian*5"),
    "another option value": lambda text: text.replace("night=30", "night=35"),
    "an option more": lambda text: text.replace(" ~", " tie=revote ~"),
    "another rule set": lambda text: text.replace(" box ", " city "),
    "another seal": lambda text: text[:-1] + ("0" if text[-1] != "0" else "1"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_text_edited_by_hand_is_noticed(edit: str) -> None:
    edited = EDITS[edit](TEXT)
    assert edited != TEXT
    assert flaw_of(edited) is PresetFlaw.EDITED


@pytest.mark.parametrize("version", ["0", "2", "10", "11", "99", "1.5", "x"])
def test_another_version_is_named(version: str) -> None:
    assert flaw_of(TEXT.replace("omerta1", f"omerta{version}", 1)) is PresetFlaw.OTHER_VERSION


@pytest.mark.parametrize(
    "text", ["", " ", "hello", "box 12:civilian", "Omerta1 box", "1omerta", "/omerta1 box", "~", "\0"]
)
def test_another_text_is_no_preset(text: str) -> None:
    assert flaw_of(text) is PresetFlaw.NOT_A_PRESET


def test_a_text_longer_than_a_message_is_no_preset() -> None:
    assert flaw_of(sealed("omerta1 box " + "night=30 " * LONGEST + "night=30")) is PresetFlaw.NOT_A_PRESET


FLAWED = {
    "omerta1 chess": PresetFlaw.UNKNOWN_RULESET,
    "omerta1 box+box.wizard": PresetFlaw.UNKNOWN_RULESET,
    "omerta1 box+": PresetFlaw.UNKNOWN_RULESET,
    "omerta1 city+box.doctor": PresetFlaw.UNKNOWN_RULESET,
    "omerta1 7:civilian*5,mafioso*2": PresetFlaw.UNKNOWN_RULESET,
    "omerta1": PresetFlaw.UNKNOWN_RULESET,
    "omerta1 box colour=red": PresetFlaw.UNKNOWN_OPTION,
    "omerta1 box colour": PresetFlaw.UNKNOWN_OPTION,
    "omerta1 box =": PresetFlaw.UNKNOWN_OPTION,
    "omerta1 box speech=30": PresetFlaw.UNKNOWN_OPTION,
    "omerta1 fiim lynch=most": PresetFlaw.UNKNOWN_OPTION,
    "omerta1 box lynch=some": PresetFlaw.UNKNOWN_OPTION,
    "omerta1 box night=0": PresetFlaw.UNKNOWN_OPTION,
    "omerta1 box night=-5": PresetFlaw.UNKNOWN_OPTION,
    "omerta1 box night=٣٠": PresetFlaw.UNKNOWN_OPTION,
    "omerta1 box night=30=30": PresetFlaw.UNKNOWN_OPTION,
    "omerta1 box reveal_roles=yes": PresetFlaw.UNKNOWN_OPTION,
    "omerta1 box 6:detective,wizard,civilian*2,mafioso*2": PresetFlaw.BAD_CARDS,
    "omerta1 box 7:detective,civilian*3,mafioso*2": PresetFlaw.BAD_CARDS,
    "omerta1 box 5:detective,civilian*2,mafioso*2": PresetFlaw.BAD_CARDS,
    "omerta1 box 6:detective,judge,civilian*2,mafioso*2": PresetFlaw.BAD_CARDS,
    "omerta1 box 6:civilian*6": PresetFlaw.BAD_CARDS,
    "omerta1 box 6:civilian*3,mafioso*3": PresetFlaw.BAD_CARDS,
    "omerta1 box 6:civilian*2,civilian*2,mafioso*2": PresetFlaw.BAD_CARDS,
    "omerta1 box 6:civilian*4,mafioso*-2": PresetFlaw.BAD_CARDS,
    "omerta1 box 6:civilian*4,mafioso*two": PresetFlaw.BAD_CARDS,
    "omerta1 box 6:civilian*4,mafioso*²": PresetFlaw.BAD_CARDS,
    "omerta1 box 6:civilian*4,mafioso*٢": PresetFlaw.BAD_CARDS,
    "omerta1 box 6:civilian*4,mafioso*2*2": PresetFlaw.BAD_CARDS,
    "omerta1 box six:civilian*4,mafioso*2": PresetFlaw.BAD_CARDS,
    "omerta1 box 06:civilian*4,mafioso*2": PresetFlaw.BAD_CARDS,
    "omerta1 box 6:": PresetFlaw.BAD_CARDS,
    "omerta1 box :": PresetFlaw.BAD_CARDS,
    "omerta1 box 6:civilian*4,,mafioso*2": PresetFlaw.BAD_CARDS,
    "omerta1 city 10:don*2,mafia,commissar,civilian*6": PresetFlaw.BAD_CARDS,
    "omerta1 fiim 6:don,mafia*2,civilian*3": PresetFlaw.BAD_CARDS,
}


@pytest.mark.parametrize("body", FLAWED)
def test_a_sealed_text_that_makes_no_sense_is_named(body: str) -> None:
    assert flaw_of(sealed(body)) is FLAWED[body]


NAMED = {
    "omerta1 chess": "unknown rule set 'chess'; known: fiim, fiim-2025, phystech, city, box, party",
    "omerta1 box 6:civilian*4,mafioso*two": "mafioso*two",
    "omerta1 box 7:detective,civilian*3,mafioso*2": "7:detective,civilian*3,mafioso*2",
    "omerta1 box 6:civilian*6": "no-criminal",
    "omerta1 box 5:detective,judge,civilian,mafioso*2": "size, two-leaders",
    "omerta1 box colour=red": "unknown option 'colour'",
}
"""Text → what its refusal says: the word that is wrong, or the laws of the cards that are broken."""


@pytest.mark.parametrize("body", NAMED)
def test_a_refusal_says_what_is_wrong(body: str) -> None:
    with pytest.raises(BadPreset) as refused:
        read_preset(sealed(body))
    assert str(refused.value) == NAMED[body]


def test_a_refusal_without_more_to_say_names_the_flaw() -> None:
    with pytest.raises(BadPreset, match=r"^cut$"):
        read_preset("omerta1")


@pytest.mark.parametrize(
    "body",
    [
        "omerta1 box 6:civilian*4,mafioso*2 6:civilian*3,detective,mafioso*2",
        "omerta1 box night=30 night=35",
    ],
)
def test_one_thing_said_twice_is_refused(body: str) -> None:
    """Which of the two was meant nobody knows."""
    assert flaw_of(sealed(body)) in (PresetFlaw.BAD_CARDS, PresetFlaw.UNKNOWN_OPTION, PresetFlaw.EDITED)


def test_every_flaw_is_named_by_some_text() -> None:
    by_seal = {PresetFlaw.NOT_A_PRESET, PresetFlaw.OTHER_VERSION, PresetFlaw.CUT, PresetFlaw.EDITED}
    assert by_seal | set(FLAWED.values()) == set(PresetFlaw)


# --- any text --------------------------------------------------------------------------------------------------

WORDS = st.one_of(
    st.text(max_size=12),
    st.sampled_from((*SHIPPED, *HOUSE, "omerta1", "~", "=", ":", ",", "*", "+", "6:", "night=", "box+box.")),
    st.builds(lambda key, value: f"{key}={value}", st.sampled_from(sorted(KINDS)), st.text(max_size=8)),
    st.builds(
        lambda size, role, count: f"{size}:{role}*{count}",
        st.one_of(st.integers(-3, 20).map(str), st.text(max_size=3)),
        st.sampled_from(sorted(CATALOGUE["box"])),
        st.one_of(st.integers(-3, 20).map(str), st.text(max_size=3)),
    ),
)


def reads_or_names_a_flaw(text: str) -> None:
    try:
        preset = read_preset(text)
    except BadPreset:
        return
    rules_for(find_ruleset(preset.ruleset), dict(preset.options))
    assert read_preset(write_preset(preset)) == preset


@given(st.text())
@example("omerta1 ~")
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    reads_or_names_a_flaw(text)
    reads_or_names_a_flaw(f"omerta1 {text}")


@given(st.lists(WORDS, max_size=6))
@example([])
@example(["box", "6:civilian*4,mafioso*²"])
def test_any_sealed_text_is_read_or_refused_by_name(words: list[str]) -> None:
    reads_or_names_a_flaw(sealed(" ".join(" ".join(["omerta1", *words]).split())))
