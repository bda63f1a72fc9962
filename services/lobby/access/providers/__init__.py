"""Signing in by OpenID providers: begun, answered, joined to accounts, removed (RULES.md §27)."""
