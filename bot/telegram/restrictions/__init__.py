"""Mutes of group members: stored, paced, and lifted after the game."""
