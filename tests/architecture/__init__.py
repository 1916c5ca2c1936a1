"""The arrows between the packages, and measurements of the code to compare before and after a change of it."""
