"""The witnesses of chats can fail: what a reader misses, or sees and should not, is noticed."""

import ast
from pathlib import Path

import pytest

from tests.kits.virtual_clock import public_protocol, wordings
from tests.kits.virtual_clock.chats import Look, Shown
from tests.kits.virtual_clock.evenings import GROUP, LANGUAGES, Evening, Plan, play
from tests.kits.virtual_clock.finished_messages import (
    finished_clocks,
    other_ends_in_the_table,
    stale_keys,
    two_clocks,
)
from tests.kits.virtual_clock.journal_facts import compare, public_facts
from tests.kits.virtual_clock.public_protocol import Fact, read_protocol
from tests.kits.virtual_clock.step_order import (
    Order,
    group_after_private,
    group_out_of_order,
    private_before_group,
    victims_told_late,
)

CHAT = {
    "ru": (
        "🎩 Городская · партия k3\n▫️ № 1 Аня — 1 фол",
        "☀️ День 1. Город просыпается.\n\n🎙 № 1 Аня, ваша минута.\n☝️ № 1 Аня выставляет: № 2 Ян. Принято.",
        "🗣 № 2 Ян: Мне не нравится № 1 Аня.\n☝️ № 2 Ян выставляет: № 1 Аня. Принято.",
        "❗️ Замечание: № 2 Ян, всего 1.",
        "🗳 Итог голосования\n▫️ № 2 Ян — 5 голосов (№ 1 Аня, № 3 О’Нил)\n▫️ № 1 Аня — нет голосов",
        "🌙 Наступает ночь 1.",
        "💀 Этой ночью убиты: № 3 О’Нил, № 12 Ева.\n☀️ День 2. Город просыпается.",
        "🏁 Стоп-игра, победа чёрных!",
    ),
    "uk": (
        "🎩 Міська · партія k3\n▫️ № 1 Аня — 1 фол",
        "☀️ День 1. Місто прокидається.\n\n🎙 № 1 Аня, ваша хвилина.\n☝️ № 1 Аня виставляє: № 2 Ян. Прийнято.",
        "🗣 № 2 Ян: Мені не подобається № 1 Аня.\n☝️ № 2 Ян виставляє: № 1 Аня. Прийнято.",
        "❗️ Зауваження: № 2 Ян, усього 1.",
        "🗳 Підсумок голосування\n▫️ № 2 Ян — 5 голосів (1, 3)\n▫️ № 1 Аня — немає голосів",
        "🌙 Настає ніч 1.",
        "💀 Цієї ночі вбито: № 3 О’Ніл, № 12 Єва.\n☀️ День 2. Місто прокидається.",
        "🏁 Стоп-гра, перемога чорних!",
    ),
}
FACTS = [
    Fact("day", "day 1"),
    Fact("speech", "day 1", (1,)),
    Fact("nominates", "day 1", (1, 2)),
    Fact("speech", "day 1", (2,)),
    Fact("nominates", "day 1", (2, 1)),
    Fact("foul", "day 1", (2,), (1,)),
    Fact("votes", "day 1", (2,), (5, 1, 3)),
    Fact("votes", "day 1", (1,), (0,)),
    Fact("night", "night 1"),
    Fact("left: shot", "morning 1", (3,)),
    Fact("left: shot", "morning 1", (12,)),
    Fact("day", "day 2"),
    Fact("winner", "", (), ("black",)),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_chat_misses_nothing(language: str) -> None:
    assert compare(FACTS, read_protocol(CHAT[language], language)) == ([], [], len(FACTS))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lost", range(1, len(CHAT["ru"])))
def test_a_lost_message_is_missed(language: str, lost: int) -> None:
    left = [text for place, text in enumerate(CHAT[language]) if place != lost]
    assert compare(FACTS, read_protocol(left, language)).missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_speakers_in_another_order_and_invented_facts_are_noticed(language: str) -> None:
    title, first, second, *rest = CHAT[language]
    heading, own = first.split("\n\n")
    mixed = compare(FACTS, read_protocol([title, heading, second, own, *rest], language))
    assert mixed.missing == [Fact("speakers out of order", "day 1", (2, 1))]
    twice = [text.replace("№ 2 Ян — 5", "№ 2 Ян — 4") for text in CHAT[language]]
    changed = compare(FACTS, read_protocol(twice, language))
    assert [fact.how for fact in changed.missing] == [(5, 1, 3)]
    assert [fact.how for fact in changed.untrue] == [(4, 1, 3)]


def test_the_reader_shares_no_code_with_the_program() -> None:
    imported = set()
    for module in (public_protocol, wordings):
        source = Path(str(module.__file__)).read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
    assert imported <= {"re", "collections.abc", "typing", "tests.kits.virtual_clock.wordings"}


def test_both_languages_have_a_pattern_for_everything() -> None:
    assert wordings.WORDINGS["ru"].keys() == wordings.WORDINGS["uk"].keys()


# --- a game whose chats are changed afterwards -------------------------------------------------------------------


async def evening() -> Evening:
    return await play(Plan("phystech", 1, judged=True))


def messages(watched: Evening, chat: int, what: str) -> list[Shown]:
    pattern = wordings.WORDINGS["ru"][what]
    return [
        message
        for message in watched.telegram.of(chat)
        if any(pattern.search(line) for line in message.looks[0].text.splitlines())
    ]


async def test_a_fact_that_is_edited_away_is_missed() -> None:
    watched = await evening()
    facts = public_facts([event for _, event in watched.journal()])
    before = compare(facts, read_protocol(watched.texts(), "ru")).missing
    foul = messages(watched, GROUP, "foul")[0]
    foul.looks.append(Look(foul.now.at, "…", ()))
    after = compare(facts, read_protocol(watched.texts(), "ru")).missing
    assert "foul" in {fact.what for fact in after if fact not in before}


async def test_keys_and_clocks_that_come_back_are_noticed() -> None:
    watched = await evening()
    witnesses = (stale_keys, finished_clocks, two_clocks)
    first, second = messages(watched, GROUP, "speech")[:2]
    keys = first.looks[0].keys
    assert keys
    end = second.called_at + 30_000
    clock = f'<tg-time unix="{end // 1000}" format="r">12:00</tg-time>'
    # Both messages are as they should be at first, and then the first one is not.
    for message in (first, second):
        since = message.looks[0].at
        message.looks = [Look(since, clock if message is second else "…", ()), Look(end, "…", ())]
    before = [witness(watched) for witness in witnesses]
    first.looks = [first.looks[0], Look(second.looks[0].at, clock, keys)]
    after = [witness(watched) for witness in witnesses]
    assert all(len(more) > len(less) for more, less in zip(after, before, strict=True))


async def test_a_table_that_counts_to_another_end_is_noticed() -> None:
    watched = await evening()
    table = watched.telegram.of(GROUP)[0]
    table.looks = [Look(table.looks[0].at, "🎩\n…", ())]
    assert other_ends_in_the_table(watched) == []
    far = watched.house.clock.now() // 1000 + 60
    table.looks = [Look(table.looks[0].at, f'🎩\n<tg-time unix="{far}" format="r">12:00</tg-time>', ())]
    assert other_ends_in_the_table(watched)


async def test_steps_in_another_order_are_noticed() -> None:
    watched = await evening()
    assert group_out_of_order(Order(watched)) == []
    first, _, third = messages(watched, GROUP, "speech")[:3]
    third.looks = first.looks
    assert len(group_out_of_order(Order(watched))) == 1


async def test_private_questions_before_their_step_are_noticed() -> None:
    watched = await evening()
    people = watched.people
    night = messages(watched, GROUP, "night asks")[0]
    asked = [message for person in people for message in messages(watched, person, "private night")[:1]]
    assert len(asked) > 5
    for message in asked:  # a second later than the group
        message.called_at = night.called_at + 1_000
    assert private_before_group(Order(watched), people) == []
    assert group_after_private(Order(watched), people) == []
    night.called_at += 2_000
    assert len(private_before_group(Order(watched), people)) == len(asked)
    last = [message for message in watched.telegram.of(GROUP) if message.called_at < asked[0].called_at][-1]
    last.looks = messages(watched, GROUP, "speech")[0].looks
    last.called_at, last.id = night.called_at, night.id
    assert len(group_after_private(Order(watched), people)) >= len(asked)


async def test_a_victim_who_is_told_in_time_is_noticed() -> None:
    watched = await evening()
    for chat, number in list(watched.telegram.shown):
        if chat != GROUP:
            del watched.telegram.shown[chat, number]
    assert victims_told_late(watched)
    for person in watched.people:  # everybody is sent something in the same moment as every public message
        for place, message in enumerate(watched.telegram.of(GROUP)):
            own = Shown(person, -1000 - place, message.called_at, [Look(message.called_at, "…", ())])
            watched.telegram.shown[person, own.id] = own
    assert victims_told_late(watched) == []
