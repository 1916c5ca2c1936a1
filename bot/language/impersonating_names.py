"""Recognises names that pose as a role or a seat, however they are spelt, and makes them harmless.

A seat number («№ 4», «4.») is cut out of a name. A name that contains a role is shown in quotes, which the bot's
own statements never have.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from unicodedata import category, normalize
from unicodedata import name as name_of

OPEN, CLOSE = "«", "»"
QUOTES = str.maketrans("", "", '«»„“”"‹›❝❞〝〞')
COMPUTER = "🤖"
"""The sign that the bot writes beside the name of a computer player."""

# --- spelling ---------------------------------------------------------------------------------------------------


def _pairs(text: str) -> Mapping[str, str]:
    return {pair[0]: pair[1:] for pair in text.split()}


TO_LATIN = _pairs("ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ıi")
TO_CYRILLIC = _pairs(
    "іи їи єе эе ґг ѕс јж һн ӏл ԁд αа βв γг δд εе ηн ιи κк λл μм νв οо πп ρр σс ςс τт υу φф χх ωш ӕа ӧо"
)
SILENT = "ьъ'’ʼ`"
BY_LOOK = _pairs("aа bв cс dд eе fф gг hн iи jж kк lи mм nп oо pр qг rг sс tт uи vв wш xх yу zз 0о 1и 3з 6б")
BY_SOUND = _pairs("aа bб cк dд eе fф gг hх iи jж kк lл mм nн oо pп qк rр sс tт uу vв wв xх yи zз 0о 1и 3е 4а")
DIGRAPHS = (("sh", "ш"), ("ch", "ч"), ("zh", "ж"), ("kh", "х"), ("ya", "я"), ("ja", "я"), ("ia", "иа"))
WORD = re.compile(r"[^\W\d_]+(?:\d[^\W\d_]+)*")
"""A word; a digit between letters is part of it, because it may stand for a letter."""


LETTER = re.compile(r"LATIN (?:CAPITAL |SMALL )?LETTER ([A-Z])(?: WITH |$)")
"""Finds the plain letter in the Unicode name of a character: in a square, with a hook, with a stroke."""
SIGNS = {"@": "a", "!": "i", "¡": "i", "|": "i", "€": "e", "$": "s", "₣": "f", "₥": "m", "()": "o"}
BETWEEN_LETTERS = re.compile(r"(?<=[^\W_])(?:[@!¡|€$₣]|\(\))(?=[^\W_])|₥")
"""Signs between letters, where they stand for a letter; at the end of a word they do not."""
FIRST_DIGIT = re.compile(r"(?<![^\W_])[0346](?=[^\W\d_])")
DIGITS = {"0": "о", "3": "з", "4": "ч", "6": "б"}


def _plain(sign: str) -> str:
    """Returns a character without width, style, circle, case and marks."""
    bare = "".join(part for part in normalize("NFKD", sign) if category(part) not in ("Mn", "Me", "Cf"))
    if not bare.isascii() and (letter := LETTER.search(name_of(sign, ""))):
        bare = letter[1]
    return "".join(TO_LATIN.get(part, part) for part in bare.casefold() if part not in SILENT)


def _plainly(text: str) -> str:
    return "".join(map(_plain, text))


def _spellings(word: str) -> Iterator[str]:
    """Yields the word in Cyrillic by the look and by the sound of its letters; doubled letters count once."""
    sounds = word
    for pair, one in DIGRAPHS:
        sounds = sounds.replace(pair, one)
    for spelt, alphabet in ((word, BY_LOOK), (sounds, BY_SOUND)):
        letters = (TO_CYRILLIC.get(sign, alphabet.get(sign, sign)) for sign in spelt)
        yield "".join(letter for letter, _ in groupby("".join(letters)))


def _folded(*words: str) -> frozenset[str]:
    return frozenset(
        spelling for text in words for word in WORD.findall(_plainly(text)) for spelling in _spellings(word)
    )


# --- what poses -------------------------------------------------------------------------------------------------

ANYWHERE = _folded(
    *("мафи", "шериф", "sheriff", "комиссар", "маньяк", "маніяк", "maniac", "детектив", "detective", "адвокат"),
    *("якудз", "yakuz", "стукач", "священник", "любовниц", "коханк", "телохранител", "охоронець", "поклонниц"),
    *("шанувальниц", "надзирател", "наглядач", "аферист", "пересічн", "громадянин", "сновида", "красотк"),
    *("хрещений", "godfather", "civilian"),
)
"""Parts of words that mean a role and hardly occur in real names."""
PARTS = tuple(ANYWHERE)
WHOLE = _folded(
    *("мирный", "мирная", "мирные", "мирний", "мирна", "мирні", "житель", "мешканець", "вор", "крадій", "злодій"),
    *("судья", "суддя", "judge", "лунатик", "красуня", "мясник", "шахрай", "різник", "крёстный", "лікарка"),
    *("красный", "красная", "красные", "чёрный", "чёрная", "чёрные"),
    *("червоний", "червона", "червоні", "чорний", "чорна", "чорні"),
)
TITLES = _folded("дон", "доктор", "doctor", "лікар")
"""Words that are part of a name before another word («Дон Жуан», «Доктор Ватсон») and a role elsewhere."""
BEFORE_A_NAME = re.compile(r"\.? [^\W\d_]")
NUMBER = r"\d{1,2}(?!\d)"
SEAT = re.compile(
    rf"[№#]\W{{0,3}}{NUMBER}[.):\]]?"
    rf"|\b(?:n|no|num|номер|место|місце|seat|игрок|гравець|player|стул)[.:]? ?{NUMBER}[.):\]]?"
    rf"|^\W{{0,3}}{NUMBER} ?[.):\]|—–-](?!\d)"
    rf"|(?<![\d.,:]){NUMBER} ?(?:номер|место|місце)\b"
)
LEADING_NUMBER = re.compile(rf"\W{{0,3}}{NUMBER}(?![^\W\d_])")
ONLY_NUMBER = re.compile(rf"\W{{0,3}}{NUMBER}\W{{0,3}}")
MOST_PARTS = 10
"""Into how many parts a role may be split to be still recognised."""
EDGES = " .,:;|/\\–—-)]"


def display_name(name: str, longest: int) -> str:
    """Returns the name as it may be shown beside a seat; empty if nothing of it is left."""
    own = _without_seats(name)
    if not any(map(str.isalnum, own)):
        signs = "".join(sign for sign in own.translate(QUOTES) if category(sign) == "So")
        return f"{OPEN}{signs[: longest - 2]}{CLOSE}" if signs else name if own == name else ""
    plain = _plainly(own)
    if ONLY_NUMBER.fullmatch(plain):
        return ""
    if LEADING_NUMBER.match(plain) or COMPUTER in own or poses_as_role(own):
        words = " ".join(own.translate(QUOTES)[: longest - 2].split())
        return f"{OPEN}{words}{CLOSE}"
    return own


def poses_as_role(name: str) -> bool:
    plain = BETWEEN_LETTERS.sub(lambda found: SIGNS[found[0]], _plainly(name))
    plain = FIRST_DIGIT.sub(lambda found: DIGITS[found[0]], plain)
    found = list(WORD.finditer(plain))
    words = [one[0] for one in found]
    if any(map(_is_role, words)) or any(map(_begins_a_role, _joined(words))):
        return True
    return any(
        spelling in TITLES and not BEFORE_A_NAME.match(plain, one.end())
        for one in found
        for spelling in _spellings(one[0])
    )


def _joined(words: list[str]) -> Iterator[str]:
    """Yields neighbouring words joined, to find split roles: «ма фия», «ма·ф·ия», «м.а.ф.и.я»."""
    for first in range(len(words)):
        for after in range(first + 2, min(first + MOST_PARTS, len(words)) + 1):
            yield "".join(words[first:after])


def _is_role(word: str) -> bool:
    return any(spelling in WHOLE or any(part in spelling for part in ANYWHERE) for spelling in _spellings(word))


def _begins_a_role(word: str) -> bool:
    return any(spelling in WHOLE or spelling.startswith(PARTS) for spelling in _spellings(word))


def _without_seats(name: str) -> str:
    """Cuts seat numbers, found in the plain spelling, out of the typed name until none is left."""
    while True:
        plain, origin = [], []
        for place, sign in enumerate(name):
            for part in "№" if sign == "№" else _plain(sign):
                plain.append(part)
                origin.append(place)
        cut = {origin[at] for found in SEAT.finditer("".join(plain)) for at in range(*found.span())}
        if not cut:
            return name
        name = " ".join("".join(sign for place, sign in enumerate(name) if place not in cut).split()).strip(EDGES)
