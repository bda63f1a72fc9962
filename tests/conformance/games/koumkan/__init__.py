"""Plain data of koumkan: moments and calculations."""
