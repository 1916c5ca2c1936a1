"""Calls to Telegram: the HTTP session, time limits, retries, older servers."""
