"""A game with a judge: the chair, the panel, fouls, proposals, bonuses, protests, the protocol that is closed."""

from tests.interrupted_handlers.world import GROUP
from tests.wire_traffic.evening import GUEST, JUDGE, LEADER, PLAYERS, SIDE_JUDGE, Evening
from tests.wire_traffic.games import STEP_S, act, gather, is_over, prepare

LONGEST_STEPS = 4_000
ENDS = (":team-loss:", ":bot:", ":seek:", ":expel:", ":disqualify:")
"""What the judge is slow to do: it takes people, or the judge, from the table."""
SEEN_S = 20


async def judged(evening: Evening, ruleset: str) -> None:
    await prepare(evening, ruleset, "offences:foul")
    await evening.say(JUDGE, JUDGE, "/judge")
    game = await gather(evening)
    await evening.say(JUDGE, GROUP, "/judge")
    await evening.say(GUEST, GROUP, "/judge")
    await evening.reply(JUDGE, "/sidejudge", SIDE_JUDGE)
    await evening.reply(GUEST, "/sidejudge", GUEST)
    await evening.tap(LEADER, GROUP, f"l:{game}:start")
    await evening.wait(SEEN_S)
    await evening.tap(LEADER, GROUP, f"l:{game}:start")
    await evening.wait(10)
    await evening.say(JUDGE, JUDGE, "/judge")
    await evening.say(SIDE_JUDGE, SIDE_JUDGE, "/judge")
    await _conduct(evening, game)
    await _close(evening, game)
    await _protest(evening, game)


async def _conduct(evening: Evening, game: str) -> None:
    """People play; the judge and the side judge tap what their panels offer."""
    for step in range(LONGEST_STEPS):
        if is_over(evening, game):
            return
        await act(evening, PLAYERS[step % len(PLAYERS)])
        if step % 3 == 0:
            await _rule(evening, SIDE_JUDGE if step % 9 == 0 else JUDGE, game, step)
        if step == 20:
            for person, text in ((LEADER, "/pause"), (GUEST, "/resume"), (JUDGE, "/resume")):
                await evening.say(person, GROUP, text)
        await evening.wait(STEP_S)
    raise AssertionError("the game does not end")


async def _rule(evening: Evening, judge: int, game: str, step: int) -> None:
    """A tap on the panel or under a proposal; a game that stands goes on soon."""
    buttons = [each.data for message in evening.standing(judge)[:4] for each in message.buttons]
    every = [data for data in buttons if data.startswith("j:") and not _is_decided(evening, judge, data)]
    offered = [
        data
        for data in every
        if ":leave:" not in data
        and (not any(end in data for end in ENDS) or (step > 150 and evening.dice.random() < 0.1))
    ]
    resumes = [data for data in every if ":do:resume:" in data]
    if resumes and evening.dice.random() < 0.6:
        offered = resumes
    if not offered or evening.dice.random() < 0.25:
        offered = [f"j:{game}:main::0::0:0:0:0"]
    await evening.tap(judge, judge, evening.dice.choice(offered))


def _is_decided(evening: Evening, judge: int, data: str) -> bool:
    return data.split(":")[2] in ("yes", "no") and (judge, data) in evening.tapped


async def _close(evening: Evening, game: str) -> None:
    """Every page of the panel after the end, bonuses on the way; then the protocol, and corrections."""
    await evening.wait(60)
    await evening.say(JUDGE, JUDGE, "/correct 2 -0.2 ошибка в протоколе")
    home = f"j:{game}:main::0::0:0:0:0"
    await _leaf_through(evening, home, 120)
    await evening.tap(JUDGE, JUDGE, home)
    closes = evening.button(JUDGE, ":close:")
    for judge in (SIDE_JUDGE, JUDGE, JUDGE):
        await evening.tap(judge, judge, closes)
    await evening.say(JUDGE, JUDGE, "/correct 2 -0.2 ошибка в протоколе")
    await evening.say(JUDGE, JUDGE, "/correct что-то")
    await evening.say(GUEST, GUEST, "/correct 2 0.1 за красоту")
    await _leaf_through(evening, home, 25)
    await evening.wait(60)


async def _leaf_through(evening: Evening, home: str, most: int) -> None:
    """Tap whatever has not been tapped yet, as long as there is anything."""
    seen: set[str] = set()
    for _ in range(most):
        offered = [each.data for each in evening.buttons(JUDGE, "j:")]
        fresh = [data for data in (*offered, home) if data not in seen]
        fresh = [data for data in fresh if ":leave:" not in data and ":close:" not in data]
        if not fresh:
            break
        chosen = evening.dice.choice(fresh)
        if chosen != home:
            seen.add(chosen)
        await evening.tap(JUDGE, JUDGE, chosen)


async def _protest(evening: Evening, game: str) -> None:
    """Somebody protests; the admin looks at everything that can be ruled, and rules."""
    for person in (GUEST, PLAYERS[2], PLAYERS[3]):
        await evening.tap(person, GROUP, f"pr:{game}")
    await evening.say(PLAYERS[4], GROUP, "/protest судья ошибся")
    await evening.wait(10)
    seen: set[str] = set()
    for _ in range(40):
        fresh = [each.data for each in evening.buttons(GROUP, "a:") if each.data not in seen]
        if not fresh:
            break
        data = evening.dice.choice(fresh)
        seen.add(data)
        await evening.tap(GUEST if len(seen) == 1 else LEADER, GROUP, data)
    for paper in ("text", "png", "pdf", "xlsx", "record", "html"):
        await evening.tap(LEADER, GROUP, f"f:{game}:{paper}")
        await evening.wait(20)
