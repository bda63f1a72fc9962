"""The games: api.py says what a game is, registry.py finds them, one folder per family holds the rules."""
