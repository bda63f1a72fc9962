"""Plain data of pilotta: moments and calculations."""
