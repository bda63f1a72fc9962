"""Players that are here: their connections, their status and their gateways (RULES.md §2)."""
