"""A game with a judge: the chair, the panel, fouls, proposals, bonuses, protests, the protocol that is closed."""

from tests.interrupted_handlers.world import GROUP
from tests.wire_traffic.games import STEP_S, act, gather, is_over, prepare
from tests.wire_traffic.recording import GUEST, JUDGE, LEADER, PLAYERS, SIDE_JUDGE, Recording

LONGEST_STEPS = 4_000
ENDS = (":team-loss:", ":bot:", ":seek:", ":expel:", ":disqualify:")
"""What the judge is slow to do: it takes people, or the judge, from the table."""
SEEN_S = 20


async def judged(recording: Recording, ruleset: str) -> None:
    await prepare(recording, ruleset, "offences:foul")
    await recording.say(JUDGE, JUDGE, "/judge")
    game = await gather(recording)
    await recording.say(JUDGE, GROUP, "/judge")
    await recording.say(GUEST, GROUP, "/judge")
    await recording.reply(JUDGE, "/sidejudge", SIDE_JUDGE)
    await recording.reply(GUEST, "/sidejudge", GUEST)
    await recording.tap(LEADER, GROUP, f"l:{game}:start")
    await recording.wait(SEEN_S)
    await recording.tap(LEADER, GROUP, f"l:{game}:start")
    await recording.wait(10)
    await recording.say(JUDGE, JUDGE, "/judge")
    await recording.say(SIDE_JUDGE, SIDE_JUDGE, "/judge")
    await _conduct(recording, game)
    await _close(recording, game)
    await _protest(recording, game)


async def _conduct(recording: Recording, game: str) -> None:
    """People play; the judge and the side judge tap what their panels offer."""
    for step in range(LONGEST_STEPS):
        if is_over(recording, game):
            return
        await act(recording, PLAYERS[step % len(PLAYERS)])
        if step % 3 == 0:
            await _rule(recording, SIDE_JUDGE if step % 9 == 0 else JUDGE, game, step)
        if step == 20:
            for person, text in ((LEADER, "/pause"), (GUEST, "/resume"), (JUDGE, "/resume")):
                await recording.say(person, GROUP, text)
        await recording.wait(STEP_S)
    raise AssertionError("the game does not end")


async def _rule(recording: Recording, judge: int, game: str, step: int) -> None:
    """A tap on the panel or under a proposal; a game that stands goes on soon."""
    buttons = [each.data for message in recording.standing(judge)[:4] for each in message.buttons]
    every = [data for data in buttons if data.startswith("j:") and not _is_decided(recording, judge, data)]
    offered = [
        data
        for data in every
        if ":leave:" not in data
        and (not any(end in data for end in ENDS) or (step > 150 and recording.dice.random() < 0.1))
    ]
    resumes = [data for data in every if ":do:resume:" in data]
    if resumes and recording.dice.random() < 0.6:
        offered = resumes
    if not offered or recording.dice.random() < 0.25:
        offered = [f"j:{game}:main::0::0:0:0:0"]
    await recording.tap(judge, judge, recording.dice.choice(offered))


def _is_decided(recording: Recording, judge: int, data: str) -> bool:
    return data.split(":")[2] in ("yes", "no") and (judge, data) in recording.tapped


async def _close(recording: Recording, game: str) -> None:
    """Every page of the panel after the end, bonuses on the way; then the protocol, and corrections."""
    await recording.wait(60)
    await recording.say(JUDGE, JUDGE, "/correct 2 -0.2 ошибка в протоколе")
    home = f"j:{game}:main::0::0:0:0:0"
    await _leaf_through(recording, home, 120)
    await recording.tap(JUDGE, JUDGE, home)
    closes = recording.button(JUDGE, ":close:")
    for judge in (SIDE_JUDGE, JUDGE, JUDGE):
        await recording.tap(judge, judge, closes)
    await recording.say(JUDGE, JUDGE, "/correct 2 -0.2 ошибка в протоколе")
    await recording.say(JUDGE, JUDGE, "/correct что-то")
    await recording.say(GUEST, GUEST, "/correct 2 0.1 за красоту")
    await _leaf_through(recording, home, 25)
    await recording.wait(60)


async def _leaf_through(recording: Recording, home: str, most: int) -> None:
    """Tap whatever has not been tapped yet, as long as there is anything."""
    seen: set[str] = set()
    for _ in range(most):
        offered = [each.data for each in recording.buttons(JUDGE, "j:")]
        fresh = [data for data in (*offered, home) if data not in seen]
        fresh = [data for data in fresh if ":leave:" not in data and ":close:" not in data]
        if not fresh:
            break
        chosen = recording.dice.choice(fresh)
        if chosen != home:
            seen.add(chosen)
        await recording.tap(JUDGE, JUDGE, chosen)


async def _protest(recording: Recording, game: str) -> None:
    """Somebody protests; the admin looks at everything that can be ruled, and rules."""
    for person in (GUEST, PLAYERS[2], PLAYERS[3]):
        for _ in range(2):
            await recording.tap(person, GROUP, f"pr:{game}")
    await recording.say(PLAYERS[4], GROUP, "/protest судья ошибся")
    await recording.wait(10)
    seen: set[str] = set()
    for _ in range(40):
        fresh = [each.data for each in recording.buttons(GROUP, "a:") if each.data not in seen]
        if not fresh:
            break
        data = recording.dice.choice(fresh)
        seen.add(data)
        await recording.tap(GUEST if len(seen) == 1 else LEADER, GROUP, data)
    for paper in ("text", "png", "pdf", "xlsx", "record", "html"):
        await recording.tap(LEADER, GROUP, f"f:{game}:{paper}")
        await recording.wait(20)
