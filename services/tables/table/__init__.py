"""The table itself: its state, the entries of its journal, and the fold of one into the other. Pure."""
