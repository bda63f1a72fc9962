"""The lobby's own tables and what is read from and written to them; one module a subject, no rules."""
