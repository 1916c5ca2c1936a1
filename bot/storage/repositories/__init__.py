"""Repositories, one module per subject: what the rest of the program asks the database."""
