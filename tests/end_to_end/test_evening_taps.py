"""The first evening of a group of six: from `/newgame` to everybody's card, with every tap counted."""

from collections import Counter
from pathlib import Path

import pytest

from bot.games.evening_kinds import EVENING_KINDS, sizes_of
from sandbox.client import Group, Person
from tests.kits.end_to_end.hosted_sandbox import WORDS, HostedSandbox, hosted_sandbox

MOST_TAPS = 2
FRIENDS = 6
KINDS = [kind.id for kind in EVENING_KINDS.values() if FRIENDS in sizes_of(kind) and len(kind.rulesets) == 1]


class TapCounter:
    def __init__(self, hosted: HostedSandbox, group: Group, language: str) -> None:
        self.hosted, self.group, self.language = hosted, group, language
        self.taps: Counter[str] = Counter()

    async def tap(self, person: Person, start_of_label: str) -> str:
        label = await person.until(
            lambda: next((one for one in person.buttons(self.group) if one.startswith(start_of_label)), "")
        )
        self.taps[person.name] += 1
        answer = await person.tap(label, self.group)
        assert answer is not None
        return answer.text

    def label(self, key: str) -> str:
        return WORDS.plain(self.language, key)


@pytest.mark.parametrize("language", ["ru", "uk"])
@pytest.mark.parametrize("kind", KINDS)
async def test_six_friends_have_their_cards_after_two_taps_each(tmp_path: Path, kind: str, language: str) -> None:
    async with hosted_sandbox(tmp_path, speed=20) as hosted:
        people = await hosted.guests(FRIENDS, language)
        group = await hosted.group(people, first_evening=True)
        counter = TapCounter(hosted, group, language)
        anna, *others = people
        await anna.say("/newgame", group)
        await counter.tap(anna, counter.label(f"evening-{kind}"))
        for person in others:
            await counter.tap(person, counter.label("button-sit"))
        assert await counter.tap(anna, counter.label("button-start")) in {
            WORDS.plain(language, key) for key in ("lobby-begun", "lobby-begun-loud", "tap-wait")
        }
        for person in people:
            await person.until(lambda person=person: any("🃏" in text for text in person.sees(hosted.host)))  # type: ignore[misc]
        assert max(counter.taps.values()) <= MOST_TAPS, counter.taps
        live = await hosted.wired.games.table_in(group.id) if hosted.wired is not None else None
        assert live is not None
        assert live.lobby.ruleset == EVENING_KINDS[kind].rulesets[0]
        assert live.lobby.stand_ins == 0
