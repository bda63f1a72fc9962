"""The computer player (RULES.md §8)."""

import pytest

from games.api import Over
from games.tictactoe import search
from games.tictactoe.board import BOARDS
from games.tictactoe.bot import ERROR, by_preference, choose, erring, forks, promise, strongest
from games.tictactoe.moves import Place
from games.tictactoe.search import best_cells, worth
from games.tictactoe.state import State
from tests.games.seeded_matches import Chance
from tests.games.tictactoe.boards import game, led_by, played

RNG = Chance(0)


def chosen(rows: list[str], mark: str = "X") -> str:
    """The cell that the computer player marks, as text."""
    board = BOARDS[len(rows)]
    x, o = board.masks(rows)
    return board.names[choose(board, x, o) if mark == "X" else choose(board, o, x)]


def ask(state: State, seat: int) -> Place | None:
    return game.bot(game.view(state, seat), RNG)


def results_against_every_reply(state: State, seat: int, seen: set[tuple[int, int]]) -> set[int | None]:
    """The winners of all matches in which the computer plays one seat and the other tries everything."""
    if (state.x, state.o) in seen:
        return set()
    seen.add((state.x, state.o))
    waits = game.next(state)
    if isinstance(waits, Over):
        return {state.winner}
    turn = waits.due[0].seat
    moves = [ask(state, seat)] if turn == seat else list(game.legal(state, turn))
    winners: set[int | None] = set()
    for move in moves:
        assert move is not None and game.check(state, turn, move) is None
        winners |= results_against_every_reply(game.apply(state, turn, move), seat, seen)
    return winners


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("seat", [0, 1])
def test_on_the_small_board_it_never_loses_whatever_the_other_does(seat: int, leader: int) -> None:
    assert results_against_every_reply(led_by(leader), seat, set()) == {seat, None}


def test_it_does_not_lose_to_two_opposite_corners() -> None:
    state = played(["1,1", "2,2", "3,3"])
    move = ask(state, 1)
    assert move is not None and (move.row, move.col) in {(1, 2), (2, 1), (2, 3), (3, 2)}


@pytest.mark.parametrize("size", [3, 4, 5])
def test_it_plays_only_when_its_seat_is_in_turn(size: int) -> None:
    state = led_by(1, size)
    assert ask(state, 1) is not None
    assert ask(state, 0) is None
    assert game.bot(game.view(state, "public"), RNG) is None


def test_after_the_end_it_wants_nothing() -> None:
    state = played(["1,1", "2,1", "1,2", "2,2", "1,3"])
    assert ask(state, 0) is None and ask(state, 1) is None


# --- the steps, on the larger boards where nothing is searched ---


def test_first_it_completes_an_own_line() -> None:
    assert chosen(["XXX.", "OOO.", "....", "...."]) == "1,4"
    assert chosen(["XXX.", "OOO.", "....", "...."], "O") == "2,4"


def test_then_it_stops_a_line_that_the_other_would_complete_next() -> None:
    assert chosen(["OOO.", "XX..", "X...", "...."]) == "1,4"
    assert chosen(["X.XX.", "OO...", "O....", ".....", "....."], "O") == "1,2"


def test_then_it_makes_two_own_lines_that_each_lack_one_mark() -> None:
    assert chosen(["..XX", "X..O", "X...", ".O.."]) == "1,1"


def test_lines_with_an_enemy_mark_do_not_count_for_two() -> None:
    rows = ["..XX", "X..O", "X...", "O..."]
    assert not forks(BOARDS[4], *BOARDS[4].masks(rows), BOARDS[4].cell(1, 1))
    assert chosen(rows) == "3,3"


def test_two_lines_in_the_same_row_of_the_large_board_count_as_two() -> None:
    assert chosen([".....", ".....", "..XX.", ".....", "O...O"]) == "3,2"


def test_then_it_takes_the_cell_with_which_the_other_would_make_two() -> None:
    assert chosen(["..OO", "O..X", "O...", ".X.."]) == "1,1"


def test_an_own_fork_comes_before_the_other_one() -> None:
    rows = ["..XX.", "X....", "X....", "....O", "..OO."]  # X would fork on 1,1; O on 5,5 and elsewhere
    board = BOARDS[5]
    x, o = board.masks(rows)
    cell = choose(board, x, o)
    assert forks(board, x, o, cell)
    assert any(forks(board, o, x, other) for other in board.cells(board.full & ~(x | o)))


def test_else_the_most_promising_lines_decide() -> None:
    """Empty lines count 1 each; own marks 3 more, enemy marks 2 more; lines with both count nothing."""
    board = BOARDS[4]
    x, o = board.masks(["X...", "....", "....", "...O"])
    assert promise(board, x, o, board.cell(1, 2)) == (1 + 3) + 1
    assert promise(board, x, o, board.cell(4, 1)) == (1 + 2) + (1 + 3) + 1
    assert promise(board, x, o, board.cell(2, 2)) == 1 + 1 + 0
    assert chosen(["X...", "....", "....", "...O"]) == "1,4"


@pytest.mark.parametrize(("size", "first"), [(3, "2,2"), (4, "2,2"), (5, "3,3")])
def test_on_an_empty_board_it_takes_the_centre_or_the_first_cell_beside_it(size: int, first: str) -> None:
    assert chosen(["." * size] * size) == first


def test_equal_cells_are_taken_nearest_the_centre_then_by_row_then_by_column() -> None:
    names = [BOARDS[4].names[cell] for cell in by_preference(4)]
    assert names[:6] == ["2,2", "2,3", "3,2", "3,3", "1,2", "1,3"] and names[-4:] == ["1,1", "1,4", "4,1", "4,4"]
    names = [BOARDS[5].names[cell] for cell in by_preference(5)]
    assert names[:9] == ["3,3", "2,3", "3,2", "3,4", "4,3", "2,2", "2,4", "4,2", "4,4"]
    assert names[9:13] == ["1,3", "3,1", "3,5", "5,3"]


def test_the_steps_choose_among_equals_by_the_same_preference() -> None:
    assert chosen([".XXX.", ".....", ".....", "OOO..", "....."]) == "1,1"
    assert chosen(["X...X", ".X.X.", ".....", ".X.X.", "....."]) == "3,3"


# --- the search ---


def test_a_won_position_is_worth_one_and_a_lost_one_minus_one() -> None:
    board = BOARDS[3]
    x, o = board.masks(["XX.", "OO.", "..."])
    assert worth(x, o) == 1 and worth(o, x) == 1
    x, o = board.masks(["X.X", ".O.", "XO."])  # O stops only one of two lines
    assert worth(o, x) == 1
    x, o = board.masks(["X.X", "O..", "X.O"])
    assert worth(o, x) == -1


def test_the_best_cells_against_a_corner_are_the_centre_alone() -> None:
    board = BOARDS[3]
    x, o = board.masks(["X..", "...", "..."])
    assert [board.names[cell] for cell in best_cells(o, x, tuple(range(1, 9)))] == ["2,2"]


# --- the search on larger boards ---


def test_two_forced_replies_ahead_are_seen_where_rules_of_thumb_see_nothing() -> None:
    """X on 3,3 threatens a row of three open at both ends, which cannot be stopped any more."""
    board = BOARDS[5]
    own, enemy = board.masks([".....", ".....", ".XX..", ".O.O.", "....."])
    cell = strongest(board, own, enemy)
    assert board.names[cell] in {"3,4", "3,1"}


def test_a_search_looks_at_so_many_positions_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    board, looked = BOARDS[5], [0]
    guess = search._Search._guess
    monkeypatch.setattr(search, "POSITIONS_MAX", 500)

    def counted(*given: object) -> int:
        looked[0] += 1
        return guess(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(search._Search, "_guess", counted)
    strongest(board, 0, 0)
    assert 500 < looked[0] <= 501 * 25


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("strength", ["strong", "medium", "easy"])
def test_the_same_chance_gives_the_same_move_and_no_strength_overlooks_its_own_line(size: int, strength: str) -> None:
    board = BOARDS[size]
    rows = ["X" * (board.k - 1) + "." * (size - board.k + 1), "O" * (board.k - 1) + "." * (size - board.k + 1)]
    own, enemy = board.masks(rows + ["." * size] * (size - 2))
    for seed in range(30):
        if strength == "strong":
            assert strongest(board, own, enemy) == board.k - 1
        else:
            moves = {erring(board, own, enemy, Chance(seed), ERROR[strength]) for _ in range(2)}
            assert moves == {board.k - 1}


def test_medium_always_stops_a_line_and_easy_only_mostly() -> None:
    board = BOARDS[4]
    own, enemy = board.masks(["OOO.", "XX..", "X...", "...."])
    stopped = {
        strength: sum(erring(board, own, enemy, Chance(seed), ERROR[strength]) == 3 for seed in range(200))
        for strength in ("medium", "easy")
    }
    assert stopped["medium"] == 200 and 100 < stopped["easy"] < 200


def test_the_stronger_one_wins_more_on_the_large_board() -> None:
    """From openings by chance, with seats changed; a draw is half a win."""
    pairs = (("strong", "medium"), ("medium", "easy"))
    for pair in pairs:
        won = [score(5, pair, seed, swapped) for seed in range(5) for swapped in (False, True)]
        assert sum(won) > len(won) * 0.6, pair


def score(size: int, pair: tuple[str, str], seed: int, swapped: bool) -> float:
    state, chance = led_by(0, size), Chance("score", size, seed)
    for turn in range(size * size + 1):
        waits = game.next(state)
        if isinstance(waits, Over):
            return 0.5 if state.winner is None else float(state.winner == int(swapped))
        seat = waits.due[0].seat
        strength = pair[seat ^ int(swapped)]
        legal = list(game.legal(state, seat))
        move = chance.pick(legal) if turn < 2 else game.bot(game.view(state, seat), chance, strength)
        state = game.apply(state, seat, move)
    raise AssertionError("no end")
