"""Players made by program, over real sockets: their accounts, games, tables, and what they check."""
