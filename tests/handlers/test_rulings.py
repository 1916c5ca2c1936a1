"""Rulings and the judge's panel through the real dispatcher: who may not rule, what is stored, what is
shortened."""

from collections.abc import AsyncIterator

import pytest

from bot.judge.panel_commands import mark
from bot.language.translator import Translator
from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap
from bot.tournaments.tournament import Entrant
from engine.commands import Verb
from engine.events import Winner
from engine.tournament.protests import Cut, Entry, Fate, Verdict, counted, cuts
from tests.interrupted_handlers.scenes import ANNUL, CHANGE, REPLAY, protester, scene
from tests.interrupted_handlers.world import GROUP, GUEST, JUDGE_PERSON, LEADER, Chance, World

WORDS = Translator()
PROTESTER = 0
"""Stands for the person who has protested."""


def said(key: str, **args: str | int) -> str:
    return WORDS.plain("ru", key, **args)


class Court:
    """A group in which somebody has protested."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.seat = 0

    async def begin(self) -> None:
        await self.world.program.begin()
        live = await self.world.live()
        self.seat = protester(live)

    async def rules(self, wish: str, wanted: str = "", by: int = LEADER) -> str:
        """Taps under the protest; returns the answer."""
        self.world.toasts.clear()
        await self.world.do(self.world.tap(by, GROUP, f"a:{self.world.game}:{self.seat}:{wish}:{wanted}"))
        return self.world.toasts[-1] if self.world.toasts else ""

    async def judges(self, verb: Verb, seat: int, **more: object) -> str:
        """Taps on the panel; returns the answer."""
        live = await self.world.live()
        code = live.table.rules.ruleset.clauses[verb][0].code
        wished = {"code": code, "seen": mark(live, verb, seat), **more}
        tap = JudgeTap(game=live.id, wish=JudgeAction.DO, verb=verb, seat=seat, **wished)  # type: ignore[arg-type]
        self.world.toasts.clear()
        await self.world.do(self.world.tap(JUDGE_PERSON, JUDGE_PERSON, tap.pack()))
        return self.world.toasts[-1]

    async def entry(self) -> Entry:
        found = await self.world.program.host.tournaments.store.entry(self.world.game)
        assert found is not None
        return found

    def stands(self, chat: int, text: str) -> list[str]:
        """Returns the messages of a chat that contain this text."""
        return [each.html for each in self.world.messenger.posted[chat].values() if text in each.html]


@pytest.fixture
async def court(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Court]:
    """Returns the court in the scene that the test names."""
    chance = Chance()
    chance.install(monkeypatch)
    opened = Court(World.again(chance, await scene(request.param, chance)))
    chance.seed(request.node.name)
    await opened.begin()
    yield opened
    assert not opened.world.program.troubles
    await opened.world.program.end()


in_scene = pytest.mark.parametrize


@in_scene("court", ["protested"], indirect=True)
@in_scene(("who", "why"), [(JUDGE_PERSON, "judged"), (PROTESTER, "own")])
@in_scene("wish", ["accept", "reject", "why"])
async def test_nobody_rules_on_a_game_they_have_judged_nor_on_the_own_protest(
    court: Court, who: int, why: str, wish: str
) -> None:
    person = who or (await court.world.live()).person_on(court.seat)
    court.world.messenger.admins.add(person)
    wanted = ANNUL if wish == "why" else ""
    assert await court.rules(wish, wanted, by=person) == said(f"protest-no-{why}")
    entry = await court.entry()
    assert (entry.protests[0].verdict, entry.proposed.fate) == (Verdict.OPEN, Fate.STANDS)


@in_scene("court", ["ruling proposed"], indirect=True)
async def test_nor_do_they_agree_to_what_others_propose(court: Court) -> None:
    court.world.messenger.admins.add(JUDGE_PERSON)
    assert await court.rules("agree", ANNUL, by=JUDGE_PERSON) == said("protest-no-judged")
    assert (await court.entry()).ruling.fate is Fate.STANDS


@in_scene("court", ["protested"], indirect=True)
async def test_a_changed_result_is_stored_with_its_reason_and_who_agreed(court: Court) -> None:
    world = court.world
    world.messenger.admins.add(GUEST)
    before = (await court.entry()).result
    other = Winner.BLACK if before.winner is Winner.RED else Winner.RED
    for wish, wanted in (("change", ""), ("change", other.value), ("guilty", f"{other}.1")):
        assert await court.rules(wish, wanted) == ""
    assert await court.rules("why", f"{other}.1.8.7.4") == said("tap-old"), "no button of ours"
    assert await court.rules("why", f"changed.{other}.1.9.6") == said("protest-no-no-reason")
    assert await court.rules("agree", f"changed.{other}.1.8.7.4") == said("protest-no-not-proposed")
    assert await court.rules("why", f"changed.{other}.1.8.7.4") == said("protest-wants-consent")
    assert (await court.entry()).ruling.fate is Fate.STANDS, "nobody has agreed yet"
    assert await court.rules("agree", f"changed.{other}.2.8.7.4") == said("protest-no-not-proposed"), "another one"
    assert await court.rules("agree", f"changed.{other}.1.8.7.4", by=GUEST) == said("protest-decided")
    ruling = (await court.entry()).ruling
    assert (ruling.fate, ruling.winner, ruling.why) == (Fate.CHANGED, other, "8.7.4")
    assert (ruling.by, ruling.agreed) == (f"u{LEADER}", f"u{GUEST}")
    (shown,) = court.stands(GROUP, said("protest-accepted"))
    assert said("clause-as-protested") in shown
    assert world.shapes.user(GUEST)["first_name"].strip() in shown


@in_scene("court", ["ruling proposed"], indirect=True)
async def test_whoever_confirms_the_own_proposal_vouches_for_a_consent_from_outside(court: Court) -> None:
    assert await court.rules("agree", ANNUL) == said("protest-decided")
    ruling = (await court.entry()).ruling
    assert (ruling.fate, ruling.by, ruling.agreed) == (Fate.ANNULLED, f"u{LEADER}", "")
    (shown,) = court.stands(GROUP, said("protest-accepted"))
    assert said("protest-fate-annulled") in shown
    assert "вне чата" in shown


@in_scene("court", ["ruling proposed"], indirect=True)
async def test_a_proposal_can_be_withdrawn(court: Court) -> None:
    assert await court.rules("back") == said("protest-decided")
    assert await court.rules("agree", ANNUL) == said("protest-no-not-proposed")
    assert await court.rules("reject") == said("protest-decided")


@in_scene("court", ["cup protested"], indirect=True)
async def test_a_replay_is_stored_with_its_reason_and_old_buttons_ask_for_one(court: Court) -> None:
    assert await court.rules("replay") == ""
    assert (await court.entry()).ruling.fate is Fate.STANDS
    assert await court.rules("why", REPLAY) == said("protest-wants-consent")
    assert await court.rules("agree", REPLAY) == said("protest-decided")
    ruling = (await court.entry()).ruling
    assert (ruling.fate, ruling.why) == (Fate.REPLAYED, "judge-error")


@in_scene("court", ["change proposed"], indirect=True)
async def test_bonuses_that_the_new_result_does_not_allow_are_shown_cut_and_confirmed_by_the_judge(
    court: Court,
) -> None:
    world = court.world
    entry = await court.entry()
    (cut,) = cuts(entry.result, entry.proposed)
    assert cut == Cut(cut.seat, 100, 50)
    (asked,) = court.stands(GROUP, said("protest-cuts"))
    assert "1 → 0,5" in asked
    assert counted([entry])[0][0].seats[cut.seat - 1].points.bonus == 100, "not before somebody agrees"
    assert await court.rules("agree", CHANGE) == said("protest-decided")
    entry = await court.entry()
    assert counted([entry])[0][0].seats[cut.seat - 1].points.bonus == 50
    (told,) = court.stands(JUDGE_PERSON, "1 → 0,5")
    assert world.game in told
    for person, why in ((LEADER, "judge-not-you"), (JUDGE_PERSON, "protest-decided")):
        world.toasts.clear()
        await world.do(world.tap(person, person, f"a:{world.game}:0:confirm:"))
        assert world.toasts == [said(why)]
    assert (await court.entry()).ruling.confirmed
    assert court.stands(JUDGE_PERSON, said("protest-cuts-confirmed"))


# --- the panel ------------------------------------------------------------------------------------------------


@in_scene("court", ["judged"], indirect=True)
async def test_a_warning_is_told_to_the_table_and_is_no_foul(court: Court) -> None:
    assert await court.judges(Verb.WARN, 2) == said("tap-accepted")
    assert await court.judges(Verb.WARN, 2, seen=0) == said("judge-outdated"), "the same tap again"
    live = await court.world.live()
    assert (live.table.warnings[2], live.table.fouls[2]) == (1, 0)
    assert len(court.stands(GROUP, "Предупреждение: № 2")) == 1


@in_scene("court", ["judged"], indirect=True)
async def test_a_team_loss_is_given_for_one_who_is_out_and_nobody_is_out_of_no_tournament(court: Court) -> None:
    assert await court.judges(Verb.EXPEL, 2) == said("tap-old")
    assert await court.judges(Verb.DISQUALIFY, 2) == said("tap-accepted")
    assert await court.judges(Verb.DISQUALIFY, 2) == said("judge-no-not-playing")
    assert await court.judges(Verb.TEAM_LOSS, 2) == said("tap-accepted")
    assert (await court.world.live()).table.team_lost == 2


@in_scene("court", ["cup judged"], indirect=True)
async def test_the_judge_puts_somebody_out_of_the_tournament_with_a_clause(court: Court) -> None:
    world = court.world
    live = await world.live()
    person = live.person_on(2)
    assert await court.judges(Verb.EXPEL, 2) == said("tap-accepted")
    cup = await world.program.host.tournaments.store.find(world.cup)
    assert cup is not None
    out = [one for one in cup.entrants if one.out]
    assert out == [Entrant(f"u{person}", person, out[0].name, out=True, why="7.3")]
    assert 2 not in (await world.live()).table.alive
    (told,) = court.stands(GROUP, "удаление с турнира")
    assert said("clause-peeking") in told
    assert await court.judges(Verb.EXPEL, 2) == said("tap-old"), "once"
    assert court.stands(GROUP, "больше не участвует в турнире"), "the message of the tournament says why"
