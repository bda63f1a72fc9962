"""The calendar of competitions, past ones with their winners, and one's own (RULES.md §9)."""
