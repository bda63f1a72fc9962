"""Requests to tournaments and its events: competitions, entries, prizes."""
