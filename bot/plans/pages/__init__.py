"""Planned evenings as messages."""
