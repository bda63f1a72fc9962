"""What players, timers and other services do to a table: each action makes journal entries. Pure."""
