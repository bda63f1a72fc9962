"""Names of those whose data were erased."""

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
