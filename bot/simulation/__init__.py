"""Games of computer players by the thousand: balance of role sets."""
