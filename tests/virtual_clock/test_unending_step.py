"""A step at which the rules fail again and again does not keep people at the table for ever."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from bot.games import submissions
from bot.games.lobby import Phase
from engine.api import perform
from engine.commands import Command, Verb
from engine.events import StepName
from engine.game import Game
from tests.kits.virtual_clock.table import House, VirtualTable

MINUTE = 60_000


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Silences the log: each attempt logs a traceback, which takes seconds to format."""
    with capture_logs():
        yield


async def stuck(monkeypatch: pytest.MonkeyPatch, error: Exception) -> VirtualTable:
    """Returns a table whose first speech cannot be ended, many minutes later."""

    def stumble(game: Game, command: Command) -> Any:
        if command.verb is Verb.EXPIRE and game.table.step is StepName.SPEECH:
            raise error
        return perform(game, command)

    monkeypatch.setattr(submissions, "perform", stumble)
    house = House()
    await house.open()
    table = VirtualTable("fiim-2025", 10, 3, house)
    await table.begin()
    until = house.clock.now() + 12 * MINUTE
    while await house.clock.step(until):
        table.ask()
    return table


async def test_the_game_is_given_up_and_its_people_are_free(monkeypatch: pytest.MonkeyPatch) -> None:
    table = await stuck(monkeypatch, IndexError("tuple index out of range"))
    assert table.live is not None
    assert table.live.lobby.phase is Phase.CLOSED
    assert await table.host.games.tables_of(table.first_person) == []
    told = [getattr(call.method, "text", "") for call in table.telegram.calls if call.chat == table.group]
    assert sum("ошибка в самом боте" in text for text in told) == 1
    await table.close()


async def test_but_not_while_it_is_the_database_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    table = await stuck(monkeypatch, OperationalError("COMMIT", {}, Exception("disk is full")))
    assert table.live is not None
    assert table.live.lobby.phase is Phase.PLAYING
    monkeypatch.setattr(submissions, "perform", perform)
    assert table.live.table.step is StepName.SPEECH
    number = table.live.table.number
    await table.clock.on_to(table.clock.now() + 3 * MINUTE)
    assert table.live.table.number > number, "and then the game goes on"
    await table.close()
