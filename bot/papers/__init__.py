"""What a finished game leaves on paper: the protocol as text, picture, PDF and spreadsheet; the replay page."""
