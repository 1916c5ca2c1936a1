"""What a judge says aloud at a table is sent to the group: a whole game on the virtual clock, step by step."""

import json
import re

import pytest
from aiogram.methods import EditMessageText, SendMessage

from bot.language.ruleset_wording import ruleset_key
from engine import events as ev
from engine.codec import decode
from tests.kits.virtual_clock.table import VirtualTable

GAMES = [
    ("fiim", 10, 1),
    ("fiim-2025", 10, 2),
    ("phystech", 10, 2),
    ("city", 11, 3),
    ("box", 9, 4),
    ("party", 8, 5),
]


class Heard:
    """Everything that was written into the group, in its order, without tags; edits are placed at their time."""

    def __init__(self, table: VirtualTable) -> None:
        self.words = table.host.words
        self.ruleset = table.ruleset
        self.texts = [
            _bare(call.method.text or "")
            for call in table.telegram.calls
            if isinstance(call.method, SendMessage | EditMessageText) and call.chat == table.group
        ]
        self.journal = [decode(json.loads(payload)) for payload in table.journal()]

    def first(self, key: str, *, after: int = 0, **args: str | int) -> int:
        """Returns where these words of the locales were written for the first time."""
        wanted = _bare(self.words.say("ru", ruleset_key(self.ruleset, key), **args))
        found = next((place for place, text in enumerate(self.texts[after:], after) if wanted in text), None)
        assert found is not None, f"nobody has said {wanted!r}"
        return found


def _bare(html: str) -> str:
    return re.sub(r"<[^<>]+>", "", html)


@pytest.mark.parametrize(("ruleset", "size", "seed"), GAMES)
async def test_every_phase_every_vote_and_every_departure_is_said(ruleset: str, size: int, seed: int) -> None:
    table = VirtualTable(ruleset, size, seed)
    try:
        live = await table.play()
        heard = Heard(table)
        introduced = next(place for place, text in enumerate(heard.texts) if text.count("№") >= size)
        assert introduced < heard.first("stage-meet")  # the players, then the night (S0 4.1.2, S3 4.1.2)
        assert heard.first("stage-meet") < heard.first("news-day", day=1)
        if live.table.rules.ruleset.last_seconds_announced:  # S4 3.2.1, 3.3.4
            assert heard.first("stage-meet") < heard.first("stage-ten-seconds") < heard.first("news-day", day=1)
        said = 0
        for event in heard.journal:
            match event:
                case ev.DayBroke():
                    said = heard.first("news-day", after=said, day=event.day)
                case ev.NightFell():
                    said = heard.first("news-night", after=said, night=event.night)
                case ev.BallotClosed():
                    said = heard.first("news-ballot-closed", after=said)
                    for candidate, _ in event.tally:  # each with the number of votes
                        assert f"№ {candidate} " in heard.texts[said]
                case ev.NightClosed(victims=victims):
                    for victim in victims:
                        assert any(f"№ {victim} " in text for text in heard.texts[said:])
                case _:
                    pass
        over = next(event for event in heard.journal if isinstance(event, ev.GameEnded))
        assert heard.first(f"winner-{over.winner}", after=said) >= said
    finally:
        await table.close()
