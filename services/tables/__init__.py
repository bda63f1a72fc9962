"""Running tables and matches: the journal, the hot path, and the games."""
