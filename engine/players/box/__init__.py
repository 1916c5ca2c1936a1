"""How a player of the boxed game plays, where the cards of the dead are shown: evidence and strategies."""
