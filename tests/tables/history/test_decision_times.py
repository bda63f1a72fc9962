"""Decision times of a match, from its journal: services/moderation/RULES.md §7."""

from services.contracts.moderation.signals import SeatTimes
from services.tables.history.decision_times import TimedLine, seat_times


def line(at_ms: int, kind: str, actor: int | None = None, *, by_command: bool = False) -> TimedLine:
    return TimedLine(actor, kind, by_command, at_ms)


def test_a_decision_takes_from_the_entry_before_it() -> None:
    lines = [
        line(1_000, "begun"),
        line(3_000, "moved", 0, by_command=True),
        line(3_500, "lost", 1),
        line(9_000, "timeout", 1),
        line(9_200, "moved", 1, by_command=True),
        line(9_300, "moved", 0),
        line(9_700, "moved", 0, by_command=True),
    ]
    assert seat_times(lines, ["ana", "ben"]) == [
        SeatTimes(account="ana", decisions=2, total_ms=2_400, squares_ms2=4_160_000, losses=0),
        SeatTimes(account="ben", decisions=1, total_ms=200, squares_ms2=40_000, losses=1),
    ]


def test_computer_players_and_seats_that_did_nothing_are_left_out() -> None:
    lines = [line(0, "begun"), line(5, "moved", 0, by_command=True), line(9, "moved", 1, by_command=True)]
    assert [each.account for each in seat_times(lines, [None, "ben", "eva"])] == ["ben"]
