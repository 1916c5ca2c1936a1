"""The refusals of texts that cannot be parsed."""

from __future__ import annotations

from sandbox.core.refusals import Refusal, Why


def bad_entities(what: str) -> Refusal:
    """Returns the refusal of broken HTML or Markdown."""
    return Refusal(Why.BAD_ENTITIES, what=what)


def bad_rich_message(what: str) -> Refusal:
    """Returns the refusal of a broken rich message."""
    return Refusal(Why.BAD_RICH, what=what)
