"""Ranking: general Elo, leaderboards, dominoes classification and statistics (RULES.md)."""
