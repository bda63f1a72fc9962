"""How long tables waited from move to move."""

from bench.faults.gaps import Gaps


def test_a_wait_is_what_thinking_does_not_explain() -> None:
    gaps = Gaps()
    gaps.accepted(1, now_s=10.0, own_s=0.5)
    gaps.accepted(1, now_s=12.0, own_s=1.5)
    gaps.accepted(2, now_s=12.0, own_s=0.5)
    assert gaps.longest_ms == 500.0


def test_counting_anew_keeps_the_wait_that_has_begun() -> None:
    gaps = Gaps()
    gaps.accepted(1, now_s=10.0, own_s=0.0)
    gaps.accepted(1, now_s=15.0, own_s=0.0)
    gaps.begin()
    assert gaps.longest_ms == 0.0
    gaps.accepted(1, now_s=17.0, own_s=0.0)
    assert gaps.longest_ms == 2_000.0


def test_tables_without_a_move_since_then_are_still() -> None:
    gaps = Gaps()
    gaps.accepted(1, now_s=10.0, own_s=0.0)
    gaps.accepted(2, now_s=12.0, own_s=0.0)
    assert gaps.still({1, 2, 3}, since_s=11.0) == {1, 3}
