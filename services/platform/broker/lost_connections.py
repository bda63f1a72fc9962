"""A kombu connection that is lost stays lost, so that its reader notices and subscribes again.

kombu silently makes a new connection when somebody reads from one on which a write has failed: the reader would wait
for ever on a connection without subscriptions. (It happens when an acknowledgement, and not the reader, is the first to
notice that the broker is gone.)
"""

from typing import Any


def keep_lost(connection: Any) -> None:
    """Let `drain_events` and `heartbeat_check` of a connected kombu connection over AMQP use only that connection.

    They raise RecoverableConnectionError, one of kombu's `connection_errors`, once a write has failed. The broker in
    the process has no connection to lose: it is left as it is.
    """
    raw = connection.connection
    if not hasattr(raw, "heartbeat_tick"):
        return

    def drain_events(**kwargs: Any) -> Any:
        _check(connection, raw)
        return raw.drain_events(**kwargs)

    def heartbeat_check(rate: int = 2) -> None:
        _check(connection, raw)
        raw.heartbeat_tick(rate=rate)

    connection.drain_events = drain_events
    connection.heartbeat_check = heartbeat_check


def _check(connection: Any, raw: Any) -> None:
    if not raw.connected:
        raise connection.recoverable_connection_errors[0]("lost while writing")
