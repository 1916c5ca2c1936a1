"""A leak oracle. It imports nothing of ours: it reads the deal off the end of a game, goes through all that each
person saw before, and asks of every line whether that person could know it by the rules (RULES.md 2.4, 4.2-4.3).

It knows the words of the game, who may learn what at night, and what people themselves have tapped. It does not
know how the host works. `leaks` is about contents, `traffic` about what number and time of messages give away.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class Where(StrEnum):
    GROUP = "group"
    PRIVATE = "private"
    TOAST = "toast"


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    data: str = ""
    row: int = 0


@dataclass(frozen=True, slots=True)
class Sight:
    """Something a person was shown by the host."""

    order: float
    who: int
    where: Where
    text: str
    buttons: tuple[Button, ...] = ()
    message_id: int = 0
    edited: bool = False
    protected: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """A button that a person tapped."""

    order: float
    who: int
    where: Where
    button: Button


# --- the words of the game -------------------------------------------------------------------------------------

ROLES = {
    "ru": {
        "civilian": r"мирн\w+ жител\w+",
        "don": r"дон(?:а|у|ом|е)?",
        "sheriff": r"шериф\w*",
        "commissar": r"комиссар\w*",
        "doctor": r"доктор\w*",
        "lover": r"любовниц\w*",
        "maniac": r"маньяк\w*",
        "detective": r"детектив\w*",
        "priest": r"священник\w*",
        "judge": r"судь(?:я|и|е|ю|ёй|ей)",
        "warden": r"надзирател\w*",
        "sleepwalker": r"лунатик\w*",
        "bodyguard": r"телохранител\w*",
        "beauty": r"красотк\w*",
        "admirer": r"поклонниц\w*",
        "butcher": r"мясник\w*",
        "swindler": r"аферист\w*",
        "godfather": r"крёстн\w+",
        "thief": r"вор(?:а|у|ом|е)?",
        "lawyer": r"адвокат\w*",
        "informer": r"стукач\w*",
        "yakuza": r"якудз\w*",
        "mafia": r"мафи\w+",
    },
    "uk": {
        "civilian": r"мирн\w+ мешкан\w+|пересічн\w+ громадян\w*",
        "don": r"дон(?:а|у|ом|ові|і)?",
        "sheriff": r"шериф\w*",
        "commissar": r"комісар\w*",
        "doctor": r"лікар(?:ка|ки|ку|ці|кою|я|ю|ем)?",
        "lover": r"коханк\w*",
        "maniac": r"маніяк\w*",
        "detective": r"детектив\w*",
        "priest": r"священник\w*",
        "judge": r"судд(?:я|і|ю|ею)",
        "warden": r"наглядач\w*",
        "sleepwalker": r"сновид\w*",
        "bodyguard": r"охорон(?:ець|ця|цю|цем)",
        "beauty": r"красун\w*",
        "admirer": r"шанувальниц\w*",
        "butcher": r"різник\w*",
        "swindler": r"аферист\w*",
        "godfather": r"хрещен\w+",
        "thief": r"краді(?:й|я|ю|єм)",
        "lawyer": r"адвокат\w*",
        "informer": r"стукач\w*",
        "yakuza": r"якудз\w*",
        "mafia": r"мафі\w+",
    },
}
SIDES = {
    "ru": {
        "red": r"красн(?:ый|ого|ому|ым|ая|ые|ых|ое)",
        "black": r"ч[ёе]рн(?:ый|ого|ому|ым|ая|ые|ых|ое)",
        "town": r"мирны[ехм]",
        "leader": r"лидер\w*",
        "loner": r"одиночк\w*",
    },
    "uk": {
        "red": r"червон(?:ий|ого|ому|им|а|і|их|е)",
        "black": r"чорн(?:ий|ого|ому|им|а|і|их|е)",
        "town": r"мирн(?:і|их|им)",
        "leader": r"лідер\w*",
        "loner": r"одинак\w*",
    },
}
IDS = (*ROLES["ru"], "mafioso", "black", "red", "town", "loner")
"""Identifiers of roles and sides as a program would write them: a log must not hold them."""
DEEDS = (
    "shoot",
    "check",
    "heal",
    "visit",
    "guard",
    "charm",
    "block",
    "frame",
    "silence",
    "copy",
    "suspect",
    "appoint",
)
DAY = {"ru": re.compile(r"день (\d+)", re.I), "uk": re.compile(r"день (\d+)", re.I)}
NIGHT = {"ru": re.compile(r"ночь (\d+)", re.I), "uk": re.compile(r"ніч (\d+)", re.I)}
PRISON = re.compile(r"тюрьм|в.язниц", re.I)
SEAT = re.compile(r"№ (\d+)")
END = "🏁"
COPIED = "🎭"
FAREWELL = ("🚪", "💀", "⛔️")
"""How the private message begins to somebody who leaves the game."""
OF_THE_MORNING = re.compile(r"без права голос|^Вы в тюрьме|^Ви у в.язниці")
"""Private words about what the group is told in the same morning, a moment later where there are victims."""
TIME_IS_UP = re.compile(r"время вышло|час вичерпано")
"""How the question ends, for all at once, of those who have not answered it."""

OPEN_DEEDS = {"nominate", "withdraw", "pass", "vote", "ready", "extend", "time-out", "surrender"}
"""Public actions: only these may be behind a button in the group."""

MAFIA = {"mafia", "don", "godfather", "thief", "lawyer", "informer", "sleepwalker"}
LEADERS = {"detective", "priest", "judge", "warden", "sheriff"}

ANY = frozenset((*ROLES["ru"], *SIDES["ru"]))
LEARNS: dict[str, dict[str, frozenset[str]]] = {
    "sport": {"sheriff": frozenset({"red", "black"}), "don": frozenset({"sheriff"})},
    "city": {"commissar": frozenset({"red", "black"}), "don": frozenset({"commissar"})},
    "box": {
        **dict.fromkeys(("detective", "priest", "judge", "warden", "lawyer"), ANY),
        "admirer": frozenset({"leader"}),
    },
}
"""What a role's check at night tells, by family of rules."""


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.I)


class Words:
    def __init__(self, language: str) -> None:
        self.roles = {role: _pattern(words) for role, words in ROLES[language].items()}
        self.sides = {side: _pattern(words) for side, words in SIDES[language].items()}
        self.day, self.night = DAY[language], NIGHT[language]

    def named(self, line: str) -> set[str]:
        """Returns the roles and sides that a line mentions. «Мирный житель» is a role and no side."""
        roles = {role for role, pattern in self.roles.items() if pattern.search(line)}
        return roles | {side for side, pattern in self.sides.items() if pattern.search(line)}


# --- the deal --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Holder:
    seat: int
    name: str
    role: str
    left: tuple[int, bool] | None
    """Number of the day or night, and whether it was a night; None: the player was there at the end."""


class NoDeal(ValueError):
    """The end of the game does not show the cards."""


def deal_of(finale: str, language: str) -> dict[int, Holder]:
    words = Words(language)
    deal: dict[int, Holder] = {}
    for line in finale.splitlines():
        found = re.match(r"№ (\d+) (.+?) — ([^,]+), (.+)$", line)
        if found is None:
            continue
        seat, name, title, fate = int(found[1]), found[2], found[3], found[4]
        roles = [role for role, pattern in words.roles.items() if pattern.search(title)]
        if not roles:
            raise NoDeal(f"{title!r} is no role that anybody knows")
        by_night, by_day = words.night.search(fate), words.day.search(fate)
        left = (int(by_night[1]), True) if by_night else (int(by_day[1]), False) if by_day else None
        deal[seat] = Holder(seat, name, roles[0], left)
    if not deal:
        raise NoDeal("no cards in the end of the game")
    return deal


# --- a game as the oracle reads it -----------------------------------------------------------------------------


@dataclass
class Game:
    family: str
    language: str
    people: dict[int, str]
    """Names by person."""
    sights: Sequence[Sight]
    deeds: Sequence[Deed]
    reveals: bool = False
    """Whether the rules show a card when its holder leaves."""
    deal: dict[int, Holder] = field(init=False)
    words: Words = field(init=False)

    def __post_init__(self) -> None:
        self.words = Words(self.language)
        if self.family != "box":
            del self.words.roles["judge"]  # the role leads the game there, and is no card
        ends = [sight for sight in self.sights if sight.where is Where.GROUP and END in sight.text]
        if not ends:
            raise NoDeal("the game has not ended")
        self.end = min(sight.order for sight in ends)
        self.deal = deal_of(ends[0].text, self.language)
        by_name = {holder.name: holder.seat for holder in self.deal.values()}
        self.seat = {person: by_name[name] for person, name in self.people.items()}
        cards = [s for s in self.sights if s.where is Where.PRIVATE and "🃏" in s.text]
        self.begin = min(sight.order for sight in cards)
        self.sights = [sight for sight in self.sights if self.begin <= sight.order < self.end]
        self.deeds = [deed for deed in self.deeds if self.begin <= deed.order < self.end]
        self.mornings = [0, *self._first_seen(self.words.day)]

    def _first_seen(self, pattern: re.Pattern[str]) -> list[float]:
        first: dict[str, float] = {}
        for sight in self.sights:
            if sight.where is Where.GROUP and not sight.edited and "☀" in sight.text:
                for number in pattern.findall(sight.text):
                    first.setdefault(number, sight.order)
        return sorted(first.values())

    def day_at(self, order: float) -> int:
        """Returns the last day that was announced in the group."""
        return sum(1 for morning in self.mornings if morning <= order) - 1

    def role_of(self, person: int) -> str:
        return self.deal[self.seat[person]].role

    def mentioned(self, text: str) -> set[int]:
        """Returns the seats that a text names, by number or by name."""
        found = {int(number) for number in SEAT.findall(text)}
        return found | {
            holder.seat
            for holder in self.deal.values()
            if re.search(rf"(?<!\w){re.escape(holder.name)}(?!\w)", text)
        }

    def team(self, person: int) -> set[int]:
        """Returns the seats that have met this person at night, by the rules."""
        role = self.role_of(person)
        same = MAFIA if role in MAFIA else {"yakuza"} if role == "yakuza" else set()
        return {holder.seat for holder in self.deal.values() if holder.role in same}

    def tapped(self, person: int, order: float) -> set[int]:
        """Returns the seats that this person chose since the last morning, or in the night before it."""
        since = self.mornings[max(0, len([m for m in self.mornings if m <= order]) - 2)]
        chosen: set[int] = set()
        for deed in self.deeds:
            if deed.who == person and since <= deed.order < order:
                chosen |= {int(number) for number in re.findall(r"(?<!\w)\d{1,2}(?!\w)", deed.button.label)}
        return chosen

    def gone(self, seat: int, order: float) -> bool:
        left = self.deal[seat].left
        if left is None:
            return False
        number, by_night = left
        return self.day_at(order) >= (number + 1 if by_night else number)


# --- contents --------------------------------------------------------------------------------------------------


def leaks(game: Game) -> list[str]:
    return [f"{_who(game, sight)}: {why}: {sight.text!r}" for sight in game.sights for why in _faults(game, sight)]


def _who(game: Game, sight: Sight) -> str:
    holder = game.deal[game.seat[sight.who]]
    return f"#{sight.order} № {holder.seat} {holder.name} ({holder.role}) in {sight.where}"


def _faults(game: Game, sight: Sight) -> Iterator[str]:
    yield from _of_buttons(game, sight)
    if sight.where is Where.GROUP:
        yield from _in_group(game, sight)
    else:
        yield from _in_private(game, sight)


def _of_buttons(game: Game, sight: Sight) -> Iterator[str]:
    for button in sight.buttons:
        named = game.words.named(button.label)
        if named:
            yield f"a button speaks of {sorted(named)}"
        if sight.where is Where.GROUP:
            parts = set(re.split(r"[^a-z-]+", button.data))
            if parts & set(DEEDS):
                yield f"a button in the group carries {sorted(parts & set(DEEDS))}"


def _in_group(game: Game, sight: Sight) -> Iterator[str]:
    for line in sight.text.splitlines():
        named = game.words.named(line)
        seats = game.mentioned(line)
        roles = named & set(game.words.roles)
        if not seats:
            if roles - {"mafia", "civilian"}:
                yield f"the group hears of {sorted(roles)}"
            continue
        if not named or "🎯" in line:  # a best move names whom the victim takes for black: a guess, not a card
            continue
        for seat in sorted(seats):
            if not game.reveals:
                yield f"the group hears what № {seat} is"
            elif not game.gone(seat, sight.order):
                yield f"the group hears what № {seat} is, who still plays"
            elif roles and game.deal[seat].role not in roles:
                yield f"the group hears of № {seat} what is not so"


def _in_private(game: Game, sight: Sight) -> Iterator[str]:
    if sight.where is Where.PRIVATE and "🃏" in sight.text and not sight.protected:
        yield "the card can be forwarded"
    me = game.seat[sight.who]
    role = game.role_of(sight.who)
    learns = LEARNS[game.family].get(role, frozenset())
    team = game.team(sight.who)
    chosen = game.tapped(sight.who, sight.order)
    card = _card_words(game, sight.who)
    for line in sight.text.splitlines():
        named = game.words.named(line)
        others = game.mentioned(line) - {me}
        priests = {seat for seat in others if game.deal[seat].role == "priest" and _visited(game, seat, me, sight)}
        known = team | chosen | priests | _agreed(game, team, sight)
        if COPIED in line:  # how the own vote was counted: the town sees the same
            known |= _stood(game, sight)
        for seat in sorted(others - known):
            yield f"hears of № {seat}"
        for seat in sorted(others & known):
            allowed = set(learns) if seat in chosen and learns else set()
            if seat in team:
                allowed |= {"mafia", "yakuza", "don", "black"}
            if seat in priests:
                allowed |= {"priest"}
            if named - allowed:
                yield f"learns {sorted(named - allowed)} of № {seat}"
            if game.family != "box" and seat in chosen and named and not _so(game, line, seat):
                yield f"is told of № {seat} what is not so"
        if not others and named - card and not (PRISON.search(line) and named <= {"warden"}):
            yield f"hears of {sorted(named - card)}"


def _card_words(game: Game, person: int) -> set[str]:
    """Returns the words of the own card, which its holder may read again."""
    said: set[str] = set()
    for sight in game.sights:
        if sight.who == person and sight.where is Where.PRIVATE and "🃏" in sight.text:
            said |= game.words.named(sight.text)
    return said


def _visited(game: Game, priest: int, target: int, sight: Sight) -> bool:
    person = next((who for who, seat in game.seat.items() if seat == priest), None)
    return person is not None and target in game.tapped(person, sight.order)


def _stood(game: Game, sight: Sight) -> set[int]:
    """Returns the seats on which the group has been asked to vote since the morning."""
    since = max(morning for morning in game.mornings if morning <= sight.order)
    asked = [other for other in game.sights if other.where is Where.GROUP and since <= other.order <= sight.order]
    return {seat for other in asked if "🗳" in other.text for seat in game.mentioned(other.text)}


def _agreed(game: Game, team: set[int], sight: Sight) -> set[int]:
    """The Don's order of shots, tapped before day 1, goes to all blacks, who are reminded of it at night; in `box`
    the mafia sees its choices live."""
    if game.family == "box":
        mates = [who for who in game.seat if game.seat[who] in team]
        return {seat for mate in mates for seat in game.tapped(mate, sight.order)}
    met = min(sight.order, *game.mornings[1:2]) if game.mornings[1:] else sight.order
    dons = [who for who in game.seat if game.seat[who] in team and game.role_of(who) == "don"]
    return {seat for don in dons for seat in game.tapped(don, met)}


def _so(game: Game, line: str, seat: int) -> bool:
    role = game.deal[seat].role
    black = role in {"mafia", "don"}
    said = game.words.named(line)
    if said & {"red", "black"}:
        return ("black" in said) == black
    wanted = "sheriff" if game.family == "sport" else "commissar"
    return wanted not in said or ("👍" in line) == (role == wanted)


def in_calls(calls: Iterable[tuple[str, int | None, str]], people: Iterable[int]) -> list[str]:
    """Checks calls of the Bot API (method, chat, arguments as text): calls that others can see carry no secret,
    and only people at the table get private messages."""
    told = _pattern("|".join((*IDS, *DEEDS)))
    seated = set(people)
    faults = []
    for method, chat, arguments in calls:
        if chat is not None and chat > 0:
            if chat not in seated:
                faults.append(f"{method} to {chat}, who does not play")
            if COPIED in arguments and not re.search(r'"disable_notification": "?true', arguments):
                faults.append(f"{method} to {chat} lights up a phone at the count")
        elif method != "answerCallbackQuery" and told.search(arguments):
            faults.append(f"{method}: {arguments[:200]}")
    return faults


def in_logs(lines: Iterable[str], language: str) -> list[str]:
    """Returns the log lines that name a role or a choice, which a log must not hold."""
    words = Words(language)
    told = _pattern("|".join((*IDS, *DEEDS)))
    return [line for line in lines if told.search(line) or words.named(line) & set(words.roles)]


# --- number and time -------------------------------------------------------------------------------------------


@dataclass
class Wave:
    """One question to everybody: a night has one, or several where its rules have several."""

    night: int
    place: int
    prompts: list[Sight] = field(default_factory=list)

    def __str__(self) -> str:
        return f"night {self.night}, question {self.place + 1}"


def waves(game: Game) -> list[Wave]:
    found: dict[tuple[int, int], Wave] = {}
    asked: defaultdict[tuple[int, int], int] = defaultdict(int)
    for sight in game.sights:
        night = game.words.night.search(sight.text.split("\n")[0])
        if sight.where is Where.PRIVATE and not sight.edited and night and sight.buttons:
            number = int(night[1])
            place = asked[sight.who, number]
            asked[sight.who, number] += 1
            found.setdefault((number, place), Wave(number, place)).prompts.append(sight)
    return [found[key] for key in sorted(found)]


def traffic(game: Game) -> list[str]:
    return [
        *(f"{wave}: {why}" for wave in waves(game) for why in _of_wave(game, wave)),
        *_of_the_meeting(game),
        *_of_nights(game),
        *_of_the_group(game),
    ]


def _living(game: Game, night: int) -> set[int]:
    """Returns the seats that are still in the game when this night begins."""
    return {
        holder.seat
        for holder in game.deal.values()
        if holder.left is None or holder.left[0] > night or (holder.left[1] and holder.left[0] == night)
    }


def _of_wave(game: Game, wave: Wave) -> Iterator[str]:
    asked = [game.seat[prompt.who] for prompt in wave.prompts]
    living = _living(game, wave.night)
    if len(asked) != len(set(asked)):
        yield f"somebody was asked twice: {sorted(asked)}"
    if set(asked) != living:
        yield f"asked are {sorted(asked)}, living are {sorted(living)}"
    for what, shape in (
        ("lines", lambda prompt: len(prompt.text.splitlines())),
        ("first line", lambda prompt: prompt.text.splitlines()[0]),
        ("last line", lambda prompt: prompt.text.splitlines()[-1]),
        ("last button", lambda prompt: prompt.buttons[-1].label),
        ("protection", lambda prompt: prompt.protected),
    ):
        kinds = {shape(prompt) for prompt in wave.prompts}
        if len(kinds) > 1:
            yield f"prompts differ in {what}: {sorted(map(str, kinds))}"
    for prompt in wave.prompts:
        yield from _of_keypad(game, prompt, living)
    # A question never waits for somebody's answer; quick people may be answered while the last ones are asked.
    last = max(prompt.order for prompt in wave.prompts)
    first = {prompt.who: prompt.order for prompt in wave.prompts}
    deeds = {who: min(_taps_after(game, who, order), default=last) for who, order in first.items()}
    early = {s.who for s in game.sights if s.where is Where.TOAST and deeds.get(s.who, last) < s.order < last}
    if len(early) * 2 > len(living):
        yield f"{len(early)} of {len(living)} had been answered before everybody was asked"


def _taps_after(game: Game, who: int, order: float) -> list[float]:
    return [d.order for d in game.deeds if d.who == who and d.where is Where.PRIVATE and d.order > order]


def _of_keypad(game: Game, prompt: Sight, living: set[int]) -> Iterator[str]:
    seats = [int(found[0]) for button in prompt.buttons if (found := re.findall(r"\d+(?= )", button.label))]
    if not living - {game.seat[prompt.who]} <= set(seats) | ({game.seat[prompt.who]}):
        yield f"№ {game.seat[prompt.who]} cannot choose {sorted(living - set(seats))}"
    if not set(seats) <= living:
        yield f"№ {game.seat[prompt.who]} is offered {sorted(set(seats) - living)}, who are out"
    rows: defaultdict[int, int] = defaultdict(int)
    for button in prompt.buttons:
        rows[button.row] += 1
    widths = [rows[row] for row in sorted(rows)][:-1]
    if any(not 1 <= width <= 5 for width in widths):
        yield f"№ {game.seat[prompt.who]} has a keypad of {widths} a row"


def _nights(game: Game) -> dict[int, tuple[float, float]]:
    """Returns each night from its first question to the morning, in order."""
    found: dict[int, tuple[float, float]] = {}
    for wave in waves(game):
        start = min(prompt.order for prompt in wave.prompts)
        begin = found.get(wave.night, (start, 0))[0]
        end = next((morning for morning in game.mornings if morning > start), game.end)
        victims = [s.order for s in game.sights if s.where is Where.GROUP and s.order > start and "🎯" in s.text]
        found[wave.night] = (begin, min([end, *victims]))
    return found


def _of_the_meeting(game: Game) -> Iterator[str]:
    """Checks that between the card and the first day nobody gets a message, which would light a phone up: what the
    meeting asks stands on the card."""
    dawn = game.mornings[1] if len(game.mornings) > 1 else game.end
    for sight in game.sights:
        if sight.where is Where.PRIVATE and not sight.edited and sight.order < dawn and "🃏" not in sight.text:
            seat = game.seat[sight.who]
            yield f"meeting: № {seat} ({game.role_of(sight.who)}) gets {sight.text!r}"


def _of_nights(game: Game) -> Iterator[str]:
    """In private nobody gets more than the questions. An answer changes the question it belongs to, for those who
    have asked, and for whoever something was done to: no phone lights up. How a copied vote was counted comes with
    the count, silently (`in_calls`), and the night may have fallen by then. Whoever was voted out on this day, or
    has been killed in this night, hears it a moment before the group."""
    questions = {prompt.order for wave in waves(game) for prompt in wave.prompts}
    for night, (begin, end) in _nights(game).items():
        for person, seat in game.seat.items():
            seen = [
                s for s in game.sights if s.who == person and s.where is Where.PRIVATE and begin <= s.order < end
            ]
            taps = [d for d in game.deeds if d.who == person and begin <= d.order < end]
            news = [s for s in seen if not s.edited and s.order not in questions and COPIED not in s.text]
            left = game.deal[seat].left
            if left is not None and left[0] == night:
                news = [s for s in news if not s.text.startswith(FAREWELL)]
            news = [s for s in news if not OF_THE_MORNING.search(s.text)]
            role = game.role_of(person)
            if news:
                yield f"night {night}: № {seat} ({role}) gets {[s.text for s in news]}"
            answers = [s for s in seen if s.edited and game.family == "box" and game.mentioned(s.text) - {seat}]
            edits = [s.order for s in seen if s.edited and s not in answers and not TIME_IS_UP.search(s.text)]
            unasked = [n for n, order in enumerate(edits) if len([d for d in taps if d.order < order]) <= n]
            if unasked and not (game.family == "box" and game.team(person)):
                yield f"night {night}: № {seat} ({role}) sees {len(edits)} changes, taps {len(taps)} times"


def _of_the_group(game: Game) -> Iterator[str]:
    """Checks that at night the group gets the same messages whatever is chosen: that it is night, and that it goes
    on."""
    watcher = min(game.people)
    heard: dict[int, set[str]] = defaultdict(set)
    said = [s for s in game.sights if s.who == watcher and s.where is Where.GROUP and s.text and not s.edited]
    for night, (begin, end) in _nights(game).items():
        questions = [wave for wave in waves(game) if wave.night == night]
        first = min([begin, *(s.order for s in said if str(night) in game.words.night.findall(s.text))])
        nightly = [s for s in said if first <= s.order < end]
        if len(nightly) > len(questions):
            yield f"night {night}: the group hears {[s.text for s in nightly]}, asked was {len(questions)} times"
        for place, sight in enumerate(nightly):
            news = sight.text.split("🌙")[-1]
            heard[place].add(re.sub(r"\d+", "#", news))
            if game.mentioned(news):
                yield f"night {night}: the group hears a name: {sight.text!r}"
    kinds = {text for texts in heard.values() for text in texts}
    if (
        len(kinds) > 3
    ):  # it falls, it goes on, or only the news that it has fallen, if the first wave was over so soon
        yield f"what the group hears at night differs: {sorted(kinds)}"
