"""How matches end, and what viewers are given to word it."""
