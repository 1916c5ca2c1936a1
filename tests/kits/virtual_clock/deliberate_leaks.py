"""Small deliberate leaks of the host: a comparison that does not detect them would not detect real ones either."""

from typing import Any

from bot.games import announcements, news_lines
from bot.games.running_game import RunningGame
from bot.stand_ins.stand_ins import StandIns
from engine.events import Told, Topic
from engine.game import Game
from engine.steps import box_ballot
from engine.steps.copied_votes import copied
from tests.simulation.deliberate_bugs import Undo, swap


def wording_counts_the_journal() -> Undo:
    """A former bug: the wording depends on the length of the journal, which counts secret events."""

    def counted(_: StandIns, live: RunningGame, __: int, seat: int) -> int:
        return live.version + seat

    return swap(StandIns, "_wording", counted)


def answers_are_messages() -> Undo:
    """A former bug: a player who asks at night gets a second message."""
    return swap(announcements, "LEARNT", frozenset())


def an_answer_takes_time() -> Undo:
    """The stage of the day waits for messages that only some players get."""

    usual = news_lines.news

    def with_a_sign(table: Any, event: Any) -> Any:
        yield from usual(table, event)
        if type(event).__name__ == "Told":
            yield news_lines.line("news-miss")

    return swap(news_lines, "news", with_a_sign)


def a_copied_vote_names_its_owner() -> Undo:
    """A player whose vote repeats another's is told whose vote it is."""

    def tell(game: Game, _: object) -> None:
        for seat, by in copied(game.state):
            game.emit(Told(seat, Topic.VOTE, (by,)))

    return swap(box_ballot, "tell_how_they_voted", tell)
