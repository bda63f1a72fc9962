"""How strong the computer players are, game by game, and what they cost."""
