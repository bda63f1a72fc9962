"""Competitions as operators plan them: drafts, announcing, cancelling, templates, the log of changes (RULES.md §5,
§8)."""
