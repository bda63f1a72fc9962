"""How fast the engines play, and what chance leaves to a player."""
