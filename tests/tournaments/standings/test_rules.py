"""Standings: services/tournaments/RULES.md §5."""

from hypothesis import given, settings
from hypothesis import strategies as st

from services.tournaments.standings.rules import Game, Standing, counted, standings

GAMES = {
    "Ana": [Game(2, 5), Game(0, -3), Game(2, 1)],
    "Ben": [Game(2, 9), Game(0, -20), Game(2, 4)],
    "Eva": [Game(2, 2), Game(2, 2), Game(0, -9)],
}


def rows(table):
    return [(row.player, row.points, row.margin) for row in table]


def test_the_example_comes_out_in_total_and_best_x():
    assert rows(standings(GAMES, "total")) == [("Ana", 4, 3), ("Eva", 4, -5), ("Ben", 4, -7)]
    assert rows(standings(GAMES, "best_x", 2)) == [("Ben", 4, 13), ("Ana", 4, 6), ("Eva", 4, 4)]


def test_the_best_games_are_by_points_then_margin_then_earlier_end():
    games = [Game(2, 1, 30), Game(0, 90, 10), Game(2, 1, 20), Game(2, 8, 40)]
    assert counted(games, "best_x", 2) == [Game(2, 8, 40), Game(2, 1, 20)]
    assert counted(games, "best_x", 9) == sorted(games, key=lambda game: (-game.points, -game.margin, game.ended_at_ms))
    assert counted(games, "total") == games


def test_fewer_games_win_a_tie_and_equal_ones_share_a_place():
    games = {"d": [Game(2, 1)], "c": [Game(2, 1)], "b": [Game(1, 0), Game(1, 1)], "a": [Game(2, 9)], "e": [Game(0, -9)]}
    table = standings(games, "total")
    assert [(row.player, row.place, row.games) for row in table] == [
        ("a", 1, 1), ("c", 2, 1), ("d", 2, 1), ("b", 4, 2), ("e", 5, 1),
    ]  # fmt: skip


def test_all_finished_games_are_listed_even_where_few_count():
    assert standings(GAMES, "best_x", 1)[0] == Standing("Ben", 1, 2, 9, 3)


def test_a_player_without_a_finished_game_or_disqualified_is_not_ranked():
    assert rows(standings({**GAMES, "Leo": []}, "total", disqualified={"Ana"})) == [("Eva", 4, -5), ("Ben", 4, -7)]


some_games = st.lists(st.builds(Game, st.sampled_from([0, 1, 2]), st.integers(-3, 3), st.integers(0, 3)), max_size=4)


@settings(max_examples=80)
@given(
    st.dictionaries(st.text("abAB", min_size=1, max_size=3), some_games, max_size=8), st.randoms(use_true_random=False)
)
def test_the_order_is_total_and_places_go_1_2_2_4(games, random):
    shuffled = list(games.items())
    random.shuffle(shuffled)
    table = standings(games, "best_x", 2)
    assert standings(dict(shuffled), "best_x", 2) == table
    assert sorted(row.player for row in table) == sorted(player for player in games if games[player])
    for index, row in enumerate(table):
        ahead = [other for other in table[:index] if rank(other) != rank(row)]
        assert row.place == len(ahead) + 1
        assert all(rank(other) < rank(row) for other in ahead)


def rank(row: Standing) -> tuple[int, int, int]:
    return -row.points, -row.margin, row.games
