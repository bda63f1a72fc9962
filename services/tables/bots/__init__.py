"""Computer players: when they think, and the processes in which they do."""
