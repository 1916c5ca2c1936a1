"""What people write, in the group and in private, that is no command."""
