"""What is shown in plain form."""

from typing import Any

import msgspec


def plain(found: Any) -> Any:
    """Structs as they look in JSON."""
    return msgspec.json.decode(msgspec.json.encode(found))
