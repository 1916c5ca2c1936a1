"""Of an anonymous ballot only the counts are ever told: a game is played twice, and in one of them the voters have
exchanged their votes among each other. Whatever anybody can be sent or can ask for must be the same in both."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.games.finished_games import finished
from bot.games.running_game import RunningGame
from bot.language.translator import Translator
from bot.reports.finished_game_files import FinishedGameFiles
from bot.telegram.buttons.callback_data import Report
from bot.wiring import assembly
from engine import events as ev
from engine.api import replay
from engine.codec import decode
from engine.commands import NO, YES, Command, Verb
from engine.events import Event
from engine.legal_moves import legal
from engine.seat_knowledge import VOTES
from tests.kits.virtual_clock import table as tables
from tests.kits.virtual_clock.table import VirtualTable

SILENT = 0.2
"""Probability that somebody does not vote."""
FILES = (Report.TEXT, Report.RECORD, Report.REPLAY)
WORDS = Translator()
LANGUAGES = ("ru", "uk")


class Voters(VirtualTable):
    """People whose votes in each ballot are planned together, so that they can be exchanged."""

    def __init__(self, ruleset: str, size: int, seed: int, exchanged: int, options: Mapping[str, str]) -> None:
        super().__init__(ruleset, size, seed)
        self.exchanged = exchanged
        """Every voter gives the vote of the voter so many places on."""
        self.house_rules = dict(options)
        self._times: dict[tuple[int, int], int] = {}

    def _ask(self, live: RunningGame) -> None:
        new = set(self._asked)
        super()._ask(live)
        if live.table.step in VOTES and live.table.rules.options.change_vote:
            for _, seat, _ in self._asked - new:
                self._later(live, seat, 7, Verb.VOTE)

    def _choose(self, live: RunningGame, seat: int, verb: Verb | None) -> Command | None:
        table = live.table
        if table.step not in VOTES:
            return super()._choose(live, seat, verb)
        time = self._times[table.number, seat] = self._times.get((table.number, seat), -1) + 1
        offers = {offer.verb: offer for offer in legal(live.position.views[seat])}
        dice = Random(f"{self.seed}:{table.number}:{table.candidates}")
        voters = [each for each in table.alive if not table.barred(each) and dice.random() > SILENT]
        if table.rules.options.change_vote:
            voters = voters[len(voters) == len(table.alive) :]  # a ballot that closes early would cut changes off
        values = offers[Verb.VOTE].values if Verb.VOTE in offers else ()
        options = (YES, NO) if values else table.candidates
        planned = [(dice.choice(options), dice.choice(options)) for _ in voters]
        if seat not in voters or Verb.VOTE not in offers:
            return None
        choice = planned[(voters.index(seat) + self.exchanged) % len(voters)][min(time, 1)]
        command = Command(seat, Verb.VOTE, (), choice) if values else Command(seat, Verb.VOTE, (choice,))
        return command if offers[Verb.VOTE].allows(command) else None


@dataclass
class Seen:
    """Everything that leaves the host about one game."""

    calls: list[tuple[int, str, str]]
    files: list[Any]
    logs: list[Any]
    journal: list[Event]


async def play(ruleset: str, size: int, seed: int, exchanged: int, options: Mapping[str, str]) -> Seen:
    table = Voters(ruleset, size, seed, exchanged, options)
    with capture_logs() as logs:
        live = await table.play()
        calls = [(call.at, type(call.method).__name__, repr(call.method)) for call in table.telegram.calls]
        host = table.host
        files = FinishedGameFiles(table.store, WORDS, host.groups, host.people)
        found: list[Any] = []
        for language in LANGUAGES:
            for report in FILES:
                message = await files.message(live.id, report, language)
                assert message is not None
                found.append((report, message.text, message.file and message.file.content))
            game = await finished(table.store, live.id)
            assert game is not None
            found.append(asdict(await files._form(game, language)))  # pictures, PDF and sheets are set from it
        await table.close()
    return Seen(calls, found, logs, [decode(json.loads(payload)) for payload in table.journal()])


def given(journal: list[Event]) -> list[Event]:
    return [event for event in journal if isinstance(event, ev.VoteCast | ev.DoomVoted | ev.Voted | ev.LiftVoted)]


def counts(journal: list[Event]) -> list[Any]:
    return [event[:2] for event in journal if isinstance(event, ev.BallotClosed | ev.LiftClosed)]


@pytest.fixture(autouse=True)
def _same_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "new_game_id", lambda: "same")
    monkeypatch.setattr(assembly, "Translator", lambda: WORDS)


async def both(ruleset: str, seed: int, secrecy: str, **options: str) -> tuple[Seen, Seen]:
    options = {"ballot_secrecy": secrecy, **options}
    one, other = [await play(ruleset, 10, seed, exchanged, options) for exchanged in (0, 1)]
    assert given(one.journal) != given(other.journal), "the same votes were given by the same seats"
    assert len(given(one.journal)) > 4
    return one, other


TABLES = [
    ("fiim", {"change_vote": "on"}),
    ("fiim-2025", {"unvoted": "not-counted"}),
    ("phystech", {"confirmation": "on"}),
    ("city", {"change_vote": "on"}),
    ("box", {}),
    ("party", {"confirmation": "on"}),
    ("box", {"lynch": "one-by-one"}),
    ("box", {"tie": "revote", "change_vote": "on"}),
]


@pytest.mark.parametrize(("ruleset", "options"), TABLES, ids=[f"{name} {more}" for name, more in TABLES])
async def test_nothing_tells_a_vote_that_is_anonymous(ruleset: str, options: dict[str, str]) -> None:
    """No message, edit, alert, log line or file of a whole game, to nobody."""
    for seed in (1, 2):
        one, other = await both(ruleset, seed, "anonymous", **options)
        assert counts(one.journal) == counts(other.journal)
        assert one.calls == other.calls
        assert one.files == other.files
        assert one.logs == other.logs


@pytest.mark.parametrize("secrecy", ["open", "hidden"])
async def test_the_comparison_notices_votes_that_are_shown(secrecy: str) -> None:
    one, other = await both("fiim", 1, secrecy, ballot_style="simultaneous")
    assert one.calls != other.calls
    assert all(mine != theirs for mine, theirs in zip(one.files, other.files, strict=True))


async def test_until_the_close_a_hidden_vote_is_told_as_little_as_an_anonymous_one() -> None:
    one, other = await both("fiim", 1, "hidden")
    told = next(n for n, (mine, theirs) in enumerate(zip(one.calls, other.calls, strict=False)) if mine != theirs)
    assert "Итог голосования" in one.calls[told][2]


async def test_the_stored_journal_keeps_the_votes_and_replays() -> None:
    seen = await play("fiim", 10, 1, 0, {"ballot_secrecy": "anonymous"})
    assert given(seen.journal)
    assert replay(seen.journal).table.winner is not None
