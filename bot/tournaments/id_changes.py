"""Changes a tournament when a group gets a new id or a person is forgotten. Pure."""

from dataclasses import replace

from bot.language.display_names import FORGOTTEN
from bot.tournaments.disqualification import disqualify
from bot.tournaments.tournament import Entrant, Tournament


def moved(tournament: Tournament, old: int, new: int) -> Tournament:
    """Replaces the id of a group that has become a supergroup."""
    rooms = tuple(replace(room, chat_id=new) if room.chat_id == old else room for room in tournament.rooms)
    return replace(tournament, chat_id=new if tournament.chat_id == old else tournament.chat_id, rooms=rooms)


def without_person(tournament: Tournament, user_id: int, alias: str) -> Tournament:
    """Replaces a person by `alias` without a name; before the seating the person is removed from the list."""
    tournament = replace(tournament, chief=0, appointed=False) if tournament.chief == user_id else tournament
    found = tournament.person(user_id)
    if found is None:
        return tournament
    tournament = replace(tournament, apart=tuple(pair for pair in tournament.apart if found.word not in pair))
    if not tournament.slots:
        return replace(tournament, entrants=tuple(one for one in tournament.entrants if one is not found))
    if not found.out:
        without = disqualify(tournament, found.word)
        assert isinstance(without, Tournament)
        tournament = without
    nobody = Entrant(alias, 0, FORGOTTEN, reserve=found.reserve, out=True)
    return replace(
        tournament,
        entrants=tuple(nobody if one.word == found.word else one for one in tournament.entrants),
        slots=tuple(
            replace(slot, seats=tuple(alias if word == found.word else word for word in slot.seats))
            for slot in tournament.slots
        ),
    )
