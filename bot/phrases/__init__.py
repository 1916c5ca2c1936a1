"""What players mean by what they type."""
