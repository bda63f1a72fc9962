"""Keyed hashes by which a person is recognised after the erasure of their account, without revealing who it was.

With the secret a key can be recomputed from an address, or from a name with a birth date, and so the person is
recognised. With the database alone addresses cannot be tried (RULES.md §7, §11).
"""

import hashlib
import hmac


def keyed(secret: str, kind: str, value: str) -> str:
    """The key of a value under the platform's secret; empty for an empty value, which identifies no person."""
    if not value:
        return ""
    return hmac.new(secret.encode(), f"{kind}|{value}".encode(), hashlib.sha256).hexdigest()
