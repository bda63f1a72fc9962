"""What clients are shown: lists of players and tables, the whole room, and updates of them."""
