"""For how long a member is muted at a time. Every mute ends by itself, in case the host never comes back."""

SHORTEST_MS = 15 * 60_000
"""A mute lasts at least so long."""
RENEW_MS = 5 * 60_000
"""Milliseconds before its end at which a mute is renewed."""
BEYOND_STEP_MS = SHORTEST_MS - RENEW_MS
"""A mute outlasts the step in which it was set by so much."""
LONGEST_STEP_MS = 6 * 60 * 60_000
"""In a step of hours it lasts longer, so that Telegram is not asked every ten minutes for days; but never days."""


def mute_length(step_left_ms: int) -> int:
    """Returns how long a mute lasts that is set now, in a step that still takes so long."""
    return BEYOND_STEP_MS + min(max(step_left_ms, RENEW_MS), LONGEST_STEP_MS)
