"""Time at the table: clocks that are stored, timers, quiet hours, reminders."""
