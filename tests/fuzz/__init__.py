"""Random and forged updates through the real dispatcher: none breaks the host or reveals a card."""
