"""Callback data that the bot never made, a million of them in `make faults`, at the two places that read them.

Data that cannot be unpacked never reaches a game. All other data is decided by the rules: an old step, an invented
verb or a seat that may not act changes nothing, whoever taps, and the answer is one of a closed list.
"""

import os
import random
from collections import Counter

from bot.telegram.buttons.callback_data import (
    CardTap,
    GroupTap,
    LanguageTap,
    LobbyTap,
    MoveTap,
    PickTap,
    SeatTap,
    StopTap,
)
from engine.api import decide, open_game, perform
from engine.commands import Command, Reason, Rejected, Verb
from engine.events import StepName
from engine.game import Game
from engine.house_rules import SHIPPED
from engine.legal_moves import can
from engine.players import RandomPlayer
from engine.players.game_loop import EXPIRE
from engine.rules import cards_for, rules_for
from engine.state import State
from tests.faults.fault_log import injected

BUTTONS = int(os.environ.get("FUZZ_BUTTONS", "20000"))
GAME = "Gwnrytxz"
KINDS = (MoveTap, PickTap, LobbyTap, GroupTap, CardTap, LanguageTap, StopTap, SeatTap)
SIGNS = (*":09-.am²٣_ \n\0", "", "\u200b", "::", "1e3", "+1")
VERBS = tuple(verb.value for verb in Verb)


def positions(seed: int) -> list[State]:
    """Returns every step of one game by each rule set, with random choices."""
    found = []
    for ruleset in SHIPPED.values():
        size = ruleset.sizes[-1] if 10 not in ruleset.sizes else 10
        dice = random.Random(f"{seed}:{ruleset.id}")
        words = tuple(f"u{seat}" for seat in range(1, size + 1))
        game = open_game(rules_for(ruleset, {}), cards_for(ruleset, size), words, f"{seed:032x}:{seed:032x}")
        player = RandomPlayer()
        while game.table.step is not StepName.OVER:
            found.append(game.state.copy())
            _take_a_step(game, player, dice)
    return found


def _take_a_step(game: Game, player: RandomPlayer, dice: random.Random) -> None:
    number = game.table.number
    for seat in (game.table.speaker,) if game.table.speaker else game.table.alive:
        if game.table.number == number and game.table.rules.steps[game.table.step].awaits(game.state.views[seat]):
            command = player.choose(game.state.views[seat], dice)
            if command is not None:
                perform(game, command)
    if game.table.number == number:
        perform(game, EXPIRE)


def made_up(dice: random.Random, state: State) -> str:
    step = state.table.number + dice.choice((0, 0, 0, -1, 1, -2, 1000, -(10**12)))
    seats = ".".join(str(dice.randint(0, 14)) for _ in range(dice.choice((0, 1, 1, 1, 2, 3, 9))))
    verb = dice.choice(VERBS)
    data = dice.choice(
        (
            f"m:{GAME}:{step}:{verb}:{seats}:{dice.choice((-1, -1, 0, 1, 7))}:{dice.randint(0, 1)}",
            f"m:{GAME}:{step}:{verb}:{seats}:-1:1",
            f"p:{GAME}:{step}:{verb}:{seats}",
            f"s:{GAME}:{dice.randint(-3, 99)}:take",
            "".join(dice.choices(":.mpls0123456789abc-", k=dice.randint(0, 64))),
        )
    )
    for _ in range(dice.choice((0, 0, 1, 2))):
        place = dice.randrange(len(data) + 1)
        data = data[:place] + dice.choice(SIGNS) + data[place + dice.randint(0, 2) :]
    return data


def test_no_button_that_nobody_made_changes_a_game() -> None:
    dice = random.Random(15)
    states = positions(15)
    fates: Counter[str] = Counter()
    for number in range(BUTTONS):
        state = states[number % len(states)]
        data = made_up(dice, state)
        tap = None
        for kind in KINDS:
            try:
                found = kind.unpack(data)
            except (TypeError, ValueError):
                continue
            tap = found if isinstance(found, MoveTap) else tap
            fates[f"unpacked as {kind.__name__}"] += 1
        if tap is None:
            fates["no move"] += 1
            continue
        seat = dice.randint(1, state.table.size)
        command = Command(seat, tap.verb, tap.named, None if tap.value < 0 else tap.value, tap.step)
        before = state.copy() if number % 50 == 0 else None
        decided = decide(state, command)
        if isinstance(decided, Rejected):
            assert isinstance(decided.reason, Reason)
            fates["refused"] += 1
        else:
            assert tap.step == state.table.number, data
            assert can(state.views[seat], command), data
            fates["a lawful move"] += 1
        assert before is None or before == state, "to decide is not to change"
    injected("forged button", BUTTONS)
    assert fates["refused"] > BUTTONS / 10, fates
    assert fates["no move"] > BUTTONS / 10, fates
    assert fates["a lawful move"] < fates["refused"] / 5, fates
