"""What is owed to Telegram: rows that are written with the events, rendered late, and sent within its limits."""
