"""Everybody who is connected here: by connection, by account, and by the table they look at."""

from collections.abc import Collection

from gateway.ws.connection import Connection


class Connections:
    """The connections of this process."""

    def __init__(self) -> None:
        """Empty."""
        self.connections: dict[int, Connection] = {}
        """By connection id, from the handshake until the end."""
        self._of_account: dict[str, set[Connection]] = {}
        self._watchers: dict[str, set[Connection]] = {}
        self._at_address: dict[str, int] = {}
        self._last_id = 0
        self.leaving: set[Connection] = set()
        """Ended for us, the socket still open for the last words."""

    def __len__(self) -> int:
        """How many sockets there are."""
        return len(self.connections) + len(self.leaving)

    def next_id(self) -> int:
        """An id that no connection of this process has had."""
        self._last_id += 1
        return self._last_id

    def enter(self, conn: Connection) -> None:
        """A socket is there; who it is will be said."""
        self.connections[conn.id] = conn
        self._at_address[conn.address] = self.at_address(conn.address) + 1

    def admit(self, conn: Connection) -> None:
        """The lobby has said whose it is (`conn.account`)."""
        if conn.account is not None:
            self._of_account.setdefault(conn.account, set()).add(conn)

    def leave(self, conn: Connection) -> None:
        """It is gone."""
        if self.connections.pop(conn.id, None) is None:
            return
        if not conn.stream.ended:
            self.leaving.add(conn)
        _discard(self._of_account, conn.account or "", conn)
        for table in conn.watching:
            _discard(self._watchers, table, conn)
        left = self._at_address.pop(conn.address) - 1
        if left:
            self._at_address[conn.address] = left

    def at_address(self, address: str) -> int:
        """How many are connected from an address."""
        return self._at_address.get(address, 0)

    def of_account(self, account: str) -> list[Connection]:
        """The connections of an account."""
        return list(self._of_account.get(account, ()))

    def admitted(self, hall: int | None = None) -> list[Connection]:
        """Everybody who has been greeted, or those of them who are in a hall."""
        found = [conn for conn in list(self.connections.values()) if conn.is_open]
        return found if hall is None else [conn for conn in found if conn.hall == hall]

    # --- who looks at which table ---

    def watch(self, conn: Connection, table: str) -> None:
        """It looks at this table from now on."""
        conn.watching.add(table)
        self._watchers.setdefault(table, set()).add(conn)

    def unwatch(self, conn: Connection, table: str) -> None:
        """It does not any more."""
        conn.watching.discard(table)
        _discard(self._watchers, table, conn)

    def tables(self) -> Collection[str]:
        """The tables that somebody here looks at."""
        return list(self._watchers)

    def is_watched(self, table: str) -> bool:
        """Whether anybody here looks at a table."""
        return table in self._watchers

    def watchers(self, table: str) -> list[Connection]:
        """Who here looks at a table."""
        return list(self._watchers.get(table, ()))


def _discard(index: dict[str, set[Connection]], key: str, conn: Connection) -> None:
    """Take it out of an index, and the key with the last one."""
    found = index.get(key)
    if found is not None:
        found.discard(conn)
        if not found:
            del index[key]
