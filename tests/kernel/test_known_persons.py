"""What is known of the person behind an account, and when the account is established (services/ranking/RULES.md §2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.persons.identity import PersonKeys
from services.kernel.persons.known import Key, Known

AT = st.integers(1, 10**6)
KINDS = ("mailbox", "identity", "device", "network")


@given(AT, st.integers(0, 10**6))
def test_an_account_is_established_from_the_moment_on_when_it_is_old_enough(created_at_ms: int, age_ms: int) -> None:
    known = Known(created_at_ms, confirmed_at_ms=1)
    for need_email in (False, True):
        assert not known.is_established(created_at_ms + age_ms - 1, age_ms, need_email)
        assert known.is_established(created_at_ms + age_ms, age_ms, need_email)
        assert known.is_established(created_at_ms + age_ms + 1, age_ms, need_email)


@given(AT)
def test_without_a_confirmed_address_it_is_established_only_where_none_is_needed(created_at_ms: int) -> None:
    known = Known(created_at_ms)
    assert known.is_established(created_at_ms, 0, need_email=False)
    assert not known.is_established(created_at_ms, 0, need_email=True)


@pytest.mark.parametrize("known", [Known(), Known(confirmed_at_ms=1), Known(1, 1, erased=True)])
@pytest.mark.parametrize("need_email", [False, True])
def test_an_unknown_or_erased_account_is_never_established(known: Known, need_email: bool) -> None:
    assert not known.is_established(10**9, 0, need_email)


@given(st.lists(st.builds(Key, st.sampled_from(KINDS), st.sampled_from("abc"), st.integers(0, 9))), st.integers(-1, 10))
def test_an_account_has_the_keys_that_were_known_by_the_moment(keys: list[Key], at_ms: int) -> None:
    known = Known(all_keys=tuple(keys))
    by_then = [each for each in keys if each.first_ms <= at_ms]
    assert known.keys_at(at_ms) == PersonKeys(*(frozenset(k.key for k in by_then if k.kind == kind) for kind in KINDS))
    assert known.keys_at(9) == known.keys
