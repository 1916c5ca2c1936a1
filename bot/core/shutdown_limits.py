"""For how many seconds each part is waited for when it stops. The rest is done after the next start."""

UPDATES_S = 8.0
"""Updates in progress."""
UPDATE_CALLS_S = 3.0
"""Calls that handlers have made."""
REQUESTS_S = 10.0
"""Requests to the web server."""
TIMERS_S = 5
"""Actions of timers."""
MESSAGES_S = 10
"""Messages on their way: Telegram's answers to them have to be stored."""
MUTES_S = 10
"""Mutes on their way."""
