"""Web push: notices to browsers in which no page is open (RULES.md §24)."""
