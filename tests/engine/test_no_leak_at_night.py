"""City and box: nobody learns what the rules do not tell (how it is compared: `tests/kits/night_worlds.py`)."""

from collections.abc import Callable
from random import Random

import pytest

from engine import (
    NO,
    SHIPPED,
    TABLE,
    YES,
    Audience,
    Command,
    Event,
    Game,
    Position,
    Reason,
    Rejected,
    State,
    StepName,
    Verb,
    audience,
    decide,
    open_dealt,
    perform,
    rules_for,
)
from engine import events as ev
from engine.events import Topic
from engine.roles import SUSPECT, Ability, Rank
from engine.state import FOLD
from engine.steps import box_ballot, night
from engine.steps.copied_votes import copied
from tests.kits import engine_kit, two_worlds
from tests.kits.night_worlds import Dealt, FreeNights, MirroredNights, any_deal, free_game, mirrored_game
from tests.kits.two_worlds import Leak, Pair, asked, has_ability, on_the_table

GAMES = 20
SIZES = [(ruleset, size) for ruleset in ("city", "box", "party") for size in SHIPPED[ruleset].sizes]
Compare = Callable[[Random, Dealt], MirroredNights]


def games(ruleset: str, size: int, compare: Compare) -> list[MirroredNights]:
    """By turns with official cards and with any that may be dealt."""
    return [compare(*deal(ruleset, size, number)) for number in range(GAMES)]


def deal(ruleset: str, size: int, number: int) -> tuple[Random, Dealt]:
    dice = Random(f"{ruleset} {size} {number}")
    return dice, any_deal(dice, ruleset, size, official=number % 2 == 0)


@pytest.mark.parametrize(("ruleset", "size"), SIZES)
def test_exchanged_cards_look_the_same_to_all_who_do_not_know_them(ruleset: str, size: int) -> None:
    worlds = games(ruleset, size, mirrored_game)
    assert sum(len(each.game.journal) for each in worlds) > min(60, 12 * size) * GAMES, (
        "the worlds were told apart too soon"
    )
    assert sum(each.game.table.night for each in worlds) > GAMES
    assert sum(len(each.watching) for each in worlds) > GAMES, "hardly anybody was left to watch"


@pytest.mark.parametrize(("ruleset", "size"), SIZES)
def test_the_choices_of_others_look_the_same_as_long_as_the_news_are_the_same(ruleset: str, size: int) -> None:
    worlds = games(ruleset, size, free_game)
    assert all(isinstance(each, FreeNights) for each in worlds)
    assert sum(each.same_news for each in worlds if isinstance(each, FreeNights)) > GAMES / 2
    assert sum(len(each.watching) for each in worlds) > GAMES


def test_every_card_was_exchanged() -> None:
    """Yakuza and each loner among them; of the house rules for an evening what they deal and what they add."""
    exchanged = set()
    for ruleset, size in SIZES:
        for number in range(GAMES):
            _, cards, pair, _ = deal(ruleset, size, number)[1]
            exchanged |= {(ruleset, cards[seat - 1]) for seat in pair}
    documents = {(name, role) for name in ("city", "box") for role in SHIPPED[name].roles}
    dealt = {("party", role) for cards in SHIPPED["party"].role_sets["party"].values() for role in cards}
    assert documents | dealt <= exchanged


@pytest.mark.parametrize("special", ["godfather", "thief", "lawyer", "informer", "sleepwalker"])
def test_mates_do_not_know_each_others_cards(special: str) -> None:
    """S2: mafiosi see each other's seats; one who poses as one of them is a mafioso to them."""
    town = ("detective", "doctor", "civilian", "civilian", "civilian", "civilian")
    dealt = Dealt("box", (special, "mafioso", "mafioso", *town), Pair(1, 2))
    watched = 0
    for number in range(GAMES):
        worlds = mirrored_game(Random(f"{special} {number}"), dealt)
        assert worlds.mates_alike
        watched += 3 in worlds.watching
    assert watched > GAMES / 4, "the third mate hardly ever watches to the end"


# --- a vote that repeats another's -----------------------------------------------------------------------------

SWINDLED = ("swindler", "civilian", "mafioso", "mafioso", "detective", *("civilian",) * 5)
VICTIM = 7


def count_with(dice: Random, cards: tuple[str, ...], lynch: str, by: int) -> Game:
    """A night in which `by` copies the victim's vote, and the ballot after it; seats 1 and 2 vote alike."""
    rules = rules_for(SHIPPED["box"], {"lynch": lynch})
    game = open_dealt(rules, cards, Position(1, at_night=True))
    while game.table.step is StepName.NIGHT:
        if game.table.wave == 2:
            assert perform(game, Command(by, Verb.COPY, (VICTIM,))) is None
        assert perform(game, engine_kit.EXPIRE) is None
    for seat, target in ((3, 4), (4, 3)):
        assert perform(game, Command(seat, Verb.NOMINATE, (target,))) is None
    assert perform(game, engine_kit.EXPIRE) is None
    while game.table.step is StepName.BALLOT:
        said = dice.choice((3, 4)), dice.choice((YES, NO)), dice.random() < 0.8
        for seat in game.table.alive:
            target, answer, votes = said
            if seat not in (1, 2):
                target, answer, votes = dice.choice((3, 4)), dice.choice((YES, NO)), dice.random() < 0.8
            if votes and game.table.step is StepName.BALLOT:
                one = Command(seat, Verb.VOTE, (), answer) if lynch == "one-by-one" else None
                assert perform(game, one or Command(seat, Verb.VOTE, (target,))) is None
        if game.table.step is StepName.BALLOT:
            assert perform(game, engine_kit.EXPIRE) is None
    return game


def compare_counts(lynch: str) -> int:
    """`Leak` if anybody but the two can tell which of them has copied the victim; how often the victim heard."""
    told = 0
    other = (SWINDLED[1], SWINDLED[0], *SWINDLED[2:])
    for number in range(GAMES):
        one = count_with(Random(number), SWINDLED, lynch, 1)
        two = count_with(Random(number), other, lynch, 2)
        for seat in (two_worlds.ONLOOKER, *range(3, 11)):
            if two_worlds.seen_by(seat, one.journal, False) != two_worlds.seen_by(seat, two.journal, False):
                raise Leak(f"seat {seat} can tell whose vote was copied by whom")
        heard = [event for event in one.journal if isinstance(event, ev.Told) and event.topic is Topic.VOTE]
        assert {event.seat for event in heard} == {VICTIM}
        told += len(heard)
    return told


@pytest.mark.parametrize("lynch", ["most", "one-by-one"])
def test_the_swindlers_victim_hears_the_same_whoever_the_swindler_is(lynch: str) -> None:
    assert compare_counts(lynch) >= GAMES


@pytest.mark.parametrize("lynch", ["most", "one-by-one"])
def test_telling_the_victim_by_whom_is_noticed(lynch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(game: Game, *_: object) -> None:
        for seat, by in copied(game.state):
            game.emit(ev.Told(seat, Topic.VOTE, (by,)))

    for name in ("tell_how_they_voted", "tell_how_they_answered"):
        monkeypatch.setattr(box_ballot, name, leaky)
    with pytest.raises(Leak, match=f"seat {VICTIM}"):
        compare_counts(lynch)


def test_telling_the_table_how_the_victims_vote_went_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(event: Event) -> Audience:
        return TABLE if isinstance(event, ev.Told) and event.topic is Topic.VOTE else audience(event)

    monkeypatch.setattr(two_worlds, "audience", leaky)
    cards = ("civilian", "civilian", "mafioso", "mafioso", "detective", *("civilian",) * 4, "swindler")
    rules = rules_for(SHIPPED["box"], {})
    seen = []
    for victim in (1, 2):
        game = open_dealt(rules, cards, Position(1, at_night=True))
        assert game.table.wave == 2
        assert perform(game, Command(10, Verb.COPY, (victim,))) is None
        for command in (engine_kit.EXPIRE, Command(3, Verb.NOMINATE, (4,)), engine_kit.EXPIRE, engine_kit.EXPIRE):
            assert perform(game, command) is None
        seen.append(two_worlds.seen_by(two_worlds.ONLOOKER, game.journal, False))
    assert seen[0] != seen[1], "nobody votes, and all the same the worlds can be told apart"


# --- these tests can fail --------------------------------------------------------------------------------------

MANY = 400


def finds_a_leak(ruleset: str, *compare: Compare, dealt: Dealt | None = None) -> bool:
    try:
        for number in range(MANY):
            dice = Random(f"{ruleset} {number}")
            size = dice.choice(SHIPPED[ruleset].sizes)
            cards = dealt or any_deal(dice, ruleset, size, official=False)
            compare[number % len(compare)](dice, cards)
    except Leak:
        return True
    return False


@pytest.mark.parametrize(
    ("ruleset", "private"),
    [
        ("city", ev.CardDealt),
        ("city", ev.Acted),
        ("city", ev.Told),
        ("city", ev.ShotsAppointed),
        ("city", ev.TeamShot),
        ("box", ev.CardDealt),
        ("box", ev.Acted),
        ("box", ev.Told),
        ("box", ev.CopySet),
        ("box", ev.VoteCast),
        ("box", ev.DoomVoted),
    ],
)
def test_making_a_private_event_public_is_noticed(
    ruleset: str, private: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaky(event: Event) -> Audience:
        return TABLE if isinstance(event, private) else audience(event)

    monkeypatch.setattr(two_worlds, "audience", leaky)
    assert finds_a_leak(ruleset, mirrored_game, free_game)


@pytest.mark.parametrize("topic", [Topic.MATES, Topic.CHECK, Topic.CHOICE, Topic.PRIEST])
def test_making_one_kind_of_private_message_public_is_noticed(
    topic: Topic, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaky(event: Event) -> Audience:
        return TABLE if isinstance(event, ev.Told) and event.topic is topic else audience(event)

    monkeypatch.setattr(two_worlds, "audience", leaky)
    assert finds_a_leak("box", mirrored_game)


def test_telling_the_swindlers_victim_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(event: Event) -> Audience:
        return (event.seat,) if isinstance(event, ev.CopySet) else audience(event)

    monkeypatch.setattr(two_worlds, "audience", leaky)
    cards = ("swindler", "civilian", "mafioso", "mafioso", "detective", *("civilian",) * 5)
    assert finds_a_leak("box", mirrored_game, dealt=Dealt("box", cards, Pair(1, 2)))


def test_mates_who_are_shown_more_than_the_shot_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """S2: the lawyer may not even tell that he is one."""

    def leaky(game: Game, seat: int, ability: Ability, verb: object, target: int) -> None:
        honest(game, seat, ability, verb, target)  # type: ignore[arg-type]
        if not ability.by_team:
            for mate in game.state.view(seat).me.mates:
                if mate != seat and mate in game.table.alive:
                    game.emit(ev.Told(mate, Topic.CHOICE, (seat, target)))

    honest = night._act
    monkeypatch.setattr(night, "_act", leaky)
    assert finds_a_leak("box", mirrored_game)


@pytest.mark.parametrize("ruleset", ["city", "box"])
@pytest.mark.parametrize("private", [ev.Acted, ev.Told])
def test_a_table_that_knows_a_private_event_is_noticed(
    ruleset: str, private: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FOLD, private, on_the_table(FOLD[private]))
    assert finds_a_leak(ruleset, mirrored_game)


@pytest.mark.parametrize("ruleset", ["city", "box"])
def test_a_night_that_waits_for_some_cards_only_is_noticed(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.complete_if_all_have_answered

    def hasty(game: Game) -> None:
        honest(game)
        at_night = game.table.step is StepName.NIGHT
        if at_night and not any(asked(game, seat) for seat in game.table.alive if has_ability(game, seat)):
            game.expire()

    monkeypatch.setattr(Game, "complete_if_all_have_answered", hasty)
    assert finds_a_leak(ruleset, free_game)


@pytest.mark.parametrize("ruleset", ["city", "box"])
def test_a_refusal_that_depends_on_a_hidden_card_is_noticed(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(state: State, command: Command) -> tuple[Event, ...] | Rejected:
        aimed = [state.view(seat).me.role.rank for seat in command.seats if 0 < seat <= state.table.size]
        return Rejected(Reason.BAD_TARGET) if Rank.LEADER in aimed else decide(state, command)

    monkeypatch.setattr(two_worlds, "decide", leaky)
    assert finds_a_leak(ruleset, mirrored_game)


def test_a_wave_that_is_skipped_because_of_a_hidden_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With hidden cards of the dead a wave that nobody living can use is played all the same."""

    def leaky(state: State, wave: int) -> bool:
        asks = [state.table.rules.asked[state.view(seat).me.role.id][wave] for seat in state.table.alive]
        return any(asked_for != (SUSPECT,) for asked_for in asks)

    monkeypatch.setattr(night, "_is_played", leaky)
    cards = ("beauty", "civilian", "mafioso", "mafioso", "detective", *("civilian",) * 3)
    assert finds_a_leak("box", free_game, dealt=Dealt("box", cards, Pair(1, 2), {"reveal_roles": "off"}))
