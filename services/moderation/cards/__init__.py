"""Cards: when matches earn them, and when they become a suspension (RULES.md §1–§4)."""
