"""Before the end nobody learns what the rules hide from them: whole games, checked by an independent oracle."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.kits.end_to_end.hosted_sandbox import hosted_sandbox, play_game
from tests.kits.end_to_end.leak_oracle import (
    Button,
    Deed,
    Game,
    NoDeal,
    Sight,
    Where,
    deal_of,
    in_calls,
    in_logs,
    leaks,
    traffic,
)
from tests.kits.end_to_end.observations import Eyes

Cards = tuple[tuple[str, int], ...]

SCHOLARS: Cards = (
    *(("priest", 1), ("doctor", 1), ("sleepwalker", 1), ("bodyguard", 1), ("beauty", 1), ("admirer", 1)),
    *(("civilian", 2), ("lawyer", 1), ("thief", 1), ("informer", 1), ("mafioso", 1)),
)
PRISON: Cards = (
    *(("warden", 1), ("doctor", 1), ("admirer", 1), ("civilian", 4)),
    *(("swindler", 1), ("godfather", 1), ("mafioso", 1)),
)
GAMES: Sequence[tuple[str, str, int, str, Cards]] = (
    ("fiim-2025", "sport", 10, "ru", ()),
    ("fiim-2025", "sport", 10, "uk", ()),
    ("box", "box", 12, "uk", SCHOLARS),
    ("box", "box", 10, "ru", PRISON),
)


@pytest.mark.parametrize(("ruleset", "family", "size", "language", "cards"), GAMES)
async def test_nobody_learns_what_the_rules_do_not_tell(
    tmp_path: Path, ruleset: str, family: str, size: int, language: str, cards: Cards
) -> None:
    with capture_logs() as logs:
        async with hosted_sandbox(tmp_path) as hosted:
            people = await hosted.guests(size, language)
            group = await hosted.group(people)
            sets = ((size, cards),) if cards else ()
            await hosted.use(group, ruleset=ruleset, language=language, role_sets=sets)
            eyes = await Eyes.of(hosted.stage, people)
            await play_game(hosted, people, group, language, seed=size)
            await eyes.catch_up()
    named = {person.id: person.name for person in people}
    game = Game(family, language, named, eyes.sights, eyes.deeds, reveals=family == "box")
    assert len(game.deal) == size
    assert leaks(game) == []
    assert traffic(game) == []
    dealt = next(number for number, call in enumerate(eyes.calls) if "🃏" in call[2])
    ended = next(number for number, call in enumerate(eyes.calls) if "🏁" in call[2])
    assert in_calls(eyes.calls[dealt:ended], named) == []
    assert in_logs((str(line) for line in logs), language) == []


# --- the oracle itself -----------------------------------------------------------------------------------------

NAMES = {11: "Аня", 12: "Боря", 13: "Вика", 14: "Гена"}
FINALE = (
    "🏁 Победа красных!\n\n№ 1 Аня — Дон, день 2, голосование\n№ 2 Боря — Мафия, день 3, голосование\n"
    "№ 3 Вика — Шериф, до конца · баллы: 0,75\n№ 4 Гена — Мирный житель, до конца"
)


def clean() -> tuple[list[Sight], list[Deed]]:
    """Returns the first day and night of a small sport table without a leak."""
    sights: list[Sight] = []
    deeds: list[Deed] = []

    def shown(who: int, where: Where, text: str, *labels: str, edited: bool = False) -> None:
        buttons = tuple(Button(label, row=number // 2) for number, label in enumerate(labels))
        order = len(sights) + len(deeds) + 1
        sights.append(Sight(order, who, where, text, buttons, edited=edited, protected=where is Where.PRIVATE))

    def everybody(text: str) -> None:
        for who in NAMES:
            shown(who, Where.GROUP, text)

    def taps(who: int, label: str) -> None:
        deeds.append(Deed(len(sights) + len(deeds) + 1, who, Where.PRIVATE, Button(label)))

    cards = {}
    for who, role in zip(NAMES, ("Дон", "Мафия", "Шериф", "Мирный житель"), strict=True):
        more = "Найдите шерифа." if role == "Дон" else "Проверка: красный или чёрный." if role == "Шериф" else ""
        cards[who] = f"🃏 {NAMES[who]}, ваша карта:\n{role}\n{more}"
        shown(who, Where.PRIVATE, cards[who])
    met = {11: "Ночью с вами: № 2 Боря.\nДон — это вы.", 12: "Ночью с вами: № 1 Аня.\nДон — № 1 Аня."}
    for who in NAMES:
        shown(who, Where.PRIVATE, f"{cards[who]}\n{met.get(who, '')}", edited=True)
    everybody("☀️ День 1. Город просыпается.")
    everybody("🌙 Наступает ночь 1.")
    for number, who in enumerate(NAMES, start=1):
        seats = [f"{seat} {name}" for seat, name in enumerate(NAMES.values(), start=1) if seat != number]
        shown(who, Where.PRIVATE, "🌙 Ночь 1\nКого?\n⏳ Конец скоро", *seats, "Никого")
    for who, label in ((11, "4 Гена"), (12, "3 Вика"), (13, "2 Боря"), (14, "2 Боря")):
        taps(who, label)
        shown(who, Where.TOAST, "Принято.")
    shown(13, Where.PRIVATE, "🌙 Ночь 1\n👎 № 2 Боря — чёрный игрок.", edited=True)
    everybody("☀️ День 2. Город просыпается.")
    everybody(FINALE)
    return sights, deeds


def told(order: float, who: int, where: Where, text: str, **more: object) -> Sight:
    return replace(Sight(0, who, where, text, protected=True), order=order, **more)  # type: ignore[arg-type]


Change = Callable[[list[Sight], list[Deed]], None]


def plant(sight: Sight) -> Change:
    return lambda sights, _: sights.append(sight)


def unprotect(sights: list[Sight], _: list[Deed]) -> None:
    sights[0] = replace(sights[0], protected=False)


PRIVATE, GROUP, TOAST = Where.PRIVATE, Where.GROUP, Where.TOAST
PLANTED: dict[str, Change] = {
    "another one's role": plant(told(15.5, 14, PRIVATE, "№ 1 Аня — Дон")),
    "a role in a toast": plant(told(15.5, 14, TOAST, "Аня — это дон.")),
    "a check of a seat nobody asked about": plant(told(25.5, 13, PRIVATE, "👍 № 4 Гена — красный игрок.")),
    "an answer to somebody who checks nobody": plant(told(25.5, 14, PRIVATE, "👎 № 2 Боря — чёрный игрок.")),
    "more than the check tells": plant(told(25.5, 13, PRIVATE, "👎 № 2 Боря — мафия.")),
    "a lie": plant(told(25.5, 13, PRIVATE, "👍 № 2 Боря — красный игрок.")),
    "somebody's choice": plant(told(25.5, 14, PRIVATE, "Выстрел: № 3 Вика")),
    "a choice of a black to another, where they are not shown": plant(told(25.5, 12, PRIVATE, "№ 4 Гена")),
    "who was asked what": plant(told(15.5, 14, PRIVATE, "Шериф думает.")),
    "a role in the group": plant(told(15.5, 11, GROUP, "№ 4 Гена — Мирный житель.")),
    "a step of a role in the group": plant(told(15.5, 11, GROUP, "Дон делает выбор.")),
    "a role on a button": plant(told(15.5, 11, GROUP, "Кто?", buttons=(Button("Шериф"),))),
    "a night's deed behind a button of the group": plant(
        told(15.5, 11, GROUP, "Кто?", buttons=(Button("1", "m:game:5:shoot:1"),))
    ),
    "a card that can be forwarded": unprotect,
}


def game(change: Change | None = None) -> Game:
    sights, deeds = clean()
    if change is not None:
        change(sights, deeds)
    return Game("sport", "ru", NAMES, sorted(sights, key=lambda sight: sight.order), deeds)


def test_a_clean_evening_is_clean() -> None:
    assert leaks(game()) == []
    assert traffic(game()) == []


@pytest.mark.parametrize("change", PLANTED.values(), ids=PLANTED)
def test_a_planted_leak_is_found(change: Change) -> None:
    assert len(leaks(game(change))) == 1


def prompt(sights: list[Sight], who: int) -> int:
    return next(n for n, s in enumerate(sights) if s.who == who and s.text.startswith("🌙 Ночь") and s.buttons)


def forget(sights: list[Sight], _: list[Deed]) -> None:
    del sights[prompt(sights, 14)]


def ask_twice(sights: list[Sight], _: list[Deed]) -> None:
    sights.append(replace(sights[prompt(sights, 13)], order=sights[prompt(sights, 14)].order + 0.5))


def ask_later(sights: list[Sight], _: list[Deed]) -> None:
    """Moves one question behind the others' answers: classic hosts wake one role after the other."""
    number = prompt(sights, 14)
    after = max(s.order for s in sights if s.where is TOAST and s.who != 14)
    sights[number] = replace(sights[number], order=after + 0.5)


def another_look(sights: list[Sight], _: list[Deed]) -> None:
    number = prompt(sights, 11)
    sights[number] = replace(sights[number], text=sights[number].text.replace("Кого?", "Кого?\nВы вместе."))


def no_way_out(sights: list[Sight], _: list[Deed]) -> None:
    number = prompt(sights, 11)
    sights[number] = replace(sights[number], buttons=sights[number].buttons[:-1])


NOISES: dict[str, Change] = {
    "somebody is not asked": forget,
    "somebody is asked twice": ask_twice,
    "somebody is asked after the answers": ask_later,
    "a prompt of another look": another_look,
    "a prompt without the last button": no_way_out,
    "a word more to a civilian at night": plant(told(26.5, 14, PRIVATE, "Доброй ночи.")),
    "an answer as a message of its own": plant(told(27.5, 13, PRIVATE, "👎 № 2 Боря — чёрный игрок.")),
    "a word to somebody in the meeting": plant(told(8.5, 12, PRIVATE, "🌒 Город спит.\n№ 3 Вика.")),
    "a change of a message that nobody tapped": plant(told(21.5, 14, PRIVATE, "🌙 Ночь 1\nСкоро", edited=True)),
    "a word to the group in the night": plant(told(26.5, 11, GROUP, "Кто-то сделал выбор.")),
}


@pytest.mark.parametrize("change", NOISES.values(), ids=NOISES)
def test_planted_noise_is_found(change: Change) -> None:
    assert traffic(game(change)) != []


def test_calls_and_logs_are_read_too() -> None:
    assert in_calls([("sendMessage", 15, "{}")], NAMES)
    assert in_calls([("setChatMemberTag", -100, '{"tag": "don"}')], NAMES)
    assert not in_calls([("sendMessage", 11, '{"text": "дон"}'), ("sendMessage", -100, '{"text": "ночь"}')], NAMES)
    assert in_logs(["{'event': 'dealt', 'role': 'sheriff'}"], "ru")
    assert in_logs(["{'event': 'act', 'verb': 'shoot'}"], "uk")
    assert in_logs(["{'event': 'Роль: Комісар'}"], "uk")
    assert not in_logs(["{'event': 'ready', 'bot': 'omerta_bot', 'down_ms': 0}"], "ru")


def test_an_end_without_cards_is_no_end() -> None:
    with pytest.raises(NoDeal):
        deal_of("🏁 Победа красных!", "ru")
    with pytest.raises(NoDeal):
        deal_of("№ 1 Аня — Космонавт, до конца", "ru")
