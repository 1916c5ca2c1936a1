"""A host is killed with SIGKILL again and again; the game must end as it does without kills.

`KILL_EVERY=1` kills after every entry of the journal instead of every tenth.
"""

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.faults.fault_log import saw
from tests.kits.end_to_end.hosted_sandbox import WORDS
from tests.kits.end_to_end.killable_host import ForkServer, KillableHost, table

KILL_EVERY = int(os.environ.get("KILL_EVERY", "10"))
BACK_WITHIN, BACK_FROM_COLD = 5.0, 12.0
"""Seconds; one that was kept waiting by a busy machine counts as if it had begun cold."""
GAMES = [("fiim-2025", 10, 0), ("box", 9, 2)]
"""Rule set, players, and which restart goes through the command line; the others come from the fork server."""


@pytest.mark.parametrize(("ruleset", "size", "cold_at"), GAMES)
async def test_a_game_killed_on_the_way_ends_like_the_undisturbed_one(
    tmp_path: Path, server: ForkServer, ruleset: str, size: int, cold_at: int
) -> None:
    async with table(tmp_path / "calm", server, ruleset, size) as calm:
        await calm.play()
        expected = calm.journal.payloads()
        texts = calm.texts()
        at_the_end = places(calm)
    async with table(tmp_path / "killed", server, ruleset, size, KILL_EVERY, cold_at) as killed:
        await killed.play()
        assert killed.journal.payloads() == expected
        # Entries come in batches, and more come until a kill takes effect: on a busy machine they are fewer.
        assert killed.kills >= len(expected) // (3 * KILL_EVERY)
        doubled = check_messages(texts, killed)
        check_taps(killed)
        assert places(killed) == at_the_end
        back = sorted(killed.restarts)
        assert back[len(back) // 2] < BACK_WITHIN
        assert back[-1] < BACK_FROM_COLD
        saw(
            f"{ruleset}: {len(expected)} entries, {killed.kills} kills, {doubled} doubled messages, "
            f"{len(killed.accepted)} acknowledged taps, back after {back[0]:.1f} to {back[-1]:.1f} s"
        )


def check_messages(expected: dict[str, Counter[str]], killed: KillableHost) -> int:
    """Checks that no message is missing or new, and at most one is doubled for each kill."""
    got = killed.texts()
    assert {chat: texts - got.get(chat, Counter()) for chat, texts in expected.items()} == {
        chat: Counter() for chat in expected
    }
    more = {chat: texts - expected.get(chat, Counter()) for chat, texts in got.items()}
    for chat, texts in more.items():
        assert set(texts) <= set(expected[chat])
        assert texts.total() <= killed.kills
    doubled = sum(texts.total() for texts in more.values())
    assert doubled <= killed.kills
    return doubled


def check_taps(killed: KillableHost) -> None:
    """Checks that every acknowledged tap is in the journal, once."""
    journal = killed.journal
    taps = [tap for tap in killed.accepted if tap.receipts]
    assert taps
    seen = [receipt for tap in taps for receipt in tap.receipts]
    assert len(seen) == len(set(seen)) == len(taps)
    for tap in taps:
        (receipt,) = tap.receipts
        rows = journal.ask("SELECT version, author FROM events WHERE receipt = ? ORDER BY version", receipt)
        assert {author for _, author in rows} == {tap.author}
        assert rows[-1][0] - rows[0][0] == len(rows) - 1
    assert len(taps) == len(killed.accepted)


def places(killable: KillableHost) -> dict[str, object]:
    """Returns who may write, and what is pinned."""
    assert killable.group is not None
    chat = killable.people[0].chat(killable.group)
    return {
        "may write": [person.chat(killable.group)["can_write"] for person in killable.people],
        "pinned": chat.get("pinned"),
        "restricted": killable.journal.ask("SELECT user_id FROM mutes"),
    }


async def test_a_mute_that_was_stored_but_not_asked_for_is_asked_for_after_the_kill(
    tmp_path: Path, server: ForkServer
) -> None:
    async with table(tmp_path / "mutes", server, "fiim-2025", 10) as killed:
        assert killed.group is not None
        await killed.stage.fault("delay", method="restrictChatMember", chat=killed.group.id, seconds=60, times=99)
        while not killed.journal.ask("SELECT 1 FROM mutes"):
            await killed.go_on()
        (muted,) = killed.journal.ask("SELECT user_id FROM mutes")
        person = next(person for person in killed.people if person.id == muted[0])
        killed.kill()
        assert person.chat(killed.group)["can_write"], "the kill came before Telegram was asked"
        await killed.stage.do("clear_faults")
        killed.start()
        await killed.until(lambda: not person.chat(killed.group)["can_write"])
        silent = {row[0] for row in killed.journal.ask("SELECT user_id FROM mutes")}
        await killed.until(
            lambda: {p.id for p in killed.people if not p.chat(killed.group)["can_write"]} >= silent
        )


async def test_a_game_that_its_judge_leads_waits_for_the_judge_after_a_kill(
    tmp_path: Path, server: ForkServer
) -> None:
    """The step stays held, the panel in the judge's chat goes on, and what was decided is decided."""
    async with table(tmp_path / "judged", server, "fiim-2025", 10) as killed:
        assert killed.group is not None
        judge = await killed.stage.person("Судья", language_code="ru")
        await judge.start(killed.host)
        await judge.join(killed.group)
        await killed.until(lambda: judge.sees(killed.host))
        said = await judge.say("Я сужу", killed.group)
        admin = await killed.stage.person("Админ", language_code="ru")
        await admin.join(killed.group)
        await killed.group.promote(admin, ["can_manage_chat"])
        await admin.say("/judge", killed.group, reply_to=said["message_id"])

        async def decides(label: str) -> None:
            """The keys of the panel before look the same until it is drawn anew: whoever hits one looks again."""
            told = again = WORDS.plain("ru", "judge-outdated")
            while told == again:
                await killed.until(lambda: label in judge.buttons(killed.host))
                answer = await judge.tap(label, killed.host)
                assert answer is not None
                told = answer.text
            assert told == WORDS.plain("ru", "tap-accepted")

        def stands() -> tuple[bool, bool, int]:
            state = killed.journal.state()
            assert state is not None
            return state.table.holding, state.table.held, state.table.number

        await decides(WORDS.plain("ru", "button-panel-hold"))
        await decides(WORDS.plain("ru", "button-panel-next"))
        await killed.until(lambda: stands()[:2] == (True, True))
        before = stands()
        killed.kill()
        killed.start()
        begin = WORDS.plain("ru", "button-panel-begin")
        await decides(begin)
        await killed.until(lambda: not stands()[1])
        assert stands() == (True, False, before[2]), "it did not run on while nobody was there to begin it"
        await killed.until(lambda: begin not in judge.buttons(killed.host))
        await decides(WORDS.plain("ru", "button-panel-next"))
        await killed.until(lambda: stands()[1:] == (True, before[2] + 1))
