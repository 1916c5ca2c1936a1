"""The sentences of the judge's private messages and of the computer players."""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from bot.language.private_answers import private_answer
from bot.language.role_names import role_in_text, role_key, ruleset_name
from bot.language.stand_in_speech import GROUNDS, speech_text
from bot.language.translator import LANGUAGES, Html, Translator
from engine import RULESETS, SeatView, cards_for, open_game, rules_for
from engine.events import Told, Topic
from engine.house_rules import find_ruleset
from engine.players import Dice, Ground, Say, SensiblePlayer, Statement, play_to_the_end
from engine.players.statements import Check
from engine.role_catalogue import CATALOGUE
from engine.roles import Side
from tests.kits.vocabulary import SPOKEN, VARIANTS, answers

words = cache(Translator)
HOUSE = "fiim-2025+box.detective+city.doctor"
TABLES = [
    ("fiim-2025", 10, ""),
    ("city", 12, ""),
    ("box", 13, "full"),
    ("box", 12, "yakuza"),
    ("box", 10, "swindler"),
]


def name(seat: int) -> Html:
    return Html(f"№ {seat}")


def whispered(ruleset: str, role: str, topic: Topic, *about: int, answer: str = "", lang: str = "ru") -> str:
    holder = find_ruleset(ruleset).roles[role]
    return private_answer(words(), lang, ruleset, holder, Told(1, topic, about, answer), name)


# --- names -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "role", "key"),
    [
        ("phystech", "sheriff", "role-sport-sheriff"),
        ("city", "maniac", "role-city-maniac"),
        ("box", "maniac", "role-box-maniac"),
        (HOUSE, "doctor", "role-city-doctor"),
        (HOUSE, "detective", "role-box-detective"),
        (HOUSE, "don", "role-sport-don"),
    ],
)
def test_a_role_is_called_as_where_it_comes_from(ruleset: str, role: str, key: str) -> None:
    assert role_key(ruleset, role) == key


def test_a_role_within_a_sentence_begins_small() -> None:
    assert role_in_text(words(), "uk", "box", "godfather") == "хрещений батько"


def test_house_rules_are_named_after_what_they_are_made_of() -> None:
    assert ruleset_name(words(), "ru", HOUSE) == "Домашние: Спортивная (ФИИМ, 2025)"
    assert ruleset_name(words(), "uk", "city") == "Міська"


# --- what the judge whispers -----------------------------------------------------------------------------------


def test_a_check_is_answered_with_a_thumb_and_the_number() -> None:
    assert whispered("fiim", "sheriff", Topic.CHECK, 4, answer="red") == "👍 № 4 — красный игрок."
    assert whispered("fiim", "sheriff", Topic.CHECK, 4, answer="black", lang="uk") == "👎 № 4 — чорний гравець."
    assert whispered("city", "don", Topic.CHECK, 4, answer="not-commissar") == "👎 № 4 — не комиссар."


def test_the_dons_sheriff_is_a_yes_and_the_detectives_a_role() -> None:
    assert whispered("fiim", "don", Topic.CHECK, 4, answer="sheriff") == "👍 № 4 — шериф."
    assert whispered("box", "judge", Topic.CHECK, 4, answer="yakuza") == "🔎 № 4 — якудза."
    assert whispered("box", "lawyer", Topic.CHECK, 4, answer="sheriff", lang="uk") == "🔎 № 4 — шериф."
    assert whispered("box", "lawyer", Topic.CHECK, 4, answer="failed") == "Проверка не удалась: № 4."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_answer_has_its_words(lang: str) -> None:
    for answer in answers() - {"role"}:
        assert whispered("fiim", "sheriff", Topic.CHECK, 4, answer=answer, lang=lang)
    for role in CATALOGUE["box"]:
        assert whispered("box", "detective", Topic.CHECK, 4, answer=role, lang=lang)


def test_a_team_is_told_of_the_others() -> None:
    assert whispered("fiim", "mafia", Topic.MATES, 1, 5, 7) == "Ночью с вами: № 5 и № 7."
    assert whispered("box", "yakuza", Topic.MATES, 1) == words().say("ru", "told-mates-alone")
    assert whispered("fiim", "mafia", Topic.LEADER, 5) == "Дон — № 5."
    assert whispered("fiim", "don", Topic.LEADER, 1) == "Дон — это вы."
    assert whispered("fiim", "mafia", Topic.APPOINTED, 7, 1, 3) == "Порядок отстрела: № 7 → № 1 → № 3."
    assert whispered("box", "mafioso", Topic.CHOICE, 5, 1) == "№ 5 выбирает: № 1."
    assert whispered("box", "mafioso", Topic.CHOICE, 5, 0) == "№ 5 не стреляет."


def test_a_copied_vote_is_told_without_a_name_behind_it() -> None:
    assert "против: № 4." in whispered("box", "civilian", Topic.VOTE, 4)
    assert "не засчитан" in whispered("box", "civilian", Topic.VOTE, answer="none")
    assert "чтобы осудить: № 4." in whispered("box", "civilian", Topic.VOTE, 4, answer="yes")
    assert "не засуджувати: № 4." in whispered("box", "civilian", Topic.VOTE, 4, answer="no", lang="uk")


@pytest.mark.parametrize("topic", [Topic.PRIEST, Topic.JAILED, Topic.SILENCED, Topic.WARNED])
def test_other_messages(topic: Topic) -> None:
    about = (4,) if topic is Topic.PRIEST else ()
    assert whispered("box", "civilian", topic, *about)


# --- what computer players say ---------------------------------------------------------------------------------


class Recorded(SensiblePlayer):
    """A player that records its statements."""

    __slots__ = ("said",)

    def __init__(self) -> None:
        super().__init__()
        self.said: list[Statement | None] = []

    def speak(self, view: SeatView, dice: Dice) -> Statement | None:
        statement = super().speak(view, dice)
        self.said.append(statement)
        return statement


def statements(ruleset: str, size: int, role_set: str, games: int = 12) -> list[Statement | None]:
    rules = rules_for(RULESETS[ruleset], {})
    players: list[Recorded] = []
    for number in range(games):
        seated = [Recorded() for _ in range(size)]
        guests = tuple(str(guest) for guest in range(1, size + 1))
        game = open_game(rules, cards_for(rules.ruleset, size, role_set), guests, f"{number}:words")
        play_to_the_end(game, seated, Random(number))
        players += seated
    return [statement for player in players for statement in player.said]


@pytest.mark.parametrize(("ruleset", "size", "role_set"), TABLES)
def test_whatever_is_said_in_real_games_has_words(ruleset: str, size: int, role_set: str) -> None:
    for number, statement in enumerate(statements(ruleset, size, role_set)):
        if statement is not None and statement.say in SPOKEN:
            assert statement.why in SPOKEN[statement.say]
        for lang in LANGUAGES:
            assert speech_text(words(), lang, statement, name, number, ruleset)


def test_every_ground_goes_with_an_opinion() -> None:
    assert {say: set(grounds) for say, grounds in GROUNDS.items()} == SPOKEN
    assert set().union(*SPOKEN.values()) == set(Ground)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("say", SPOKEN)
def test_variants_differ_and_name_who_is_meant(lang: str, say: Say) -> None:
    for why in SPOKEN[say]:
        about = () if why in (Ground.HUNCH, Ground.BELIEVED_CLAIM, Ground.IN_PRISON) else (7, 9)
        statement = Statement(say, (4,), why, about)
        heard = {speech_text(words(), lang, statement, name, pick) for pick in range(3)}
        assert len(heard) == len(VARIANTS)
        assert all("№ 4" in text for text in heard)
        assert not about or all("№ 7" in text and "№ 9" in text for text in heard)


def test_several_suspects_are_named_in_one_turn() -> None:
    text = speech_text(words(), "ru", Statement(Say.SUSPECTS, (4, 5, 6)), name, 1)
    assert text == "Подозреваю № 4, хотя железных доводов пока нет. Ещё под подозрением: № 5 и № 6."


def test_a_ground_that_does_not_fit_sounds_like_a_hunch() -> None:
    odd = Statement(Say.TRUSTS, (4,), Ground.IN_PRISON)
    assert speech_text(words(), "ru", odd, name, 0) == speech_text(
        words(), "ru", Statement(Say.TRUSTS, (4,)), name, 0
    )


def test_claims_name_the_card_of_that_table() -> None:
    checks = (Check(4, Side.BLACK), Check(7, Side.RED))
    claim = Statement(Say.CLAIMS_SHERIFF, checks=checks)
    assert (
        speech_text(words(), "ru", claim, name, 0)
        == "Я шериф. Мои проверки: № 4 — чёрный игрок, № 7 — красный игрок."
    )
    assert speech_text(words(), "uk", claim, name, 0, "city").startswith(
        "Я комісар. Мої перевірки: № 4 — чорний гравець"
    )
    leader = Statement(Say.CLAIMS_LEADER, checks=(Check(2, Side.TOWN),), role="warden")
    assert (
        speech_text(words(), "ru", leader, name, 0, "box")
        == "Я тюремный надзиратель. Мои проверки: № 2 — за мирных."
    )
    bare = Statement(Say.CLAIMS_LEADER, role="sheriff")
    assert speech_text(words(), "uk", bare, name, 2, "box") == "Знайте: я шериф."


def test_having_nothing_to_say_has_several_wordings() -> None:
    assert len({speech_text(words(), "uk", None, name, pick) for pick in range(9)}) == len(VARIANTS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_glossary_knows_every_role(lang: str) -> None:
    page = (Path(__file__).parents[3] / "docs" / "glossary.md").read_text(encoding="utf-8")
    for family, roles in CATALOGUE.items():
        for role in roles:
            called = words().say(lang, f"role-{family}-{role}").lower()
            assert any(called in line and f"`{role}`" in line for line in page.splitlines()), called
