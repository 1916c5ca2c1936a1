"""The declared settings of a group: each has its place, its texts and a test that proves it; every screen fits."""

import json
import re
from collections import Counter, deque
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.write_permissions import can_mute
from bot.group_settings.change_refused import ChangeRefused
from bot.group_settings.durations import read_duration
from bot.group_settings.group_choices import CHOICES, chosen, usual
from bot.group_settings.options import SECTIONS, changed_options, group_option
from bot.group_settings.pages.menu_context import Menu
from bot.group_settings.pages.pages_by_name import SCREENS
from bot.group_settings.presets import LONGEST_NAME, MOST_PRESETS, preset_of
from bot.group_settings.role_sets import card_set
from bot.group_settings.settings_changes import CHANGE_RULES, Place, changed_settings
from bot.group_settings.time_zone_and_quiet_hours import read_hours, read_zone
from bot.language.translator import LANGUAGES, Translator
from bot.storage.groups import Group, group_from_json
from bot.telegram.buttons.callback_data import SettingsChangeTap, SettingsQuestionTap, SettingsScreenTap
from bot.telegram.buttons.settings_actions import SettingsAction, SettingsScreen
from bot.telegram.message import RenderedMessage
from engine.house_rules import SHIPPED, find_ruleset
from engine.options import KINDS
from engine.preset import PresetFlaw, write_preset
from handlers.group_settings.typed_values import question
from sandbox.botapi.keyboards import inline_keyboard
from sandbox.formatting.entities import utf16_length
from sandbox.formatting.html import parse_html
from tests.kits import option_proofs
from tests.kits.night_kit import random_valid_cards

ROOT = Path(__file__).parents[3]
MOST_ROWS = 12
LONGEST_LABEL = 64
LONGEST_TEXT = 4096
CHAT = -1009999999999
TITLE = "<Клуб & компания> " + "Щ" * 110
HOUSE = "fiim-2025+box.informer+box.swindler+box.warden+city.lover"

words = cache(Translator)


# --- everything has its place, its words and its witness --------------------------------------------------------


def test_every_option_and_every_choice_stands_in_one_section() -> None:
    placed = Counter(key for section in SECTIONS.values() for key in section.keys)
    assert placed == Counter([*KINDS, *CHOICES])


@pytest.mark.parametrize(("table", "keys"), [(option_proofs.OPTIONS, KINDS), (option_proofs.CHOICES, CHOICES)])
def test_everything_that_can_be_set_has_a_proof(
    table: dict[str, tuple[str, ...]], keys: dict[str, object]
) -> None:
    assert table.keys() == keys.keys()
    assert [key for key, names in table.items() if not names] == []
    for key, names in table.items():
        for name in names:
            assert shows(key, name), f"{key}: {name}"


def shows(key: str, name: str) -> bool:
    """Returns whether there is such a record that sets the option, or such a test."""
    file, _, test = name.partition("::")
    if not test:
        record = (ROOT / "tests" / "records" / f"{name}.mafia").read_text(encoding="utf-8")
        return re.search(rf"^option {key}=", record, re.MULTILINE) is not None
    return (
        re.search(rf"^(async )?def {test}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE) is not None
    )


def every_option() -> list[tuple[str, str]]:
    return [(name, key) for name, ruleset in SHIPPED.items() for key in ruleset.options]


@pytest.mark.parametrize(("ruleset", "key"), every_option())
def test_every_option_has_an_entry_in_both_languages_that_says_all_about_it(ruleset: str, key: str) -> None:
    group = Group(CHAT, "Двор", ruleset=ruleset)
    official = group_option(group, key)
    assert official is not None
    others = [value for value in official.offered if value != official.now]
    assert others
    for lang in LANGUAGES:
        name, about = (words().say(lang, f"option-{key.replace('_', '-')}{part}") for part in ("", "-about"))
        section = next(section for section in SECTIONS if key in SECTIONS[section].keys)
        assert any(label.startswith(name) for label in labels(page(group, lang, SettingsScreen.SECTION, section)))
        shown = page(group, lang, SettingsScreen.OPTION, key)
        assert name in shown.text
        assert about in shown.text
        assert "✏️" not in shown.text
        changed = page(
            changed_settings(group, SettingsAction.SET_VALUE, key, others[0]), lang, SettingsScreen.OPTION, key
        )
        assert "✏️" in changed.text
        assert words().plain(lang, "button-official") in labels(changed)
    for value in others:
        after = changed_settings(group, SettingsAction.SET_VALUE, key, value)
        assert dict(after.options)[key] == value
        assert changed_settings(after, SettingsAction.BACK_TO_USUAL, key, "").options == ()


def test_an_option_of_other_rules_is_no_entry() -> None:
    assert group_option(Group(CHAT, ruleset="box"), "speech") is None
    with pytest.raises(ChangeRefused):
        changed_settings(Group(CHAT, ruleset="box"), SettingsAction.SET_VALUE, "speech", "60")


def test_at_a_voice_table_nobody_is_muted() -> None:
    group = Group(CHAT, rights=("can_restrict_members",))
    assert can_mute(group, voice=group.voice)
    voiced = changed_settings(group, SettingsAction.SET_VALUE, "voice", "on")
    assert not can_mute(voiced, voice=voiced.voice)


@pytest.mark.parametrize("stored", [None, False])
def test_the_chat_of_those_who_are_out_is_as_usual_for_the_rules_until_the_group_decides(
    *, stored: bool | None
) -> None:
    """Off stood in the groups of older releases whether somebody had chosen it or not."""
    group = Group(CHAT, afterlife=stored)
    assert chosen(group, "afterlife") == usual(group, "afterlife") == "off"
    friends = changed_settings(group, SettingsAction.CHOOSE_RULES, "party", "")
    assert chosen(friends, "afterlife") == usual(friends, "afterlife") == "on"
    silent = changed_settings(friends, SettingsAction.SET_VALUE, "afterlife", "off")
    assert chosen(silent, "afterlife") == "off"
    assert usual(silent, "afterlife") == "on"
    again = changed_settings(friends, SettingsAction.CHOOSE_RULES, "box", "")
    assert chosen(again, "afterlife") == "off"
    wanted = changed_settings(Group(CHAT, afterlife=True), SettingsAction.CHOOSE_RULES, "city", "")
    assert chosen(wanted, "afterlife") == "on"


def test_what_was_stored_before_there_were_menus_is_still_read() -> None:
    assert group_from_json(json.dumps({"chat_id": CHAT, "admins_only": True})).may_open == "admins"
    assert group_from_json(json.dumps({"chat_id": CHAT, "admins_only": False})).may_open == "anyone"


# --- every screen fits ------------------------------------------------------------------------------------------


def page(
    group: Group, lang: str, screen: SettingsScreen, what: str = "", value: str = "", **more: object
) -> RenderedMessage:
    return SCREENS[screen](Menu(words(), lang, group, {"what": what, "value": value, **more}))


def labels(message: RenderedMessage) -> list[str]:
    assert message.keyboard is not None
    return [button.text for row in message.keyboard.inline_keyboard for button in row]


def data(message: RenderedMessage) -> list[str]:
    assert message.keyboard is not None
    return [button.callback_data or "" for row in message.keyboard.inline_keyboard for button in row]


def crowded(ruleset: str) -> Group:
    """Returns a group that has changed all it can, with the longest names and the most cards."""
    rules, dice = find_ruleset(ruleset), Random(ruleset)
    options = {key: max(KINDS[key].others(option.value), key=len) for key, option in rules.options.items()}
    options |= {key: str(47 * 3600 + 59 * 60 + 59) for key in rules.options if hasattr(KINDS[key], "least")}
    options = {key: value for key, value in options.items() if KINDS[key].parse(value) is not None}
    options.pop("loner_must_die", None)  # switched off it makes some sets unplayable
    sets: dict[int, dict[str, int]] = {}
    for _ in range(300):
        cards = Counter(random_valid_cards(dice, rules))
        if len(cards) > len(sets.get(cards.total(), {})):
            sets[cards.total()] = dict(cards)
    group = Group(
        CHAT,
        TITLE,
        ruleset=ruleset,
        options=changed_options(rules, options),
        role_sets=tuple(sorted((size, tuple(cards.items())) for size, cards in sets.items())),
        may_open="admins",
        may_start="admins",
        may_stop="leader",
        time_zone="America/Argentina/Buenos_Aires",
        quiet=(22, 10),
        voice=True,
        number=99_999,
    )
    text = write_preset(preset_of(group))
    names = (f"{place}{'Щ' * (LONGEST_NAME - 1)}" for place in range(MOST_PRESETS))
    every = tuple((role, 2) for role in rules.roles)
    drafts = tuple((size, ruleset, every) for size in rules.sizes if size % 3 == 0)
    return replace(group, presets=tuple((name, text) for name in names), drafts=drafts)


def walk(group: Group, lang: str) -> dict[Place, RenderedMessage]:
    """Returns every screen that can be reached by taps that change nothing."""
    start: Place = (SettingsScreen.HOME, "", "")
    seen: dict[Place, RenderedMessage] = {}
    ahead = deque([start])
    while ahead:
        place = ahead.popleft()
        if place in seen or place[0] not in SCREENS:
            continue
        seen[place] = page(group, lang, *place, table="full", figures=FIGURES)
        for text in data(seen[place]):
            if text.startswith("k:"):
                tap = SettingsScreenTap.unpack(text)
                assert tap.group == group.chat_id
                ahead.append((tap.screen, tap.what, tap.value))
    return seen


WINS = {"red": 400, "black": 300, "town": 90, "mafia": 80, "yakuza": 70, "loner": 50, "draw": 10}
FIGURES = {"games": 1000, "wins": WINS, "days": 4.21, "deciders": {}, "half_width": 0.02, "done": False}


def check(message: RenderedMessage) -> None:
    """Checks a screen as the sandbox, and so Telegram, does."""
    text, _ = parse_html(message.text)
    assert utf16_length(text) <= LONGEST_TEXT
    assert message.keyboard is not None
    raw = message.keyboard.model_dump(exclude_none=True)
    assert inline_keyboard(raw) is not None
    assert len(raw["inline_keyboard"]) <= MOST_ROWS
    for row in raw["inline_keyboard"]:
        assert len(row) <= 8
        for button in row:
            assert utf16_length(button["text"]) <= LONGEST_LABEL, button["text"]
            assert len(button["callback_data"].encode()) <= LONGEST_LABEL


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("ruleset", [*SHIPPED, HOUSE])
def test_every_screen_of_the_tree_fits(lang: str, ruleset: str) -> None:
    reached = set()
    for group in (Group(CHAT, TITLE, ruleset=ruleset.split("+", maxsplit=1)[0]), crowded(ruleset)):
        for place, message in walk(group, lang).items():
            reached.add(place[0])
            check(message)
            follow_buttons(group, lang, message)
    assert reached >= SCREENS.keys() - {SettingsScreen.NAMED} | (
        {SettingsScreen.NAMED} if ruleset == "box" else set()
    )


def follow_buttons(group: Group, lang: str, message: RenderedMessage) -> None:
    """Checks that each offered change can be made or is refused with a text, and leads to a screen that fits."""
    for text in data(message):
        if text.startswith("o:"):
            tap = SettingsChangeTap.unpack(text)
            assert tap.number == group.number
            after = outcome(group, tap.action, tap.what, tap.value)
            if isinstance(after, Group):
                check(page(after, lang, *CHANGE_RULES[tap.action].then(tap.what, tap.value)))
            else:
                assert words().has(lang, after), after
        elif text.startswith("q:"):
            ask = SettingsQuestionTap.unpack(text)
            assert words().has(lang, question(ask.action, ask.what))


def outcome(group: Group, action: SettingsAction, what: str, value: str) -> Group | str:
    """Returns the group after an action, or the key of the reason of its refusal."""
    try:
        return changed_settings(group, action, what, value)
    except ChangeRefused as refused:
        return refused.key


def test_every_deed_is_on_some_screen() -> None:
    offered = {
        tap.action
        for group in (crowded("box"), replace(crowded("city"), presets=()))
        for message in walk(group, "ru").values()
        for text in data(message)
        if (
            tap := SettingsChangeTap.unpack(text)
            if text.startswith("o:")
            else SettingsQuestionTap.unpack(text)
            if text.startswith("q:")
            else None
        )
    }
    assert offered == set(SettingsAction)


# --- cards ------------------------------------------------------------------------------------------------------


def built(group: Group, size: int, *actions: str) -> Group:
    """Applies `+role` and `-role`, one after the other."""
    for action in actions:
        group = changed_settings(
            group, SettingsAction.ADD_CARD if action[0] == "+" else SettingsAction.TAKE_CARD, str(size), action[1:]
        )
    return group


def test_a_draft_is_played_by_nobody_until_it_is_kept() -> None:
    group = changed_settings(Group(CHAT, ruleset="box"), SettingsAction.COPY_CARDS, "12", "yakuza")
    assert group.role_sets == ()
    assert card_set(group, 12).draft
    with_loner = built(group, 12, "-civilian", "+maniac")
    assert [str(wrong) for wrong in card_set(with_loner, 12).wrong] == ["flaw-yakuza-with-loner"]
    with pytest.raises(ChangeRefused, match="flaw-yakuza-with-loner"):
        changed_settings(with_loner, SettingsAction.KEEP_CARDS, "12", "")
    kept = changed_settings(built(with_loner, 12, "-maniac", "+civilian"), SettingsAction.KEEP_CARDS, "12", "")
    assert dict(dict(kept.role_sets)[12])["yakuza"] == 2
    assert kept.drafts == ()
    assert changed_settings(kept, SettingsAction.USUAL_CARDS, "12", "").role_sets == ()


def test_a_role_of_another_game_makes_house_rules_and_its_going_ends_them() -> None:
    group = changed_settings(Group(CHAT), SettingsAction.ADD_ROLE, "10", "box.thief")
    assert group.ruleset == "fiim-2025"
    group = changed_settings(built(group, 10, "-mafia"), SettingsAction.KEEP_CARDS, "10", "")
    assert group.ruleset == "fiim-2025+box.thief"
    assert group_option(group, "void_check") is not None
    group = changed_settings(group, SettingsAction.SET_VALUE, "void_check", "silent")
    back = changed_settings(group, SettingsAction.USUAL_CARDS, "10", "")
    assert (back.ruleset, back.options, back.role_sets) == ("fiim-2025", (), ())


def test_an_option_that_would_make_a_set_unplayable_is_refused() -> None:
    group = Group(CHAT, ruleset="box")
    for action in ("-mafioso", "-mafioso", "-mafioso", "+maniac", "+civilian", "+civilian"):
        group = built(group, 10, action)
    group = changed_settings(group, SettingsAction.KEEP_CARDS, "10", "")
    with pytest.raises(ChangeRefused) as refused:
        changed_settings(group, SettingsAction.SET_VALUE, "loner_must_die", "off")
    assert refused.value.key == "settings-no-set"
    assert refused.value.args_of_words == {"size": 10, "flaw": "@flaw-decided-at-the-deal"}


def test_other_rules_take_along_what_they_have_and_drop_what_they_cannot_play() -> None:
    group = changed_settings(Group(CHAT), SettingsAction.SET_VALUE, "stand_ins", "off")
    group = changed_settings(group, SettingsAction.SET_VALUE, "speech", "90")
    group = changed_settings(built(group, 10, "-civilian", "+mafia"), SettingsAction.KEEP_CARDS, "10", "")
    box = changed_settings(group, SettingsAction.CHOOSE_RULES, "box", "")
    assert (box.ruleset, box.options, box.role_sets) == ("box", (("stand_ins", "off"),), ())
    fiim = changed_settings(group, SettingsAction.CHOOSE_RULES, "fiim", "")
    assert dict(fiim.options) == {"stand_ins": "off", "speech": "90"}
    assert fiim.role_sets == group.role_sets
    lost = page(group, "ru", SettingsScreen.RULE_SET, "box")
    assert words().say("ru", "settings-cards-lost", sizes="10") in lost.text


def test_sizes_that_are_not_official_can_be_built_and_say_so() -> None:
    for size in (6, 7, 8, 9, 11, 12):
        group = built(Group(CHAT), size, "-civilian", "+civilian")
        shown = page(
            changed_settings(group, SettingsAction.KEEP_CARDS, str(size), ""),
            "ru",
            SettingsScreen.CARDS,
            str(size),
        )
        assert words().say("ru", "flaw-not-official-size") in shown.text


# --- bad input --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["0", "-5", "172801", "49 ч", "9" * 400, "½", "٣", "", " ", "90 попугаев", "1:30"]
)
def test_lengths_out_of_range_are_refused(text: str) -> None:
    with pytest.raises(ChangeRefused, match="typed-length"):
        changed_settings(Group(CHAT), SettingsAction.SET_VALUE, "speech", text)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", 90),
        ("90 с", 90),
        ("2 мин", 120),
        ("2хв", 120),
        ("1 ч 30 мин", 5400),
        ("12 годин", 43200),
        ("48h", 172800),
        ("5 минут", 300),
        ("1 час", 3600),
        (" 45 секунд. ", 45),
    ],
)
def test_lengths_as_people_type_them(text: str, seconds: int) -> None:
    assert read_duration(text) == seconds


@pytest.mark.parametrize(
    ("key", "value"), [("time_outs", "10"), ("draw", "never"), ("withdraw", "yes"), ("language", "en")]
)
def test_values_that_nobody_offers_are_refused(key: str, value: str) -> None:
    with pytest.raises(ChangeRefused, match="settings-no-value"):
        changed_settings(Group(CHAT), SettingsAction.SET_VALUE, key, value)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("23-9", (23, 9)),
        ("23:00 – 9:00", (23, 9)),
        ("0 8", (0, 8)),
        ("never", ()),
        ("9-9", None),
        ("24-3", None),
        ("вечер", None),
    ],
)
def test_quiet_hours(text: str, hours: tuple[int, ...] | None) -> None:
    assert read_hours(text) == hours


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Europe/Kyiv", "Europe/Kyiv"),
        ("europe/kyiv", "Europe/Kyiv"),
        ("Kyiv", "Europe/Kyiv"),
        ("new york", "America/New_York"),
        ("usual", ""),
        ("Luna/Crater", None),
        ("", None),
        ("../../etc/passwd", None),
        ("A" * 500, None),
    ],
)
def test_time_zones(text: str, zone: str | None) -> None:
    assert read_zone(text) == zone


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Щ" * 500, "settings-long-name"),
        ("", "settings-no-name"),
        ("\u200b\n", "settings-no-name"),
        ("дОМ", "settings-same-name"),
    ],
)
def test_names_of_presets(name: str, why: str) -> None:
    group = changed_settings(Group(CHAT), SettingsAction.SAVE, "", "Дом")
    with pytest.raises(ChangeRefused, match=why):
        changed_settings(group, SettingsAction.SAVE, "", name)


def test_so_many_presets_and_no_more() -> None:
    group = Group(CHAT)
    for number in range(MOST_PRESETS):
        group = changed_settings(group, SettingsAction.SAVE, "", f"Шаблон {number}")
    with pytest.raises(ChangeRefused, match="settings-many-presets"):
        changed_settings(group, SettingsAction.SAVE, "", "ещё один")


GOOD = write_preset(preset_of(Group(CHAT, ruleset="box", options=(("night", "30"),))))


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        ("привет", PresetFlaw.NOT_A_PRESET),
        ("x" * 4096, PresetFlaw.NOT_A_PRESET),
        (GOOD.replace("omerta1", "omerta2"), PresetFlaw.OTHER_VERSION),
        (GOOD[:-3], PresetFlaw.CUT),
        (GOOD.replace("30", "31"), PresetFlaw.EDITED),
    ],
)
def test_pasted_presets_that_cannot_be_read(text: str, flaw: PresetFlaw) -> None:
    with pytest.raises(ChangeRefused, match=f"preset-{flaw}"):
        changed_settings(Group(CHAT), SettingsAction.IMPORT, "", text)


@given(
    action=st.sampled_from(SettingsAction),
    what=st.text(max_size=12) | st.sampled_from([*KINDS, *CHOICES, "12", "99"]),
    value=st.text(),
)
def test_whatever_a_button_carries_is_a_change_or_a_reason(action: SettingsAction, what: str, value: str) -> None:
    group = crowded_once()
    after = outcome(group, action, what, value)
    if isinstance(after, Group):
        assert after.number in (group.number, group.number + 1)
    else:
        assert all(words().has(lang, after) for lang in LANGUAGES)


@cache
def crowded_once() -> Group:
    return crowded("box")
