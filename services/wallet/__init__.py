"""The wallet: everybody's chips, and every rule by which they move (RULES.md).

The modules beside `service.py`, `handlers.py` and `store.py` are pure: they know no database, broker or clock.
"""
