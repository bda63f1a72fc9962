"""Plain data of melding: moments and calculations."""
