"""A player's recorded matches in numbers: services/ranking/RULES.md §4."""

from services.tables.history.player_totals import Played, played, totals


def of(game: str, *results: bool | None) -> list[Played]:
    return [Played(game, at_ms, won) for at_ms, won in enumerate(results, 1)]


def test_matches_are_counted_by_game_the_most_played_first():
    found = totals([*of("tavli", True), *of("tichu", True, False, None)])
    assert [(each.game, each.matches, each.won, each.lost, each.tied) for each in found] == [
        ("tichu", 3, 1, 1, 1),
        ("tavli", 1, 1, 0, 0),
    ]
    assert found[0].last_at_ms == 3


def test_a_streak_counts_wins_up_and_losses_down():
    (found,) = totals(of("tavli", True, True, False, False, False))
    assert (found.streak, found.best_streak) == (-3, 2)
    (found,) = totals(of("tavli", False, True, True))
    assert (found.streak, found.best_streak) == (2, 2)


def test_a_tie_ends_a_streak():
    (found,) = totals(of("tavli", True, True, None))
    assert (found.streak, found.best_streak) == (0, 2)


def test_matches_count_in_the_order_in_which_they_ended():
    (found,) = totals(reversed(of("tavli", False, True, True)))
    assert found.streak == 2


def test_a_match_is_won_from_a_winning_seat():
    assert played("tavli", 1, "won", [1], 1) == Played("tavli", 1, True)
    assert played("tavli", 1, "forfeited", [1], 0) == Played("tavli", 1, False)
    assert played("tavli", 1, "tied", [0, 1], 0) == Played("tavli", 1, None)


def test_matches_without_a_winner_are_not_counted():
    assert played("baccarat", 1, "played", [], 0) is None
    assert played("tavli", 1, "won", [1], None) is None
