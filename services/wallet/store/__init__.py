"""The wallet's schema (`schema.py`) and all its SQL, a module a subject."""
