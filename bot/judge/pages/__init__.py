"""The judge's panel as messages."""
