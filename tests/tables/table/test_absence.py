"""The fixed window: services/tables/RULES.md §9."""

import pytest

from services.tables.table.absence import (
    Absence,
    ReturnSettings,
    card_clock_after_return,
    ends_at_ms,
    first_out,
    is_in_time,
    lost,
    returned,
    window_ms,
)


@pytest.mark.parametrize(("before_s", "window_s"), [(0, 300), (600, 300), (601, 299), (899, 1), (900, 0), (1000, 0)])
def test_the_window_is_five_minutes_and_all_absences_fifteen(before_s, window_s):
    assert window_ms(before_s * 1000) == window_s * 1000


def test_a_return_in_the_last_millisecond_is_in_time():
    assert is_in_time(0, 300_000)
    assert not is_in_time(0, 300_001)
    assert is_in_time(899_999, 1)


def test_absences_add_up_over_the_match():
    absence = Absence()
    for start_s in (0, 1000, 2000):
        absence = returned(lost(absence, start_s * 1000), (start_s + 250) * 1000)
    assert absence == Absence(750_000)
    assert ends_at_ms(lost(absence, 3_000_000)) == 3_150_000


def test_a_second_report_of_the_same_loss_changes_nothing():
    gone = lost(Absence(), 1000)
    assert lost(gone, 2000, abandoned=True) == gone
    assert returned(Absence(5), 2000) == Absence(5)


def test_the_first_window_to_run_out_ends_the_match_for_that_player_alone():
    absences = {0: lost(Absence(800_000), 50_000), 1: Absence(), 2: lost(Absence(), 0, abandoned=True)}
    assert first_out(absences, 150_000) is None
    assert first_out(absences, 150_001) == 0
    assert first_out(absences, 10**9) == 0
    assert first_out({2: absences[2]}, 300_001) == 2


def test_of_windows_that_end_together_the_earlier_loss_counts():
    settings = ReturnSettings(return_window_s=300, return_total_s=600)
    absences = {0: lost(Absence(500_000), 200_000), 3: lost(Absence(), 0)}
    assert first_out(absences, 300_001, settings) == 3


def test_the_player_to_move_gets_a_full_new_clock_but_in_the_own_turn_only_once():
    assert card_clock_after_return(20_000, 3_000, own_turn=False, renewed=True) == 20_000
    assert card_clock_after_return(20_000, 3_000, own_turn=True, renewed=False) == 20_000
    assert card_clock_after_return(20_000, 3_000, own_turn=True, renewed=True) == 3_000
