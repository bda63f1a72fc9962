"""Play goes on while processes die, hang and are replaced, and whatever is sent from outside."""
