"""Plain data of tictactoe: moments and calculations."""
