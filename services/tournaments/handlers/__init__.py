"""Tournaments' use cases: each works on units of work and knows neither broker nor SQL."""
