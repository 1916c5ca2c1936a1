"""What must hold of every simulated game, whichever calls failed and however often the program was killed."""

import json
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

from sqlalchemy import select

from bot.games.running_game import load_game
from bot.games.submissions import Accepted, Repeated
from bot.storage.schema import events, outbox
from bot.telegram.restrictions.member_permissions import SHORTEST_S
from engine.commands import Rejected
from engine.results import game_result
from tests.kits.virtual_clock.member_rights import State
from tests.simulation.program_run import WORDS
from tests.simulation.simulated_game import SimulatedGame

AGAIN = WORDS.say("ru", "taps-lost")
MUTES_WAIT = "просит подождать"
"""Part of the message to a table where Telegram delays mutes; it is not counted among the owed ones."""


async def faults(disturbed: SimulatedGame, undisturbed: SimulatedGame | None) -> list[str]:
    """Returns all violations. `undisturbed` is the same game without faults; None if it cannot be compared."""
    found = [*disturbed.faults, *_acknowledged(disturbed), *_owed(disturbed), *_members(disturbed)]
    found += [fault async for fault in _replayed(disturbed)]
    if undisturbed is not None:
        found += [*_same_game(disturbed, undisturbed), *_messages(disturbed, undisturbed)]
    return found


def comparable(simulated: SimulatedGame) -> bool:
    """Computer players throw their dice by the length of the journal: who answers first changes their choices."""
    return not simulated.players.stand_ins


def _journal(simulated: SimulatedGame) -> list[tuple[str, str]]:
    t = events.c
    return [
        (row.payload, row.receipt) for row in simulated.store.now(select(t.payload, t.receipt).order_by(t.version))
    ]


def _acknowledged(simulated: SimulatedGame) -> Iterator[str]:
    """Checks that an accepted action is in the journal once, and a refused one is not."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, (_, receipt) in enumerate(_journal(simulated)):
        places[receipt].append(place)
    for wish in simulated.players.wishes:
        stored = places.get(wish.receipt, [])
        if stored and stored != list(range(stored[0], stored[0] + len(stored))):
            yield f"{wish.receipt} stands in the journal twice: {stored}"
        if isinstance(wish.outcome, (Accepted, Repeated)) and wish.number != 1 and not stored:
            yield f"{wish.receipt} ({wish.command}) was acknowledged and is lost"
        if isinstance(wish.outcome, Rejected) and stored:
            yield f"{wish.receipt} ({wish.command}) has taken effect, and was refused: {wish.outcome.reason}"


def _owed(simulated: SimulatedGame) -> Iterator[str]:
    left = simulated.store.now(select(outbox.c.page))
    if left:
        yield f"{len(left)} rows are still owed"


def _members(simulated: SimulatedGame) -> Iterator[str]:
    """Everybody may do in the group what they might do before. An end that is too near would be for ever to
    Telegram: such a restriction may end a little later."""
    now_s = simulated.clock.now() // 1000
    for person in simulated.players.people:
        before, after = simulated.members.get(person, State()), simulated.network.members.state(person)
        if 0 < before.until_s <= now_s:
            before = State()
        if before.until_s and before.until_s < after.until_s <= before.until_s + SHORTEST_S:
            after = replace(after, until_s=before.until_s)
        if after != before:
            yield f"{person} was {before} and is {after}, after {simulated.network.restricted} restrictions"


async def _replayed(simulated: SimulatedGame) -> AsyncIterator[str]:
    """Checks that the journal gives the state that was in memory, and the one folded while it was written."""
    players = simulated.players
    stored = await load_game(simulated.store, players.game)
    live = simulated.program.host.games.loaded().get(players.game)
    assert stored is not None
    assert players.deal is not None
    if stored.state != players.deal.state:
        yield "the journal does not lead to the state it was written from"
    if live is not None and (stored.state, stored.version) != (live.state, live.version):
        yield "the state in memory is not that of the journal"


def _same_game(disturbed: SimulatedGame, undisturbed: SimulatedGame) -> Iterator[str]:
    first, second = (simulated.players.deal for simulated in (undisturbed, disturbed))
    assert first is not None
    assert second is not None
    assert first.state is not None
    assert second.state is not None
    if _result(undisturbed) != _result(disturbed):
        yield f"another result: {first.state.table.winner}, {second.state.table.winner}"
    lost = Counter(payload for payload, _ in _journal(undisturbed)) - Counter(
        payload for payload, _ in _journal(disturbed)
    )
    if lost:
        yield f"{sum(lost.values())} events are lost, such as {json.loads(next(iter(lost)))}"


def _result(simulated: SimulatedGame) -> object:
    deal = simulated.players.deal
    assert deal is not None
    assert deal.state is not None
    return game_result(deal.id, deal.state, deal.state.table.guests, 0)


def _messages(disturbed: SimulatedGame, undisturbed: SimulatedGame) -> Iterator[str]:
    """None is missing; in a chat at most one comes twice for each death, and one for each answer that was lost.

    Telegram knows no way to send a message at most once: what was under way when the program died is sent again.
    After an outage in which taps were lost, one question comes again into each chat.
    """
    again = [(chat, text) for chat, text in disturbed.network.sent if AGAIN in text]
    for chat, times in Counter(chat for chat, _ in again).items():
        if times > disturbed.outages + disturbed.network.lost[chat] + sum(disturbed.deaths.values()):
            yield f"{chat} was asked again {times} times after {disturbed.outages} outages"
    about_mutes = [(chat, text) for chat, text in disturbed.network.sent if MUTES_WAIT in text]
    wanted = Counter(undisturbed.network.sent)
    got = Counter(disturbed.network.sent) - Counter(again) - Counter(about_mutes)
    missing, more = wanted - got, got - wanted
    if missing:
        yield f"{sum(missing.values())} messages are missing, such as {next(iter(missing))}"
    doubles: Counter[int] = Counter()
    for (chat, _), times in more.items():
        doubles[chat] += times
    for chat, times in doubles.items():
        allowed = sum(disturbed.deaths.values()) + disturbed.network.lost[chat]
        if times > allowed:
            yield f"{times} messages too many in {chat}, with {allowed} reasons: {more}"
