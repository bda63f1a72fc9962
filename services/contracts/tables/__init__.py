"""Commands, requests and events of running tables, and of matches that have ended."""
