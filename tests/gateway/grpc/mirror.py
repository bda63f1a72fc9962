"""How a message of the gRPC API is compared with the message of the contracts that it shows (api_mirrors.py)."""

from dataclasses import dataclass, field
from typing import Any

CALLER = "who asks is known by the token"


@dataclass(frozen=True)
class Mirror:
    """An API message and the contract's message that it shows."""

    shown: Any
    contract: type
    renamed: dict[str, str] = field(default_factory=dict)
    """Field of the API → field of the contract with the same meaning."""
    hidden: dict[str, str] = field(default_factory=dict)
    """Field of the contract that the API does not have → why."""
    added: dict[str, str] = field(default_factory=dict)
    """Field of the API that the contract does not have → why."""
    reshaped: dict[str, str] = field(default_factory=dict)
    """Field that both have with another type → why."""
