"""Requests to ranking and its events: ratings, leaderboards, statistics."""
