"""Plain data of baccarat: moments and calculations."""
