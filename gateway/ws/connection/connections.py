"""All connections of the gateway: by id, by account, and by the table that they view."""

from collections.abc import Collection

from gateway.ws.connection.connection import Connection


class Connections:
    """The connections of this process."""

    def __init__(self) -> None:
        """No connection yet."""
        self.connections: dict[int, Connection] = {}
        """By connection id, from the handshake until the end."""
        self._of_account: dict[str, set[Connection]] = {}
        self._watchers: dict[str, set[Connection]] = {}
        self._at_address: dict[str, int] = {}
        self._last_id = 0
        self.leaving: set[Connection] = set()
        """Connections that have ended here, while their sockets still send the last frames."""

    def __len__(self) -> int:
        """The number of sockets."""
        return len(self.connections) + len(self.leaving)

    def next_id(self) -> int:
        """An id that no connection of this process has had."""
        self._last_id += 1
        return self._last_id

    def enter(self, conn: Connection) -> None:
        """Add a connection that is not identified yet."""
        self.connections[conn.id] = conn
        self._at_address[conn.address] = self.at_address(conn.address) + 1

    def admit(self, conn: Connection) -> None:
        """The lobby has identified the connection (`conn.account`)."""
        if conn.account is not None:
            self._of_account.setdefault(conn.account, set()).add(conn)

    def leave(self, conn: Connection) -> None:
        """Remove a connection."""
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
        """The number of connections from an address."""
        return self._at_address.get(address, 0)

    def of_account(self, account: str) -> list[Connection]:
        """The connections of an account."""
        return list(self._of_account.get(account, ()))

    def admitted(self, hall: int | None = None) -> list[Connection]:
        """All connections that were greeted, or those of them in a hall."""
        found = [conn for conn in list(self.connections.values()) if conn.is_open]
        return found if hall is None else [conn for conn in found if conn.hall == hall]

    # --- viewers of tables ---

    def watch(self, conn: Connection, table: str) -> None:
        """The connection views this table from now on."""
        conn.watching.add(table)
        self._watchers.setdefault(table, set()).add(conn)

    def unwatch(self, conn: Connection, table: str) -> None:
        """The connection views this table no longer."""
        conn.watching.discard(table)
        _discard(self._watchers, table, conn)

    def spectators(self) -> int:
        """How many connections look at a table without sitting at one."""
        return sum(conn.seat is None and bool(conn.watching) for conn in list(self.connections.values()))

    def tables(self) -> Collection[str]:
        """The tables that any connection views."""
        return list(self._watchers)

    def is_watched(self, table: str) -> bool:
        """Whether any connection views a table."""
        return table in self._watchers

    def watchers(self, table: str) -> list[Connection]:
        """The connections that view a table."""
        return list(self._watchers.get(table, ()))


def _discard(index: dict[str, set[Connection]], key: str, conn: Connection) -> None:
    """Remove a connection from an index, and the key with the last one."""
    found = index.get(key)
    if found is not None:
        found.discard(conn)
        if not found:
            del index[key]
