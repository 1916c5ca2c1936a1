"""Decided commands and whole games a second, beside PokerKit's actions and OpenSpiel's social_deduction."""

import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from time import perf_counter

from engine import RULESETS, Command, Event, cards_for, evolve, open_game, perform, rules_for
from engine.players import Player, RandomPlayer, SensiblePlayer, play_to_the_end
from engine.players.random_player import WildPlayer
from engine.record import read_record, write_record
from engine.record.reading import Action
from engine.state import State

SECONDS = 3.0
ROUNDS = 3
"""The best round counts: the machine may be busy with something else in the others."""
GUESTS = tuple(str(guest) for guest in range(1, 11))

Rate = tuple[float, float]
"""Actions and games a second."""


def best_of(play: Callable[[int], int]) -> Rate:
    """`play(n)` plays the n-th game and returns its number of actions."""
    best = (0.0, 0.0)
    for _ in range(ROUNDS):
        actions = games = 0
        started = perf_counter()
        while (taken := perf_counter() - started) < SECONDS / ROUNDS:
            actions += play(games)
            games += 1
        best = max(best, (actions / taken, games / taken))
    return best


def ours(player: Callable[[], Player], name: str = "fiim-2025", size: int = 10) -> Callable[[int], int]:
    ruleset = RULESETS[name]
    rules, cards = rules_for(ruleset, {}), cards_for(ruleset, size)
    guests = tuple(str(guest) for guest in range(1, size + 1))

    def play(number: int) -> int:
        game = open_game(rules, cards, guests, f"{number}:bench")
        return play_to_the_end(game, [player() for _ in guests], random.Random(number))

    return play


def recorded_games(count: int) -> list[tuple[str, list[Command], list[Event]]]:
    """Commands of whole games, written down so that deciding them can be measured alone."""
    ruleset = RULESETS["fiim-2025"]
    rules, cards = rules_for(ruleset, {}), cards_for(ruleset, 10)
    games = []
    for number in range(count):
        secret = f"{number}:bench"
        game = open_game(rules, cards, GUESTS, secret)
        play_to_the_end(game, [RandomPlayer() for _ in GUESTS], random.Random(number))
        written = read_record(write_record(game.journal)).body
        commands = [action.command for action in written if isinstance(action, Action)]
        games.append((secret, commands, game.journal))
    return games


def deciding() -> Callable[[int], int]:
    ruleset = RULESETS["fiim-2025"]
    rules, cards = rules_for(ruleset, {}), cards_for(ruleset, 10)
    games = recorded_games(100)

    def play(number: int) -> int:
        secret, commands, _ = games[number % len(games)]
        game = open_game(rules, cards, GUESTS, secret)
        for command in commands:
            perform(game, command)
        assert game.table.winner is not None
        return len(commands)

    return play


def folding() -> Callable[[int], int]:
    rules = rules_for(RULESETS["fiim-2025"], {})
    games = recorded_games(100)

    def play(number: int) -> int:
        _, _, journal = games[number % len(games)]
        state = State(rules, len(GUESTS))
        for event in journal:
            evolve(state, event)
        return len(journal)

    return play


def pokerkit(policy: str) -> Callable[[int], int]:
    """Six-handed hold'em: calling down to the showdown, any legal action of any size, or small raises only."""
    from pokerkit import Automation, NoLimitTexasHoldem

    warnings.simplefilter("ignore")
    automations = tuple(Automation)

    def play(number: int) -> int:
        dice = random.Random(number)
        state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 6)
        actions = 0
        while state.status:
            throw = 1.0 if policy == "calls" else dice.random()
            if throw < 0.2 and state.can_fold():
                state.fold()
            elif throw < 0.4 and state.can_complete_bet_or_raise_to():
                least = state.min_completion_betting_or_raising_to_amount
                most = state.max_completion_betting_or_raising_to_amount
                amount = least if policy == "small raises" else dice.randint(least, most)
                state.complete_bet_or_raise_to(amount)
            else:
                state.check_or_call()
            actions += 1
        return actions

    return play


def open_spiel() -> Callable[[int], int]:
    import pyspiel

    rules = pyspiel.load_game("social_deduction", {"players": 10, "imposters": 3})

    def play(number: int) -> int:
        dice = random.Random(number)
        state = rules.new_initial_state()
        actions = 0
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            actions += 1
        return actions

    return play


def importing() -> float:
    """Milliseconds that `import engine` takes in a fresh interpreter."""
    code = "import time; t = time.perf_counter(); import engine; print((time.perf_counter() - t) * 1000)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for _ in range(5)]
    return min(map(float, runs))


def run() -> None:
    rows = {
        "omerta, deciding recorded commands": best_of(deciding()),
        "omerta, folding recorded journals (events)": best_of(folding()),
        "omerta, random players, whole games": best_of(ours(RandomPlayer)),
        "omerta, sensible players, whole games": best_of(ours(SensiblePlayer)),
        "omerta, box of 16, wild players": best_of(ours(WildPlayer, "box", 16)),
        "PokerKit hold'em, six call to the showdown": best_of(pokerkit("calls")),
        "PokerKit hold'em, six play at random": best_of(pokerkit("at random")),
        "PokerKit hold'em, six with small raises": best_of(pokerkit("small raises")),
        "OpenSpiel, social_deduction (C++), random": best_of(open_spiel()),
    }
    ours_per_second = rows["omerta, deciding recorded commands"][0]
    print(f"{'one core':<44}{'actions/s':>12}{'games/s':>10}   our deciding is")
    for name, (actions, games) in rows.items():
        print(f"{name:<44}{actions:>12,.0f}{games:>10,.0f}{ours_per_second / actions:>12.1f} x")
    print(f"import engine: {importing():.0f} ms")
