"""The witness sees what must not be: a lost move, a doubled effect, a board that changes by itself."""

from bench.robots.wire import Board, Event, Place, Result, View
from bench.robots.witness import Witness

TABLE = "t"


def view(board: str, match: str = "m1", phase: str = "playing", you: int | None = 0) -> View:
    rows = tuple(board[start : start + 3] for start in (0, 3, 6))
    result = None if phase == "playing" else Result(match)
    return View(
        TABLE, phase, match if phase == "playing" else "next", you, [], result, Board(rows, {"0": "X", "1": "O"})
    )


def place(version: int, cell: int) -> Event:
    return Event(version, "place", Place(cell // 3 + 1, cell % 3 + 1))


def witness() -> Witness:
    made = Witness("robot 1")
    made.sit(TABLE)
    made.shown(10, view("........."))
    return made


def faults(seen: Witness) -> tuple[int, int, int]:
    return len(seen.lost), len(seen.doubled), len(seen.broken)


def test_a_game_as_it_should_be_raises_no_complaint() -> None:
    seen = witness()
    seen.sent("a", "m1", 4)
    seen.acknowledged("a", 11, exact=False)
    assert seen.shown(11, view("....X...."), [place(11, 4)])
    assert seen.shown(12, view("O...X...."), [place(12, 0)])
    assert seen.shown(13, view("O...X....", phase="choosing"), [Event(13, "ended")])
    assert seen.shown(15, view(".........", "m2"), [Event(14, "begun"), Event(15, "leader")])
    assert seen.shown(16, view("....X....", "m2"), [place(16, 4)])
    assert faults(seen) == (0, 0, 0)


def test_an_acknowledged_move_that_is_not_on_the_board_is_lost() -> None:
    seen = witness()
    seen.sent("a", "m1", 4)
    seen.acknowledged("a", 11, exact=True)
    seen.shown(11, view("........."))
    assert faults(seen) == (1, 0, 0)


def test_an_acknowledged_move_may_be_missing_from_a_view_that_is_older() -> None:
    seen = witness()
    seen.sent("a", "m1", 4)
    seen.acknowledged("a", 12, exact=True)
    seen.shown(11, view("........."))
    assert faults(seen) == (0, 0, 0)
    seen.shown(12, view("........."))
    assert faults(seen) == (1, 0, 0)


def test_an_acknowledged_move_that_the_other_side_now_has_is_lost() -> None:
    seen = witness()
    seen.sent("a", "m1", 4)
    seen.acknowledged("a", 11, exact=True)
    seen.shown(12, view("X...O...."))
    assert seen.lost


def test_a_command_done_at_two_versions_took_effect_twice() -> None:
    seen = witness()
    seen.sent("a", "m1", 4)
    seen.acknowledged("a", 11, exact=True)
    seen.acknowledged("a", 13, exact=True)
    assert faults(seen) == (0, 1, 0)


def test_a_command_published_with_a_later_view_may_turn_out_to_be_older_but_not_younger() -> None:
    seen = witness()
    seen.sent("a", "m1", 4)
    seen.acknowledged("a", 13, exact=False)
    seen.acknowledged("a", 11, exact=True)
    assert faults(seen) == (0, 0, 0)
    seen.acknowledged("a", 14, exact=True)
    assert faults(seen) == (0, 1, 0)


def test_a_cell_marked_twice_in_one_match_is_a_doubled_effect() -> None:
    seen = witness()
    seen.shown(11, view("....X...."), [place(11, 4)])
    seen.shown(12, view("....X...."), [place(12, 4)])
    assert faults(seen) == (0, 1, 0)


def test_a_cell_known_from_a_snapshot_counts_as_marked() -> None:
    seen = witness()
    seen.shown(20, view("....X...."))
    seen.shown(21, view("....X...."), [place(21, 4)])
    assert faults(seen) == (0, 1, 0)


def test_events_that_were_received_before_are_not_received_again() -> None:
    seen = witness()
    seen.shown(11, view("....X...."), [place(11, 4)])
    seen.shown(12, view("O...X...."), [place(11, 4), place(12, 0)])
    assert faults(seen) == (0, 0, 0)


def test_a_mark_that_changes_or_goes_breaks_the_board() -> None:
    for after in ("....O....", ".........", "X...O...."):
        seen = witness()
        seen.shown(11, view("....X...."))
        seen.shown(12, view(after))
        assert seen.broken, after


def test_two_marks_of_one_side_in_a_row_break_the_turns() -> None:
    seen = witness()
    seen.shown(12, view("X...X...."))
    assert faults(seen) == (0, 0, 1)


def test_a_result_that_changes_is_a_broken_promise() -> None:
    seen = witness()
    seen.sent("a", "m1", 4)
    seen.refused("a", "stale")
    seen.acknowledged("a", 11, exact=True)
    seen.sent("b", "m1", 5)
    seen.acknowledged("b", 12, exact=True)
    seen.refused("b", "stale")
    assert faults(seen) == (0, 0, 2)


def test_a_result_of_a_command_that_was_never_sent_is_a_broken_promise() -> None:
    seen = witness()
    seen.acknowledged("x", 11, exact=True)
    seen.refused("y", "stale")
    assert faults(seen) == (0, 0, 2)


def test_an_old_frame_is_counted_and_changes_nothing() -> None:
    seen = witness()
    seen.shown(12, view("O...X...."))
    assert not seen.shown(11, view("....X...."))
    assert (seen.stale, seen.version, faults(seen)) == (1, 12, (0, 0, 0))


def test_another_table_starts_from_nothing() -> None:
    seen = witness()
    seen.sit("other")
    assert seen.shown(3, view("........."))
    assert faults(seen) == (0, 0, 0)


def test_a_table_that_was_stopped_is_a_broken_promise() -> None:
    seen = witness()
    seen.shown(11, view(".........", phase="stopped"))
    assert faults(seen) == (0, 0, 1)
