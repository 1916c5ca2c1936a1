"""Computer players at tables of people."""
