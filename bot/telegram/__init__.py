"""Updates from Telegram and calls to it: polling, session, outbox, restrictions, tags, buttons."""
