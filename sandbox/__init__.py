"""A Bot API server on loopback with test users and a messenger page."""
