"""A table: who sits and judges, by which rules, and when it starts. Immutable: each change returns a new lobby."""

import json
import secrets
from collections.abc import Collection
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, NamedTuple

from bot.core.phase import Phase as Phase  # noqa: PLC0414  # parts of a lobby, and imported from here
from bot.games.lobby_refusals import LobbyRefusal as LobbyRefusal  # noqa: PLC0414
from bot.language.display_names import FORGOTTEN
from bot.storage.unit_of_work import as_json
from engine.house_rules import find_ruleset
from engine.rules import Rules, cards_for, rules_for

MOST_STAND_INS = 15


@dataclass(frozen=True, slots=True)
class Guest:
    """A person, or a computer player (`user_id` 0)."""

    word: str
    """How the record names the guest: one word, without the person's name."""
    user_id: int
    name: str


class AskedToLeave(NamedTuple):
    """A holder was asked whether to give up the seat, and may have said yes: then the seat is offered too."""

    seat: int
    person: int
    in_private: bool
    """Whether the question stands in the private chat, or in the group."""


@dataclass(frozen=True, slots=True)
class Lobby:
    id: str
    chat_id: int
    thread_id: int
    opener: int
    ruleset: str
    options: tuple[tuple[str, str], ...]
    role_sets: tuple[tuple[int, tuple[tuple[str, int], ...]], ...]
    """The group's own cards, by number of players; for other numbers the rule set's usual cards are dealt."""
    secret: str
    starts_at: int
    opened_at: int
    opener_name: str = ""
    guests: tuple[Guest, ...] = ()
    phase: Phase = Phase.OPEN
    extended: bool = False
    seating: tuple[int, ...] = ()
    """The person on seat 1, 2, …; 0 for a computer player. Changes when somebody takes a seat over."""
    names: tuple[str, ...] = ()
    """The names of the players on seat 1, 2, … when they took the seat."""
    time_zone: str = ""
    """The group's time zone and quiet hours at the moment the lobby was opened."""
    quiet: tuple[int, ...] = ()
    voice: bool | None = None
    """Does the table speak in a voice chat? The group's setting when the cards were dealt; None before the deal
    and in games of older releases: then the group's present setting applies. The same holds for `afterlife`: may
    players who are out of the game talk to each other?"""
    afterlife: bool | None = None
    tournament: str = ""
    """The tournament whose seating this is; nobody can join or leave then."""
    offered: tuple[tuple[int, int], ...] = ()
    """Seats whose holder has asked for somebody else, with the holder."""
    leaving: tuple[tuple[int, int, bool], ...] = ()
    """Holders whom the bot has asked whether they give up the seat (`AskedToLeave`)."""
    absent: tuple[tuple[int, int], ...] = ()
    """Seats on which a computer player stands in for a person, who may come back."""
    chair: tuple[tuple[int, int, str], ...] = ()
    """Who has judged from which moment on, the present one last; 0 is the bot itself."""
    side_judges: tuple[tuple[int, str], ...] = ()
    """Id and name of each side judge, who sees what the judge sees and can only propose."""
    chair_offered: int = 0
    """The person whom the judge has asked to take over; 0 if nobody."""
    witnesses: tuple[int, ...] = ()
    """People who have seen the cards as a judge or side judge."""
    hints: bool = False
    """Whether the messages of a solo game say what happens and what can be done now."""
    smallest: int = 0
    """With how many players the game may begin at least, by the group's choice; 0: as the rules say."""
    self_start: str = "time"
    """When the game begins by itself (`bot.games.self_start`)."""
    filled_to: int = 0
    """Up to how many players computer players have filled the table: a person who comes takes the place of one."""
    screen: str = ""
    """What the message shows under the list (`bot.games.lobby_screens`); empty: the main buttons."""

    @property
    def solo(self) -> bool:
        """Is this the game of one person against computer players, in that person's private chat?"""
        return self.chat_id > 0

    @property
    def rules(self) -> Rules:
        return rules_for(find_ruleset(self.ruleset), dict(self.options))

    @property
    def sizes(self) -> tuple[int, ...]:
        """Numbers of players with which the game can begin, in ascending order."""
        ruleset = find_ruleset(self.ruleset)
        usual = next(iter(ruleset.role_sets.values()))
        sizes = sorted({*usual, *dict(self.role_sets)} & set(ruleset.sizes))
        # A table cannot be asked for more players than its rules allow.
        return tuple(size for size in sizes if size >= self.smallest) or (sizes[-1],)

    def cards(self, size: int) -> tuple[str, ...]:
        own = dict(self.role_sets).get(size)
        if own is None:
            return cards_for(find_ruleset(self.ruleset), size)
        return tuple(role for role, count in own for _ in range(count))

    @property
    def seated(self) -> tuple[int, ...]:
        return tuple(guest.user_id for guest in self.guests if guest.user_id)

    @property
    def stand_ins(self) -> int:
        return sum(1 for guest in self.guests if not guest.user_id)

    def has(self, user_id: int) -> bool:
        return any(guest.user_id == user_id for guest in self.guests)

    @property
    def people(self) -> frozenset[int]:
        """People who have a seat: those who joined while the lobby is open, then those in the seating."""
        return frozenset(self.seated if self.phase is Phase.OPEN else self.seating) - {0}

    @property
    def found_by(self) -> frozenset[int]:
        """The people for whom this is "their" table: players, and judges also after the end."""
        match self.phase:
            case Phase.OPEN | Phase.PLAYING:
                return self.people | self.judges
            case Phase.OVER:
                return self.judges
            case _:
                return frozenset()

    @property
    def company(self) -> tuple[Guest, ...]:
        """Guests who have played to the end: no absent players, nor the computer players in their place."""
        played = zip(self.seating, self.names, strict=True)
        stood_in = {seat for seat, _ in self.absent}
        return tuple(
            Guest("", person, name)
            for seat, (person, name) in enumerate(played, start=1)
            if person or seat not in stood_in
        )

    def holds(self, user_id: int) -> bool:
        return user_id in self.people

    def seat_of(self, user_id: int) -> int:
        """The seat of a person in the game; 0 if none."""
        return self.seating.index(user_id) + 1 if user_id and user_id in self.seating else 0

    # --- the chair ----------------------------------------------------------------------------------------------

    @property
    def judge(self) -> int:
        """The person who judges; 0: the bot alone."""
        return self.chair[-1][1] if self.chair else 0

    @property
    def judge_name(self) -> str:
        return self.chair[-1][2] if self.chair else ""

    @property
    def judges(self) -> frozenset[int]:
        """The judge and the side judges: the people who have a panel now."""
        return frozenset({self.judge, *dict(self.side_judges)}) - {0}

    @property
    def judged_by(self) -> frozenset[int]:
        """People who have the panel of this game now, or had it since the cards were dealt."""
        return self.judges | frozenset(self.witnesses)

    @property
    def judged_since(self) -> int:
        return self.chair[-1][0] if self.chair else 0

    def with_witnesses(self) -> "Lobby":
        """Notes those who judge a running game as people who have seen its cards."""
        if self.phase is not Phase.PLAYING:
            return self
        return replace(self, witnesses=tuple(sorted({*self.witnesses, *self.judges})))

    # --- changes ------------------------------------------------------------------------------------------------

    def _why_no_change(self) -> LobbyRefusal | None:
        if self.phase is not Phase.OPEN:
            return LobbyRefusal.NOT_OPEN
        return LobbyRefusal.TOURNAMENT if self.tournament else None

    def sit(self, user_id: int, name: str) -> "Lobby | LobbyRefusal":
        if why_not := self._why_no_change():
            return why_not
        if self.has(user_id):
            return LobbyRefusal.ALREADY_SEATED
        if user_id in self.judges:
            return LobbyRefusal.JUDGES
        others = self
        if len(self.guests) >= min(self.filled_to or self.sizes[-1], self.sizes[-1]):
            without = self.remove_stand_in()
            if isinstance(without, Lobby):
                others = without
        if len(others.guests) >= self.sizes[-1]:
            return LobbyRefusal.FULL
        return replace(others, guests=(*others.guests, Guest(f"u{user_id}", user_id, name)))

    def stand(self, user_id: int) -> "Lobby | LobbyRefusal":
        if why_not := self._why_no_change():
            return why_not
        if not self.has(user_id):
            return LobbyRefusal.NOT_SEATED
        return self.without(frozenset({user_id}))

    def without(self, people: frozenset[int]) -> "Lobby":
        return replace(self, guests=tuple(guest for guest in self.guests if guest.user_id not in people))

    def add_stand_in(self, name: str) -> "Lobby | LobbyRefusal":
        if why_not := self._why_no_change():
            return why_not
        if len(self.guests) >= self.sizes[-1]:
            return LobbyRefusal.FULL
        taken = {guest.word for guest in self.guests}
        word = next(word for n in range(1, MOST_STAND_INS + 2) if (word := f"bot{n}") not in taken)
        return replace(self, guests=(*self.guests, Guest(word, 0, name)))

    def remove_stand_in(self) -> "Lobby | LobbyRefusal":
        if why_not := self._why_no_change():
            return why_not
        last = next((guest for guest in reversed(self.guests) if not guest.user_id), None)
        if last is None:
            return LobbyRefusal.NO_BOT
        return replace(self, guests=tuple(guest for guest in self.guests if guest is not last))

    def play_by(
        self,
        ruleset: str,
        options: tuple[tuple[str, str], ...],
        role_sets: tuple[tuple[int, tuple[tuple[str, int], ...]], ...],
        **choices: Any,
    ) -> "Lobby | LobbyRefusal":
        """Takes over rules and `choices`, such as hours, that the group has changed before the deal; refused in a
        tournament, which has its own rules, and if more guests are seated than the new rules allow."""
        if why_not := self._why_no_change():
            return why_not
        changed = replace(self, ruleset=ruleset, options=options, role_sets=role_sets, **choices)
        return changed if len(self.guests) <= changed.sizes[-1] else LobbyRefusal.FULL

    def extend(self, until: int) -> "Lobby | LobbyRefusal":
        if self.phase is not Phase.OPEN:
            return LobbyRefusal.NOT_OPEN
        return replace(self, starts_at=until, extended=True)

    def close(self) -> "Lobby | LobbyRefusal":
        if self.phase not in (Phase.OPEN, Phase.PLAYING):
            return LobbyRefusal.NOT_OPEN
        return replace(self, phase=Phase.CLOSED)

    def why_not_start(self) -> LobbyRefusal | None:
        if self.phase is not Phase.OPEN:
            return LobbyRefusal.NOT_OPEN
        sizes = (find_ruleset(self.ruleset).official_size,) if self.tournament else self.sizes
        return None if len(self.guests) in sizes else LobbyRefusal.TOO_FEW

    def begin(self, drawn: tuple[str, ...]) -> "Lobby":
        """Returns the lobby of the begun game, with the guests of these words on seats 1, 2, …"""
        by_word = {guest.word: guest for guest in self.guests}
        seats = [by_word[word] for word in drawn]
        return replace(
            self,
            phase=Phase.PLAYING,
            seating=tuple(guest.user_id for guest in seats),
            names=tuple(guest.name for guest in seats),
        ).with_witnesses()

    def reseat(self, seat: int, user_id: int, name: str) -> "Lobby | LobbyRefusal":
        """Gives a seat, with its card and knowledge, to another person or to a computer player (0)."""
        if self.phase is not Phase.PLAYING:
            return LobbyRefusal.NOT_OPEN
        if user_id and user_id in self.seating:
            return LobbyRefusal.ALREADY_SEATED
        if user_id and self.has(user_id) and self.stood_in_for(seat) != user_id:
            return LobbyRefusal.KNOWS_A_CARD  # had another seat in this game and gave it away
        if user_id in self.witnesses:
            return LobbyRefusal.SAW_CARDS
        holder = self.seating[seat - 1]
        others = tuple(pair for pair in self.absent if pair[0] != seat)
        guests = self.guests
        if user_id:
            guests = (
                *(guest for guest in guests if guest.user_id != user_id),
                Guest(f"u{user_id}", user_id, name),
            )
        return replace(
            self,
            seating=_put(self.seating, seat, user_id),
            names=_put(self.names, seat, name),
            absent=others if user_id else (*others, (seat, holder)),
            guests=guests,
        ).without_offers((seat,))

    def offer(self, seat: int) -> "Lobby | LobbyRefusal":
        """Notes that the holder of this seat has to leave and asks for a successor."""
        if self.phase is not Phase.PLAYING:
            return LobbyRefusal.NOT_OPEN
        asked = (seat, self.seating[seat - 1])
        return self if asked in self.offered else replace(self, offered=(*self.offered, asked))

    def is_offered(self, seat: int) -> bool:
        return (seat, self.seating[seat - 1]) in self.offered

    def ask_to_leave(self, seat: int, *, in_private: bool) -> "Lobby | LobbyRefusal":
        """Notes that the holder of this seat was asked whether to give it up."""
        if self.phase is not Phase.PLAYING:
            return LobbyRefusal.NOT_OPEN
        others = tuple(asked for asked in self.leaving if asked[0] != seat)
        return replace(self, leaving=(*others, AskedToLeave(seat, self.seating[seat - 1], in_private)))

    def asked_to_leave(self, seat: int) -> AskedToLeave | None:
        asked = (AskedToLeave(*each) for each in self.leaving if each[:2] == (seat, self.seating[seat - 1]))
        return next(asked, None)

    def without_offers(self, seats: Collection[int]) -> "Lobby":
        """Returns the lobby in which these seats are not offered, and their holders not asked."""
        return replace(
            self,
            offered=tuple(pair for pair in self.offered if pair[0] not in seats),
            leaving=tuple(asked for asked in self.leaving if asked[0] not in seats),
        )

    def stood_in_for(self, seat: int) -> int:
        """The absent person for whom a computer player has this seat; 0 if there is none."""
        return dict(self.absent).get(seat, 0)

    def knows(self, user_id: int) -> bool:
        people = {self.opener, *self.seating, *(guest.user_id for guest in self.guests)}
        judged = {person for _, person, _ in self.chair} | {*dict(self.side_judges), *self.witnesses}
        left = {person for _, person in (*self.absent, *self.offered)}
        return user_id in people | judged | left | {self.chair_offered}

    def without_person(self, user_id: int) -> "Lobby":
        """Returns the lobby without the id and the name of a person who has their data deleted."""
        seats = {seat for seat, person in enumerate(self.seating, start=1) if person == user_id}
        seats |= {seat for seat, person in self.absent if person == user_id}
        return replace(
            self,
            opener=0 if self.opener == user_id else self.opener,
            opener_name="" if self.opener == user_id else self.opener_name,
            guests=tuple(guest for guest in self.guests if guest.user_id != user_id),
            seating=tuple(0 if person == user_id else person for person in self.seating),
            names=tuple(FORGOTTEN if seat in seats else name for seat, name in enumerate(self.names, start=1)),
            absent=tuple(pair for pair in self.absent if pair[1] != user_id),
            offered=tuple(pair for pair in self.offered if pair[1] != user_id),
            leaving=tuple(asked for asked in self.leaving if asked[1] != user_id),
            chair_offered=0 if self.chair_offered == user_id else self.chair_offered,
            chair=tuple(
                (at, 0, "") if person == user_id else (at, person, name) for at, person, name in self.chair
            ),
            side_judges=tuple(pair for pair in self.side_judges if pair[0] != user_id),
            witnesses=tuple(person for person in self.witnesses if person != user_id),
        )

    # --- as text ------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        return as_json(asdict(self))


def lobby_from_json(text: str) -> Lobby:
    data: dict[str, Any] = json.loads(text)
    known = {field.name for field in fields(Lobby)}
    values = {key: _tuples(value) for key, value in data.items() if key in known and key != "guests"}
    values["guests"] = tuple(Guest(**guest) for guest in data["guests"])
    values["phase"] = Phase(data["phase"])
    return Lobby(**values)


def _put(items: tuple[Any, ...], seat: int, item: Any) -> tuple[Any, ...]:
    return (*items[: seat - 1], item, *items[seat:])


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without characters that look alike, because people read the ids aloud."""


def new_game_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(8))


def new_secret() -> str:
    """Returns a new seed and salt of the deal, 128 random bits each (`engine.fair_deal`)."""
    return f"{secrets.token_hex(16)}:{secrets.token_hex(16)}"
