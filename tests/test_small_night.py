"""A night of six at the box, all of it: every joint choice is played and counted against a count made by hand.

Seats: 1 detective, 2 doctor, 3 and 4 mafiosi, 5 and 6 civilians. Nobody is told to suspect anybody: that changes
nothing (S2). The choices, and how many there are of each:

    doctor      heals one of the five others, or sleeps                          6
    mafiosi     each shoots one of the six living, or holds fire             7 × 7
    detective   shoots one of the five others, checks one of them, or sleeps    11

    6 × 49 × 11 = 3234 nights.

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
    The detective sleeps or checks (6): no death                                         46 × 6 = 276 none
    He shoots (5). With h in 0, 1 (t = 0: 2, t = 1: 8; together 10) each shot kills          10 × 5 =  50 one
    With h in 3…6 (t = 0: 4, t = h: 32; together 36) one of the five is healed               36 × 4 = 144 one
                                                                                            36 × 1 =  36 none
  The mafia kills the detective: 40, whatever he chose                                      40 × 11 = 440 one
  The mafia kills the doctor: t = 2: 8 × 6 = 48.
    The detective sleeps or checks, or shoots the doctor too (6 + 1)                         48 × 7 = 336 one
    He shoots one of 3…6. With h in 0, 1 (16) each of the four dies                          16 × 4 =  64 two
    With h in 3…6 (32) one of the four is healed                                             32 × 3 =  96 two
                                                                                            32 × 1 =  32 one
  The mafia kills t in 3…6, for each of the four: h ≠ t: 8 × 5 = 40.
    The detective sleeps or checks, or shoots t too (6 + 1)                            4 × 40 × 7 = 1120 one
    He shoots one of the four others (2 and the rest of 3…6). With h in 0, 1 (16)       4 × 16 × 4 = 256 two
    With h among the rest of 3…6 (24) one of the four is healed                         4 × 24 × 3 = 288 two
                                                                                       4 × 24 × 1 =  96 one
  none  276 + 36                                     =  312
  one   50 + 144 + 440 + 336 + 32 + 1120 + 96        = 2218
  two   64 + 96 + 256 + 288                          =  704          312 + 2218 + 704 = 3234

WHO DIES
  1: t = 1 and not healed                                                          40 × 11          = 440
  2: t = 2 (48 × 11 = 528), or the detective, alive, shoots him in the others (294 − 48 − 40 = 206)  = 734
  v in 3…6: t = v, not healed: 40 × 11 = 440; or h ≠ v, t ≠ v (41 × 5 = 205), the detective alive
     (less t = 1, h ≠ 1, h ≠ v: 8 × 4 = 32) and shooting v: 173                                      = 613 each
  together 440 + 734 + 4 × 613 = 3626 = 2218 + 2 × 704

ANSWERS
  A living detective (254) asks about each of the five others once; the target's death changes nothing.
  doctor 254, mafioso 2 × 254 = 508, civilian 2 × 254 = 508. The dead detective's 40 × 5 = 200 stay unanswered.

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
from engine.night import FAILED
from tests.kit import EXPIRE

CARDS = ("detective", "doctor", "mafioso", "mafioso", "civilian", "civilian")
DETECTIVE, DOCTOR, MAFIOSI = 1, 2, (3, 4)
NIGHTS = 3234

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
    assert (len(doctors), len(first), len(second), len(detectives)) == (6, 7, 7, 11)

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
    assert numbers == {0: 312, 1: 2218, 2: 704}
    assert dead == {1: 440, 2: 734, 3: 613, 4: 613, 5: 613, 6: 613}
    assert answers == {"doctor": 254, "mafioso": 508, "civilian": 508}
    assert answers[FAILED] == 0, "nothing voids an ability at this table"
    assert asked - answers.total() == 200
    assert tied == {"first": 155, "nobody": 25}
