"""The rating with which everybody begins (services/ranking/RULES.md §1)."""

ELO_START = 1500
