"""The seed of a finished stage is published; all later deals come from another one."""

import json
from dataclasses import replace

import pytest

from bot.games.lobby import Lobby
from bot.tournaments import schedule
from bot.tournaments.pages.overview_page import overview_page
from bot.tournaments.pages.tournament_text import TournamentText
from bot.tournaments.tournament import Tournament, TournamentPhase, seal_of
from bot.tournaments.tournament_files import export
from tests.kits.virtual_clock.table import House
from tests.kits.virtual_clock.tournament_kit import CHIEF, newest, seated


async def published(house: House, tournament: Tournament) -> dict[str, object]:
    """Returns the JSON that a button posts into the group."""
    tournaments = house.host.tournaments
    told = export(
        tournament, await tournaments.store.entries(tournament.id), await tournaments.standings.of(tournament)
    )
    return dict(json.loads(told)["tournament"])


async def changed(house: House, tournament: Tournament, **fields: object) -> Tournament:
    done = await house.host.tournaments.store.change(tournament.id, lambda old: replace(old, **fields), "")  # type: ignore[arg-type]
    assert isinstance(done, Tournament)
    return done


@pytest.mark.parametrize("of", ["a replay of an older release", "a game that was stopped"])
async def test_no_card_of_an_extra_game_follows_from_the_seed_that_was_told(home: House, of: str) -> None:
    tournament = await seated(home, rounds=1)
    extra = (
        replace(tournament.slots[0], replay_of="g1")
        if "replay" in of
        else replace(tournament.slots[0], game="g1", tries=1)
    )
    seed = (await published(home, await changed(home, tournament, phase=TournamentPhase.OVER, slots=(extra,))))[
        "seed"
    ]
    await changed(home, tournament, phase=TournamentPhase.SEATED)
    laid = await home.host.tournaments.opening.open(tournament.id, 1, CHIEF, "")
    assert isinstance(laid, Lobby), laid
    from_told = replace(tournament, seed=str(seed)).secret_of(replace(extra, seed=""))
    assert laid.secret != from_told
    (slot,) = (await newest(home.host, tournament)).slots
    assert laid.secret == tournament.secret_of(replace(slot, tries=extra.tries))


async def test_a_seed_of_its_own_is_sealed_while_the_game_waits_and_told_after_the_stage(home: House) -> None:
    tournament = await seated(home, rounds=1)
    played = replace(tournament.slots[0], game="g1", tries=1)
    waiting = schedule.replay(replace(tournament, slots=(played,)), "g1", played.seats, "fresh")
    tournament = await changed(home, tournament, phase=TournamentPhase.SEATED, slots=waiting.slots)
    text = TournamentText(home.host.words, "ru", tournament)
    standings = await home.host.tournaments.standings.of(tournament)
    assert seal_of("fresh") in overview_page(text, standings, None, (), None).text
    told = await published(home, tournament)
    assert "seed" not in told
    assert [slot.get("seed") for slot in told["slots"]] == [None, None]  # type: ignore[attr-defined]
    over = replace(
        tournament, slots=tuple(replace(slot, game=slot.game or "g2") for slot in tournament.slots)
    ).finish()
    told = await published(home, over)
    assert [slot["seed"] for slot in told["slots"]] == ["", "fresh"]  # type: ignore[attr-defined]
