"""What the clocks charged is computed from the journals alone, and the players' own thinking is not the platform's."""

from bench.faults.charges import Charges, Decision, charges, decisions, timeouts
from services.contracts.tables.commands import SeatPlayer, StartOrder
from services.tables.catalogue.policies import policies_of
from services.tables.settings import TablesSettings
from services.tables.table import entries
from services.tables.table.entries import Entry


def journal(*later: Entry) -> dict[str, list[Entry]]:
    """A table at which X has been due since 10 s, and what comes later."""
    seats = [SeatPlayer(name=name, account=name) for name in ("ann", "bob")]
    order = StartOrder(name="Table", game="tictactoe", options={"size": 3}, stake_chips=0, organizer=0, seats=seats)
    actions = [
        entries.Opened(order, 1, policies_of("tictactoe", TablesSettings()), "queue"),
        entries.Asked("match", 1, "00" * 32),
        entries.Begun(),
        entries.DrawnFor(1, "leader", (0,), 1),
    ]
    begun = [Entry(seq, 10_000, action) for seq, action in enumerate(actions, start=1)]
    return {"table": [*begun, *later]}


def place(seq: int, at_ms: int, seat: int, col: int, command: str | None) -> Entry:
    move = {"move": "place", "row": 1, "col": col}
    return Entry(seq, at_ms, entries.Moved(move), actor=seat, command=command)


def test_a_decision_is_charged_from_the_moment_it_was_due() -> None:
    lines = journal(place(5, 10_700, 0, 1, "a"), place(6, 12_000, 1, 2, "b"))
    assert list(decisions(lines)) == [Decision("table", "a", 700), Decision("table", "b", 1_300)]


def test_what_the_server_gave_back_is_not_charged() -> None:
    lines = journal(Entry(5, 13_000, entries.Resumed(2_500)), place(6, 13_200, 0, 1, "a"))
    assert list(decisions(lines)) == [Decision("table", "a", 700)]


def test_moves_of_the_table_itself_are_no_decisions() -> None:
    assert list(decisions(journal(place(5, 10_700, 0, 1, None)))) == []


def test_periods_that_ran_out_are_counted() -> None:
    assert timeouts(journal(Entry(5, 40_000, entries.TimedOut(0)))) == 1
    assert timeouts(journal()) == 0


def test_only_what_goes_beyond_own_thinking_and_bound_is_charged_too_much() -> None:
    decided = [Decision("t", "a", 700), Decision("t", "b", 3_000), Decision("t", "c", 1_500), Decision("t", "x", 9_000)]
    own_ms = {"a": 650.0, "b": 500.0, "c": 1_400.0}
    assert charges(decided, own_ms, 2_000) == Charges(3, 500, 2_500)
    assert charges([], own_ms, 2_000) == Charges(0, 0, 0)
