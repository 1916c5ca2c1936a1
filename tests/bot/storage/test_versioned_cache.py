"""Groups and people that are read stay in memory; of more than fit, those not used for the longest time go."""

import pytest

import bot.storage.people
from bot.storage.people import People
from tests.kits.virtual_clock.memory_storage import InlineStore


async def test_a_person_who_is_read_again_outstays_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.storage.people, "MOST_PEOPLE", 2)
    people = People(InlineStore())
    for user in (1, 2, 1, 3):
        assert (await people.get(user)).user_id == user
    assert [*people.kept.kept] == [1, 3]


async def test_what_another_process_has_changed_is_read_again() -> None:
    store = InlineStore()
    people, other = People(store), People(store)
    assert (await people.get(1)).name == ""
    await other.change(1, name="Анна")
    assert (await people.get(1)).name == ""
    people.forget((1, -100))
    assert (await people.get(1)).name == "Анна"
    await other.change(1, name="Анна Б.")
    people.forget_all()
    assert (await people.get(1)).name == "Анна Б."
