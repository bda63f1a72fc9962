"""What is kept of a person beyond the erasure of their account: keyed hashes, which tell nobody who it was.

Whoever has the secret can recompute a key from an address or a name with a birth date, and so know the person again;
whoever reads only the database cannot try addresses against it (RULES.md §7, §11).
"""

import hashlib
import hmac


def keyed(secret: str, kind: str, value: str) -> str:
    """The key of a value under the platform's secret; empty for an empty value, which is nobody's."""
    if not value:
        return ""
    return hmac.new(secret.encode(), f"{kind}|{value}".encode(), hashlib.sha256).hexdigest()
