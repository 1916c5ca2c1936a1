"""Texts of the locales, and names of roles, options, clauses and people."""
