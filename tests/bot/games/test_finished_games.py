"""Finding a person's last game among many others that only look like theirs."""

from bot.games.finished_games import AT_ONCE, last_of
from bot.games.lobby import Guest, Lobby, Phase
from bot.games.lobby_transactions import put_game
from bot.storage import UnitOfWork
from tests.kits.storage_kit import opened

ANNA, BORIS = 4711, 5


def over(game: str, *guests: Guest) -> Lobby:
    return Lobby(game, -1, 0, BORIS, "fiim-2025", (), (), "", 0, 0, guests=guests, phase=Phase.OVER)


async def test_a_name_that_looks_like_a_number_hides_nobodys_game(url: str) -> None:
    async with opened(url) as store:
        work = UnitOfWork()
        for number in range(2 * AT_ONCE + 1):
            put_game(work, over(f"g{number}", Guest("u5", BORIS, f"u{ANNA}")), 1_000 + number // 3)
        for game, changed in (("older", 1), ("newer", 2)):
            put_game(work, over(game, Guest(f"u{ANNA}", ANNA, "Анна")), changed)
        await store.commit(work)
        assert await last_of(store, ANNA) == "newer"
        assert await last_of(store, BORIS) in (f"g{2 * AT_ONCE - 1}", f"g{2 * AT_ONCE}")
        assert await last_of(store, 6) == ""
