"""Stakes (services/wallet/RULES.md §3) and the limits against fraud (§10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from services.kernel.refusal import Refusal
from services.wallet.stakes import rules as stakes

DAY_MS = 24 * 60 * 60 * 1000


@pytest.mark.parametrize(
    ("stake", "error"),
    [
        (200, None),
        (201, None),
        (1_000_000, None),
        (199, "stake_below_minimum"),
        (0, "stake_below_minimum"),
        (-1, "stake_below_minimum"),
        (1_000_001, "stake_above_maximum"),
        (200.0, "stake_invalid"),
        ("200", "stake_invalid"),
        (True, "stake_invalid"),
        (None, "stake_invalid"),
    ],
)
def test_a_stake_is_a_whole_number_between_the_limits(stake: object, error: str | None) -> None:
    refusal = stakes.check_stake(stake)
    assert (refusal and refusal.error) == error


def test_nothing_is_a_stake_only_where_it_is_allowed() -> None:
    assert stakes.check_stake(0, free_allowed=True) is None
    assert stakes.check_stake(199, free_allowed=True).error == "stake_below_minimum"
    assert stakes.may_be_free("dominoes")
    assert stakes.may_be_free("tavli")
    assert not stakes.may_be_free("tavli", friendly_games=["dominoes"])
    assert stakes.may_be_free("tavli", practice=True, friendly_games=[])
    assert stakes.may_be_free("tavli", competition=True, friendly_games=[])


def test_every_game_may_be_played_for_nothing_but_the_house_banked() -> None:
    assert sorted(stakes.FRIENDLY_GAMES) == sorted(game.id for game in registry.games() if not game.house_banked)


def test_a_new_account_stakes_little_for_a_day() -> None:
    assert stakes.check_new_account(5_000, 0) is None
    assert stakes.check_new_account(5_001, DAY_MS - 1).error == "new_account_stake"
    assert stakes.check_new_account(5_001, DAY_MS) is None


@pytest.mark.parametrize(
    ("payouts", "net"), [((900, 0), 400), ((0, 900), -400), ((500, 500), 0), ((1_000, 0), 500), ((0, 1_000), -500)]
)
def test_what_one_has_won_from_the_other_is_what_the_winner_got_beside_the_stake(
    payouts: tuple[int, int], net: int
) -> None:
    assert stakes.won_by_pair(payouts, 500) == {(0, 1): net}


def test_at_a_bigger_table_each_loser_has_lost_their_part_to_each_winner() -> None:
    assert stakes.won_by_pair((850, 0, 850, 0), 500) == {
        (0, 1): 175, (0, 2): 0, (0, 3): 175, (1, 2): -175, (1, 3): 0, (2, 3): 175
    }  # fmt: skip
    assert stakes.won_by_pair((1_400, 0, 0), 500)[0, 1] == 450
    assert set(stakes.won_by_pair((500, 500, 500), 500).values()) == {0}


@given(st.integers(200, 10**6), st.lists(st.booleans(), min_size=2, max_size=6), st.integers(0, 3_500))
def test_no_player_wins_more_from_all_others_than_the_match_brought_them(
    stake_chips: int, won: list[bool], rake_bps: int
) -> None:
    winners, losers = won.count(True), won.count(False)
    gain = losers * (stake_chips - stake_chips * rake_bps // 10_000) // winners if winners else 0
    payouts = [stake_chips + gain if each else (0 if winners else stake_chips) for each in won]
    by_pair = stakes.won_by_pair(payouts, stake_chips)
    for seat, payout in enumerate(payouts):
        net = sum(chips if pair[0] == seat else -chips for pair, chips in by_pair.items() if seat in pair)
        assert 0 <= net <= payout - stake_chips or payout - stake_chips <= net <= 0


@pytest.mark.parametrize(("net", "refused"), [(49_999, False), (50_000, True), (-50_000, True), (0, False)])
def test_a_pair_with_too_one_sided_a_day_may_not_meet(net: int, refused: bool) -> None:
    refusal = stakes.check_pair(net)
    assert (refusal is not None and refusal.error == "pair_limit") == refused


def test_two_accounts_of_one_device_never_share_a_table() -> None:
    devices = {"ana": "phone", "ben": "tablet", "eva": "phone", "gil": "", "zoe": ""}
    assert stakes.check_devices(devices, ["ben", "gil", "zoe"]) is None
    assert stakes.check_devices(devices, ["ben", "eva"]) == Refusal("same_device", {"account": "eva"})
    assert stakes.check_devices({"ana": "phone"}, ["ana"]) is None


def test_accounts_of_one_address_are_found_together() -> None:
    addresses = {"ana": "1", "ben": "2", "eva": "1", "gil": "", "zoe": ""}
    assert stakes.shared_addresses(addresses) == [("ana", "eva")]
