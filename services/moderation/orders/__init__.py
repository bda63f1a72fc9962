"""Orders of operators to all services: corrections, settings, boards; and their outcomes (RULES.md §13)."""
