"""What a table plays, chosen by taps at the table itself: the first evening, the quick card, what fits those who
sit; and who may do which of it."""

import re
from random import Random
from typing import Any

import pytest

from bot.games.evening_kinds import EVENING_KINDS, EveningKind, kind_of
from bot.games.lobby import Lobby
from bot.games.lobby_opening import choices_of_a_table
from bot.storage.group_and_person_json import record_to_json
from bot.storage.groups import Group, group_from_json
from bot.telegram.buttons.callback_data import LobbyTap, TableChoiceTap
from engine.house_rules import find_ruleset
from engine.options import write_option
from tests.kits.virtual_clock.open_table import GROUP, OPENER, OpenTable, open_table

SEATED = re.compile(r"^\d+\. ", re.MULTILINE)
LANGUAGES = ("ru", "uk")
OLD_WISHES = ("sit", "stand", "add-bot", "remove-bot", "extend", "rules", "settings", "doctor", "judge", "cancel")
"""What the buttons of a lobby carried before there were screens."""


async def group_at(at: OpenTable) -> Group:
    return await at.house.host.groups.get(GROUP)


# --- the first evening -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [kind for kind in EVENING_KINDS.values() if len(kind.rulesets) == 1])
async def test_the_first_table_asks_what_evening_it_is_and_one_tap_keeps_the_answer(
    language: str, kind: EveningKind
) -> None:
    async with open_table(language) as at:
        assert at.label("evening-which") in at.shown.html
        assert len(at.labels) == len(EVENING_KINDS) + 1, "one button for each kind, and one to sit down"
        await at.tap(next(label for label in at.labels if label.startswith(at.label(f"evening-{kind.id}"))))
        assert at.lobby.ruleset == kind.rulesets[0]
        assert at.label("evening-which") not in at.shown.html
        assert (await group_at(at)).ruleset == kind.rulesets[0]
        await at.tap_data(f"l:{at.live.id}:cancel")
        await at.tap_data(f"l:{at.live.id}:cancel")
        await at.people.say(OPENER, "/newgame", GROUP)
        again = await at.house.host.games.table_in(GROUP)
        assert again is not None
        assert (again.lobby.ruleset, again.lobby.screen) == (kind.rulesets[0], "")


async def test_sport_asks_which_document_and_has_a_way_back() -> None:
    async with open_table() as at:
        await at.tap("🏆 Спорт · 10")
        await at.tap("‹ Назад")
        await at.tap("🏆 Спорт · 10")
        await at.tap(at.label("ruleset-phystech"))
        assert at.lobby.ruleset == "phystech"
        assert "Стол открыт" in at.shown.text


async def test_those_who_come_while_the_question_stands_can_sit_down() -> None:
    async with open_table() as at:
        await at.tap("Сесть за стол", OPENER + 1)
        assert "p51" in at.shown.text
        assert at.lobby.seated == (OPENER, OPENER + 1)


@pytest.mark.parametrize(
    "set_up",
    [{"ruleset": "city"}, {"options": (("speech", "30"),)}, {"number": 3}, {"evening_chosen": True}],
    ids=str,
)
async def test_a_group_that_has_been_set_up_is_not_asked(set_up: dict[str, Any]) -> None:
    async with open_table(**set_up) as at:
        assert at.lobby.screen == ""


def test_groups_that_admins_had_set_up_keep_the_rules_with_their_admins() -> None:
    before = record_to_json(Group(GROUP, number=2)).replace('"may_change":"leader",', "")
    assert group_from_json(before).may_change == "admins"
    assert group_from_json(record_to_json(Group(GROUP, number=2))).may_change == "leader"


# --- the quick card ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
async def test_city_with_short_speeches_hidden_votes_and_open_cards_is_five_taps(language: str) -> None:
    async with open_table(language, evening_chosen=True) as at:
        secret = "ballot_secrecy" in find_ruleset("city").options
        taps = ["button-gear", "evening-city", "button-pace-fast", "button-reveal-roles-on"]
        taps += ["button-ballot-secrecy-hidden"] if secret else []
        for key in taps:
            await at.tap(at.label(key))
        assert len(taps) <= 5
        options = at.lobby.rules.options
        assert (at.lobby.ruleset, options.speech, options.reveal_roles) == ("city", 30, True)
        assert not secret or write_option("ballot_secrecy", getattr(options, "ballot_secrecy", "")) == "hidden"
        await at.tap(at.label("button-back"))
        assert at.labels[0] == at.label("button-sit")
        assert dict((await group_at(at)).options)["speech"] == "30"


async def test_a_pace_can_be_taken_back() -> None:
    async with open_table(evening_chosen=True) as at:
        await at.tap("⚙️ Ещё")
        await at.tap("Неспешно")
        assert at.lobby.rules.options.speech == 90
        await at.tap("‹ Назад")
        assert "неспешный темп" in at.shown.text
        await at.tap("⚙️ Ещё")
        await at.tap("Обычно")
        assert at.lobby.options == ()


async def test_rules_for_fewer_players_than_sit_are_refused_and_nothing_changes() -> None:
    async with open_table(guests=15, ruleset="box") as at:
        before = await group_at(at)
        await at.tap("⚙️ Ещё")
        assert await at.tap("🎭 Город") == at.label("lobby-too-many", seated=16)
        assert (at.lobby.ruleset, await group_at(at)) == ("box", before)


@pytest.mark.parametrize(
    "data", ["rules:box", "pace:fast", "reveal_roles:on", "speech:5", "rules:nonsense", "x:y"]
)
async def test_a_forged_choice_is_made_only_by_those_who_may_and_if_it_is_on_the_card(data: str) -> None:
    async with open_table(evening_chosen=True) as at:
        before = await group_at(at)
        await at.tap_data(f"e:{at.live.id}:{data}", OPENER + 5)
        assert await group_at(at) == before
        await at.tap_data(f"e:{at.live.id}:{data}")
        on_card = data in ("rules:box", "pace:fast", "reveal_roles:on")
        assert (await group_at(at) != before) == on_card


# --- what fits those who sit -------------------------------------------------------------------------------------


async def test_too_few_for_the_rules_are_offered_what_fits_now() -> None:
    async with open_table(guests=6, ruleset="city", smallest_table=10) as at:
        offered = [label for label in at.labels if "·" in label]
        assert offered, at.labels
        assert at.label("lobby-few-fits", taken=7) in at.shown.html
        await at.tap(offered[0])
        assert kind_of(at.lobby.ruleset) != "city"
        assert at.lobby.why_not_start() is None or at.lobby.smallest


async def test_a_full_table_offers_games_for_more() -> None:
    async with open_table(guests=11, evening_chosen=True) as at:
        assert at.label("lobby-full-fits") in at.shown.html
        await at.tap(next(label for label in at.labels if "·" in label))
        assert at.lobby.sizes[-1] > 12
        await at.tap("Сесть за стол", OPENER + 12)
        assert len(at.lobby.guests) == 13


async def test_a_friendly_table_of_sport_says_that_it_is_one() -> None:
    async with open_table(guests=6, evening_chosen=True) as at:
        assert at.label("lobby-unofficial", official=10) in at.shown.html
        assert at.lobby.why_not_start() is None


# --- computer players --------------------------------------------------------------------------------------------


async def test_computer_players_fill_the_table_and_leave_it_by_one_tap_each() -> None:
    async with open_table(guests=2, evening_chosen=True) as at:
        await at.tap("Добрать ботами до 10")
        assert (len(at.lobby.guests), at.lobby.stand_ins) == (10, 7)
        assert len({guest.name for guest in at.lobby.guests}) == 10
        assert "Добрать ботами до 10" not in at.labels
        await at.tap("Без ботов")
        assert (len(at.lobby.guests), at.lobby.stand_ins) == (3, 0)
        assert "Без ботов" not in at.labels


async def test_a_person_who_comes_to_a_filled_table_takes_the_place_of_a_computer_player() -> None:
    async with open_table(evening_chosen=True) as at:
        await at.tap("Добрать ботами до 10")
        await at.tap("Сесть за стол", OPENER + 1)
        assert (len(at.lobby.guests), at.lobby.stand_ins) == (10, 8)
        await at.tap_data(f"l:{at.live.id}:add-bot")
        assert len(at.lobby.guests) == 11, "one more by a tap of its own is one more"


async def test_where_computer_players_may_not_fill_there_is_no_such_button() -> None:
    async with open_table(evening_chosen=True, options=(("stand_ins", "on-absence"),)) as at:
        assert not any("бот" in label for label in at.labels)
        assert await at.tap_data(f"l:{at.live.id}:fill") == at.label("lobby-no-no-stand-ins")


@pytest.mark.parametrize("seed", range(3))
async def test_a_table_filled_and_emptied_by_fifty_taps_keeps_a_right_list(seed: int) -> None:
    dice = Random(seed)
    async with open_table(evening_chosen=True) as at:
        for _ in range(50):
            wish = dice.choice(("fill", "empty", "sit", "stand", "add-bot", "remove-bot", "gear", "to-main"))
            person = OPENER + dice.randrange(14)
            data = LobbyTap(game=at.live.id, wish=wish).pack()
            await at.bring(data, person)
            await at.wait(dice.choice((0.2, 0.7, 2)))
            seated = at.lobby.seated
            assert len(set(seated)) == len(seated)
            assert len(at.lobby.guests) <= at.lobby.sizes[-1]
            assert len({guest.word for guest in at.lobby.guests}) == len(at.lobby.guests)
        await at.wait(60)
        shown = [line.split(". ", 1)[1] for line in at.shown.text.splitlines() if SEATED.match(line)]
        assert [name.removeprefix("🤖 ") for name in shown] == [guest.name for guest in at.lobby.guests]
        assert len(await at.edits()) < 50, "edits of the list are coalesced"


# --- who may -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("choice", "opener", "guest"), [("leader", True, False), ("admins", False, False)])
async def test_who_may_change_the_game_at_an_open_table(choice: str, opener: bool, guest: bool) -> None:
    async with open_table(guests=1, evening_chosen=True, may_change=choice) as at:
        data = TableChoiceTap(game=at.live.id, what="rules", value="box").pack()
        await at.tap_data(data, OPENER + 1)
        assert (at.lobby.ruleset == "box") == guest
        await at.tap_data(data)
        assert (at.lobby.ruleset == "box") == opener
        await at.tap("⚙️ Ещё", OPENER + 1)
        assert at.lobby.screen == "more", "what everybody may use is behind ⚙️ for those who may not choose"


@pytest.mark.parametrize(
    ("choice", "opener", "guest"),
    [("anyone", True, True), ("leader", True, False), ("admins", False, False)],
)
async def test_who_may_call_computer_players(choice: str, opener: bool, guest: bool) -> None:
    async with open_table(guests=1, evening_chosen=True, may_add_bots=choice) as at:
        for person, may in ((OPENER + 1, guest), (OPENER, opener)):
            for wish in ("fill", "empty", "add-bot"):
                bots = at.lobby.stand_ins
                await at.tap_data(f"l:{at.live.id}:{wish}", person)
                assert (at.lobby.stand_ins != bots) == may


@pytest.mark.parametrize(
    ("choice", "opener", "guest"),
    [("anyone", True, True), ("leader", True, False), ("admins", False, False)],
)
async def test_who_may_judge_unasked(choice: str, opener: bool, guest: bool) -> None:
    async with open_table(evening_chosen=True, may_judge=choice) as at:
        await at.tap_data(f"l:{at.live.id}:stand")
        for person, may in ((OPENER + 1, guest), (OPENER, opener)):
            await at.tap_data(f"l:{at.live.id}:judge", person)
            assert (at.lobby.judge == person) == may
            if may:
                await at.tap_data(f"l:{at.live.id}:judge", person)
                await at.wait(40)


@pytest.mark.parametrize("verb", ["vote", "nominate"])
async def test_a_forged_move_at_a_table_that_has_not_begun_is_refused(verb: str) -> None:
    async with open_table(guests=1) as at:
        for person in (OPENER, OPENER + 1, OPENER + 2):
            assert await at.tap_data(f"m:{at.live.id}:0:{verb}:2:-1:0", person) == at.label("tap-old")


# --- buttons of before -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wish", OLD_WISHES)
async def test_every_button_of_a_lobby_that_an_older_release_has_sent_still_works(wish: str) -> None:
    async with open_table(guests=1, evening_chosen=True) as at:
        if wish == "remove-bot":
            await at.tap_data(f"l:{at.live.id}:add-bot")
        if wish == "judge":
            await at.tap_data(f"l:{at.live.id}:stand")
        person = OPENER + 2 if wish == "sit" else OPENER
        answer = await at.tap_data(f"l:{at.live.id}:{wish}", person)
        assert answer != at.label("tap-old")


def test_a_lobby_of_an_older_release_is_read() -> None:
    assert Lobby("g", GROUP, 0, 1, "city", (), (), "a:b", 0, 0).screen == ""
    assert set(choices_of_a_table(Group(GROUP))) == {"time_zone", "quiet", "smallest", "self_start"}
