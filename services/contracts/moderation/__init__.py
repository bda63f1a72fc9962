"""Requests to moderation and its events: reports, cards, suspensions, appeals, orders of operators."""
