"""Pages: each turns a view of the game into a text and a keyboard. Pages decide nothing."""
