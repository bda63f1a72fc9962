"""A correction of staff reaches everything of tables that shows a result: RULES.md §12."""

from typing import Any

import pytest

from services.contracts.moderation.orders import FreeMatchCorrected
from services.contracts.partners import lookups
from services.contracts.tables import catalogue
from services.contracts.tables import recordings as contract
from services.contracts.tournaments.events import ResultCorrected
from services.contracts.wallet.events import MatchCorrected
from services.tables.history import use_cases as history
from services.tables.journal import privacy_rows
from services.tables.service import TablesService
from tests.tables.history.test_recordings import ask, of, recording
from tests.tables.support.desk import Desk, Seated

COMMON: dict[str, Any] = {"accounts": ["ann", "bob"], "departed": [], "by": "oz", "reason": "a wrong result"}


@pytest.fixture
def played(desk: Desk) -> Seated:
    table = desk.open(stake=200).begin()
    table.play_out()
    table.settled(of(table), [320, 0])
    return table


def corrections(match: str, revision: int, outcome: str, winners: list[int]) -> dict[str, Any]:
    """The same correction as each service publishes it, by the handler that takes it in."""
    news: dict[str, Any] = {"match": match, "revision": revision, "outcome": outcome, "winners": winners, **COMMON}
    chips: dict[str, Any] = {"payouts": [0, 0], "last_payouts": [0, 0], "first_round_done": None}
    return {
        "on_match_corrected": MatchCorrected(**news, **chips),
        "on_free_match_corrected": FreeMatchCorrected(**news),
        "on_result_corrected": ResultCorrected(**news, competition="cup", table="t", sides=[[0], [1]]),
    }


HANDLERS = ("on_match_corrected", "on_free_match_corrected", "on_result_corrected")


def correct(desk: Desk, how: str, *news: Any) -> None:
    with desk.database.work() as work:
        assert callable(getattr(TablesService, how))
        history.correct_results(work, list(news))


def shown(desk: Desk, match: str) -> dict[str, tuple[str, list[int]]]:
    """By reader: outcome and winners that count."""
    (line,) = ask(desk, contract.ListRecordings(account="ann")).recordings
    (listed,) = ask(desk, contract.FindMatches(roles=["operator"])).recordings
    whole = recording(desk, match)
    stored = ask(desk, catalogue.GetMatch(match=match))
    (many,) = ask(desk, lookups.GetMatches(matches=[match])).matches
    (paged,) = ask(desk, lookups.ListMatches()).matches
    with desk.database.work() as work:
        (exported,) = privacy_rows.collect(work, "ann")["matches"]
    counts = whole.corrected or contract.Correction(0, whole.outcome, whole.result["winners"], 0)
    return {
        "list": (line.outcome, line.winners),
        "found": (listed.outcome, listed.winners),
        "recording": (counts.outcome, counts.winners),
        "export": (exported["outcome"], exported["winners"]),
        **{
            name: (each.outcome, each.result["winners"])
            for name, each in {"match": stored, "many": many, "page": paged}.items()
        },
    }


def totals(desk: Desk, account: str) -> tuple[int, int, int]:
    games = ask(desk, contract.GetTotals(account=account)).games
    return (games[0].won, games[0].lost, games[0].tied) if games else (0, 0, 0)


def records(desk: Desk) -> list[tuple[int, int, int]]:
    """On the card of ann as bob sees it: won, lost and tied by her, and by him against her."""
    found = ask(desk, contract.GetRecord(player="ann", viewer="bob"))
    return [(each.won, each.lost, each.tied) for games in (found.games, found.together) for each in games]


def test_a_players_card_counts_a_corrected_match_as_it_counts_now(desk: Desk, played: Seated) -> None:
    match = of(played)
    (winner,) = recording(desk, match).result["winners"]
    first = (1, 0, 0) if winner == 0 else (0, 1, 0)
    assert records(desk) == [first, (first[1], first[0], 0)]
    correct(desk, HANDLERS[0], corrections(match, 1, "won", [1 - winner])[HANDLERS[0]])
    assert records(desk) == [(first[1], first[0], 0), first]
    correct(desk, HANDLERS[0], corrections(match, 2, "void", [])[HANDLERS[0]])
    assert records(desk) == []


def against(desk: Desk, viewer: str, player: str) -> tuple[int, int, int]:
    games = ask(desk, contract.GetRecord(viewer=viewer, player=player)).together
    return (games[0].won, games[0].lost, games[0].tied) if games else (0, 0, 0)


@pytest.mark.parametrize("how", HANDLERS)
@pytest.mark.parametrize(("outcome", "winner"), [("won", True), ("tied", False), ("void", False)])
def test_every_reader_agrees_after_a_correction(
    desk: Desk, played: Seated, how: str, outcome: str, winner: bool
) -> None:
    match = of(played)
    before = recording(desk, match)
    (lost,) = {0, 1} - set(before.result["winners"])
    winners = [lost] if winner else []
    assert len(set(map(str, shown(desk, match).values()))) == 1
    correct(desk, how, corrections(match, 1, outcome, winners)[how])
    assert set(map(str, shown(desk, match).values())) == {str((outcome, winners))}
    own = {"won": (1, 0, 0), "tied": (0, 0, 1), "void": (0, 0, 0)}[outcome]
    assert totals(desk, ("ann", "bob")[lost]) == own
    assert against(desk, ("ann", "bob")[lost], ("bob", "ann")[lost]) == own
    after = recording(desk, match)
    assert (after.outcome, after.result, after.events) == (before.outcome, before.result, before.events)


def test_the_last_correction_counts_in_whatever_order_they_come(desk: Desk, played: Seated) -> None:
    match, how = of(played), "on_match_corrected"
    second, first = corrections(match, 2, "tied", [])[how], corrections(match, 1, "void", [])[how]
    correct(desk, how, second, first)
    correct(desk, how, first)
    assert set(map(str, shown(desk, match).values())) == {str(("tied", []))}


def test_a_correction_of_a_match_of_elsewhere_changes_nothing(desk: Desk, played: Seated) -> None:
    before = shown(desk, of(played))
    correct(desk, "on_match_corrected", corrections("another", 1, "void", [])["on_match_corrected"])
    assert shown(desk, of(played)) == before
