"""Messages on their way out: rows stored with the events that cause them, rendered late, sent within limits."""
