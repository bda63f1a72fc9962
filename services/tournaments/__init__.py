"""Tournaments: competitions, their entries, pairing, standings and prizes (RULES.md)."""
