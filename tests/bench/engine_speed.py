"""Decided commands and whole games a second, beside PokerKit's actions and OpenSpiel's social_deduction."""

import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from engine import RULESETS, Command, Event, Game, cards_for, evolve, open_game, perform, rules_for
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
    """Returns the best rate; `play(n)` plays the n-th game and returns its number of actions."""
    return max(one_round(play) for _ in range(ROUNDS))


def one_round(play: Callable[[int], int]) -> Rate:
    actions = games = 0
    started = perf_counter()
    while (taken := perf_counter() - started) < SECONDS / ROUNDS:
        actions += play(games)
        games += 1
    return actions / taken, games / taken


def by_turns(one: Callable[[int], int], other: Callable[[int], int]) -> tuple[Rate, Rate]:
    """Returns the best rounds of both, played by turns, so that other load slows both down."""
    rounds = [(one_round(one), one_round(other)) for _ in range(2 * ROUNDS)]
    return max(first for first, _ in rounds), max(second for _, second in rounds)


class Table(NamedTuple):
    ruleset: str
    size: int

    def open(self, secret: str) -> Game:
        ruleset = RULESETS[self.ruleset]
        guests = tuple(str(guest) for guest in range(1, self.size + 1))
        return open_game(rules_for(ruleset, {}), cards_for(ruleset, self.size), guests, secret)


SPORT, BOX = Table("fiim-2025", 10), Table("box", 16)
MOST_TIMES = 2.0
"""How many times as long as one of a sport table a command of the biggest box may take."""


def recorded_games(
    count: int, table: Table = SPORT, player: Callable[[], Player] = RandomPlayer
) -> list[tuple[str, list[Command], list[Event]]]:
    """Returns the commands of whole games, so that deciding them can be measured alone."""
    games = []
    for number in range(count):
        secret = f"{number}:bench"
        game = table.open(secret)
        play_to_the_end(game, [player() for _ in range(table.size)], random.Random(number))
        written = read_record(write_record(game.journal)).body
        commands = [action.command for action in written if isinstance(action, Action)]
        games.append((secret, commands, game.journal))
    return games


def ours(player: Callable[[], Player], table: Table = SPORT) -> Callable[[int], int]:

    def play(number: int) -> int:
        game = table.open(f"{number}:bench")
        return play_to_the_end(game, [player() for _ in range(table.size)], random.Random(number))

    return play


def deciding(table: Table = SPORT, player: Callable[[], Player] = RandomPlayer) -> Callable[[int], int]:
    games = recorded_games(100, table, player)

    def play(number: int) -> int:
        secret, commands, _ = games[number % len(games)]
        game = table.open(secret)
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
    """Returns a function that plays six-handed hold'em: calling down to the showdown, any legal action of any
    size, or small raises only."""
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
    """Returns the milliseconds that `import engine` takes in a fresh interpreter."""
    code = "import time; t = time.perf_counter(); import engine; print((time.perf_counter() - t) * 1000)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for _ in range(5)]
    return min(map(float, runs))


def beside_the_sport(rows: dict[str, Rate]) -> dict[str, float]:
    """Returns how many times as long a command of the box takes, with the same players at both tables."""
    times = {}
    for name, sport, box in (
        ("deciding", deciding(SPORT, WildPlayer), deciding(BOX, WildPlayer)),
        ("wild players", ours(WildPlayer, SPORT), ours(WildPlayer, BOX)),
        ("sensible players", ours(SensiblePlayer, SPORT), ours(SensiblePlayer, BOX)),
    ):
        rates = by_turns(sport, box)
        rows[f"omerta, sport of {SPORT.size}, {name}"], rows[f"omerta, box of {BOX.size}, {name}"] = rates
        times[name] = rates[0][0] / rates[1][0]
    return times


def run() -> bool:
    """Prints the figures; returns False if the box is too slow."""
    rows = {
        "omerta, deciding recorded commands": best_of(deciding()),
        "omerta, folding recorded journals (events)": best_of(folding()),
        "omerta, random players, whole games": best_of(ours(RandomPlayer)),
    }
    times = beside_the_sport(rows)
    rows |= {
        "PokerKit hold'em, six call to the showdown": best_of(pokerkit("calls")),
        "PokerKit hold'em, six play at random": best_of(pokerkit("at random")),
        "PokerKit hold'em, six with small raises": best_of(pokerkit("small raises")),
        "OpenSpiel, social_deduction (C++), random": best_of(open_spiel()),
    }
    ours_per_second = rows["omerta, deciding recorded commands"][0]
    print(f"{'one core':<44}{'actions/s':>12}{'games/s':>10}   our deciding is")
    for name, (actions, games) in rows.items():
        print(f"{name:<44}{actions:>12,.0f}{games:>10,.0f}{ours_per_second / actions:>12.1f} x")
    for name, factor in times.items():
        print(f"a command of the box takes {factor:.2f} x that of the sport ({name})")
    print(f"import engine: {importing():.0f} ms")
    fine = max(times["wild players"], times["deciding"]) <= MOST_TIMES
    print(f"  the box beside the sport (at most {MOST_TIMES:.0f} x: {'kept' if fine else 'MISSED'})")
    return fine
