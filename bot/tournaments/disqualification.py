"""Disqualification from a tournament, and who takes the seats that become free (S0 7.3, S3 6.4). Pure."""

from dataclasses import replace

from bot.tournaments.tournament import Refusal, Tournament


def disqualify(tournament: Tournament, word: str, why: str = "") -> Tournament | Refusal:
    """Disqualifies an entrant; a reserve takes the seats of the coming games, or else entrants who are free."""
    found = tournament.entrant(word)
    if found is None or found.out:
        return Refusal.NOT_IN_IT
    entrants = tuple(replace(one, out=True, why=why) if one is found else one for one in tournament.entrants)
    without = replace(tournament, entrants=entrants)
    reserve = next((one for one in without.reserves if not one.out), None)
    if reserve is not None:
        called = tuple(replace(one, reserve=False) if one is reserve else one for one in without.entrants)
        without = replace(without, entrants=called)
    slots = []
    for slot in without.slots:
        if slot.game:
            slots.append(slot)
            continue
        seats = tuple(reserve.word if reserve is not None and each == word else each for each in slot.seats)
        slots.append(replace(slot, seats=with_substitutes(without, seats, slot.round)))
    return replace(without, slots=tuple(slots))


def with_substitutes(tournament: Tournament, seats: tuple[str, ...], number: int) -> tuple[str, ...]:
    """Replaces everybody who is out by an entrant who does not play in this round and has the fewest games; a
    seat for which there is none stays empty."""
    games = {one.word: 0 for one in tournament.players if not one.out}
    for slot in tournament.slots:
        for word in slot.seats:
            if word in games:
                games[word] += 1
    busy = {
        word for slot in tournament.slots if slot.round == number and not slot.replay_of for word in slot.seats
    }
    resting = sorted((word for word in games if word not in busy | set(seats)), key=games.__getitem__)
    fitted = []
    for word in seats:
        found = tournament.entrant(word)
        if found is not None and not found.out:
            fitted.append(word)
        else:
            fitted.append(resting.pop(0) if resting else "")
    return tuple(fitted)
