"""Whatever may come from outside: updates of every shape through the real dispatcher, and buttons nobody made."""
