"""Plain data of buraco: moments and calculations."""
