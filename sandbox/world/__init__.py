"""The state of the sandbox, without HTTP: users, chats, members, messages, files, and the events about them."""
