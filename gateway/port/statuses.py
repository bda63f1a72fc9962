"""The HTTP status of each refusal."""

_STATUS = {
    "bad_request": 400,
    "login_failed": 401,
    "second_factor_needed": 401,
    "second_factor_wrong": 401,
    "invalid_client": 401,
    "invalid_grant": 400,
    "invalid_request": 400,
    "invalid_scope": 400,
    "unsupported_grant_type": 400,
    "public_off": 404,
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
    "streams_busy": 429,
    "internal_error": 500,
    "service_unavailable": 503,
    "table_unavailable": 503,
    "overloaded": 503,
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
