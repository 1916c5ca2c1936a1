"""Reports of finished games: the protocol as text, picture, PDF and spreadsheet, the replay page; statistics."""
