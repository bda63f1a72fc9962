"""Moments and calculations of each family of games."""
