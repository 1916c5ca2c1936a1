"""Outgoing messages: rows stored with the events that cause them, rendered just before sending, sent within
limits."""
