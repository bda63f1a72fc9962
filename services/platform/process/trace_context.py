"""The W3C trace context of a command (https://www.w3.org/TR/trace-context/), as it travels in messages and is stored.

Every command carries a trace from its entrance to the rows that it writes. That is the id of the frame or request, or,
where the command is recorded as spans (services/platform/process/tracing.py), a W3C `traceparent`:
`00-<trace id, 32 hex digits>-<id of the parent span, 16 hex digits>-<flags, 01: sampled>`.
Rows and logs keep the trace id alone. A frame's id of 32 hex digits is its trace id.
"""

import hashlib
import re
from typing import Any

HEADER = "traceparent"
"""The header of HTTP requests and of messages, and the key of gRPC's metadata."""
_LENGTH = 55
_FORM = re.compile(r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})")
_TRACE_ID = re.compile(r"(?!0{32})[0-9a-f]{32}")


def is_traceparent(trace: str) -> bool:
    """Whether a trace is that of a command which is recorded. Only the form of a text that we have written ourselves
    is looked at; what comes from outside is read by `read_traceparent`."""
    return len(trace) == _LENGTH and trace.startswith("00-")


def trace_id(trace: str) -> str:
    """What rows and logs keep of a trace: a `traceparent`'s trace id, any other text as it is."""
    return trace[3:35] if is_traceparent(trace) else trace


def read_traceparent(text: Any) -> str:
    """A `traceparent` header from outside if it is well formed, otherwise an empty text."""
    return text if isinstance(text, str) and _FORM.fullmatch(text) else ""


def is_sampled(traceparent: str) -> bool:
    """Whether the sender of a well-formed `traceparent` records its part of the trace."""
    return bool(int(traceparent[-2:], 16) & 1)


def trace_id_of(command_id: str) -> str:
    """The trace id (32 hex digits) of a frame or request: its id, an UUID without hyphens, or a hash of another id."""
    plain = command_id.replace("-", "").lower()
    return plain if _TRACE_ID.fullmatch(plain) else hashlib.sha256(command_id.encode()).hexdigest()[:32]
