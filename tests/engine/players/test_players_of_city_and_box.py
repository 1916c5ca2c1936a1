"""Computer players at the tables of `city` and `box`: every role, every set of cards, and what they say there."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from engine import (
    RULESETS,
    Command,
    Game,
    Position,
    SeatView,
    Winner,
    can,
    cards_for,
    check_role_set,
    open_dealt,
    open_game,
    perform,
    rules_for,
)
from engine.ability_effects import Asks, Effect, Inspect, Protect
from engine.commands import Verb
from engine.events import StepName, Told, Topic
from engine.options import KINDS
from engine.players import (
    Dice,
    Ground,
    Player,
    RandomPlayer,
    Say,
    SensiblePlayer,
    Statement,
    WildPlayer,
    play_to_the_end,
)
from engine.players.ability_choice import VALUES
from engine.players.box.evidence import INNOCENT, Opinion
from engine.players.box.reasons import why_innocent
from engine.role_catalogue.box import BOX_ROLES
from engine.roles import Ability, Rank, Role, Side
from tests.kits.blindfold import Blindfold
from tests.kits.engine_kit import EXPIRE

Seating = Callable[[], Player]
BOX = RULESETS["box"]
OFFICIAL = [
    (ruleset, name, size)
    for ruleset in ("city", "box")
    for name, sizes in RULESETS[ruleset].role_sets.items()
    for size in sizes
]
CHANGEABLE = ("lynch", "tie", "reveal_roles", "night_talk", "void_check", "loner_must_die", "draw")


class Watched(SensiblePlayer):
    """Keeps what it has said, with the view of that moment, and never names what is not legal."""

    __slots__ = ("nominated", "said")

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[Statement, tuple[int, ...], dict[int, str], int]] = []
        self.nominated: Counter[tuple[int, bool]] = Counter()

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:
        statement = super().speak(view, dice)
        if statement is not None:
            table = view.table
            self.said.append((statement, table.alive, dict(table.roles_shown), table.night))
        return statement

    def choose(self, view: SeatView, dice: Dice) -> Command | None:
        command = super().choose(view, dice)
        assert command is None or can(view, command), f"{command} is not legal"
        if command is not None and view.table.step is StepName.DISCUSSION:
            self.nominated[view.table.day, view.table.acquitted] += bool(command.seats)
        return command


def deal(number: int, cards: tuple[str, ...], ruleset: str = "box", **options: str) -> Game:
    guests = tuple(str(guest) for guest in range(1, len(cards) + 1))
    return open_game(rules_for(RULESETS[ruleset], options), cards, guests, f"{number}:test")


def watched(game: Game, dice: Random) -> list[Watched]:
    players = [Watched() for _ in range(game.table.size)]
    play_to_the_end(game, players, dice)
    assert game.table.winner is not None
    return players


# --- every table is played to its end -------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "name", "size"), OFFICIAL)
def test_every_official_set_is_played_to_the_end(ruleset: str, name: str, size: int) -> None:
    for number in range(2):
        game = deal(number, cards_for(RULESETS[ruleset], size, name), ruleset)
        for player in watched(game, Random(number)):
            assert all(count <= 1 for count in player.nominated.values())


def random_sets(dice: Random, number: int) -> Iterator[tuple[str, ...]]:
    """Any cards that break no hard rule, many specials among them."""
    roles = list(BOX_ROLES)
    while number:
        size = dice.choice(BOX.sizes)
        cards = Counter({"civilian": size // 3, "mafioso": 1})
        cards.update(dice.choice(roles) for _ in range(size - cards.total()))
        if not check_role_set(BOX, cards).errors:
            number -= 1
            yield tuple(cards.elements())


def test_any_valid_set_of_cards_is_played_to_the_end_under_any_options() -> None:
    dice = Random("sets")
    met: Counter[str] = Counter()
    for number, cards in enumerate(random_sets(dice, 60)):
        options = {
            key: dice.choice(KINDS[key].others(BOX.options[key].value))
            for key in CHANGEABLE
            if key in BOX.options and dice.random() < 0.3
        }
        met.update(cards)
        watched(deal(number, cards, **options), dice)
    assert set(met) >= set(BOX_ROLES) - {"yakuza"}


def test_one_by_one_the_town_lynches_too() -> None:
    lynched = 0
    for number in range(10):
        game = deal(number, cards_for(BOX, 12), lynch="one-by-one")
        watched(game, Random(number))
        lynched += sum(not gone.at_night for gone in game.table.departures)
    assert lynched >= 15


@pytest.mark.parametrize(
    ("ruleset", "name", "size"), [("box", "full", 12), ("box", "yakuza", 14), ("city", "", 11)]
)
def test_a_stand_in_never_looks_beyond_its_view(ruleset: str, name: str, size: int) -> None:
    cards = cards_for(RULESETS[ruleset], size, name)
    for number in range(3):
        seeing, blind = deal(number, cards, ruleset), deal(number, cards, ruleset)
        play_to_the_end(seeing, [SensiblePlayer() for _ in cards], Random(number))
        play_to_the_end(
            blind, [Blindfold(SensiblePlayer(), blind, seat + 1) for seat in range(size)], Random(number)
        )
        assert blind.journal == seeing.journal


# --- what they are worth --------------------------------------------------------------------------------------


@cache
def town_share(games: int, town: Seating, gang: Seating) -> float:
    won = 0
    for number in range(games):
        game = deal(number, cards_for(BOX, 12))
        innocent = [game.state.side(seat) in INNOCENT for seat in range(1, 13)]
        play_to_the_end(game, [town() if good else gang() for good in innocent], Random(number))
        won += game.table.winner is Winner.TOWN
    return won / games


def test_a_sensible_town_beats_a_random_town() -> None:
    games = 80  # the shares are about 0.5 and 0.05, their difference errs by 0.06: it is over three of these
    assert town_share(games, SensiblePlayer, RandomPlayer) >= town_share(games, RandomPlayer, RandomPlayer) + 0.2


def test_a_sensible_gang_beats_a_wild_gang() -> None:
    games = 200  # about 0.48 and 0.7, their difference errs by 0.05: three times that is asked for
    sensible = town_share(games, SensiblePlayer, SensiblePlayer)
    assert sensible <= town_share(games, SensiblePlayer, WildPlayer) - 0.15
    assert 0.25 <= sensible <= 0.6


# --- what they say --------------------------------------------------------------------------------------------


def test_statements_make_sense_for_the_view_of_the_speaker() -> None:
    heard: Counter[Say] = Counter()
    reasons: Counter[Ground] = Counter()
    for number in range(40):
        game = deal(number, cards_for(BOX, 12, "full"))
        seats = range(1, 13)
        for me, player in enumerate(watched(game, Random(number)), start=1):
            for statement, alive, shown, night in player.said:
                heard[statement.say] += 1
                reasons[statement.why] += 1
                assert all(seat in seats for seat in statement.about)
                if statement.say is Say.CLAIMS_LEADER:
                    assert statement.role == "detective"
                    assert not statement.seats
                    checked = [check.seat for check in statement.checks]
                    assert len(set(checked)) == len(checked) <= night
                    assert me not in checked
                    assert all(seat in seats for seat in checked)
                    continue
                assert len(statement.seats) == 1
                assert statement.seats[0] in alive
                assert statement.seats[0] != me
                assert not statement.checks
                sides = {BOX_ROLES[shown[seat]].side in INNOCENT for seat in statement.about if seat in shown}
                if statement.why is Ground.ACCUSED_INNOCENT:
                    assert sides == {True}
                elif statement.why in (Ground.ACCUSED_GUILTY, Ground.DEFENDED_GUILTY):
                    assert sides == {False}
    assert set(heard) == {Say.SUSPECTS, Say.TRUSTS, Say.CLAIMS_LEADER}
    assert len(reasons) >= 6


def test_the_leader_tells_the_truth_and_no_other_townsman_claims_the_card() -> None:
    truths = lies = 0
    for number in range(40):
        game = deal(number, cards_for(BOX, 12))
        for seat, player in enumerate(watched(game, Random(number)), start=1):
            claims = [statement.checks for statement, *_ in player.said if statement.say is Say.CLAIMS_LEADER]
            me = game.state.view(seat).me
            if not claims:
                continue
            if me.role.rank is Rank.LEADER:
                answers = {
                    told.about[0]: BOX_ROLES[told.answer].side
                    for told in me.told
                    if isinstance(told, Told) and told.topic is Topic.CHECK and told.answer in BOX_ROLES
                }
                assert all(answers[check.seat] is check.side for checks in claims for check in checks)
                truths += 1
            else:
                assert me.role.side is Side.MAFIA
                lies += 1
    assert truths >= 8
    assert lies >= 2


def test_a_prisoner_is_the_first_to_be_suspected() -> None:
    cards = ("warden", *["civilian"] * 7, *["mafioso"] * 4)
    found = 0
    for number in range(25):
        for player in watched(deal(number, cards), Random(number)):
            found += sum(statement.why is Ground.IN_PRISON for statement, *_ in player.said)
    assert found >= 10


# --- what they make of votes -----------------------------------------------------------------------------------

TRIED = ("mafioso", "mafioso", "detective", *["civilian"] * 7)


def tried(votes: dict[int, int], options: dict[str, str]) -> Game:
    """Seat 1, a mafioso, and seat 10 stand; these vote, and the others keep silent."""
    game = open_dealt(rules_for(BOX, options), TRIED, Position(1))
    for command in (Command(5, Verb.NOMINATE, (1,)), Command(1, Verb.NOMINATE, (10,))):
        assert perform(game, command) is None
    assert perform(game, EXPIRE) is None
    for seat, against in votes.items():
        value = int(against == game.table.candidate) if options else None
        assert perform(game, Command(seat, Verb.VOTE, () if options else (against,), value)) is None
    assert perform(game, EXPIRE) is None
    return game


@pytest.mark.parametrize("options", [{}, {"lynch": "one-by-one"}])
def test_the_table_keeps_the_hands_that_a_closed_ballot_has_shown(options: dict[str, str]) -> None:
    votes = {3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 10}
    (ballot,) = tried(votes, options).table.ballots
    assert dict(ballot.against) == (
        votes if not options else {seat: 1 for seat, vote in votes.items() if vote == 1}
    )


def test_whoever_voted_against_the_guilty_is_trusted_and_whoever_did_not_is_suspected() -> None:
    game = tried({3: 1, 4: 1, 6: 1, 7: 1, 8: 10}, {})
    assert game.table.roles_shown == {1: "mafioso"}
    opinion = Opinion(open_dealt(rules_for(BOX, {}), TRIED, Position(1)).state.view(9))
    opinion.look(game.table)
    guilt = opinion.guilt(game.table, {9: 0.0})
    assert guilt[4] < guilt[8]
    assert guilt[4] == guilt[6] == guilt[7]
    assert why_innocent(opinion, game.table, 4) == (Ground.ACCUSED_GUILTY, (1,))


# --- how they act at night ------------------------------------------------------------------------------------


def test_every_kind_of_effect_has_a_value() -> None:
    assert set(VALUES) == set(Effect.__args__)


def test_a_new_role_of_known_effects_plays_by_itself() -> None:
    watch = Ability("watch", ((Verb.GUARD, (Protect(), Inspect(Asks.ROLE))),), (Verb.SLEEP,))
    watchman = Role("watchman", Side.TOWN, (watch,), rank=Rank.SPECIAL)
    house = replace(
        BOX,
        roles={**BOX.roles, "watchman": watchman},
        night_order=((watch,), *BOX.night_order),
        waves=((watch, *BOX.waves[0]), *BOX.waves[1:]),
    )
    cards = ("watchman", *["civilian"] * 8, *["mafioso"] * 3)
    guests = tuple(str(guest) for guest in range(12))
    asked: list[int] = []
    for number in range(8):
        game = open_game(rules_for(house, {}), cards, guests, f"{number}:test")
        watched(game, Random(number))
        (me,) = [view.me for view in game.state.views[1:] if view.me.role is watchman]
        targets = [target for _, ability, target in me.history if ability == "watch"]
        assert all(targets)
        assert len(set(targets[:2])) == len(targets[:2])  # the answer is known; another seat teaches more
        asked += targets
    assert len(asked) >= 8


def test_a_gang_agrees_on_its_shot() -> None:
    for number in range(15):
        game = deal(number, cards_for(BOX, 12))
        watched(game, Random(number))
        shots: dict[int, set[int]] = {}
        for view in game.state.views[1:]:
            for night, ability, target in view.me.history:
                if ability == "mafia-shot":
                    shots.setdefault(night, set()).add(target)
                    assert target
                    assert target not in view.me.mates
        assert all(len(targets) == 1 for targets in shots.values())


def night_choices(role: str, ability: str, games: int, *others: str) -> list[tuple[Game, int, int, int]]:
    """Game, actor, night and target of every use of an ability."""
    cards = (role, *others, *["civilian"] * (8 - len(others)), *["mafioso"] * 3)
    uses = []
    for number in range(games):
        game = deal(number, cards)
        watched(game, Random(number))
        for view in game.state.views[1:]:
            if view.me.role.id == role:
                uses += [(game, view.me.seat, n, t) for n, a, t in view.me.history if a == ability]
    return uses


@pytest.mark.parametrize(
    ("role", "ability"),
    [
        *(("doctor", "care"), ("bodyguard", "guard"), ("beauty", "charm"), ("admirer", "admire")),
        *(("warden", "warden"), ("judge", "judge")),
        *(("maniac", "lone-shot"), ("butcher", "cleaver"), ("swindler", "trick")),
        *(("thief", "steal"), ("lawyer", "consult"), ("informer", "frame"), ("godfather", "hush")),
    ],
)
def test_whoever_has_something_to_do_at_night_does_it(role: str, ability: str) -> None:
    uses = night_choices(role, ability, 6, *(["detective"] if role not in ("warden", "judge") else []))
    assert uses
    assert sum(target > 0 for *_, target in uses) >= 0.9 * len(uses)


def test_a_gangster_turns_its_powers_against_others_only() -> None:
    for role, ability in (("thief", "steal"), ("lawyer", "consult"), ("informer", "frame"), ("godfather", "hush")):
        for game, seat, _, target in night_choices(role, ability, 5, "detective"):
            assert target not in game.state.view(seat).me.mates


def test_a_sheriff_rather_holds_than_shoots_blindly() -> None:
    uses = night_choices("sheriff", "sheriff", 25)
    first = [target for _, _, night, target in uses if night == 1]
    assert sum(target == 0 for target in first) >= 0.8 * len(first)
    shot = [game.state.side(target) for game, _, _, target in uses if target]
    assert shot
    assert sum(side is Side.MAFIA for side in shot) >= 0.4 * len(shot)
