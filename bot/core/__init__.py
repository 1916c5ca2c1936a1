"""What everything else stands on: clock, pace, timers, ports, limits, leadership. Imports nothing of `bot`."""
