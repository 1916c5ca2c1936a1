"""Tournaments: who sits where, points over many games, places, protests, nominations."""

from engine.tournament import awards, protests, ranking, seating, standings

__all__ = ["awards", "protests", "ranking", "seating", "standings"]
