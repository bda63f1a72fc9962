"""Tables until they start: opened, joined, left, started; and seats that become free (RULES.md §4–§6)."""
