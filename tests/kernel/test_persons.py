"""Who is the same person."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from services.kernel.persons import identity as persons
from services.kernel.persons.identity import PersonKeys

_KEYS = st.frozensets(st.sampled_from(["", "a", "b", "c"]), max_size=3)
_PERSONS = st.builds(PersonKeys, mailboxes=_KEYS, identities=_KEYS, devices=_KEYS, networks=_KEYS)


def test_tags_and_case_of_a_mailbox_are_no_other_person() -> None:
    assert persons.mailbox_key(" Anna+second@Example.org ") == persons.mailbox_key("anna@example.org")
    assert persons.mailbox_key("anna@example.org") != persons.mailbox_key("anna@example.com")


def test_a_device_with_another_birth_date_is_another_person_of_the_household() -> None:
    born = persons.device_identity_key("tablet", date(1990, 1, 1))
    child = persons.device_identity_key("tablet", date(2001, 1, 1))
    tablet = frozenset({persons.device_key("tablet")})
    one = PersonKeys(identities=frozenset({born}), devices=tablet)
    other = PersonKeys(identities=frozenset({child}), devices=tablet)
    assert not persons.is_same_person(one, other)
    assert persons.may_be_same_person(one, other)


@given(_PERSONS, _PERSONS)
def test_sameness_has_no_direction_and_each_wider_question_includes_the_narrower(
    one: PersonKeys, other: PersonKeys
) -> None:
    for same in (persons.is_same_person, persons.may_be_same_person, persons.may_be_one_household):
        assert same(one, other) == same(other, one)
    assert persons.is_same_person(one, other) <= persons.may_be_same_person(one, other)
    assert persons.may_be_same_person(one, other) <= persons.may_be_one_household(one, other)


@given(_PERSONS)
def test_an_unknown_key_equals_no_other_key(one: PersonKeys) -> None:
    empty = frozenset({""})
    assert not persons.may_be_one_household(one, PersonKeys())
    assert not persons.may_be_one_household(one, PersonKeys(empty, empty, empty, empty))
