"""Computer players: their schedule, and the processes that compute their moves."""
