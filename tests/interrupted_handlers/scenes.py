"""Moments in which somebody does something, each built once from the one before it."""

from collections.abc import Awaitable, Callable
from random import Random
from typing import NamedTuple

from bot.games.running_game import RunningGame
from bot.judge.panel_commands import mark
from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap
from bot.tournaments import registration, seating
from bot.tournaments.tournament import Tournament
from engine.commands import JUDGE, Command, Verb
from engine.events import StepName
from engine.tournament.seating import seat_at_random
from tests.fuzz.messenger import RIGHTS
from tests.interrupted_handlers.world import (
    EVERYBODY,
    GROUP,
    GUEST,
    JUDGE_PERSON,
    LEADER,
    OTHER_GROUP,
    PLAYERS,
    SIDE_JUDGE,
    Chance,
    Saved,
    World,
)
from tests.kits.virtual_clock.tournament_kit import made

ENTRANTS = range(11, 21)
SEEN_S = 20
"""Until the table has seen who judges."""
CHANGE, REPLAY, ANNUL = "changed.black.0.8.7.4", "replayed..0.judge-error", "annulled..0.as-protested"


class Scene(NamedTuple):
    before: str
    build: Callable[[World], Awaitable[None]]


async def _group(world: World) -> None:
    host = world.program.host
    for group in (GROUP, OTHER_GROUP):
        title = world.shapes.chat(group)["title"]
        options = (("stand_ins", "fill"), ("offences", "foul"))
        await host.groups.change(group, language="ru", title=title, rights=RIGHTS, ruleset="fiim", options=options)
    for person in EVERYBODY:
        await host.people.change(
            person, name=world.shapes.user(person)["first_name"].strip(), language="ru", reachable=True
        )


async def _lobby(world: World) -> None:
    await world.do(world.say(LEADER, GROUP, "/newgame"))
    for person in PLAYERS[1:-1]:
        await world.do(world.tap(person, GROUP, f"l:{world.game}:sit"))


async def _solo(world: World) -> None:
    await world.do(world.tap(LEADER, LEADER, "sg:box:8"))


async def _full(world: World) -> None:
    await world.do(world.tap(PLAYERS[-1], GROUP, f"l:{world.game}:sit"))


async def _deal(world: World) -> None:
    await world.do(world.tap(LEADER, GROUP, f"l:{world.game}:start"))


async def _speech(world: World) -> None:
    await world.until(StepName.SPEECH)


async def _chair(world: World) -> None:
    await world.do(world.tap(JUDGE_PERSON, GROUP, f"l:{world.game}:judge"))
    await world.do(world.reply(JUDGE_PERSON, "/sidejudge", SIDE_JUDGE))
    await world.pass_time(SEEN_S)


async def _held(world: World) -> None:
    await world.judged(Verb.HOLD)


async def _chair_offered(world: World) -> None:
    await world.do(world.reply(JUDGE_PERSON, "/judge", GUEST))


async def _proposed(world: World) -> None:
    seen = mark(await world.live(), Verb.PARDON, 1)
    code = (await world.live()).table.rules.ruleset.clauses[Verb.FOUL][0].code
    tap = JudgeTap(game=world.game, wish=JudgeAction.DO, verb=Verb.FOUL, seat=1, code=code, seen=seen)
    await world.do(world.tap(SIDE_JUDGE, SIDE_JUDGE, tap.pack()))


async def _asked_to_leave(world: World) -> None:
    live = await world.live()
    await world.do(world.say(live.person_on(4), GROUP, "/leave"))


async def _offered(world: World) -> None:
    live = await world.live()
    await world.do(world.tap(live.person_on(4), GROUP, f"s:{live.id}:4:leave"))


async def _absent(world: World) -> None:
    await world.program.host.seats.hand_over_to_stand_in(await world.live(), 4)
    await world.pass_time(12)


async def _paused(world: World) -> None:
    await world.do(world.say(LEADER, GROUP, "/pause"))


async def _stopping(world: World) -> None:
    await world.do(world.say(LEADER, GROUP, "/stop"))


async def _away(world: World) -> None:
    world.messenger.blocked_by.add(GROUP)
    await world.do(world.moves("my_chat_member", GROUP, LEADER, "administrator", "left"))


async def _over(world: World) -> None:
    await world.judged(Verb.TEAM_LOSS, 1, note="other")


def protester(live: RunningGame) -> int:
    """A seat from which somebody protests who does not rule."""
    return next(seat for seat in (1, 2) if live.person_on(seat) != LEADER)


async def _rewarded(world: World) -> None:
    """The best of the winners has what no loser may have."""
    live = await world.live()
    best = next(
        seat for seat in range(1, live.table.size + 1) if live.table.winner == live.position.side(seat).value
    )
    await world.program.host.submissions.submit(live.id, Command(JUDGE, Verb.BONUS, (best,), 100), "scene:bonus")
    await world.pass_time(12)


async def _protested(world: World) -> None:
    live = await world.live()
    for _ in range(2):
        await world.do(world.tap(live.person_on(protester(live)), GROUP, f"pr:{world.game}"))


def _ruling_proposed(wanted: str) -> Callable[[World], Awaitable[None]]:
    async def build(world: World) -> None:
        await world.do(world.tap(LEADER, GROUP, f"a:{world.game}:{protester(await world.live())}:why:{wanted}"))

    return build


async def _ruled(world: World) -> None:
    tapped = f"a:{world.game}:{protester(await world.live())}:agree:{CHANGE}"
    await world.do(world.tap(LEADER, GROUP, tapped))


async def _closed_private(world: World) -> None:
    live = await world.live()
    person = live.person_on(4)
    await world.do(world.moves("my_chat_member", person, person, "member", "kicked"))


async def _settings(world: World) -> None:
    await world.do(world.say(LEADER, GROUP, "/settings"))


async def _question(world: World) -> None:
    await world.do(world.tap(LEADER, LEADER, f"q:{GROUP}:0:save:"))


async def _door(world: World) -> None:
    anonymous = world.shapes.chat(GROUP)
    await world.do(world.say(LEADER, GROUP, "/settings", sender_chat=anonymous))


async def _numbers(world: World) -> None:
    await world.do(world.say(GUEST, GUEST, "/stats"))


async def _waited_for(world: World) -> None:
    await world.do(world.say(GUEST, GROUP, "/nextgame"))


async def _forgetting(world: World) -> None:
    await world.do(world.say(GUEST, GUEST, "/forget"))


async def _drafted(world: World) -> None:
    await world.do(world.say(LEADER, GROUP, "/plan"))


async def _planned(world: World) -> None:
    await world.do(world.say(LEADER, GROUP, "/plan завтра 20:00 каждую неделю"))
    await world.do(world.tap(GUEST, GROUP, f"v:{world.plan}:yes"))


async def _cup(world: World) -> None:
    await world.do(world.say(LEADER, GROUP, "/tournament new Кубок"))


async def _cup_open(world: World) -> None:
    await world.do(world.tap(LEADER, GROUP, f"u:{world.cup}:open:0"))


async def _cup_full(world: World) -> None:
    def registered(old: Tournament) -> Tournament:
        for person in ENTRANTS:
            old = made(registration.register(old, person, f"Игрок {person}"))
        while old.rounds > 1:
            turned = registration.change_setting(old, "rounds", -1)
            if not isinstance(turned, Tournament) or turned.rounds >= old.rounds:
                break
            old = turned
        return old

    await world.program.host.tournaments.store.change(world.cup, registered, "")


async def _cup_seated(world: World) -> None:
    await world.program.host.tournaments.store.change(
        world.cup, lambda old: made(seating.seat(old, seat_at_random(old.plan, Random(1)))), ""
    )


async def _cup_game(world: World) -> None:
    await world.do(world.tap(LEADER, GROUP, f"u:{world.cup}:game:1"))
    await world.do(world.tap(LEADER, GROUP, f"l:{world.game}:start"))


async def _cup_judged(world: World) -> None:
    await world.do(world.tap(LEADER, GROUP, f"u:{world.cup}:game:1"))
    await world.do(world.tap(JUDGE_PERSON, GROUP, f"l:{world.game}:judge"))
    await world.pass_time(SEEN_S)
    await world.do(world.tap(LEADER, GROUP, f"l:{world.game}:start"))
    await world.until(StepName.SPEECH)


async def _cup_played(world: World) -> None:
    cup = await world.program.host.tournaments.store.find(world.cup)
    assert cup is not None
    await world.judged(Verb.TEAM_LOSS, 1, note="other")
    for _ in range(len(cup.slots) - 1):
        await _cup_game(world)
        await world.judged(Verb.TEAM_LOSS, 1, note="other")


SCENES: dict[str, Scene] = {
    "group": Scene("", _group),
    "lobby": Scene("group", _lobby),
    "solo": Scene("group", _solo),
    "full": Scene("lobby", _full),
    "deal": Scene("full", _deal),
    "speech": Scene("deal", _speech),
    "chair": Scene("full", _chair),
    "judged deal": Scene("chair", _deal),
    "judged": Scene("judged deal", _speech),
    "held": Scene("judged", _held),
    "chair offered": Scene("judged", _chair_offered),
    "proposed": Scene("judged", _proposed),
    "asked to leave": Scene("speech", _asked_to_leave),
    "offered": Scene("asked to leave", _offered),
    "absent": Scene("speech", _absent),
    "paused": Scene("speech", _paused),
    "stopping": Scene("speech", _stopping),
    "away": Scene("speech", _away),
    "over": Scene("judged", _over),
    "protested": Scene("over", _protested),
    "ruling proposed": Scene("protested", _ruling_proposed(ANNUL)),
    "rewarded": Scene("over", _rewarded),
    "rewarded protested": Scene("rewarded", _protested),
    "change proposed": Scene("rewarded protested", _ruling_proposed(CHANGE)),
    "cut": Scene("change proposed", _ruled),
    "closed private": Scene("speech", _closed_private),
    "settings": Scene("lobby", _settings),
    "question": Scene("settings", _question),
    "door": Scene("group", _door),
    "numbers": Scene("over", _numbers),
    "waited for": Scene("group", _waited_for),
    "forgetting": Scene("waited for", _forgetting),
    "drafted": Scene("group", _drafted),
    "planned": Scene("group", _planned),
    "cup": Scene("group", _cup),
    "cup open": Scene("cup", _cup_open),
    "cup full": Scene("cup open", _cup_full),
    "cup seated": Scene("cup full", _cup_seated),
    "cup game": Scene("cup seated", _cup_game),
    "cup judged": Scene("cup seated", _cup_judged),
    "cup played": Scene("cup game", _cup_played),
    "cup protested": Scene("cup played", _protested),
    "cup replay proposed": Scene("cup protested", _ruling_proposed(REPLAY)),
}

_built: dict[str, Saved] = {}


async def scene(name: str, chance: Chance) -> Saved:
    if name not in _built:
        before, build = SCENES[name]
        start = World.again(chance, await scene(before, chance)) if before else World(chance)
        chance.seed(f"scene {name}")
        await start.program.begin()
        await build(start)
        for _ in range(30):
            if start.program.host.outbox.waiting and GROUP not in start.messenger.blocked_by:
                await start.pass_time(10)
        assert not start.program.troubles, start.program.troubles
        _built[name] = await start.save()
    return _built[name]
