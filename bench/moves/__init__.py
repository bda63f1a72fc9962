"""How many moves a second, at what delay and cost, and how soon tables are taken over."""
