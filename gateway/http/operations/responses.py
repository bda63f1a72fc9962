"""Answers and refusals as HTTP: JSON, and for every error code a status."""

import hashlib
import time
from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any

from flask import Response, request

from gateway.http.operations.route import File
from gateway.port.statuses import status_of
from gateway.rates.token_buckets import Quota
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.platform.process.json import encode

NDJSON = "application/x-ndjson"
"""The media type of JSON in lines."""


def answer(value: Any, status: int = 200) -> Response:
    """A value as a JSON response."""
    return Response(encode(value), status, content_type="application/json")


def _retry_after_s(refused: Refusal) -> int:
    """Seconds until a repeated request may succeed: from the refusal, in seconds or until a moment; after the last
    registration of a day until the next UTC day; otherwise one second."""
    detail = refused.detail if isinstance(refused.detail, dict) else {}
    now_ms = int(time.time() * 1000)
    until_ms = -(-now_ms // DAY_MS) * DAY_MS if refused.error == "registration_limit" else detail.get("until_ms")
    if isinstance(until_ms, int):
        return max(1, ceil((until_ms - now_ms) / 1000))
    wait_s = detail.get("retry_after_s")
    return wait_s if isinstance(wait_s, int) and wait_s > 0 else 1


def file(found: File) -> Response:
    """A file. Where its address is never used for other content, a browser need not ask again; otherwise it asks with
    the entity tag, and the answer is 304 while the content is the same."""
    response = Response(found.content, 200, content_type=found.kind)
    if found.anywhere:
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if found.changes:
        response.headers["Cache-Control"] = f"private, max-age={found.age_max_s}, must-revalidate"
        response.set_etag(hashlib.sha256(found.content).hexdigest()[:32])
        response.make_conditional(request)
    else:
        response.headers["Cache-Control"] = f"private, max-age={found.age_max_s}, immutable"
    return response


def add_quota(response: Response, quota: Quota | None) -> None:
    """Add the headers `RateLimit-*`: how many more requests of this kind are allowed, and when all of them are
    again."""
    if quota is not None:
        response.headers["RateLimit-Limit"] = str(quota.limit)
        response.headers["RateLimit-Remaining"] = str(quota.left)
        response.headers["RateLimit-Reset"] = str(quota.reset_s)


def lines(found: Iterable[bytes]) -> Response:
    """An answer that goes on: one JSON a line. No proxy shall keep lines back."""
    return Response(found, 200, content_type=NDJSON, headers={"X-Accel-Buffering": "no"})


def let_others_read(response: Response, origins: Sequence[str]) -> None:
    """Let pages of these origins read the answer, without what their browser knows of us: no cookie goes with it."""
    origin = request.headers.get("Origin", "")
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.vary.add("Origin")
    if "*" in origins:
        response.headers["Access-Control-Allow-Origin"] = "*"
    elif origin in origins:
        response.headers["Access-Control-Allow-Origin"] = origin


def refusal(refused: Refusal) -> Response:
    """A refusal as a JSON response: `{"error": code, "detail": …}`."""
    return _refusal(refused, {"error": refused.error, "detail": refused.detail})


def oauth_error(refused: Refusal) -> Response:
    """A refusal in the form of OAuth 2 (RFC 6749 §5.2): `{"error": code, "error_description": …}`."""
    described = {"error_description": refused.detail} if isinstance(refused.detail, str) else {}
    return _refusal(refused, {"error": refused.error} | described)


def _refusal(refused: Refusal, body: Any) -> Response:
    response = answer(body, status_of(refused.error))
    if (challenge := _challenge(refused, response.status_code)) is not None:
        response.headers["WWW-Authenticate"] = challenge
    if response.status_code in (429, 503):
        response.headers["Retry-After"] = str(_retry_after_s(refused))
    return response


def _challenge(refused: Refusal, status: int) -> str | None:
    """What would be let in: of tokens RFC 6750 §3 says how, of programs RFC 6749 §5.2."""
    if refused.error == "token_invalid":
        return 'Bearer error="invalid_token"'
    if refused.error == "scope_missing":
        needed = (refused.detail or {}).get("scopes") or []
        return ", ".join(['Bearer error="insufficient_scope"', *(f'scope="{each}"' for each in needed[:1])])
    if refused.error == "invalid_client":
        return 'Basic realm="programs"'
    return "Bearer" if status == 401 else None
