"""Settings of a group: rules, cards and choices, and how its admins change them."""
