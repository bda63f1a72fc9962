"""Messages from the Administrator, and notices of the platform, to players (RULES.md §8)."""
