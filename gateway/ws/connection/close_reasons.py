"""How connections end: for every reason a close code, and whether a `bye` frame goes before.

`bye` says that coming back with the same session is of no use. Without it the client comes back after a while.
"""

from typing import NamedTuple


class Ending(NamedTuple):
    """The close code, whether `bye` is sent first, and whether both are sent before waiting frames."""

    code: int
    bye: bool = False
    at_once: bool = False


ENDINGS = {
    "closed_by_client": Ending(1000),
    "protocol_error": Ending(1002),
    "binary_frame": Ending(1003),
    "invalid_text": Ending(1007),
    "rate_limited": Ending(1008),
    "frame_too_large": Ending(1009),
    "internal_error": Ending(1011),
    "gateway_stopping": Ending(1012),
    "resync_needed": Ending(1012),
    "service_unavailable": Ending(1013),
    "session_expired": Ending(4001, bye=True),
    "session_replaced": Ending(4002, bye=True),
    "session_ended": Ending(4003, bye=True),
    "hello_expected": Ending(4004),
    "hello_timeout": Ending(4005),
    "protocol_unsupported": Ending(4006, bye=True),
    "heartbeat_lost": Ending(4007),
    "protocol_abuse": Ending(4008, bye=True),
    "not_reading": Ending(4009, at_once=True),
}
"""By reason, which is also the text of the close frame and the label of `kafeneio_gateway_closed`."""

OTHER_SESSION_END = "session_ended"
"""The ending for a code of the lobby that has none of its own (a suspended account …): its code is in `bye`."""


def pause_s(connections: int, per_s: int, left_s: float) -> float:
    """Seconds between two connections that a stopping gateway closes: `per_s` in a second, and faster if that would
    take more than half of the remaining time."""
    return max(min(1 / per_s, left_s / 2 / max(connections, 1)), 0.0)


def ending_of(error: str) -> str:
    """The ending of a session that the lobby has ended with this code."""
    return error if error in ENDINGS else OTHER_SESSION_END
