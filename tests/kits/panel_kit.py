"""The judge's panel without a host: any position of the engine, page by page, as its keys lead on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.core.pace import Pace
from bot.games.lobby import Guest, Lobby, Phase
from bot.games.local_time import LocalTime
from bot.games.running_game import RunningGame
from bot.judge.pages.panel import panel_page
from bot.judge.panel_taps import PAGES
from bot.language.translator import Translator
from bot.pages.page_context import PanelContext
from bot.telegram.buttons.callback_data import JudgeTap
from bot.telegram.message import RenderedMessage
from engine.events import StepName
from engine.point_suggestions import suggest
from tests.kits import engine_kit
from tests.kits.virtual_clock.clock import START, VirtualClock

JUDGE, SIDE = 9_007_199_254_740_991, 9_007_199_254_740_990
"""The largest numbers that a person's id can have."""
WIDEST = "𝕎" * 32
"""The longest possible name; each letter counts twice."""
WORDS = Translator()


@dataclass
class Panel:
    """The panel of one position, seen by the judge or a side judge."""

    at: engine_kit.Scene
    names: Sequence[str] = ()
    language: str = "ru"
    person: int = JUDGE
    version: int = 9_999
    live: RunningGame = field(init=False)

    def __post_init__(self) -> None:
        table = self.at.table
        named = tuple(self.names) or (WIDEST,) * table.size
        over = table.step is StepName.OVER
        lobby = Lobby(
            id="WWWWWWWW",
            chat_id=-1001_000_000_000,
            thread_id=0,
            opener=1,
            ruleset=table.rules.ruleset.id,
            options=table.rules.changed,
            role_sets=(),
            secret="",
            starts_at=START,
            opened_at=START,
            guests=tuple(Guest(f"u{seat}", seat, name) for seat, name in enumerate(named, start=1)),
            phase=Phase.OVER if over else Phase.PLAYING,
            seating=tuple(range(1, table.size + 1)),
            names=named,
            chair=((START, JUDGE, WIDEST),),
            side_judges=((SIDE, WIDEST),),
        )
        self.live = RunningGame(lobby, self.at.state, version=self.version)

    def context(self) -> PanelContext:
        clock = VirtualClock()
        common = (WORDS, self.language, self.live.lobby, "omerta_bot", START, LocalTime(clock, Pace(1)))
        hints = suggest(self.at.game.journal, self.at.state)
        return PanelContext(self.person, self.live, *common, hints=hints)

    def page(self, tap: JudgeTap | None = None) -> RenderedMessage:
        """Returns what the panel shows after a tap on this key; its first page without one."""
        self.live.screens.clear()
        if tap is not None:
            self.live.screens[self.person] = tap
        return panel_page(self.context())

    def pages(self) -> Iterator[tuple[JudgeTap | None, RenderedMessage]]:
        """Returns every page that the keys lead to."""
        known: set[str] = set()
        ahead: list[JudgeTap | None] = [None]
        while ahead:
            tap = ahead.pop()
            message = self.page(tap)
            yield tap, message
            for data in data_of(message):
                led = JudgeTap.unpack(data)
                if data not in known and led.wish in PAGES:
                    known.add(data)
                    ahead.append(led)


def data_of(message: RenderedMessage) -> list[str]:
    rows = message.keyboard.inline_keyboard if message.keyboard else []
    return [key.callback_data or "" for row in rows for key in row]


def labels_of(message: RenderedMessage) -> list[str]:
    rows = message.keyboard.inline_keyboard if message.keyboard else []
    return [key.text for row in rows for key in row]
