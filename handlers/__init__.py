"""What a tap or a command means: Telegram update to engine command."""
