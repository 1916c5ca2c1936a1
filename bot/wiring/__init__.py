"""Builds every part of the program and passes it the parts it uses."""

from bot.wiring.assembly import wire
from bot.wiring.parts import Hooks, Parts

__all__ = ["Hooks", "Parts", "wire"]
