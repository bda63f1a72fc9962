"""Where pushes go: by routing key, in the order in which each client is to get them."""

import msgspec

from services.contracts.client.pushes import Push
from services.platform.broker.push_keys import address, addressees, table_of

WHERE = {"ana": "gateway.1", "ben": "gateway.2"}


def push(number: int, accounts: list[str] | None, **more: object) -> Push:
    return Push(accounts, msgspec.Raw(b"%d" % number), **more)  # type: ignore[arg-type]


def sent(*pushes: Push) -> list[tuple[str, list[tuple[int, list[str] | None]]]]:
    found = address(pushes, WHERE)
    return [(key, [(int(bytes(each.frame)), each.accounts) for each in some]) for key, some in found]


def test_accounts_are_named_only_to_their_own_gateway_and_unknown_ones_to_all() -> None:
    assert sent(push(1, ["ana", "ben", "eva"])) == [
        ("gateway.1", [(1, ["ana"])]),
        ("gateway.2", [(1, ["ben"])]),
        ("all", [(1, ["eva"])]),
    ]


def test_halls_tables_and_broadcasts_have_keys() -> None:
    assert sent(push(1, None), push(2, None, hall=7), push(3, [], table="t-1", spectators=True)) == [
        ("all", [(1, None)]),
        ("hall.7", [(2, None)]),
        ("table.t-1", [(3, [])]),
    ]
    assert (table_of("table.t-1"), table_of("hall.7"), table_of("")) == ("t-1", None, None)


def test_what_ends_connections_and_what_is_for_a_table_and_accounts_goes_to_all() -> None:
    ending, gift = push(1, ["ana"], close="session_replaced"), push(2, ["ana"], table="t-1")
    assert sent(ending, gift) == [("all", [(1, ["ana"]), (2, ["ana"])])]
    assert addressees([ending, gift]) == set()
    assert addressees([push(1, ["ana"]), push(2, None)]) == {"ana"}


def test_one_kind_is_sorted_by_key_and_not_past_another_kind() -> None:
    pushes = [push(1, ["ana"]), push(2, ["ben"]), push(3, ["ana"]), push(4, None, hall=1), push(5, ["ana"])]
    assert [(key, [number for number, _ in some]) for key, some in sent(*pushes)] == [
        ("gateway.1", [1, 3]),
        ("gateway.2", [2]),
        ("hall.1", [4]),
        ("gateway.1", [5]),
    ]


def test_no_push_is_no_message() -> None:
    assert sent() == []
    assert sent(push(1, [])) == []
