"""The HTTP status of every refusal that has one of its own (gateway/port/statuses.py)."""

import pytest

from gateway.port.statuses import _STATUS, status_of

WRITTEN = {
    400: {
        "bad_request",
        "invalid_grant",
        "invalid_request",
        "invalid_scope",
        "notice_invalid",
        "unsupported_grant_type",
    },
    401: {
        *("invalid_client", "login_failed", "second_factor_needed", "second_factor_wrong"),
        *("session_expired", "session_replaced", "token_invalid"),
    },
    403: {
        *("account_blocked", "account_suspended", "conflict_of_interest", "forbidden", "scope_missing"),
        *("staff_second_factor", "staff_session_over"),
    },
    404: {"not_found", "public_off"},
    405: {"method_not_allowed"},
    413: {"body_too_large"},
    415: {"content_type_unsupported"},
    429: {"login_locked", "rate_limited", "registration_limit", "streams_busy"},
    500: {"internal_error"},
    503: {
        *("home_unset", "overloaded", "provider_silent", "provider_unavailable"),
        *("service_unavailable", "table_unavailable"),
    },
}


@pytest.mark.parametrize("status", WRITTEN)
def test_a_refusal_has_the_status_that_says_what_the_client_may_do(status: int) -> None:
    assert {error for error in _STATUS if status_of(error) == status} == WRITTEN[status]


def test_no_refusal_has_another_status() -> None:
    assert set(_STATUS.values()) == set(WRITTEN)


@pytest.mark.parametrize(
    ("error", "status"),
    [("table_unknown", 404), ("name_taken", 409), ("seat_forbidden", 403), ("not_enough_chips", 422), ("unknown", 422)],
)
def test_other_refusals_have_the_status_of_their_last_word_or_422(error: str, status: int) -> None:
    assert status_of(error) == status
