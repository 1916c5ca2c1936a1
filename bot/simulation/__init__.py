"""Simulates thousands of games of computer players to measure the balance of role sets."""
