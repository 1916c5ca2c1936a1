"""Statistics of one player or of a group, as a message or a picture. Official games that are over count;
friendly ones have a table of their own."""

from dataclasses import replace

import structlog

from bot.core.clock import Clock
from bot.games.results import NOBODY, player_word, user_of
from bot.language.translator import Translator
from bot.reports.statistics_cache import StatisticsCache
from bot.reports.statistics_picture import picture_data
from bot.reports.statistics_query import FRIENDLY, StatisticsFigures, StatisticsQuery
from bot.reports.statistics_text import StatisticsText
from bot.reports.typesetting import Typesetter, TypesettingFailed
from bot.storage import Store
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.storage.repositories.results import ResultRepository, Scope
from bot.telegram.message import File, RenderedMessage
from engine.house_rules import SHIPPED
from engine.points import NO_POINTS
from engine.rulesets import RULESETS
from engine.statistics import Mate, Profile
from engine.statistics_ranking import ranked

log = structlog.get_logger()

DAY_MS = 24 * 60 * 60_000
TOP_IN_TEXT, TOP_IN_PICTURE, MATES = 10, 25, 3
"""Number of lines of `/top` in a message and in a picture, and of mates named in `/stats`."""


class StatisticsPages:
    def __init__(self, store: Store, words: Translator, groups: Groups, people: People, clock: Clock) -> None:
        self._results = ResultRepository(store)
        self._words = words
        self._groups = groups
        self._people = people
        self._clock = clock
        self._typesetter = Typesetter()
        self._cache = StatisticsCache(store)

    async def page(self, chat_id: int, query: StatisticsQuery, language: str) -> RenderedMessage:
        figures = await self._figures(chat_id, query)
        text = StatisticsText(self._words, language, figures, TOP_IN_TEXT, private=chat_id > 0)
        if not query.picture:
            return RenderedMessage("\n".join(text.lines()), text.keyboard())
        try:
            made = await self._typesetter.print("statistics", picture_data(text), "png")
        except TypesettingFailed as failed:
            log.error("statistics_picture_not_rendered", view=query.view, why=str(failed))
            return RenderedMessage(self._words.say(language, "protocol-failed"))
        return RenderedMessage("", file=File(f"{query.view}.png", made, is_picture=True))

    async def _figures(self, chat_id: int, query: StatisticsQuery) -> StatisticsFigures:
        since = self._clock.now() - query.days * DAY_MS if query.days else 0
        chat, user = min(chat_id, 0), query.user if query.view == "stats" else 0
        counted = await self._cache.of(Scope(chat, user, since), query.days)
        played = tuple(rules for rules in (*SHIPPED, FRIENDLY) if rules in counted.profiles)
        rules = query.rules or (played[0] if len(played) == 1 else "")
        if rules not in RULESETS and rules not in counted.profiles and FRIENDLY in played:
            rules = FRIENDLY  # no game by these rules is official
        if played == (FRIENDLY,):
            rules = FRIENDLY
        query = replace(query, rules=rules) if rules == FRIENDLY else query
        # Points of different rules cannot be added up.
        by_points = rules in SHIPPED and SHIPPED[rules].scoring != NO_POINTS
        uncounted = [] if user else await self._results.uncounted_in(chat)
        gone = {NOBODY, *map(player_word, uncounted)}
        found = (one for one in counted.profiles.get(rules, ()) if one.player not in gone)
        rows = ranked(found, by_points=by_points)[:TOP_IN_PICTURE]
        if user:
            rows = [one._replace(mates=await self._mates(one)) for one in rows]
        subject = await self._people.get(user) if user else None
        named = {one.player for one in rows} | {mate.player for one in rows for mate in one.mates}
        people = [await self._people.get(user_of(player)) for player in sorted(named)]
        people += [subject] if subject is not None else []
        names = {player_word(person.user_id): person.name or "?" for person in people}
        where = (await self._groups.get(chat)).title if chat else ""
        left = subject is not None and subject.uncounted
        return StatisticsFigures(query, [] if left else rows, played, by_points, counted.roles, names, where, left)

    async def _mates(self, one: Profile) -> tuple[Mate, ...]:
        """Returns the best mates, without people who have left the statistics."""
        best: list[Mate] = []
        for mate in one.mates:
            if len(best) == MATES:
                break
            if mate.player != NOBODY and not (await self._people.get(user_of(mate.player))).uncounted:
                best.append(mate)
        return tuple(best)
