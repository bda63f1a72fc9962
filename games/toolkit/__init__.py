"""What several families need, one subject a file. Never a rule of one game."""
