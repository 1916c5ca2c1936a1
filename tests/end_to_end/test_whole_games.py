"""Whole games in the sandbox, all players as clients: each rule set, each language."""

from pathlib import Path

import pytest

from tests.kits.end_to_end.hosted_sandbox import hosted_sandbox, play_game, unexpected_refusals

GAMES = [
    ("fiim", 10, "ru"),
    ("fiim-2025", 10, "uk"),
    ("phystech", 10, "ru"),
    ("city", 11, "uk"),
    ("box", 9, "ru"),
    ("box", 12, "uk"),
    ("party", 4, "uk"),
    ("party", 5, "ru"),
    ("party", 8, "ru"),
    ("party", 12, "uk"),
    ("party", 16, "ru"),
]


@pytest.mark.parametrize(("ruleset", "size", "language"), GAMES)
async def test_a_whole_game_from_the_lobby_to_the_reveal(
    tmp_path: Path, ruleset: str, size: int, language: str
) -> None:
    async with hosted_sandbox(tmp_path) as hosted:
        people = await hosted.guests(size, language)
        group = await hosted.group(people)
        await hosted.use(group, ruleset=ruleset, language=language)
        finale = await play_game(hosted, people, group, language)
        assert finale.count("№") >= size
        counts = await hosted.stage.counts()
        assert unexpected_refusals(counts) == 0
