"""Matches from other programs: kept, gone through, played on, deleted, erased: RULES.md §24."""

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from services.contracts.base import Done
from services.contracts.tables import analysis, sharing
from services.contracts.tables import imports as contract
from services.contracts.tables import recordings as records
from services.contracts.tables.recordings import DiceStep, MoveStep
from services.kernel.refusal import Refusal
from services.platform.process.quiet_pool import Busy
from services.tables import metrics
from services.tables.history import finished_match_rows as finished
from services.tables.history import replay
from services.tables.history.recordings import plain
from services.tables.imports import rules
from services.tables.imports.rules import Imported, recording_of
from services.tables.journal import privacy_rows
from services.tables.schema import branches, imports
from tests.games.tavli.test_match_text import match, moments_of, text_of
from tests.tables.history.test_recordings import ask, service_of
from tests.tables.support.desk import Desk

TEXT = Path("tests/games/tavli/gnubg_match.mat").read_text(encoding="utf-8")
OTHER = TEXT.replace("gnubg", "Nikos")


def bring(desk: Desk, text: str = TEXT, account: str = "ann", **more: Any) -> Any:
    return ask(desk, contract.ImportMatch(account=account, text=text), **more)


def listed(desk: Desk, account: str = "ann") -> list[contract.ImportedMatch]:
    found: contract.ImportedMatches = ask(desk, contract.ListImports(account=account))
    return found.imports


@pytest.fixture
def brought(desk: Desk) -> str:
    found: contract.ImportedMatch = bring(desk)
    return found.match


def rows_of(desk: Desk) -> list[Any]:
    return list(desk.database.run(lambda work: work.execute(sa.select(imports)).all()))


# --- keeping ---


def test_a_text_is_kept_as_a_match_with_its_players_and_games(desk: Desk) -> None:
    found = bring(desk)
    assert (found.game, found.players, found.games) == ("tavli", ["gnubg", "root"], 5)
    assert found.imported_at_ms == desk.clock.now_ms()
    assert listed(desk) == [found] and ask(desk, contract.ListImports(account="ann")).limit == 50


def test_the_same_text_again_is_the_same_import_and_another_account_has_its_own(desk: Desk, brought: str) -> None:
    desk.clock.advance(1_000)
    assert bring(desk).match == brought and len(rows_of(desk)) == 1
    assert bring(desk, account="bob").match != brought
    assert [each.match for each in listed(desk)] == [brought]


def test_imports_are_listed_newest_first(desk: Desk, brought: str) -> None:
    desk.clock.advance(1_000)
    later = bring(desk, OTHER)
    assert [each.match for each in listed(desk)] == [later.match, brought]
    assert listed(desk)[0].players == ["Nikos", "root"]


REFUSED = {
    "no text": ("", Refusal("import_invalid")),
    "too long": ("; " + "λ" * 32_000, Refusal("import_too_long", {"bytes_max": 64_000})),
    "another form": ("Dear all", Refusal("import_unreadable", {"line": 1})),
    "a cube": (TEXT.replace(" 12) ", " 12)  Doubles => 2 ", 1), Refusal("import_cube", {"game": 1, "line": 18})),
    "an illegal move": (
        TEXT.replace("  1) ", "  1) 66: 6/off(4)\n  1) ", 1),
        Refusal("import_illegal_move", {"game": 1, "move": 1, "seat": 0, "line": 7}),
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_changes_nothing_and_is_counted_by_its_code(desk: Desk, name: str) -> None:
    text, refusal = REFUSED[name]
    counted = metrics.imports.labels(refusal.error)
    before = counted._value.get()
    assert bring(desk, text) == refusal
    assert rows_of(desk) == [] and counted._value.get() == before + 1


def test_half_a_surrogate_is_no_text() -> None:
    assert rules.check("tavli", "\ud800") == Refusal("import_invalid")


def test_only_games_with_a_text_form_are_read(desk: Desk) -> None:
    assert ask(desk, contract.ImportMatch(account="ann", game="chess", text=TEXT)) == Refusal("game_unknown")
    assert ask(desk, contract.ImportMatch(account="ann", game="pilotta", text=TEXT)) == Refusal("text_unavailable")


def test_one_more_than_the_limit_is_refused_until_another_is_deleted(desk: Desk, brought: str) -> None:
    assert bring(desk, OTHER, imports_limit=1) == Refusal("import_limit", {"limit": 1})
    assert bring(desk, imports_limit=1).match == brought
    assert ask(desk, contract.DeleteImport(account="ann", match=brought)) == Done()
    assert bring(desk, OTHER, imports_limit=1).players == ["Nikos", "root"]


def test_while_too_many_wait_nothing_is_read(desk: Desk) -> None:
    service = service_of(desk)

    def busy(*_: Any) -> Any:
        raise Busy

    service.app._beside = busy
    answer = service.import_match({"account": "ann", "text": TEXT})
    assert answer["refused"]["error"] == "service_unavailable"
    assert rows_of(desk) == []


# --- going through ---


@given(st.integers(0, 2**16), st.sampled_from([1, 3, 5]))
def test_a_match_that_goes_out_and_comes_back_shows_the_same_boards(seed: int, target: int) -> None:
    played = match(seed, target=target)
    back = recording_of(Imported("i-1", "tavli", 1, text_of(played), 0))
    assert isinstance(back, records.Recording)
    boards = [
        plain(after.position)
        for before, _, _, after in moments_of(played)
        if sum(after.turns) > sum(before.turns)
    ]  # fmt: skip
    assert [plain(moment.after.position) for moment in moments_of(back) if is_turn(moment)] == boards
    for hand in back.hands:
        shown = replay.replay(back, hand.number, 0, hand.events + 1)
        assert isinstance(shown, records.Replay) and shown.events == hand.events == len(shown.positions) - 1
        assert shown.positions[0].view["checkers"] == shown.positions[0].view["checkers"][::-1]


def is_turn(moment: Any) -> bool:
    return sum(moment.after.turns) > sum(moment.before.turns)


def test_it_is_a_recording_of_its_own_that_proves_nothing(desk: Desk, brought: str) -> None:
    found = ask(desk, records.GetRecording(match=brought, account="ann"))
    assert found.imported and found.commit == "" and found.table == "" and found.stake_chips == 0
    assert [(seat.name, seat.account) for seat in found.seats] == [("gnubg", None), ("root", None)]
    assert (found.outcome, found.result["winners"], found.result["points"]) == ("won", [1], [1, 5])
    assert [(hand.number, hand.result["side"], hand.result["points"]) for hand in found.hands] == [
        (1, 1, [0, 2]), (2, 1, [0, 1]), (3, 0, [1, 0]), (4, 1, [0, 1]), (5, 1, [0, 1]),
    ]  # fmt: skip


def test_each_game_is_shown_from_its_own_beginning_with_its_score(desk: Desk, brought: str) -> None:
    for hand, score in ((1, [0, 0]), (2, [0, 2]), (5, [1, 4])):
        found = ask(desk, records.ReplayHand(match=brought, account="ann", hand=hand))
        view = found.positions[0].view
        assert (view["score"], view["game_number"], view["phase"]) == (score, hand, "rolling")
        assert view["checkers"][0] == view["checkers"][1] == {"24": 2, "13": 5, "8": 3, "6": 5}
    assert ask(desk, records.ReplayHand(match=brought, account="ann", hand=6)).error == "position_unknown"


def test_the_text_comes_back_as_it_was_brought(desk: Desk, brought: str) -> None:
    found = ask(desk, records.GetMatchText(match=brought, account="ann"))
    assert (found.file, found.text) == (f"kafeneio-tavli-{brought}.mat", TEXT)


# --- playing on ---


def test_any_position_is_played_on_and_the_study_is_kept(desk: Desk, brought: str) -> None:
    request = {"match": brought, "account": "ann", "hand": 3, "position": 4}
    begun = ask(desk, records.StudyHand(**request))
    assert begun.original.hand["points"] == [1, 0] and not begun.over
    dice = DiceStep(values=[6, 6])
    set_by_hand = ask(desk, records.StudyHand(**request, steps=[dice]))
    assert set_by_hand.view["dice"] == [6, 6]
    sight = set_by_hand.sights[0]
    hint = ask_computer(desk, brought, dice)
    step = MoveStep(seat=sight.seat, move=hint)
    kept = ask(desk, records.SaveBranch(**request, steps=[dice, step], branch="b-1"))
    assert (kept.game, kept.players, kept.match) == ("tavli", ["gnubg", "root"], brought)
    assert ask(desk, records.ListBranches(account="ann")).branches == [kept]


def ask_computer(desk: Desk, brought: str, *steps: Any) -> dict[str, Any]:
    request = analysis.AskComputer(match=brought, account="ann", hand=3, position=4, steps=list(steps))
    found = ask(desk, request, bot_processes=0)
    assert found.move is not None
    move: dict[str, Any] = found.move
    return move


def test_a_resigned_game_is_played_to_its_end(desk: Desk) -> None:
    text = " 3 point match\n Game 1\n Ann : 0    Bob : 0\n  1) 21: 13/11 6/5\n      Wins 2 points\n"
    brought = bring(desk, text).match
    study = ask(desk, records.StudyHand(match=brought, account="ann", hand=1, position=2))
    assert not study.over and study.original.hand["points"] == [2, 0] and study.view["turn"] == 1


# --- whose it is ---


def test_to_all_others_it_is_unknown(desk: Desk, brought: str) -> None:
    for account, roles in (("bob", []), ("bob", ["administrator", "auditor"])):
        about = {"match": brought, "account": account, "roles": roles}
        for request in (
            records.GetRecording(**about),
            records.GetMatchText(**about),
            records.ReplayHand(**about, hand=1),
            records.StudyHand(**about, hand=1, position=0),
            records.SaveBranch(**about, hand=1, position=0, branch="b"),
            analysis.AskAnalysis(**about),
        ):
            assert ask(desk, request) == Refusal("recording_unknown"), request
    assert ask(desk, contract.DeleteImport(account="bob", match=brought)) == Done()
    assert [each.match for each in listed(desk)] == [brought]


def test_it_counts_nowhere(desk: Desk, brought: str) -> None:
    assert ask(desk, records.ListRecordings(account="ann")).recordings == []
    assert ask(desk, records.GetTotals(account="ann")).games == []
    assert ask(desk, records.ListPlaces(account="ann")).places == []
    about = {"match": brought, "account": "ann"}
    assert ask(desk, analysis.AskAnalysis(**about)) == Refusal("analysis_unavailable")
    assert ask(desk, analysis.GetAnalysis(**about)) == Refusal("analysis_unavailable")
    shared = ask(desk, sharing.ShareMatch(match=brought, account="ann", names=False))
    assert shared == Refusal("recording_unknown")


def test_deleting_takes_its_studies_along_and_counts_at_once(desk: Desk, brought: str) -> None:
    service = service_of(desk)
    about = {"match": brought, "account": "ann"}
    assert "ok" in service.get_recording(about)  # it is in the cache
    ask(desk, records.SaveBranch(**about, hand=1, position=0, branch="b", steps=[DiceStep(values=[6, 6])]))
    other = bring(desk, OTHER).match
    ask(desk, records.SaveBranch(match=other, account="ann", hand=1, position=0, branch="c"))
    assert ask(desk, contract.DeleteImport(**about)) == Done() == ask(desk, contract.DeleteImport(**about))
    assert service.get_recording(about)["refused"]["error"] == "recording_unknown"
    assert [each.branch for each in ask(desk, records.ListBranches(account="ann")).branches] == ["c"]
    assert len(desk.database.run(lambda work: work.execute(sa.select(branches)).all())) == 1


def test_a_branch_of_an_import_deleted_meanwhile_is_not_kept(desk: Desk, brought: str) -> None:
    ask(desk, contract.DeleteImport(account="ann", match=brought))
    request = records.SaveBranch(match=brought, account="ann", hand=1, position=0, branch="b")
    kept = desk.database.run(lambda work: finished.save_branch(work, request, 10))
    assert kept == Refusal("recording_unknown")


def test_an_export_has_the_texts_and_an_erasure_deletes_them(desk: Desk, brought: str) -> None:
    bring(desk, OTHER, account="bob")
    found = desk.database.run(lambda work: privacy_rows.collect(work, "ann"))["imports"]
    assert [(each["match_id"], each["text"]) for each in found] == [(brought, TEXT)]
    desk.database.run(lambda work: privacy_rows.erase(work, "ann"))
    assert [row.account for row in rows_of(desk)] == ["bob"]
