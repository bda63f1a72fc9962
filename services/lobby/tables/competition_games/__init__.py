"""Games of competitions: their players are seated and the table is started by itself (RULES.md §6)."""
