"""Plain data of dominoes: moments and calculations."""
