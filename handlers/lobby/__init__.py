"""Handlers of lobbies: opening, joining, extending, starting and closing them."""
