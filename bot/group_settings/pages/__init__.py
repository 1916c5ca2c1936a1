"""The screens of a group's settings."""
