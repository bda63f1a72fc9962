"""Sockets that have not said who they are: few from one address, for each costs as much as a player's.

A socket is a stranger from its handshake until it is greeted or gone; that is looked up, not reported.
"""

from collections.abc import Callable

from gateway.port.addresses import rate_key
from gateway.ws.connection.connection import Connection


class Strangers:
    """The strangers of each address (an IPv4 address or IPv6 /64), with their limit."""

    def __init__(self, most: int) -> None:
        """`most` from one address; 0: no limit."""
        self._most = most
        self._at: dict[str, list[Connection]] = {}
        self.elsewhere: Callable[[str], int] = lambda _key: 0
        """How many strangers of an address other gateways have."""

    def is_full(self, address: str) -> bool:
        """Whether an address has as many strangers as are allowed."""
        if not self._most:
            return False
        key = rate_key(address)
        return self._count(key) + self.elsewhere(key) >= self._most

    def counts(self) -> dict[str, int]:
        """The present numbers by address."""
        return {key: count for key in list(self._at) if (count := self._count(key))}

    def _count(self, key: str) -> int:
        waiting = [conn for conn in self._at.get(key, ()) if conn.is_stranger]
        if waiting:
            self._at[key] = waiting
        else:
            self._at.pop(key, None)
        return len(waiting)

    def add(self, conn: Connection) -> None:
        """Add one, after `is_full` has allowed it."""
        if self._most:
            self._at.setdefault(rate_key(conn.address), []).append(conn)
