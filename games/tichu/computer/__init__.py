"""The computer player of tichu: what its seat knows, worlds that agree with it, and playouts (RULES.md §17)."""
