"""Visits between cells: passes, the directory of cells, and visitors (RULES.md §19)."""
