"""The fixed window: services/tables/RULES.md §9."""

import pytest

from services.tables.table.absence import (
    Absence,
    ReturnSettings,
    ends_at_ms,
    first_to_end,
    lost,
    returned,
    window_ms,
)


@pytest.mark.parametrize(("before_s", "window_s"), [(0, 300), (600, 300), (601, 299), (899, 1), (900, 0), (1000, 0)])
def test_the_window_is_five_minutes_and_all_absences_fifteen(before_s, window_s):
    assert window_ms(before_s * 1000) == window_s * 1000


def test_the_window_ends_with_its_last_millisecond():
    assert ends_at_ms(lost(Absence(), 1_000)) == 301_000
    assert ends_at_ms(lost(Absence(899_999), 1_000)) == 1_001
    assert ends_at_ms(Absence()) is None


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
    assert first_to_end(absences) == (150_000, 0)
    assert first_to_end({2: absences[2]}) == (300_000, 2)
    assert first_to_end({1: absences[1]}) is None


def test_of_windows_that_end_together_the_earlier_loss_counts():
    settings = ReturnSettings(return_window_s=300, return_total_s=600)
    absences = {0: lost(Absence(500_000), 200_000), 3: lost(Absence(), 0)}
    assert first_to_end(absences, settings) == (300_000, 3)
