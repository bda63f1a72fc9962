"""What players, timers and other services do to a table: each action adds journal entries. Pure."""
