"""The lowest layer: clock, pace, timers, ports, limits, leadership. Imports nothing else of `bot`."""
