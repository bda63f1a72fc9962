"""The log of security events: logins, attempts, changes of accounts, reading by staff (RULES.md §17)."""
