"""Signals: observations in events are counted, and enough of them open a case; no signal punishes (RULES.md §7)."""
