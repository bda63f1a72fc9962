"""Settlement of a match (services/wallet/RULES.md §5, §5.1, §5.2)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tavli.match import conceded
from services.kernel.refusal import Refusal
from services.wallet.stakes.settlement import Ending, Result, Settlement, Terms, settle, split

TWO = ((0,), (1,))
PAIRS = ((0, 2), (1, 3))
FOUR = ((0,), (1,), (2,), (3,))


def settled(
    policy: str,
    sides: tuple[tuple[int, ...], ...],
    result: Result,
    departed: tuple[int, ...] = (),
    first_round_done: bool | None = True,
    stake: int = 1_000,
) -> tuple[str, list[int], int]:
    """Outcome, payouts by seat and rake."""
    settlement = settle(Terms(policy, stake, sides), Ending(result, departed, first_round_done))
    assert isinstance(settlement, Settlement), settlement
    return settlement.outcome, [settlement.payouts[seat] for seat in sorted(settlement.payouts)], settlement.rake_chips


def refused(
    policy: str,
    sides: tuple[tuple[int, ...], ...],
    result: Result,
    departed: tuple[int, ...] = (),
    first_round_done: bool | None = True,
) -> str:
    """The error code."""
    refusal = settle(Terms(policy, 1_000, sides), Ending(result, departed, first_round_done))
    assert isinstance(refusal, Refusal), refusal
    return refusal.error


# --- the split rule ----------------------------------------------------------------------------------------------


def test_left_over_chips_go_to_the_lowest_seats() -> None:
    assert split(11, (3, 0, 2)) == {0: 4, 2: 4, 3: 3}
    assert split(2, (1, 2, 3)) == {1: 1, 2: 1, 3: 0}
    assert split(0, (5,)) == {5: 0}


# --- nobody left -------------------------------------------------------------------------------------------------


def test_one_side_wins() -> None:
    assert settled("concede", TWO, (1,)) == ("won", [0, 1_700], 300)
    assert settled("forfeit", PAIRS, (1, 3)) == ("won", [0, 1_700, 0, 1_700], 600)


def test_several_winners_share_what_the_others_lose() -> None:
    assert settled("eliminate", FOUR, (0, 3)) == ("won", [1_700, 0, 0, 1_700], 600)
    assert settled("eliminate", FOUR, (0, 1, 3), stake=333) == ("won", [333 + 67, 333 + 67, 0, 333 + 66], 133)


@pytest.mark.parametrize("policy", ["forfeit", "concede", "bot_replace", "pause_return"])
def test_equal_points_give_every_stake_back(policy: str) -> None:
    assert settled(policy, PAIRS, "tie") == ("tied", [1_000] * 4, 0)


def test_without_a_loser_all_players_have_tied() -> None:
    assert settled("eliminate", FOUR, (0, 1, 2, 3)) == ("tied", [1_000] * 4, 0)


def test_a_void_match_returns_every_stake_in_spite_of_departures() -> None:
    assert settled("forfeit", PAIRS, "void") == ("void", [1_000] * 4, 0)
    assert settled("forfeit", PAIRS, "void", (0,)) == ("void", [1_000] * 4, 0)


def test_a_friendly_match_moves_nothing_but_has_its_outcome() -> None:
    assert settled("pause_return", PAIRS, (0, 2), stake=0) == ("won", [0] * 4, 0)
    assert settled("bot_replace", PAIRS, (0, 2), (1,), stake=0) == ("won", [0] * 4, 0)
    assert settled("bot_replace", PAIRS, (0, 2), (0, 2), stake=0) == ("void", [0] * 4, 0)


# --- somebody left -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("policy", "sides"), [("forfeit", PAIRS), ("forfeit", TWO), ("eliminate", FOUR)])
def test_leaving_before_the_first_round_is_done_voids_the_match(
    policy: str, sides: tuple[tuple[int, ...], ...]
) -> None:
    seats = sum(map(len, sides))
    assert settled(policy, sides, None, (1,), first_round_done=False) == ("void", [1_000] * seats, 0)


def test_a_forfeit_loses_for_the_whole_side() -> None:
    assert settled("forfeit", PAIRS, None, (2,)) == ("forfeited", [0, 1_700, 0, 1_700], 600)


def test_the_first_departure_decides_a_forfeit() -> None:
    assert settled("forfeit", TWO, None, (1, 0)) == ("forfeited", [1_700, 0], 300)


def test_a_player_eliminated_by_leaving_loses_and_the_others_play_on() -> None:
    assert settled("eliminate", FOUR, (2,), (0,)) == ("won", [0, 0, 3_100, 0], 900)
    assert settled("eliminate", FOUR, (2, 3), (0,)) == ("won", [0, 0, 1_700, 1_700], 600)


def test_the_players_that_stayed_and_tied_share_the_leavers_stake() -> None:
    assert settled("eliminate", FOUR, "tie", (0,)) == ("won", [0, 1_234, 1_233, 1_233], 300)


@pytest.mark.parametrize("result", [None, (3,)])
def test_a_lone_survivor_wins_at_once(result: Result) -> None:
    assert settled("eliminate", FOUR, result, (0, 2, 1)) == ("forfeited", [0, 0, 0, 3_100], 900)


def test_the_last_to_leave_had_already_won() -> None:
    assert settled("eliminate", FOUR, None, (0, 2, 1, 3)) == ("forfeited", [0, 0, 0, 3_100], 900)


@pytest.mark.parametrize("first_round_done", [True, False, None])
def test_a_concession_counts_at_any_moment_with_rake(first_round_done: bool | None) -> None:
    assert settled("concede", TWO, None, (0, 1), first_round_done) == ("conceded", [0, 1_700], 300)


def test_a_pause_without_return_costs_the_offender_the_stake() -> None:
    assert settled("pause_return", PAIRS, None, (1, 0)) == ("not_completed", [1_500, 0, 1_500, 1_000], 0)
    assert settled("pause_return", PAIRS, None, (0,), stake=201) == ("not_completed", [0, 302, 201, 301], 0)


def test_a_pause_without_return_in_the_first_hand_costs_nothing() -> None:
    assert settled("pause_return", PAIRS, None, (1,), False) == ("not_completed", [1_000] * 4, 0)


# --- §5.1: a computer player takes the seat ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("departed", "outcome", "payouts", "rake"),
    [
        ((), "won", [1_700, 0, 1_700, 0], 600),
        ((1,), "won", [2_000, 0, 2_000, 0], 0),
        ((0,), "won", [1_000, 0, 3_000, 0], 0),
        ((0, 1), "won", [1_000, 0, 3_000, 0], 0),
        ((0, 2), "void", [1_000] * 4, 0),
        ((0, 1, 2, 3), "void", [1_000] * 4, 0),
        ((1, 3), "won", [2_000, 0, 2_000, 0], 0),
        ((0, 2, 3), "void", [1_000] * 4, 0),
    ],
)
def test_the_five_clauses(departed: tuple[int, ...], outcome: str, payouts: list[int], rake: int) -> None:
    assert settled("bot_replace", PAIRS, (0, 2), departed, None) == (outcome, payouts, rake)


def test_a_tie_is_refunded_even_after_a_replacement() -> None:
    assert settled("bot_replace", PAIRS, "tie", (0,)) == ("tied", [1_000] * 4, 0)
    assert settled("bot_replace", PAIRS, (0, 1, 2, 3), (0,)) == ("tied", [1_000] * 4, 0)


def test_all_replaced_stops_the_match_without_a_result() -> None:
    assert settled("bot_replace", PAIRS, None, (3, 1, 0, 2)) == ("void", [1_000] * 4, 0)


def test_a_match_for_two_won_by_the_computer_is_void() -> None:
    assert settled("bot_replace", TWO, (0,), (0,)) == ("void", [1_000] * 2, 0)
    assert settled("bot_replace", TWO, (0,), (1,)) == ("won", [2_000, 0], 0)


# --- what cannot be settled --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "sides", "departed"),
    [
        ("none", TWO, ()),
        ("forfeit", FOUR, (0,)),
        ("concede", FOUR, (0,)),
        ("pause_return", FOUR, (0,)),
        ("eliminate", PAIRS, (0,)),
    ],
)
def test_a_policy_must_be_known_and_fit_the_sides(
    policy: str, sides: tuple[tuple[int, ...], ...], departed: tuple[int, ...]
) -> None:
    assert refused(policy, sides, (0,), departed) == "policy_invalid"


@pytest.mark.parametrize("sides", [(), ((0, 1),), ((0,), ()), ((0,), (0,)), ((0,), (-1,))])
def test_sides_are_two_or_more_groups_of_different_seats(sides: tuple[tuple[int, ...], ...]) -> None:
    assert refused("bot_replace", sides, "tie") == "bad_parameters"


@pytest.mark.parametrize("result", [None, (), (0,), (0, 1), (0, 2, 0), (0, 2, 9), (0, 2, 1)])
def test_a_finished_match_has_whole_sides_as_winners(result: Result) -> None:
    assert refused("bot_replace", PAIRS, result) == "bad_parameters"


@pytest.mark.parametrize("departed", [(4,), (0, 0), (-1,)])
def test_only_seats_depart_and_only_once(departed: tuple[int, ...]) -> None:
    assert refused("bot_replace", PAIRS, "tie", departed) == "bad_parameters"


@pytest.mark.parametrize("policy", ["forfeit", "pause_return"])
def test_the_first_round_must_be_known_where_it_decides(policy: str) -> None:
    assert refused(policy, PAIRS, None, (0,), None) == "bad_parameters"


def test_a_departed_seat_cannot_be_the_only_winner_of_an_elimination() -> None:
    assert refused("eliminate", FOUR, (0,), (0,)) == "bad_parameters"
    assert refused("eliminate", FOUR, None, (0,)) == "bad_parameters"


def test_a_match_played_out_by_the_computer_needs_a_result() -> None:
    assert refused("bot_replace", PAIRS, None, (0,)) == "bad_parameters"


# --- the law -----------------------------------------------------------------------------------------------------

SIDES = st.sampled_from([TWO, PAIRS, FOUR, ((0,), (1,), (2,)), ((0, 3), (1, 4), (2, 5))])
POLICIES = st.sampled_from(["forfeit", "eliminate", "concede", "bot_replace", "pause_return"])


@st.composite
def matches(draw: st.DrawFn) -> tuple[Terms, Ending]:
    sides = draw(SIDES)
    terms = Terms(draw(POLICIES), draw(st.integers(200, 1_000_000)), sides)
    winners = draw(st.lists(st.sampled_from(sides), min_size=1, unique=True))
    result = draw(st.sampled_from(["tie", "void", None, tuple(seat for side in winners for seat in side)]))
    departed = draw(st.lists(st.sampled_from(terms.seats), unique=True))
    return terms, Ending(result, tuple(departed), draw(st.booleans()))


@settings(max_examples=300)
@given(matches())
def test_payouts_and_rake_are_always_all_that_was_put_up(match: tuple[Terms, Ending]) -> None:
    terms, ending = match
    settlement = settle(terms, ending)
    if isinstance(settlement, Refusal):
        assert settlement.error in {"policy_invalid", "bad_parameters"}
        return
    assert sum(settlement.payouts.values()) + settlement.rake_chips == len(terms.seats) * terms.stake_chips
    assert min(settlement.payouts.values()) >= 0
    assert settlement.rake_chips >= 0
    assert tuple(settlement.payouts) == terms.seats
    if ending.departed and terms.policy == "bot_replace":
        assert settlement.rake_chips == 0


# --- §5.2 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "points", "recorded"), [(7, 3, 7), (7, 6, 8), (7, 5, 7), (1, 0, 2), (3, 0, 3)])
def test_a_conceded_tavli_match_is_recorded_as_won(target: int, points: int, recorded: int) -> None:
    assert conceded((points, 0), 0, target) == (recorded, 0)
