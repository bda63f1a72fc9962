"""The wallet: everybody's chips, and every rule by which they move (RULES.md).

The modules beside `service.py`, `tables/history/use_cases.py` and `tables/schema.py` are pure: they know no
database, broker or clock.
"""
