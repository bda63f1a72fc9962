"""Names of those whose data were erased."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from services.kernel.persons.erased_names import FORMER_PLAYER, forget

ACCOUNT = "a-1"


def test_a_name_beside_its_account_goes():
    seats = [{"name": "Ana", "account": "a-1"}, {"name": "Ben", "account": "a-2"}, {"name": "bot-2", "account": None}]
    assert forget(seats, ACCOUNT) == [{"name": FORMER_PLAYER, "account": "a-1"}, *seats[1:]]


def test_a_name_under_its_account_goes():
    assert forget({"a-1": "Ana", "a-2": "Ana Maria"}, ACCOUNT) == {"a-1": FORMER_PLAYER, "a-2": "Ana Maria"}


def test_what_was_called_after_the_player_is_called_so_no_more():
    order = {"name": "ANA's table", "game": "ana", "seats": [{"name": "Ana", "account": "a-1"}]}
    assert forget(order, ACCOUNT) == {
        "name": f"{FORMER_PLAYER}'s table",
        "game": "ana",
        "seats": [{"name": FORMER_PLAYER, "account": "a-1"}],
    }


def test_a_name_within_a_longer_word_stays():
    order = {"name": "Banana", "seats": [{"name": "ana", "account": "a-1"}]}
    assert forget(order, ACCOUNT)["name"] == "Banana"


def test_an_account_that_is_not_named_changes_nothing():
    value = {"name": "Ana", "bets": {"0": 5}, "accounts": ["a-1"], "list": [1, None, "Ana"]}
    assert forget(value, ACCOUNT) == value


def test_a_known_name_is_also_replaced_in_texts_without_the_account():
    assert forget({"name": "Corner of Ana"}, ACCOUNT, "Ana") == {"name": f"Corner of {FORMER_PLAYER}"}


NAMES = st.sampled_from(["Ana", "Ben", "Eva", ""])
DATA = st.recursive(
    st.one_of(
        st.none(),
        st.integers(),
        NAMES,
        st.fixed_dictionaries({}, optional={"account": st.sampled_from(["a-1", "a-2"]), "name": NAMES, "a-1": NAMES}),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from("xyz"), inner, max_size=3)),
    max_leaves=12,
)


def names_of(value: Any, account: str) -> set[str]:
    """Every name that stands beside an account or under it, at any depth."""
    found: set[str] = set()
    if isinstance(value, dict):
        found |= {value[account]} if isinstance(value.get(account), str) else set()
        found |= {value["name"]} if value.get("account") == account and isinstance(value.get("name"), str) else set()
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return found.union(*(names_of(each, account) for each in inside)) - {""}


@given(DATA)
def test_at_any_depth_no_name_of_the_account_is_left_and_nothing_changes_without_one(value: Any) -> None:
    found = forget(value, ACCOUNT)
    assert names_of(found, ACCOUNT) <= {FORMER_PLAYER}
    if not names_of(value, ACCOUNT):
        assert found == value
    assert forget(found, ACCOUNT) == found
