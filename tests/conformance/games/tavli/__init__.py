"""Plain data of tavli: moments and calculations."""
