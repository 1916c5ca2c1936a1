"""Calls handlers as aiogram does: parts are passed by the names of the parameters."""

from collections.abc import Callable
from inspect import signature
from typing import Any

from bot.core.error_reports import ReportError, ignore_error
from bot.operations.scheduled_jobs import ScheduledJobs
from bot.wiring import Parts


def with_parts(function: Callable[..., Any], parts: Parts) -> Callable[..., Any]:
    """Returns a function that takes only the arguments that are no parts, in their order."""
    by_name, names = parts.by_name, [*signature(function).parameters]

    def call(*args: Any, **named: Any) -> Any:
        given = {name: by_name[name] for name in names if name in by_name and name not in named}
        others = [name for name in names if name not in given and name not in named]
        return function(**given, **named, **dict(zip(others, args, strict=False)))

    return call


def jobs_of(parts: Parts, database: Any = None, report_error: ReportError = ignore_error) -> ScheduledJobs:
    return ScheduledJobs(
        parts.settings,
        database or parts.store,  # type: ignore[arg-type]
        parts.clock,
        parts.transport,
        parts.groups,
        parts.eviction,
        parts.muting,
        parts.tags,
        parts.forget_person,
        parts.plan_timers.arm_all,
        report_error,
    )
