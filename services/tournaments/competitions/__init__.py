"""A competition: its definition, its states, its stored row, and what clients are sent when it changes (RULES.md
§5)."""
