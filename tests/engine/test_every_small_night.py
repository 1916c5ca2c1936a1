"""A night of six at the box, all of it: every joint choice is played and counted against a count made by hand.

Seats: 1 detective, 2 doctor, 3 and 4 mafiosi, 5 and 6 civilians. Nobody is told to suspect anybody: that changes
nothing (S2). The choices, and how many there are of each:

    doctor      heals one of the five others, or sleeps                          6
    mafiosi     each shoots one of the six living, or holds fire             7 × 7
    detective   shoots one of the six living, checks one of them, or sleeps     13

    6 × 49 × 13 = 3822 nights.

Let t be the mafia's target (0: nobody), h the healed seat (0: nobody).

The mafia's 49 choices come to a target as follows. Two different seats tie at one choice each, and the seat that
got its choice first is shot, so whoever taps first decides, unless he holds fire:
    t = v: the first aims at v, the second does anything    7
           the first holds fire, the second aims at v       1      8 for each of the six seats
    t = 0: both hold fire                                          1        6 × 8 + 1 = 49
So (t, h) stands for 49 × 6 = 294 choices, 8 for each pair with t ≠ 0, 1 for each with t = 0.

The mafia kills t unless h = t; the doctor cannot heal himself, so t = 2 always dies. A doctor who dies has healed
before. A detective killed by the mafia (t = 1, h ≠ 1: 8 × 5 = 40) does nothing; in the other 254 he acts.

DEATHS
  The mafia kills nobody: t = 0 (6), t = h = 1 (8), t = h in 3…6 (4 × 8 = 32); together 46.
    The detective sleeps or checks (7): no death                                         46 × 7 = 322 none
    He shoots one of the six. With h = 0 (t = 0: 1) each shot kills                           1 × 6 =   6 one
    With h = 1 (t = 0: 1, t = 1: 8; together 9) only his shot at himself fails                9 × 5 =  45 one
                                                                                             9 × 1 =   9 none
    With h in 3…6 (t = 0: 4, t = h: 32; together 36) one of the six is healed                36 × 5 = 180 one
                                                                                            36 × 1 =  36 none
  The mafia kills the detective: 40, whatever he chose                                      40 × 13 = 520 one
  The mafia kills the doctor: t = 2: 8 × 6 = 48.
    The detective sleeps or checks, or shoots the doctor too (7 + 1)                         48 × 8 = 384 one
    He shoots himself or one of 3…6. With h = 0 (8) each of the five dies                     8 × 5 =  40 two
    With h in 1, 3…6 (40) one of the five is healed                                          40 × 4 = 160 two
                                                                                            40 × 1 =  40 one
  The mafia kills t in 3…6, for each of the four: h ≠ t: 8 × 5 = 40.
    The detective sleeps or checks, or shoots t too (7 + 1)                            4 × 40 × 8 = 1280 one
    He shoots one of the five others. With h = 0 (8)                                     4 × 8 × 5 = 160 two
    With h = 1 or among the rest of 3…6 (32) one of the five is healed                  4 × 32 × 4 = 512 two
                                                                                       4 × 32 × 1 = 128 one
  none  322 + 9 + 36                                       =  367
  one   6 + 45 + 180 + 520 + 384 + 40 + 1280 + 128         = 2583
  two   40 + 160 + 160 + 512                               =  872          367 + 2583 + 872 = 3822

WHO DIES
  1: t = 1 and not healed 40 × 13 = 520; or, alive (254), he shoots himself and is not healed
     (h = 1 in 1 + 6 × 8 = 49 of them): 205                                                         = 725
  2: t = 2 (48 × 13 = 624), or the detective, alive, shoots him in the others (294 − 48 − 40 = 206)  = 830
  v in 3…6: t = v, not healed: 40 × 13 = 520; or h ≠ v, t ≠ v (41 × 5 = 205), the detective alive
     (less t = 1, h ≠ 1, h ≠ v: 8 × 4 = 32) and shooting v: 173                                      = 693 each
  together 725 + 830 + 4 × 693 = 4327 = 2583 + 2 × 872

ANSWERS
  A living detective (254) asks about each of the six once; the target's death changes nothing.
  detective 254, doctor 254, mafioso 2 × 254 = 508, civilian 2 × 254 = 508. The dead detective's 40 × 6 = 240 stay
  unanswered.

TIES
  The mafiosi aim at two different seats (6 × 5 = 30) and the detective sleeps: 30 × 6 = 180 nights. The first's
  target falls unless healed: the doctor in 5 × 6 = 30 nights, each of the five others in 5 × 5 = 25; together 155.
  In 5 × 5 × 1 = 25 the first's target is healed and nobody falls: the second's target is safe.
"""

from collections import Counter
from itertools import product

import pytest

from engine import RULESETS, Command, Position, Verb, legal, open_dealt, perform, rules_for
from engine import events as ev
from engine.night_resolution import FAILED
from tests.kits.engine_kit import EXPIRE

CARDS = ("detective", "doctor", "mafioso", "mafioso", "civilian", "civilian")
DETECTIVE, DOCTOR, MAFIOSI = 1, 2, (3, 4)
NIGHTS = 3822

Wish = tuple[Verb, tuple[int, ...]]


def wishes(*, wave: int, seat: int) -> list[Wish]:
    """All that a seat may choose in a wave; declining in two ways is declining."""
    game = open_dealt(rules_for(RULESETS["box"], {}), CARDS, Position(1, at_night=True))
    for _ in range(wave - 1):
        perform(game, EXPIRE)
    offers = legal(game.state.view(seat))
    aimed = [(offer.verb, (target,)) for offer in offers for target in offer.seats]
    declining = [offer.verb for offer in offers if not offer.seats]
    return [*aimed, (declining[0], ())]


def play(heals: Wish, shots: tuple[tuple[int, Wish], ...], detects: Wish) -> list[ev.Event]:
    """One night by these choices: what came of it."""
    game = open_dealt(rules_for(RULESETS["box"], {}), CARDS, Position(1, at_night=True))
    begun = len(game.journal)
    perform(game, Command(DOCTOR, *heals))
    perform(game, EXPIRE)
    for seat, wish in (*shots, (DETECTIVE, detects)):
        perform(game, Command(seat, *wish))
    perform(game, EXPIRE)
    return game.journal[begun:]


@pytest.mark.parametrize("taps", [MAFIOSI, MAFIOSI[::-1]], ids=["3 taps first", "4 taps first"])
def test_all_nights_of_six_come_out_as_counted_by_hand(taps: tuple[int, int]) -> None:
    doctors, detectives = wishes(wave=1, seat=DOCTOR), wishes(wave=2, seat=DETECTIVE)
    first, second = (wishes(wave=2, seat=seat) for seat in taps)
    assert (len(doctors), len(first), len(second), len(detectives)) == (6, 7, 7, 13)

    numbers: Counter[int] = Counter()
    dead: Counter[int] = Counter()
    answers: Counter[str] = Counter()
    tied: Counter[str] = Counter()
    asked = 0
    for heals, one, other, detects in product(doctors, first, second, detectives):
        journal = play(heals, ((taps[0], one), (taps[1], other)), detects)
        (closed,) = [event for event in journal if isinstance(event, ev.NightClosed)]
        numbers[len(closed.victims)] += 1
        dead.update(closed.victims)
        told = [event for event in journal if isinstance(event, ev.Told) and event.topic is ev.Topic.CHECK]
        assert all(event.seat == DETECTIVE for event in told)
        answers.update(event.answer for event in told)
        asked += detects[0] is Verb.CHECK
        if one[1] and other[1] and one != other and not detects[1]:
            tied["first" if closed.victims == one[1] else "nobody" if not closed.victims else "another"] += 1

    assert numbers.total() == NIGHTS
    assert numbers == {0: 367, 1: 2583, 2: 872}
    assert dead == {1: 725, 2: 830, 3: 693, 4: 693, 5: 693, 6: 693}
    assert answers == {"detective": 254, "doctor": 254, "mafioso": 508, "civilian": 508}
    assert answers[FAILED] == 0, "nothing voids an ability at this table"
    assert asked - answers.total() == 240
    assert tied == {"first": 155, "nobody": 25}
