"""Tournaments as messages: the message with the buttons, the standings, protests."""
