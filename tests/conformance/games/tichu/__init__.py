"""Plain data of tichu: moments and calculations."""
