"""Evenings by appointment: when people want to play, who comes, and the table that opens by itself then."""
