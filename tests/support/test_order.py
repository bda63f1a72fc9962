"""In which order the files of a run are begun."""

from tests.support.order import in_order

LONG, BROWSER, REAL, QUICK = range(4)


def test_files_are_begun_by_rank_and_otherwise_as_they_came() -> None:
    ranks = {"quick": QUICK, "c": REAL, "a": BROWSER, "b": BROWSER, "chaos": LONG}
    assert in_order(ranks, ()) == ["chaos", "a", "b", "c", "quick"]


def test_files_that_wait_are_spread_among_those_with_browsers() -> None:
    browsers = {f"b{number}": BROWSER for number in range(6)}
    ranks = browsers | {"w1": REAL, "w2": REAL, "w3": QUICK, "chaos": LONG, "quick": QUICK}
    expected = ["chaos", "w1", "b0", "b1", "w2", "b2", "b3", "w3", "b4", "b5", "quick"]
    assert in_order(ranks, {"w1", "w2", "w3"}) == expected


def test_more_files_that_wait_than_files_with_browsers_lose_none() -> None:
    ranks = {"w1": REAL, "w2": REAL, "w3": REAL, "b": BROWSER, "quick": QUICK}
    assert in_order(ranks, {"w1", "w2", "w3"}) == ["w1", "w2", "w3", "b", "quick"]
    assert in_order({"w1": REAL, "w2": REAL, "quick": QUICK}, {"w1", "w2"}) == ["quick", "w1", "w2"]
