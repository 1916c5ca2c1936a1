"""The pages of planned evenings, by the names that outbox rows give them."""

from collections.abc import Awaitable, Callable, Mapping

from bot.core.time_zones import local, zone_of
from bot.games.table_links import link_to_message
from bot.language.translator import Translator
from bot.plans.pages.draft_page import draft_page
from bot.plans.pages.news_pages import NEWS, cancelled_page
from bot.plans.pages.plan_page import plan_page
from bot.plans.pages.plan_text import PlanText
from bot.plans.plan_rows import plan_slot
from bot.plans.plan_store import PlanStore
from bot.storage.groups import Groups
from bot.storage.people import People
from bot.telegram.message import RenderedMessage
from bot.telegram.outbox.rows import BACK, Args
from bot.telegram.outbox.sent_messages import SentMessages

Page = Callable[[int, str, Args], Awaitable[RenderedMessage | None]]


class PlanPages:
    def __init__(
        self, plans: PlanStore, words: Translator, groups: Groups, people: People, sent_messages: SentMessages
    ) -> None:
        self._plans = plans
        self._words = words
        self._groups = groups
        self._people = people
        self._sent_messages = sent_messages
        self.pages: Mapping[str, Page] = {
            "plan": self._plan,
            "planned-draft": self._draft,
            "planned-cancelled": self._cancelled,
            **{name: self._news(name) for name in NEWS},
        }

    async def _plan(self, _: int, language: str, args: Args) -> RenderedMessage | None:
        plan = await self._plans.find(args["plan"])
        if plan is None or (plan.is_over and (args.get(BACK) or not args.get("edited"))):
            return None
        reachable = {one.user_id for one in plan.answers if (await self._people.get(one.user_id)).reachable}
        return plan_page(PlanText(self._words, language), plan, reachable, args)

    async def _draft(self, chat_id: int, language: str, args: Args) -> RenderedMessage | None:
        group = await self._groups.get(chat_id)
        now = local(self._plans.wall_ms, zone_of(group.time_zone, group.language))
        moves = await self._plans.find(args["plan"]) if args.get("plan") else None
        others = [
            (plan, await link_to_message(self._sent_messages, group, plan_slot(plan.id)))
            for plan in (await self._plans.in_group(chat_id) if moves is None else ())
        ]
        return draft_page(PlanText(self._words, language), args, now, moves, others)

    async def _cancelled(self, _: int, language: str, args: Args) -> RenderedMessage | None:
        plan = await self._plans.find(args["plan"])
        following = await self._plans.find(args["next"]) if args["next"] else None
        return None if plan is None else cancelled_page(PlanText(self._words, language), plan, following)

    def _news(self, name: str) -> Page:
        async def page(_: int, language: str, args: Args) -> RenderedMessage | None:
            plan = await self._plans.find(args["plan"])
            return None if plan is None else NEWS[name](PlanText(self._words, language), plan, args)

        return page
