"""Cases: opened by signals with their evidence, closed by staff; prizes wait while one is open (RULES.md §7, §10)."""
