"""Chains: each transfer adds a link that stands for all before it."""

import msgspec
import pytest

from services.wallet.ledger.chain import Chains, Stamp, chained_accounts
from services.wallet.ledger.double_entry import Batch, Leg, Transfer

STAMP = Stamp(1_000, "trace")
BOUGHT = Leg("item:1", 0, "player:ana", "house:shop", 50, "item", 4950, None)


def test_a_guarded_account_gets_a_link_and_a_platform_account_none() -> None:
    source, target = Chains().add(BOUGHT, STAMP)

    assert source is not None
    assert len(source) == 64
    assert target is None


def test_a_link_stands_for_all_links_before_it() -> None:
    one, two = Chains(), Chains()
    one.add(BOUGHT, STAMP)
    two.add(msgspec.structs.replace(BOUGHT, amount_chips=51), STAMP)
    later = msgspec.structs.replace(BOUGHT, idem="item:2")

    assert one.add(later, STAMP) != two.add(later, STAMP)
    assert one.heads.keys() == two.heads.keys() == {"player:ana"}


@pytest.mark.parametrize(
    "change",
    [
        *({"idem": "item:9"}, {"leg": 1}, {"target": "house:rake"}, {"amount_chips": 51}, {"kind": "avatar"}),
        {"source_balance_chips": 4949},
    ],
)
def test_nothing_of_a_transfer_can_change_without_its_link(change: dict[str, object]) -> None:
    assert Chains().add(BOUGHT, STAMP) != Chains().add(msgspec.structs.replace(BOUGHT, **change), STAMP)


def test_time_and_trace_are_in_the_link() -> None:
    links = {Chains().add(BOUGHT, stamp) for stamp in (STAMP, Stamp(1_001, "trace"), Stamp(1_000, "other"))}

    assert len(links) == 3


def test_two_accounts_begin_differently() -> None:
    other = msgspec.structs.replace(BOUGHT, source="player:ben")
    assert Chains().add(BOUGHT, STAMP) != Chains().add(other, STAMP)


def test_an_empty_escrow_forgets_its_chain() -> None:
    chains = Chains()
    chains.add(Leg("hold:m", 0, "player:ana", "escrow:match:m", 200, "stake_hold", 0, 200), STAMP)
    assert chains.heads["escrow:match:m"]

    chains.add(Leg("settle:m:0", 0, "escrow:match:m", "player:ana", 200, "stake_refund", 0, 200), STAMP)

    assert chains.heads["escrow:match:m"] == ""
    assert chains.heads["player:ana"]


def test_a_transfer_between_platform_accounts_is_chained_to_its_source() -> None:
    moved = Leg("fix", 0, "house:rake", "house:corrections", 5, "correction", None, None)
    source, target = Chains().add(moved, STAMP)

    assert (source is not None, target) == (True, None)
    batch = Batch("fix", (Transfer("house:rake", "house:corrections", 5, "correction"),))
    assert chained_accounts(batch) == {"house:rake"}
    assert chained_accounts(Batch("i", (Transfer("player:ana", "house:shop", 5, "item"),))) == set()
