"""Queries, one module per kind of row: the only place that reads the database for the rest of the program."""
