"""What a group has made of the game: its rules, cards and habits, and how its admins change them."""
