"""How fast the engines play, how strong the computer players are, what chance leaves to a player."""
