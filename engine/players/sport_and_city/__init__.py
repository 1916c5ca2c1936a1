"""How a player of a red-and-black table (sport, city) plays: evidence, the strategies of the cards, abilities."""
