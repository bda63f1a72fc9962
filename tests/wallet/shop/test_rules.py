"""The shop (services/wallet/RULES.md §8)."""

import pytest

from services.kernel.refusal import Refusal
from services.wallet.payments import rules as payments
from services.wallet.shop import rules as shop
from services.wallet.shop.rules import Table

PAIRS = Table(((0, 2), (1, 3)))
DUEL = Table(((0,), (1,)))
THREE = Table([[0], [1], [2]])


def test_packs_and_items_have_their_prices() -> None:
    assert sorted((pack.chips, pack.price_cents) for pack in payments.PACKS.values()) == [
        (5_000, 199),
        (15_000, 499),
        (40_000, 999),
        (100_000, 1_999),
        (300_000, 4_999),
    ]
    assert shop.ITEMS == {"coffee": 50, "loukoumi": 150, "ouzo": 100, "flowers": 300, "komboloi": 500}


def test_a_pack_is_found_by_its_name() -> None:
    assert payments.find_pack("pack_5000") == payments.Pack(5_000, 199)
    assert payments.find_pack("pack_1") == Refusal("pack_unknown")


@pytest.mark.parametrize(
    ("owned", "place", "error"),
    [(False, "profile", None), (True, "profile", "avatar_owned"), (True, "table", "wrong_place")],
)
def test_an_avatar_is_bought_once_and_in_the_profile(owned: bool, place: str, error: str | None) -> None:
    refusal = shop.check_avatar(owned, place)
    assert (refusal and refusal.error) == error


@pytest.mark.parametrize(
    ("table", "buyer", "recipient", "error"),
    [
        (PAIRS, 0, 2, None),
        (None, 0, 2, "not_in_match"),
        (PAIRS, None, 2, "not_in_match"),
        (PAIRS, 0, 7, "bad_parameters"),
        (DUEL, 0, 1, "no_teammate"),
        (THREE, 0, 2, "no_teammate"),
        (PAIRS, 0, 1, "not_teammate"),
        (PAIRS, 0, 0, "recipient_self"),
        (Table(PAIRS.sides, {2}), 0, 2, "recipient_not_human"),
        (Table(PAIRS.sides, {1}), 0, 1, "not_teammate"),
    ],
)
def test_an_item_goes_to_a_human_partner(table: Table | None, buyer: int, recipient: int, error: str | None) -> None:
    refusal = shop.check_item(table, buyer, recipient, "partner")
    assert (refusal and refusal.error) == error


@pytest.mark.parametrize(
    ("table", "recipient", "error"),
    [
        (DUEL, 1, None),
        (THREE, 1, None),
        (THREE, 2, None),
        (PAIRS, 2, None),
        (PAIRS, 3, "not_teammate"),
        (DUEL, 0, "recipient_self"),
        (DUEL, 2, "bad_parameters"),
        (Table(DUEL.sides, {1}), 1, "recipient_not_human"),
    ],
)
def test_without_partners_an_item_goes_to_any_person_at_the_table(
    table: Table, recipient: int, error: str | None
) -> None:
    refusal = shop.check_item(table, 0, recipient)
    assert (refusal and refusal.error) == error


@pytest.mark.parametrize(
    ("table", "recipient", "error"),
    [
        (DUEL, 1, None),
        (PAIRS, 3, None),
        (DUEL, 0, "recipient_self"),
        (Table(DUEL.sides, {1}), 1, "recipient_not_human"),
    ],
)
def test_the_operator_may_allow_items_for_all_players(table: Table, recipient: int, error: str | None) -> None:
    refusal = shop.check_item(table, 0, recipient, "table")
    assert (refusal and refusal.error) == error


def test_one_item_in_ten_seconds() -> None:
    assert shop.check_pace(None, 0) is None
    assert shop.check_pace(1_000, 10_999) == Refusal("too_fast")
    assert shop.check_pace(1_000, 11_000) is None


@pytest.mark.parametrize(("name", "chips"), [("cup", 500), ("dice", 1_000), ("owl", 5_000), ("sun", 20_000)])
def test_an_avatar_is_found_by_its_name_with_its_price(name: str, chips: int) -> None:
    assert shop.find_avatar(name) == chips
    assert shop.find_avatar(name, {name: 7}) == 7
    assert shop.find_avatar("crown") == shop.find_avatar(name, {}) == Refusal("avatar_unknown")


def test_dearer_avatars_follow_cheaper_ones() -> None:
    assert list(shop.AVATARS.values()) == sorted(set(shop.AVATARS.values()))
