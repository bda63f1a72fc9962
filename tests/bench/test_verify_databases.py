"""The journal is compared with what the robots received: a lost move and a doubled one are found."""

from bench.robots.verify_databases import Line, Verdict, check_commands, check_versions
from bench.robots.witness import Command


def command(cell: int | None = 0, version: int | None = None, exact: bool = True, refused: str = "") -> Command:
    made = Command("t", "m", cell)
    made.version, made.answered_exactly, made.refused = version, exact, refused
    return made


def line(seq: int, command_id: str = "", cell: int | None = None, match: str = "m", table: str = "t") -> Line:
    move = {"move": "place", "row": cell // 3 + 1, "col": cell % 3 + 1} if cell is not None else {}
    return Line(table, seq, match, command_id, {"k": "moved", "move": move})


def checked(lines: list[Line], commands: dict[str, Command]) -> Verdict:
    verdict = Verdict()
    check_commands(lines, commands, verdict)
    check_versions(lines, verdict)
    return verdict


def test_a_journal_that_has_every_acknowledged_command_once_is_clean() -> None:
    verdict = checked(
        [line(1), line(2, "a", 4), line(3, "b", 0), line(4, "c")],
        {"a": command(4, 2), "b": command(0, 5, exact=False), "c": command(None, 4), "d": command(7)},
    )
    assert verdict.is_clean
    assert verdict.moves_acked == 2


def test_an_acknowledged_move_that_is_not_in_the_journal_is_lost() -> None:
    assert len(checked([line(1)], {"a": command(4, 2)}).lost) == 1


def test_a_command_with_two_lines_took_effect_twice() -> None:
    assert len(checked([line(1, "a", 4), line(2, "a", 5)], {"a": command(4, 1)}).doubled) == 1


def test_a_cell_with_two_lines_in_a_match_took_effect_twice() -> None:
    assert len(checked([line(1, "a", 4), line(2, "b", 4)], {}).doubled) == 1
    assert checked([line(1, "a", 4), line(2, "b", 4, match="n")], {}).is_clean


def test_a_refused_command_in_the_journal_is_a_broken_promise() -> None:
    assert len(checked([line(1, "a", 4)], {"a": command(4, refused="stale")}).broken) == 1


def test_a_line_that_is_not_what_was_sent_is_a_broken_promise() -> None:
    assert len(checked([line(1, "a", 5)], {"a": command(4, 1)}).broken) == 1
    assert len(checked([line(1, "a", 4, table="other")], {"a": command(4, 1)}).broken) == 1


def test_a_result_that_names_another_version_is_a_broken_promise() -> None:
    assert len(checked([line(1), line(2, "a", 4)], {"a": command(4, 1, exact=False)}).broken) == 1
    assert len(checked([line(1), line(2, "a", 4)], {"a": command(4, 3)}).broken) == 1


def test_a_gap_in_a_journal_is_a_broken_promise() -> None:
    assert len(checked([line(1), line(3)], {}).broken) == 1


def test_open_escrows_and_a_sum_that_is_not_nothing_are_not_clean() -> None:
    assert not Verdict(open_escrows=1).is_clean
    assert not Verdict(ledger_sum=-1).is_clean
