"""A kombu connection that is lost stays lost, so that its reader notices and subscribes anew.

By itself kombu makes a new connection without a word as soon as somebody reads from one at which a write has failed:
the reader would wait for ever on a connection that has no subscriptions. (It happens when an acknowledgement, not the
reader, is the first to find the broker gone.)
"""

from typing import Any


def keep_lost(connection: Any) -> None:
    """Let `drain_events` and `heartbeat_check` of a connected kombu connection over AMQP go to the present one alone.

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
