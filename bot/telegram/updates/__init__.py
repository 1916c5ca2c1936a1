"""Incoming updates: polling, order, flood control, handling, and updates that failed."""
