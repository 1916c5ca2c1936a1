"""Keys with seats, in the group and in private: the number always, and as much of the name as fits."""

from collections.abc import Callable, Collection, Sequence
from unicodedata import category, east_asian_width

from aiogram.types import InlineKeyboardButton

from bot.language.display_names import END_OF_ISOLATE, ISOLATE
from bot.pages.page_context import PageContext
from bot.telegram.buttons.keyboard_rows import in_rows, row_width
from engine.events import StepName
from engine.table import Table

ROOM = {1: 28, 2: 12, 3: 8}
"""Signs of a name for which there is room on a phone, by the number of keys in a row."""
MOST_IN_PAIRS = 10
"""Most keys that stand two in a row, where most names fit; more of them stand three in a row."""
MOST_NAMED = 15
"""Most keys with names in a message of the group: more would be higher than a phone's screen."""
JOINER = "\u200d"
CUT = "…"


def seat_rows(
    context: PageContext,
    seats: Sequence[int],
    key: Callable[[int, str], InlineKeyboardButton],
    most_named: int = MOST_NAMED,
    own: int = 0,
) -> list[list[InlineKeyboardButton]]:
    """Returns a key for each seat, in rows. `key` is called with the seat and the name to show beside its number,
    which is empty if there are more than `most_named` seats. The own seat stands last and is marked."""
    if own in seats:
        seats = [*(seat for seat in seats if seat != own), own]
    if len(seats) > most_named:
        return in_rows([key(seat, "") for seat in seats])
    most = 2 if len(seats) <= MOST_IN_PAIRS else 3
    room = ROOM[row_width(len(seats), most)]

    def name(seat: int) -> str:
        whole = context.lobby.names[seat - 1]
        if seat != own:
            return fitting_name(whole, room)
        tail = context.label("button-own", name="").rstrip()
        return context.label("button-own", name=fitting_name(whole, room - len(tail)))

    return in_rows([key(seat, name(seat)) for seat in seats], most)


def seat_label(context: PageContext, key: str, seat: int, name: str) -> str:
    """Returns the text of a key; without a name it is the sign and the number."""
    return context.label(key, seat=seat, name=name).rstrip()


def seats_of_step(table: Table, seats: Collection[int], without: Collection[int] = ()) -> tuple[int, ...]:
    """Returns the seats of a keypad that stays the same while the step runs: besides those who may be chosen, all
    who left in this day or night."""
    now = (table.day, table.step is StepName.NIGHT)
    gone = [left.seat for left in table.departures if (left.day, left.at_night) == now]
    return tuple(sorted({*seats, *gone}.difference(without)))


def fitting_name(name: str, room: int) -> str:
    """Returns the words of the name that fit; a first word that is too long for itself is shortened."""
    if name.startswith(ISOLATE):
        return f"{ISOLATE}{fitting_name(name.strip(ISOLATE + END_OF_ISOLATE), room)}{END_OF_ISOLATE}"
    if _width(name) <= room:
        return name
    words = name.split()
    fitting = list(_while_fitting(words, room))
    while fitting and not any(sign.isalnum() for sign in fitting[-1]):
        fitting.pop()  # a dash in front of the word that is left out
    return " ".join(fitting) or _shortened(words[0], room - len(CUT))


def _while_fitting(words: Sequence[str], room: int) -> Sequence[str]:
    count = 0
    while count < len(words) and _width(" ".join(words[: count + 1])) <= room:
        count += 1
    return words[:count]


def _shortened(word: str, room: int) -> str:
    signs = list(word)
    length = 0
    while length < len(signs) and _width("".join(signs[: length + 1])) <= room:
        length += 1
    while length and length < len(signs) and _continues(signs[length], signs[length - 1]):
        length -= 1
    return "".join(signs[:length]).rstrip(JOINER) + CUT


def _continues(sign: str, before: str) -> bool:
    """Tells whether a sign is drawn as one with the sign before it."""
    return JOINER in (sign, before) or category(sign).startswith("M") or category(sign) == "Sk"


def _width(text: str) -> int:
    return sum(
        0 if sign == JOINER or category(sign).startswith("M") else 2 if east_asian_width(sign) in "WF" else 1
        for sign in text
    )
