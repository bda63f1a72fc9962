"""Answers and refusals as HTTP: JSON, and for every error code a status."""

import hashlib
import time
from math import ceil
from typing import Any

from flask import Response, request

from gateway.http.operations.route import File
from gateway.rates.token_buckets import Quota
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.platform.process.json import encode

_STATUS = {
    "bad_request": 400,
    "login_failed": 401,
    "second_factor_needed": 401,
    "second_factor_wrong": 401,
    "session_expired": 401,
    "session_replaced": 401,
    "account_suspended": 403,
    "account_blocked": 403,
    "token_invalid": 401,
    "scope_missing": 403,
    "forbidden": 403,
    "staff_second_factor": 403,
    "staff_session_over": 403,
    "conflict_of_interest": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "body_too_large": 413,
    "content_type_unsupported": 415,
    "login_locked": 429,
    "notice_invalid": 400,
    "provider_unavailable": 503,
    "provider_silent": 503,
    "home_unset": 503,
    "registration_limit": 429,
    "rate_limited": 429,
    "internal_error": 500,
    "service_unavailable": 503,
}
_STATUS_BY_ENDING = {"_unknown": 404, "_taken": 409, "_forbidden": 403}
_STATUS_OTHERWISE = 422
"""The status of refusals by the rules: understood, but not allowed."""


def status_of(error: str) -> int:
    """The HTTP status of an error code."""
    if error in _STATUS:
        return _STATUS[error]
    found = [status for ending, status in _STATUS_BY_ENDING.items() if error.endswith(ending)]
    return found[0] if found else _STATUS_OTHERWISE


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


def refusal(refused: Refusal) -> Response:
    """A refusal as a JSON response: `{"error": code, "detail": …}`."""
    response = answer({"error": refused.error, "detail": refused.detail}, status_of(refused.error))
    if response.status_code == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if response.status_code in (429, 503):
        response.headers["Retry-After"] = str(_retry_after_s(refused))
    return response
