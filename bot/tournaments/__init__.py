"""Tournaments: registration, seating, games of its tables, standings, protests, the final."""
