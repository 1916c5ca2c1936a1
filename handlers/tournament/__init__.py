"""Tournaments of a group, and protests against results."""
