"""Staff: roles and what each may do, and service accounts of other systems (RULES.md §10)."""
