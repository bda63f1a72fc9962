"""The rating of a new player (services/ranking/RULES.md §1)."""

ELO_START = 1500
