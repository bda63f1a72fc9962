"""Appeals against suspensions and blocks, and the rulings on them (RULES.md §9)."""
