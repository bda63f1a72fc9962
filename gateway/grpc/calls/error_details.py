"""Refusals as `google.rpc.Status` with `ErrorInfo`, which client libraries of every language read (AIP-193)."""

from typing import Any

import grpc
from google.rpc import error_details_pb2, status_pb2

from services.kernel.refusal import Refusal
from services.platform.process.json import encode_text

STATUS_KEY = "grpc-status-details-bin"
"""Trailing metadata: the status as gRPC carries it beside code and message."""
DOMAIN = "kafeneio"
_FIELDS_MAX = 16
_TEXT_LENGTH_MAX = 256
"""Bounds of an error's metadata: a client refuses a call whose trailers are longer than 8 KiB."""


def encoded_status(code: grpc.StatusCode, refusal: Refusal) -> bytes:
    """A serialized `google.rpc.Status`. Its `ErrorInfo` has the refusal's code in capitals as the reason, and the
    refusal's detail as metadata: text as it is, everything else as JSON."""
    info = error_details_pb2.ErrorInfo(
        reason=refusal.error.upper(), domain=DOMAIN, metadata=_metadata_of(refusal.detail)
    )
    status = status_pb2.Status(code=code.value[0], message=refusal.error)
    status.details.add().Pack(info)
    return status.SerializeToString()


def _metadata_of(detail: Any) -> dict[str, str]:
    if detail is None:
        return {}
    fields = detail if isinstance(detail, dict) else {"detail": detail}
    return {str(name): _text(value) for name, value in list(fields.items())[:_FIELDS_MAX]}


def _text(value: Any) -> str:
    return (value if isinstance(value, str) else encode_text(value))[:_TEXT_LENGTH_MAX]
