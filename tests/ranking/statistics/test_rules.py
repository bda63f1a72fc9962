"""Statistics: services/ranking/RULES.md §4."""

from services.kernel.refusal import Refusal
from services.ranking.statistics.rules import Recorded, hand_stats, page_check, pips_shown, totals


def match(number: int, ended_at_ms: int, won: bool | None = True) -> Recorded:
    return Recorded(number, ended_at_ms, won, units_won=2, units_lost=1, points_for=100, points_against=60)


def test_a_deal_is_described_by_pips_doubles_suit_and_missing_values():
    stats = hand_stats([(6, 6), (6, 5), (6, 1), (5, 5), (1, 0), (2, 1), (5, 1)])
    assert (stats.value, stats.doubles, stats.suit, stats.suit_count, stats.missing) == (50, 2, 1, 4, 2)


def test_a_double_shows_its_value_once_and_equal_counts_go_to_the_higher_value():
    stats = hand_stats([(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)])
    assert (stats.value, stats.doubles, stats.suit, stats.suit_count, stats.missing) == (42, 7, 6, 1, 0)


def test_totals_are_sums_over_the_window():
    sums = totals([match(1, 1, True), match(2, 2, False), match(3, 3, None)])
    assert (sums.matches, sums.won, sums.lost, sums.tied) == (3, 1, 1, 1)
    assert (sums.units_won, sums.units_lost, sums.points_for, sums.points_against) == (6, 3, 300, 180)
    assert (sums.net_chips, sums.elo_delta) == (0, 0)
    sums = totals([match(1, 1, True), match(2, 2, True), match(3, 3, True), match(4, 4, False), match(5, 5, False)])
    assert (sums.won, sums.lost, sums.tied) == (3, 2, 0)


def test_matches_are_open_to_their_player_only_and_totals_to_all():
    assert page_check("ana", "ana", "matches") is None
    assert page_check("ben", "ana", "totals") is None
    assert page_check("ben", "ana", "matches") == Refusal("stats_forbidden")


def test_the_winners_of_a_dominoes_match_are_shown_with_exactly_the_target():
    assert pips_shown(100, won=True, own_pips=113, other_pips=45) == (100, 45)
    assert pips_shown(100, won=False, own_pips=45, other_pips=113) == (45, 100)
