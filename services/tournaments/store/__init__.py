"""The tables of tournaments, and how they are written and read."""
