"""What operators correct: results of matches, payments of rounds, rewards (RULES.md §5.3)."""
