"""Decision times of a match, from its journal: services/moderation/RULES.md §7."""

from services.contracts.signals import SeatTimes
from services.contracts.tables import Entry
from services.tables.history.timing import seat_times


def entry(seq: int, at_ms: int, kind: str, actor: int | None = None, command: str | None = None) -> Entry:
    return Entry(seq=seq, actor=actor, action={"k": kind}, command=command, at_ms=at_ms)


def test_a_decision_takes_from_the_entry_before_it() -> None:
    entries = [
        entry(1, 1_000, "begun"),
        entry(2, 3_000, "moved", 0, "a"),
        entry(3, 3_500, "lost", 1),
        entry(4, 9_000, "timeout", 1),
        entry(5, 9_200, "moved", 1, "b"),
        entry(6, 9_300, "moved", 0, None),
        entry(7, 9_700, "moved", 0, "c"),
    ]
    assert seat_times(entries, ["ana", "ben"]) == [
        SeatTimes(account="ana", decisions=2, total_ms=2_400, squares_ms2=4_160_000, losses=0),
        SeatTimes(account="ben", decisions=1, total_ms=200, squares_ms2=40_000, losses=1),
    ]


def test_computer_players_and_seats_that_did_nothing_are_left_out() -> None:
    entries = [entry(1, 0, "begun"), entry(2, 5, "moved", 0, "a"), entry(3, 9, "moved", 1, "b")]
    assert [each.account for each in seat_times(entries, [None, "ben", "eva"])] == ["ben"]
