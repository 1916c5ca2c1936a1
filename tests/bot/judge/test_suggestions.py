"""Suggestions from the record are on the judge's page of points, with their evidence, and one tap accepts them."""

import pytest

from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap
from engine import JUDGE, Command, StepName, Verb, perform
from tests.kits.engine_kit import Scene, scene
from tests.kits.panel_kit import SIDE, Panel, data_of, labels_of

NAMES = [f"Игрок{seat}" for seat in range(1, 11)]


def slept() -> Scene:
    """Returns a game of two nights: the sheriff (4) checks in neither, the don (1) in the second; 3 misses the
    agreed shot."""
    at = scene().until(StepName.MEET).does(1, Verb.APPOINT, 9).until(StepName.NIGHT)
    at.does(1, Verb.SHOOT, 9).does(2, Verb.SHOOT, 9).does(1, Verb.CHECK, 4)
    at.until_morning().until(StepName.NIGHT)
    for seat in (1, 2, 3):
        at.does(seat, Verb.SHOOT, 8)
    at.until_morning()
    while at.table.step is StepName.BEST_MOVE:
        at.expire()
    return at.judge(Verb.TEAM_LOSS, 10)


def seat_page(panel: Panel, seat: int) -> tuple[str, list[str]]:
    message = panel.page(JudgeTap(game="WWWWWWWW", wish=JudgeAction.SEAT, seat=seat))
    return message.text, labels_of(message)


def key(panel: Panel, seat: int, label: str) -> JudgeTap:
    message = panel.page(JudgeTap(game="WWWWWWWW", wish=JudgeAction.SEAT, seat=seat))
    return JudgeTap.unpack(data_of(message)[labels_of(message).index(label)])


def test_the_page_of_all_seats_says_where_there_is_something_to_discuss() -> None:
    panel = Panel(slept(), NAMES)
    message = panel.page()
    assert {"1 💡", "3 💡", "4 💡", "5", "10"} <= set(labels_of(message))
    assert "Решаете вы" in message.text
    assert "Вирішуєте ви" in Panel(slept(), NAMES, "uk").page().text


@pytest.mark.parametrize(
    ("language", "sheriff", "missed", "found"),
    [
        (
            "ru",
            "💡 п. 7.4.3.6, шериф без проверки две ночи и больше: ночь 1; ночь 2",
            "💡 п. 7.4.2.3, общий промах, выстрела в назначенную цель нет: ночь 1, № 9 Игрок9",
            "💡 п. 7.3.1, дон находит шерифа: ночь 1, № 4 Игрок4",
        ),
        (
            "uk",
            "💡 п. 7.4.3.6, шериф без перевірки дві ночі й більше: ніч 1; ніч 2",
            "💡 п. 7.4.2.3, спільний промах, пострілу в призначену ціль немає: ніч 1, № 9 Игрок9",
            "💡 п. 7.3.1, дон знаходить шерифа: ніч 1, № 4 Игрок4",
        ),
    ],
)
def test_a_suggestion_stands_with_clause_and_evidence(
    language: str, sheriff: str, missed: str, found: str
) -> None:
    panel = Panel(slept(), NAMES, language)
    text, labels = seat_page(panel, 4)
    assert sheriff in text.splitlines()
    assert "💡 7.4.3.6 (−0,4)" in labels
    text, labels = seat_page(panel, 3)
    assert missed in text.splitlines()
    assert "💡 7.4.2.3 (−0,2)" in labels
    text, labels = seat_page(panel, 1)
    assert found in text.splitlines()
    assert not [label for label in labels if "7.3.1" in label], "how much is for the judge to say"
    text, labels = seat_page(panel, 5)
    assert "💡" not in text + "".join(labels)


def test_one_tap_is_the_ordinary_penalty_and_the_suggestion_is_gone() -> None:
    at = slept()
    panel = Panel(at, NAMES)
    tap = key(panel, 4, "💡 7.4.3.6 (−0,4)")
    assert (tap.wish, tap.verb, tap.seat, tap.code, tap.value, tap.seen) == (
        JudgeAction.DO,
        Verb.PENALTY,
        4,
        "7.4.3.6",
        -40,
        panel.live.version,
    )
    assert perform(at.game, Command(JUDGE, Verb.PENALTY, (4,), tap.value, note=tap.code)) is None
    text, labels = seat_page(panel, 4)
    assert "💡" not in text + "".join(labels)
    assert "штраф −0,4" in text
    assert "4" in labels_of(panel.page())


def test_a_bonus_that_was_given_answers_what_spoke_for_it() -> None:
    at = slept()
    panel = Panel(at, NAMES)
    at.judge(Verb.BONUS, 1, value=30)
    assert "7.3.1" not in seat_page(panel, 1)[0]


def test_nothing_is_suggested_to_a_closed_protocol_or_in_a_game_that_runs() -> None:
    at = slept()
    assert "💡" in "".join(labels_of(Panel(at, NAMES, person=SIDE).page())), "a side judge may propose it"
    at.judge(Verb.CLOSE)
    assert all("💡" not in message.text + "".join(labels_of(message)) for _, message in Panel(at, NAMES).pages())
    running = scene().until(StepName.NIGHT)
    assert all(
        "💡" not in message.text + "".join(labels_of(message)) for _, message in Panel(running, NAMES).pages()
    )
