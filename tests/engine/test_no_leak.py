"""Nobody learns what the rules do not tell (how it is compared: `tests/kits/two_worlds.py`)."""

from collections.abc import Callable
from random import Random

import pytest

from engine import NOBODY, TABLE, Audience, Event, Game, State, StepName, audience, evolve, perform
from engine import events as ev
from engine.state import FOLD
from tests.kits import engine_kit, two_worlds
from tests.kits.two_worlds import (
    Leak,
    Worlds,
    asked,
    commands,
    compare_a_game,
    compare_the_moments,
    has_ability,
    on_the_table,
    reaches,
)

GAMES = 80


@pytest.mark.parametrize("ruleset", engine_kit.SPORT)
@pytest.mark.parametrize("compare", [compare_a_game, compare_the_moments])
def test_exchanged_cards_look_the_same_to_all_who_do_not_know_them(
    ruleset: str, compare: Callable[[str, int], Worlds]
) -> None:
    events = nights = 0
    for seed in range(GAMES):
        worlds = compare(ruleset, seed)
        events += len(worlds.game.journal)
        nights += worlds.game.table.night
    assert events > 100 * GAMES, "the rules told the worlds apart too soon: little was compared"
    assert nights > GAMES


# --- a view is made of what was sent, and of nothing else ---------------------------------------------------


class Listener:
    """Folds only what reaches one seat; the cards of the others stay blank."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat = seat
        self.state = State(game.table.rules, game.table.size)
        self.heard = 0

    def listen(self, journal: list[Event]) -> None:
        for event in journal[self.heard :]:
            if reaches(event, self.seat):
                evolve(self.state, event)
            elif isinstance(event, ev.CardDealt):
                evolve(self.state, ev.CardDealt(event.seat, "civilian"))
        self.heard = len(journal)

    def knows_what_it_should(self, game: Game) -> bool:
        mine = self.state.view(self.seat).me == game.state.view(self.seat).me
        return mine and self.state.table == game.table


def listen_to_a_game(ruleset: str, seed: int) -> None:
    """Every view of a random game against what its seat has heard, after every command."""
    dice = Random(f"{ruleset} {seed}")
    game = engine_kit.any_table(dice, ruleset)
    listeners = [Listener(game, seat) for seat in range(1, game.table.size + 1)]
    for command in commands(dice, game):
        for listener in listeners:
            listener.listen(game.journal)
            assert listener.knows_what_it_should(game), f"seat {listener.seat} before {command}"
        perform(game, command)


def listen_to_games(ruleset: str, games: int = 30) -> None:
    for seed in range(games):
        listen_to_a_game(ruleset, seed)


@pytest.mark.parametrize("ruleset", engine_kit.EVERY)
def test_a_view_is_folded_from_nothing_but_what_was_sent_to_its_seat(ruleset: str) -> None:
    listen_to_games(ruleset)


# --- what nobody may know -----------------------------------------------------------------------------------


def test_secret_and_result_are_nobodys_until_the_game_is_over() -> None:
    dice, settled = Random("fiim"), 0
    for _ in range(40):
        game = engine_kit.random_table(dice, "fiim", 10, engine_kit.Beginning.SECRET)
        for command in commands(dice, game):
            perform(game, command)
        over = next(index for index, event in enumerate(game.journal) if isinstance(event, ev.GameEnded))
        for event in game.journal[:over]:
            if audience(event) == NOBODY:
                settled += isinstance(event, ev.ResultSettled)
            else:
                assert game.state.secret not in repr(event)
                assert not isinstance(event, ev.ResultSettled)
    assert settled, "no game was decided before its last word"


# --- these tests can fail -----------------------------------------------------------------------------------


def finds_a_leak(compare: Callable[[str, int], Worlds] = compare_a_game) -> bool:
    try:
        for seed in range(GAMES):
            compare("fiim-2025", seed)
    except Leak:
        return True
    return False


@pytest.mark.parametrize("private", [ev.CardDealt, ev.Acted, ev.Told, ev.ShotsAppointed])
def test_making_a_private_event_public_is_noticed(private: type, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(event: Event) -> Audience:
        return TABLE if isinstance(event, private) else audience(event)

    monkeypatch.setattr(two_worlds, "audience", leaky)
    assert finds_a_leak()


def test_sending_a_secret_to_more_eyes_for_one_role_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(event: Event) -> Audience:
        if isinstance(event, ev.Acted) and event.ability == "shot":
            return tuple({event.seat, event.seat % 6 + 1})
        return audience(event)

    monkeypatch.setattr(two_worlds, "audience", leaky)
    assert finds_a_leak()


@pytest.mark.parametrize("private", [ev.Acted, ev.Told])
def test_a_table_that_knows_a_private_event_is_noticed(private: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FOLD, private, on_the_table(FOLD[private]))
    assert finds_a_leak()
    with pytest.raises(AssertionError, match="before Command"):
        listen_to_games("fiim-2025")


def test_a_night_that_waits_for_some_cards_only_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The classic leak: the night is over when all who can do something have done it."""
    honest = Game.complete_if_all_have_answered

    def hasty(game: Game) -> None:
        honest(game)
        at_night = game.table.step is StepName.NIGHT
        if at_night and not any(asked(game, seat) for seat in game.table.alive if has_ability(game, seat)):
            game.expire()

    monkeypatch.setattr(Game, "complete_if_all_have_answered", hasty)
    assert finds_a_leak(compare_the_moments)
