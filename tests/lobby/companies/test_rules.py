"""Names, limits and succession of companies (services/lobby/RULES.md §23)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.refusal import Refusal
from services.lobby.companies.rules import Member, heir, may_remove, name_key, read_name

ROLES = ("founder", "host", "member")
MEMBERS = st.lists(
    st.builds(
        Member,
        company=st.just("c"),
        account=st.text("abcdef", min_size=1, max_size=3),
        role=st.sampled_from(ROLES[1:]),
        joined_at_ms=st.integers(0, 3),
    ),
    unique_by=lambda member: member.account,
    max_size=8,
)


@pytest.mark.parametrize("raw", ["", "ab", " a ", "!!!", "a" * 41, "\u200b\u200b\u200b", "…—…"])
def test_a_name_that_is_none_is_invalid(raw: str) -> None:
    assert read_name(raw) == Refusal("company_name_invalid")


@pytest.mark.parametrize("raw", ["Kafeneio", "Adm1n", "Μoderator"])
def test_a_name_that_looks_like_the_platform_is_taken(raw: str) -> None:
    assert read_name(raw) == Refusal("company_name_taken")


def test_a_name_is_cleaned_and_unique_by_its_look() -> None:
    assert read_name("  Η  παρέα του\u200b Νίκου ") == "Η παρέα του Νίκου"
    assert name_key("Thursday Club") == name_key("thursday cIub") == name_key("Тhursday club")
    assert name_key("Άννα") != name_key("Anna")


@given(MEMBERS)
def test_the_next_founder_is_the_longest_standing_host_or_else_member(left: list[Member]) -> None:
    chosen = heir(left)
    if chosen is None:
        assert not left
        return
    hosts = [each for each in left if each.role == "host"]
    assert chosen in (hosts or left)
    assert all(chosen.joined_at_ms <= each.joined_at_ms for each in hosts or left)
    assert heir(reversed(left)) == chosen


@given(st.sampled_from(ROLES), st.sampled_from(ROLES))
def test_a_member_removes_only_those_of_lower_roles(one: str, other: str) -> None:
    actor, removed = Member("c", "a", one, 0), Member("c", "b", other, 0)  # type: ignore[arg-type]
    assert not may_remove(actor, actor)
    if one != "founder":
        assert may_remove(actor, removed) == (ROLES.index(one) < ROLES.index(other))
