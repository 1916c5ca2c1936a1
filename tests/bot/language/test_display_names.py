"""Names as the table shows them: without characters that reverse, hide or overflow other text, or imitate a
card."""

import re
from unicodedata import combining

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.language.display_names import LONGEST_NAME, as_computer, short_name, short_title
from bot.language.translator import LANGUAGES, LOCALES


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Анна", "Анна"),
        ("  Анна \n  Б ", "Анна Б"),
        ("\u202eаннА", "аннА"),
        ("А\u200bн\u200dн\u2060а\ufeff", "Анна"),
        ("\u2066Анна\u2069", "Анна"),
        ("\u3164", "?"),
        ("\u2800\u2800", "?"),
        ("\u115f\u1160", "?"),
        ("\u0301\u0302", "?"),
        ("\x00\x07", "?"),
        ("", "?"),
        ("А" + "\u0301" * 30, "А\u0301\u0301"),
        ("Й" * 100, "Й" * LONGEST_NAME),
        ("Ольга 🎩", "Ольга 🎩"),
    ],
)
def test_a_name_is_what_can_be_read_of_it(name: str, shown: str) -> None:
    assert short_name(name) == shown


@pytest.mark.parametrize("name", ["דוד", "محمد 7", "דוד Леви"])
def test_letters_that_run_to_the_left_move_nobody_elses_number(name: str) -> None:
    """«№ 3 Анна, № 4 דוד, № 7 Борис»: without the two signs the 7 is shown beside David."""
    shown = short_name(name)
    assert shown == f"\u2068{name}\u2069"
    assert short_name(shown) == shown
    longest = short_name(name * 20)
    assert (longest[0], longest[-1]) == ("\u2068", "\u2069")
    assert as_computer(longest)[-3] == "\u2069"


# --- cards ------------------------------------------------------------------------------------------------------

ROLE = re.compile(r"^(?:role-\w+-\w+|side-(?:red|black|town|mafia|yakuza)) = (.+)$", re.MULTILINE)
ROLES = sorted(
    {name for code in LANGUAGES for name in ROLE.findall((LOCALES / code / "roles.ftl").read_text("utf-8"))}
)
"""Every card and colour that the bot names, in both languages."""
BESIDE = ("{}", "Анна — {}", "{} — Анна", "Анна ({})", "№ 4 {}", "5 {}", "Анна: {}!", "{}🔫")
ALIKE = str.maketrans("аеорсухкмтАЕОРСУХКМТНі", "aeopcyxkmtAEOPCYXKMTHi")


def test_the_names_of_roles_are_read_from_the_texts() -> None:
    assert {"Шериф", "Дон", "Мафія", "Мирный житель", "Крёстный отец", "Чорні"} <= set(ROLES)


@pytest.mark.parametrize("role", ROLES)
def test_a_role_in_a_name_is_shown_as_somebodys_words(role: str) -> None:
    for beside in BESIDE:
        for spelt in (role, role.upper(), role.lower(), role.translate(ALIKE), "\u200b".join(role)):
            shown = short_name(beside.format(spelt))
            assert (shown[0], shown[-1]) == ("«", "»"), (beside, spelt, shown)
            assert not set("«»") & set(shown[1:-1])


@pytest.mark.parametrize(
    "name",
    [
        *(
            "м а ф и я",
            "АннаМафия",
            "м.а.ф.и.я",
            "ма-фия",
            "Mafia",
            "ᴍᴀꜰɪᴀ",
            "𝓜𝓪𝓯𝓲𝓪",
            "мааафия",
            "ш3риф",
            "SHERIFF",
            "Дoн",
            "Don",
        ),
        *("«Шериф»", "Анна» — мафия «", "Доктор", "Иван Доктор", "Анна, дон", "мaфi\u0301я", "ｍａｆｉａ"),
        *("Анна 🤖", "50 Cent", "5 Дон", "12:30"),
        *(
            "🅼🅰🅵🅸🅰",
            "Ma₣ia",
            "₥ąƒïⱥ",
            "Ма·ф·ия",
            "Ма ф ия",
            "Ше.р.иф",
            "М@фия",
            "Maf!a",
            "Sh€riff",
            "Шер!ф",
            "Шэриф",
        ),
        *("Д()н", "4ёрный", "Кр@сный", "Мирн@я", "K0мисс@р", "🎩", "⭐", "🔫"),
    ],
)
def test_a_role_is_recognised_however_it_is_spelt(name: str) -> None:
    shown = short_name(name)
    assert (shown[0], shown[-1]) == ("«", "»")


@pytest.mark.parametrize(
    "name",
    [
        *("Анна", "Мария", "Марфа", "Анна-Мария", "Дон Жуан", "Don Omar", "Donald", "Дональд", "Доктор Ватсон"),
        *("Краснов", "Чернов", "Чорнобай", "Воробьёв", "Мирослава", "Рома Фирсов", "Лікарчук", "Судьина", "2Pac"),
        *(
            "4ever",
            "007",
            "Анна 2",
            "Анна 1987",
            "O'Neil",
            "Dr. House",
            "«Анна»",
            "...",
            "Ольга 🎩",
            "Ира ⭐",
            "-=X=-",
        ),
    ],
)
def test_innocent_names_stay_as_they_are(name: str) -> None:
    assert short_name(name) == name


# --- seats ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["№ 4", "#4", "4", "04", "④", "4️⃣", "４", "Место 4", "N4", "No. 5", "№ №4 4", "№«4»"]
)
def test_a_name_that_is_nothing_but_a_seat_is_nobodys(name: str) -> None:
    assert short_name(name) == "?"


@pytest.mark.parametrize(
    "name",
    [
        "4. Иван",
        "№ 4 Иван",
        "№4. Иван",
        "４. Иван",
        "Иван №4",
        "Иван, место 4",
        "4) Иван",
        "4 — Иван",
        "Иван 4 место",
    ],
)
def test_the_sign_of_a_seat_is_no_part_of_a_name(name: str) -> None:
    assert short_name(name) == "Иван"


PIECES = st.sampled_from(
    [*ROLES, "№", "#", "4", "12", ".", " ", "—", "«", "»", "Анна", "🤖", "место", "\u0301", "ﬁ"]
)


@example("A\u0300ВОР")
@given(st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=8).map("".join)))
def test_no_typed_name_passes_for_a_role_or_a_seat(name: str) -> None:
    shown = short_name(name)
    assert 1 <= len(shown) <= LONGEST_NAME
    assert short_name(shown) == shown
    assert not re.search(r"[№#]\W?\d{1,2}(?!\d)", shown)
    unmarked = "".join(sign for sign in shown.casefold() if not combining(sign))  # an accent parts no word
    words = set(re.findall(r"\w+", unmarked))
    if words & {role.casefold() for role in ROLES} - {"дон", "доктор", "лікар"}:
        assert (shown[0], shown[-1]) == ("«", "»")


def test_who_plays_for_somebody_is_seen_however_long_the_name() -> None:
    assert as_computer("Анна") == "Анна 🤖"
    for name in ("Й" * LONGEST_NAME, short_name(f"{'Й' * 40} мафия")):
        assert as_computer(name).endswith(" 🤖")
        assert len(as_computer(name)) <= LONGEST_NAME


def test_a_group_may_be_called_after_the_game() -> None:
    assert short_title("Мафия Киев") == "Мафия Киев"
