"""The messages of a plan as outbox rows."""

from typing import Any

from bot.plans.plan import Plan
from bot.storage.groups import Group
from bot.telegram.outbox.rows import Kind, Rank, Row, RowIds


def plan_slot(plan_id: str) -> str:
    return f"plan:{plan_id}"


def draft_slot(user_id: int) -> str:
    """The slot of the message in which somebody chooses a day and time; 0: in the name of the group."""
    return f"plan-draft:{user_id}"


class PlanRows:
    def __init__(self, row_ids: RowIds) -> None:
        self._row_ids = row_ids

    def of_plan(self, plan: Plan, kind: Kind, **args: Any) -> Row:
        """Returns a row about the plan's own message. An edit goes as soon as the news of a tap: whoever has
        tapped looks at the list."""
        return Row(
            self._row_ids.next(),
            plan.chat_id,
            kind,
            "plan",
            Rank.ANSWER,
            thread_id=plan.thread_id,
            slot=plan_slot(plan.id),
            args={"plan": plan.id, **args},
        )

    def shown(self, plan: Plan, **args: Any) -> list[Row]:
        pin = [self.of_plan(plan, Kind.PIN)] if plan.pinned else []
        return [self.of_plan(plan, Kind.SEND, **args), *pin]

    def ended(self, plan: Plan) -> list[Row]:
        unpin = [self.of_plan(plan, Kind.UNPIN)] if plan.pinned else []
        return [self.of_plan(plan, Kind.EDIT), *unpin]

    def news(self, plan: Plan, page: str, **args: Any) -> Row:
        """Returns a row that tells the group about the plan. It is never dropped: people rely on it. What has
        become of the evening stands behind the message of its table."""
        return Row(
            self._row_ids.next(),
            plan.chat_id,
            Kind.SEND,
            page,
            Rank.ANSWER if page == "planned-begun" else Rank.RESULT,
            thread_id=plan.thread_id,
            args={"plan": plan.id, **args},
        )

    def private(self, user_id: int, key: str, plan: Plan, group: Group, url: str = "") -> Row:
        """Returns a row that tells one person about the plan, in private."""
        args = {"key": key, "plan": plan.id, "group": group.title, "url": url}
        return Row(self._row_ids.next(), user_id, Kind.SEND, "planned-private", Rank.NEWS, args=args)

    def asked(self, chat_id: int, thread_id: int, user_id: int, **args: Any) -> list[Row]:
        """Returns rows that delete the person's former draft and begin a new one: there is one at a time."""
        gone = self.draft(chat_id, thread_id, user_id, Kind.DELETE)
        return [gone, self.draft(chat_id, thread_id, user_id, Kind.SEND, **args)]

    def draft(self, chat_id: int, thread_id: int, user_id: int, kind: Kind, **args: Any) -> Row:
        return Row(
            self._row_ids.next(),
            chat_id,
            kind,
            "planned-draft",
            Rank.ANSWER,
            thread_id=thread_id,
            slot=draft_slot(user_id),
            args=args,
        )
