"""What the judge's panel offers: punishments where the rules have them, and consent where it is due."""

from dataclasses import replace

import pytest

from bot.judge.panel_commands import can_punish
from bot.language.translator import Translator
from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap
from engine import JUDGE, RULESETS, Command, Position, Verb, cards_for, perform
from engine.commands import Rejected
from tests.kits.engine_kit import scene
from tests.kits.panel_kit import Panel, data_of, labels_of

GAME = "WWWWWWWW"
WORDS = Translator()


def word(key: str, **args: str | int) -> str:
    return WORDS.plain("ru", key, **args)


def seat_page(panel: Panel, seat: int) -> list[str]:
    return labels_of(panel.page(JudgeTap(game=GAME, wish=JudgeAction.SEAT, seat=seat)))


def command(tap: JudgeTap) -> Command:
    return Command(JUDGE, tap.verb or Verb.CLOSE, (tap.seat,), tap.value, consent=bool(tap.consent), note=tap.code)


def test_a_penalty_that_stands_in_no_list_asks_for_the_chief_judge() -> None:
    at = scene("fiim-2025", Position(day=2)).judge(Verb.TEAM_LOSS, 1)
    panel = Panel(at)
    listed = panel.page(JudgeTap(game=GAME, wish=JudgeAction.CLAUSES, verb=Verb.PENALTY, seat=5))
    taps = dict(zip(labels_of(listed), map(JudgeTap.unpack, data_of(listed)), strict=True))
    assert taps["7.4.2.5 (−0,2)"].wish is JudgeAction.DO
    for label, points in (("7.4.4 (−0,2)", -20), ("7.4.4 (−0,4)", -40)):
        asked = taps[label]
        assert (asked.wish, asked.value) == (JudgeAction.SURE, points)
        assert isinstance(perform(at.game, command(asked)), Rejected), "not without consent"
        sure = panel.page(asked)
        agreed = JudgeTap.unpack(data_of(sure)[0])
        assert labels_of(sure)[0] == word("button-panel-agreed")
        assert (agreed.wish, agreed.value, agreed.consent) == (JudgeAction.DO, points, 1)
        assert perform(at.game, command(agreed)) is None
    assert at.table.penalties == ((5, -20, "7.4.4"), (5, -40, "7.4.4"))


def test_who_is_out_can_still_lose_the_game_for_the_team() -> None:
    panel = Panel(scene("fiim-2025", Position(day=2, out=(5,))))
    assert word("button-panel-gone", seat=5) in labels_of(panel.page())
    assert seat_page(panel, 5) == [word("button-panel-team-loss"), word("button-panel-table")]
    assert {word("button-panel-warn"), word("button-panel-foul")} <= set(seat_page(panel, 6))


@pytest.mark.parametrize(("ruleset", "warns"), [("fiim", True), ("box", True), ("city", False)])
def test_a_warning_is_offered_where_the_rules_have_one_that_does_not_count(ruleset: str, *, warns: bool) -> None:
    panel = Panel(scene(ruleset, Position(day=2), dealt=cards_for(RULESETS[ruleset], 10)))
    assert (word("button-panel-warn") in seat_page(panel, 6)) is warns


def test_out_of_a_tournament_goes_who_plays_in_one_also_after_the_game() -> None:
    at = scene("fiim-2025", Position(day=2, out=(5,)))
    panel, label = Panel(at), word("button-panel-expel")
    assert label not in seat_page(panel, 6)
    panel.live.lobby = replace(panel.live.lobby, tournament="cup")
    assert label in seat_page(panel, 6)
    assert label in seat_page(panel, 5)
    at.judge(Verb.EXPEL, 6, note="6.4.2")
    assert not can_punish(panel.live, Verb.EXPEL, 6)
    at.judge(Verb.TEAM_LOSS, 1)
    assert label in seat_page(panel, 7)
    at.judge(Verb.CLOSE)
    assert label in seat_page(panel, 7), "it changes no points"
    assert label not in seat_page(panel, 6)
