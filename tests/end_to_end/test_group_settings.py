"""The settings of a group, end to end: how the menu is opened, what taps and typed values change, who is refused.

One host runs for all tests of this file; each test restores the group's settings.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bot.games.lobby import Phase
from bot.group_settings.settings_links import OPEN_MS
from bot.simulation import balance
from bot.storage.groups import Group as Kept
from bot.telegram.buttons.callback_data import SettingsChangeTap, SettingsScreenTap
from bot.telegram.buttons.settings_actions import SettingsAction, SettingsScreen
from engine.events import StepName
from sandbox.client import Group, Person
from sandbox.world.messages import buttons_of, text_of
from tests.bot.group_settings.test_group_settings import crowded, data, walk
from tests.kits.end_to_end.hosted_sandbox import NO_LIMITS, WORDS, HostedSandbox, hosted_sandbox
from tests.kits.end_to_end.settings_menu import SettingsMenu

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.xdist_group("club")]

SAY = WORDS.plain
RIGHTS = ("can_delete_messages",)


@dataclass
class Club:
    hosted: HostedSandbox
    people: list[Person]
    group: Group
    other: Group
    """The group whose owner is the second of the people."""

    @property
    def anna(self) -> Person:
        return self.people[0]

    @property
    def boris(self) -> Person:
        return self.people[1]

    async def settings_editor(self, person: Person | None = None) -> SettingsMenu:
        return await SettingsMenu(self.hosted, person or self.anna, self.group).open()

    async def kept(self) -> Kept:
        assert self.hosted.wired is not None
        return await self.hosted.wired.groups.get(self.group.id)

    async def close_table(self) -> None:
        assert self.hosted.wired is not None
        live = await self.hosted.wired.games.table_in(self.group.id)
        assert live is not None
        assert await self.hosted.wired.stop_game.stop(live.id, "")
        assert live.lobby.phase is Phase.CLOSED


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    folder: Path = tmp_path_factory.mktemp("club")
    async with hosted_sandbox(folder, 200, NO_LIMITS) as hosted:
        people = await hosted.guests(6)
        group = await hosted.group(people)
        other = await hosted.group(people[1:])
        yield Club(hosted, people, group, other)


async def test_a_length_is_tapped_typed_and_taken_back(club: Club) -> None:
    settings_editor = await (await club.settings_editor()).go("section-talk", "option-speech")
    assert "Официально: 60 секунд (п. 4.3.1)" in settings_editor.text
    answer = await settings_editor.tap("90 секунд")
    assert answer.text == SAY("ru", "settings-saved-none")
    assert (await club.kept()).options == (("speech", "90"),)
    assert "✏️ Сейчас: 90 секунд" in settings_editor.text
    await settings_editor.ask("button-own-value")
    assert SAY("ru", "typed-length") in await settings_editor.reply("49 ч")
    assert (await club.kept()).options == (("speech", "90"),)
    assert await settings_editor.reply("1 ч 30 мин") == SAY("ru", "settings-saved-none")
    assert (await club.kept()).options == (("speech", "5400"),)
    await club.anna.until(lambda: "1 час 30 минут" in settings_editor.text)
    await settings_editor.go("button-official")
    assert (await club.kept()).options == ()


async def test_a_table_that_waits_takes_a_change_at_once(club: Club) -> None:
    anna, group = club.anna, club.group
    assert club.hosted.wired is not None
    await anna.say("/newgame", group)
    await anna.until(lambda: SAY("ru", "button-sit") in anna.buttons(group))
    shown = await anna.tap(SAY("ru", "button-settings"), group)
    assert shown is not None
    assert shown.text == SAY("ru", "sent-to-private")
    settings_editor = SettingsMenu(club.hosted, anna, group)
    await anna.until(lambda: SAY("ru", "settings-table-waiting") in settings_editor.text)
    await settings_editor.go("section-rules", "ruleset-box")
    answer = await settings_editor.tap(SAY("ru", "button-play-by"))
    assert answer.text == SAY("ru", "settings-saved-waiting")
    live = await club.hosted.wired.games.table_in(group.id)
    assert live is not None
    assert live.lobby.ruleset == "box"
    await anna.until(lambda: any(f"Стол открыт · {SAY('ru', 'ruleset-box')}" in t for t in anna.sees(group)))
    await club.close_table()
    await (await settings_editor.open()).go("section-rules", "ruleset-fiim-2025", "button-play-by")


async def test_what_a_group_chooses_holds_at_once(club: Club) -> None:
    settings_editor = await (await club.settings_editor()).go("section-chat", "choice-language", "Українська")
    await club.anna.say("/help", club.group)
    await club.anna.until(lambda: any("Як грати" in text for text in club.anna.sees(club.group)))
    assert "⚙️ Настройки" in settings_editor.text, "the menu speaks the admin's language, not the group's"
    await settings_editor.go("Русский")
    assert (await club.kept()).language == "ru"


# --- who may ----------------------------------------------------------------------------------------------------


async def test_who_may_open_start_and_stop(club: Club) -> None:
    anna, boris, group = club.anna, club.boris, club.group
    settings_editor = await (await club.settings_editor()).go("section-who")
    for field, value in (("may_open", "admins"), ("may_start", "admins"), ("may_stop", "anyone")):
        await settings_editor.tap_to("dial", field)
        await settings_editor.tap_to("turn", field, value)
        await settings_editor.go("button-back")
    await says(club, boris, "/newgame", "admins-only")
    await anna.say("/newgame", group)
    await anna.until(lambda: SAY("ru", "button-start") in anna.buttons(group))
    assert await tapped(boris, "button-start", group) == SAY("ru", "admins-only")
    await says(club, boris, "/extend", "admins-only")
    await says(club, boris, "/stop", "stop-sure")
    assert await tapped(boris, "button-stop", group) == SAY("ru", "tap-accepted")
    for field in ("may_open", "may_start", "may_stop"):
        await settings_editor.tap_to("dial", field)
        await settings_editor.go("button-usual", "button-back")
    await boris.say("/newgame", group)
    await boris.until(lambda: boris.buttons(group).count(SAY("ru", "button-start")) == 1)
    assert await tapped(boris, "button-start", group) == SAY("ru", "lobby-no-too-few", least=6, most=12)
    await says(club, boris, "/stop", "admins-only")
    await club.close_table()


async def says(club: Club, person: Person, command: str, key: str) -> None:
    """Returns the answer in the group to this person's command."""

    def heard() -> int:
        return sum(SAY("ru", key) in text for text in person.sees(club.group))

    before = heard()
    await person.say(command, club.group)
    await person.until(lambda: heard() > before)


async def tapped(person: Person, key: str, group: Group) -> str:
    answer = await person.tap(SAY("ru", key), group)
    assert answer is not None
    return answer.text


async def test_strangers_former_admins_and_admins_of_another_group_are_refused_everywhere(
    club: Club,
) -> None:
    group = crowded("box")
    assert club.hosted.wired is not None
    every = {
        text.replace(str(group.chat_id), str(club.group.id))
        for sheet in walk(group, "ru").values()
        for text in data(sheet)
    }
    assert len(every) > 300
    before = await club.kept()
    stranger, former = club.people[2], club.people[3]
    await club.group.promote(former, RIGHTS)
    settings_editor = await club.settings_editor(former)
    await club.group.promote(former, ())
    await until_no_admin(club, former)
    one_of_each = {text.rpartition(":")[0]: text for text in every}.values()
    for person, buttons in ((stranger, every), (former, one_of_each), (club.boris, one_of_each)):
        own = SettingsMenu(club.hosted, person, club.group)
        answers = [await own.forge(text) for text in sorted(buttons)]
        assert {(answer.text, answer.alert) for answer in answers} == {(SAY("ru", "settings-admins-only"), True)}
    row, column, _ = buttons_of(settings_editor.menu)[0]
    assert (await settings_editor.tap_message(settings_editor.menu, row, column)).text == SAY(
        "ru", "settings-admins-only"
    )
    assert await club.kept() == before
    in_group = await club.people[2].client.do(
        "tap",
        user_id=club.anna.id,
        chat=club.group.key,
        message_id=bot_message(club.anna, club.group),
        data=sorted(every)[0],
    )
    told = await club.anna.client.do("callback_answer", query_id=in_group["query_id"], wait=10)
    assert told["text"] == SAY("ru", "tap-old"), "a menu belongs into a private chat"


def bot_message(person: Person, group: Group) -> int:
    found = [m["message_id"] for m in person.messages(group) if m["from"]["is_bot"]]
    return int(found[-1])


async def until_no_admin(club: Club, person: Person) -> None:
    """Telegram tells the bot; what is remembered for a minute is forgotten at once."""
    assert club.hosted.wired is not None
    admins = club.hosted.wired.admins
    async with asyncio.timeout(10):
        while await admins.is_admin(club.group.id, person.id, fresh=False):
            await asyncio.sleep(0.01)


async def test_a_stranger_does_not_come_in(club: Club) -> None:
    stranger = club.people[2]
    await says(club, stranger, "/settings", "admins-only")
    assert await tapped(stranger, "button-settings", club.group) == SAY("ru", "admins-only")
    assert not [m for m in stranger.messages(club.hosted.host) if (text_of(m) or "").startswith("⚙️")]


async def test_an_admin_without_a_private_chat_is_sent_there(club: Club) -> None:
    newcomer = await club.hosted.stage.person("Яна", language_code="ru")
    await newcomer.join(club.group)
    await club.group.promote(newcomer, RIGHTS)
    await newcomer.until(lambda: SAY("ru", "button-settings") in newcomer.buttons(club.group))
    answer = await newcomer.tap(SAY("ru", "button-settings"), club.group)
    assert answer is not None
    assert answer.url is not None
    await newcomer.start(club.hosted.host, answer.url.partition("?start=")[2])
    await newcomer.until(lambda: any(text.startswith("⚙️") for text in newcomer.sees(club.hosted.host)))


async def test_an_admin_who_writes_as_the_group_comes_in_by_a_link_that_works_once(club: Club) -> None:
    anna, stranger, group = club.anna, club.people[2], club.group
    before = len(links(anna, group))
    await anna.say("/settings", group, as_chat=True)
    await anna.until(lambda: len(links(anna, group)) > before)
    url = links(anna, group)[-1]["url"]
    payload = url.partition("?start=")[2]
    assert payload.startswith("set_")
    assert await started(club, stranger, payload) == SAY("ru", "settings-admins-only")
    assert (await started(club, anna, payload)).startswith("⚙️ Настройки · Двор")
    assert await started(club, anna, payload) == SAY("ru", "settings-door-shut")
    assert await started(club, anna, "set_" + "A" * 22) == SAY("ru", "settings-door-shut")


def links(person: Person, group: Group) -> list[dict[str, str]]:
    return [button for m in person.messages(group) for _, _, button in buttons_of(m) if "url" in button]


async def started(club: Club, person: Person, payload: str) -> str:
    """Returns what the bot says to a person who follows a link."""
    last = person.messages(club.hosted.host)[-1]["message_id"]
    await person.start(club.hosted.host, payload)
    return await SettingsMenu(club.hosted, person, club.group).said_after(last)


async def test_a_link_ends_by_itself(club: Club) -> None:
    assert club.hosted.wired is not None
    settings_links = club.hosted.wired.settings_links
    code = await settings_links.open(club.group.id)
    assert await settings_links.chat_of(code) == club.group.id
    now = settings_links._clock.now
    try:
        settings_links._clock.now = lambda: now() + OPEN_MS  # type: ignore[method-assign]
        assert await settings_links.chat_of(code) == 0
    finally:
        settings_links._clock.now = now  # type: ignore[method-assign]


# --- at the same time, before a restart, after the end ----------------------------------------------------------


async def test_of_two_admins_the_slower_is_told_and_changes_nothing(club: Club) -> None:
    second = club.people[4]
    await club.group.promote(second, RIGHTS)
    quick, slow = await club.settings_editor(), await club.settings_editor(second)
    for settings_editor in (quick, slow):
        await settings_editor.go("section-talk", "option-speech")
    await quick.tap("90 секунд")
    answer = await slow.tap("30 секунд")
    assert (answer.text, answer.alert) == (SAY("ru", "settings-outdated"), True)
    assert (await club.kept()).options == (("speech", "90"),)
    assert "Сейчас: 90 секунд" in slow.text
    await slow.tap("30 секунд")
    assert (await club.kept()).options == (("speech", "30"),)
    await quick.go("button-official")
    assert "Сейчас: 30 секунд" in quick.text, "now this one was the slower"
    await quick.go("button-official")
    assert (await club.kept()).options == ()


async def test_two_taps_at_the_very_same_moment_are_one_change(club: Club) -> None:
    settings_editor = await club.settings_editor()
    number = (await club.kept()).number
    wishes = [
        SettingsChangeTap(
            group=club.group.id, number=number, action=SettingsAction.SET_VALUE, what="speech", value=value
        ).pack()
        for value in ("30", "90")
    ]
    answers = await asyncio.gather(*(settings_editor.forge(wish) for wish in wishes))
    assert sorted(answer.alert for answer in answers) == [False, True]
    assert (await club.kept()).number == number + 1
    await settings_editor.forge(
        SettingsChangeTap(group=club.group.id, number=number + 1, action=SettingsAction.RESET).pack()
    )
    assert (await club.kept()).options == ()


async def test_a_menu_and_a_question_from_before_a_restart_still_work(club: Club) -> None:
    settings_editor = await (await club.settings_editor()).go("section-talk", "option-speech")
    await settings_editor.ask("button-own-value")
    await club.hosted.end()
    await club.hosted.begin()
    await club.hosted.ready()
    assert await settings_editor.reply("45") == SAY("ru", "settings-saved-none")
    await club.anna.until(lambda: "Сейчас: 45 секунд" in settings_editor.text)
    await settings_editor.go("button-official")
    assert (await club.kept()).options == ()


async def test_of_two_menus_the_one_that_is_tapped_changes(club: Club) -> None:
    settings_editor = await club.settings_editor()
    old = settings_editor.menu
    await club.settings_editor()
    row, column = next(
        (row, column) for row, column, b in buttons_of(old) if b["text"] == SAY("ru", "section-who")
    )
    await settings_editor.tap_message(old, row, column)

    def changed() -> bool:
        found = next(m for m in club.anna.messages(club.hosted.host) if m["message_id"] == old["message_id"])
        return SAY("ru", "choice-may-open") in str(buttons_of(found))

    await club.anna.until(changed)


async def test_a_group_that_the_bot_has_left_stays_as_it_is(club: Club) -> None:
    settings_editor = await (await SettingsMenu(club.hosted, club.boris, club.other).open()).go(
        "section-talk", "option-speech"
    )
    assert club.hosted.wired is not None
    before = await club.hosted.wired.groups.get(club.other.id)
    await club.hosted.stage.do(
        "remove_from_group", chat=club.other.id, target_id=club.hosted.host.id, user_id=club.boris.id
    )
    async with asyncio.timeout(10):
        while (await club.hosted.wired.groups.get(club.other.id)).bot_member:
            await asyncio.sleep(0.01)
    answer = await settings_editor.tap("90 секунд", changes=False)
    assert (answer.text, answer.alert) == (SAY("ru", "settings-left"), True)
    assert (await club.hosted.wired.groups.get(club.other.id)).options == before.options


# --- what is typed ----------------------------------------------------------------------------------------------


async def test_only_a_reply_answers_a_question(club: Club) -> None:
    settings_editor = await (await club.settings_editor()).go("section-presets")
    await settings_editor.ask("button-save-preset")
    last = club.anna.messages(club.hosted.host)[-1]["message_id"]
    await club.anna.say("Секретный план", club.hosted.host)
    assert await settings_editor.said_after(last) == SAY("ru", "private-idle")
    assert (await club.kept()).presets == ()
    assert SAY("ru", "settings-long-name", most=32) in await settings_editor.reply("Щ" * 500)
    assert await settings_editor.reply("Клуб <b>&") == SAY("ru", "settings-saved")
    assert [name for name, _ in (await club.kept()).presets] == ["Клуб <b>&"]
    await club.anna.until(lambda: "Клуб <b>&" in settings_editor.buttons())
    await settings_editor.go("Клуб <b>&", "button-delete")
    assert (await club.kept()).presets == ()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("привет, это не шаблон", "preset-not-a-preset"),
        ("omerta2 box ~123456", "preset-other-version"),
        ("omerta1 box night=30 ~00000", "preset-cut"),
        ("omerta1 box night=30 ~000000", "preset-edited"),
    ],
)
async def test_pasted_garbage_is_refused_in_words(club: Club, text: str, key: str) -> None:
    before = await club.kept()
    settings_editor = await (await club.settings_editor()).go("section-presets")
    await settings_editor.ask("button-import")
    assert SAY("ru", key) in await settings_editor.reply(text)
    assert await club.kept() == before


async def test_the_whisper_of_a_black_is_no_answer(club: Club) -> None:
    """An admin who plays has a question open, and writes to the team."""
    hosted, anna, group = club.hosted, club.anna, club.group
    assert hosted.wired is not None
    await hosted.use(group, options=(("deal", "7200"), ("meet", "7200")))
    hosted.wired.lobby_opening.draw_secret = lambda: f"{'0' * 32}:{'0' * 32}"
    await anna.say("/newgame", group)
    await anna.until(lambda: SAY("ru", "button-sit") in anna.buttons(group))
    for person in club.people:
        await person.tap(SAY("ru", "button-sit"), group)
    await anna.tap(SAY("ru", "button-start"), group)
    live = await hosted.wired.games.table_in(group.id)
    assert live is not None
    for person in club.people:
        await person.until(lambda person=person: SAY("ru", "verb-seen") in person.buttons(hosted.host))  # type: ignore[misc]
        await person.tap(SAY("ru", "verb-seen"), hosted.host)
    assert live.table.step is StepName.MEET
    blacks = [seat.seat for seat in live.position.judge_view().seats if seat.seat and seat.role.team]
    admin, mate = (next(p for p in club.people if p.id == live.person_on(seat)) for seat in blacks)
    await group.promote(admin, RIGHTS)
    settings_editor = await (await club.settings_editor(admin)).go("section-presets")
    assert SAY("ru", "settings-table-playing") not in settings_editor.text
    await settings_editor.ask("button-save-preset")
    await admin.say("Стреляем в третьего", hosted.host)
    await mate.until(lambda: any("Стреляем в третьего" in text for text in mate.sees(hosted.host)))
    assert (await club.kept()).presets == ()
    await settings_editor.go("button-back", "section-talk", "option-speech")
    answer = await settings_editor.tap("90 секунд")
    assert answer.text == SAY("ru", "settings-saved-playing")
    assert live.lobby.rules.options.speech == 60, "a game that runs is not changed"
    await club.close_table()
    await (await club.settings_editor()).go("button-reset", "button-reset-sure")


# --- balance ----------------------------------------------------------------------------------------------------


async def test_balance_shows_its_progress_and_ends_when_nobody_looks(club: Club) -> None:
    settings_editor = await (await club.settings_editor()).go("section-cards", "10", "button-balance")
    await club.anna.until(lambda: "±" in settings_editor.text, within=60)
    assert SAY("ru", "winner-black") in settings_editor.text
    assert balance._busy.locked()
    await settings_editor.go("button-stop-balance")
    assert SAY("ru", "cards-official") in settings_editor.text
    async with asyncio.timeout(10):
        while balance._busy.locked():
            await asyncio.sleep(0.01)
    assert club.hosted.wired is not None
    assert not club.hosted.wired.balance_preview._runs


async def test_a_role_is_explained_and_an_unknown_place_is_no_dead_end(club: Club) -> None:
    settings_editor = await club.settings_editor()
    card = await settings_editor.forge(
        SettingsScreenTap(group=club.group.id, screen=SettingsScreen.ROLE, what="10", value="don").pack()
    )
    assert card.alert
    assert card.text.startswith("Дон. ")
    for place in ("99", "x", ""):
        await settings_editor.forge(
            SettingsScreenTap(group=club.group.id, screen=SettingsScreen.CARDS, what=place).pack()
        )
        answer = await settings_editor.forge(
            SettingsScreenTap(group=club.group.id, screen=SettingsScreen.BALANCE, what=place).pack()
        )
        assert answer.alert
    await club.anna.until(lambda: SAY("ru", "settings-rules", ruleset="").split(":")[0] in settings_editor.text)
