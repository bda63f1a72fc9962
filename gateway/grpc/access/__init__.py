"""Callers of the API: certificates, bearer tokens and their scopes, the account in whose name a caller acts, the
guard of every call."""
