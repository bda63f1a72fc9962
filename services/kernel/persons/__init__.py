"""Who is the same person, how old, and what stays of somebody whose account was erased."""
