"""The pages of docs/walks are those that the code makes now, and show its largest steps."""

import pytest

from tests.architecture import walk_pages
from tests.architecture.project import ROOT, assert_none
from tests.architecture.walk_pages import choose, summary
from tests.architecture.walk_steps import WALKS
from tests.architecture.walks import Call

FILES = {
    "platform": "services/platform/database/inbox.py",
    "wallet": "services/wallet/service/__init__.py",
    "lobby": "services/lobby/service/__init__.py",
    "stakes": "services/wallet/stakes/use_cases.py",
    "ledger": "services/wallet/ledger/batch_rows.py",
}


@pytest.fixture(autouse=True)
def _all_have_docstrings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every function but `bare` has a docstring."""
    monkeypatch.setattr(walk_pages, "summary", lambda _file, name: "" if name == "bare" else "Does it.")


def shown(*calls: tuple[int, str, str], steps: int = 10) -> list[str]:
    """The functions that a page shows of these calls (depth, file, function)."""
    found = choose([Call(depth, FILES[file], name) for depth, file, name in calls], steps)
    return [each.call.function for each in found]


def test_the_largest_steps_are_shown_in_their_order() -> None:
    entry = (0, "wallet", "on_event")
    small = [(1, "stakes", "hold"), *[(2, "stakes", "check")] * 3]
    large = [(1, "ledger", "post"), *[(2, "ledger", "row")] * 9]
    assert shown(entry, *small, *large) == ["on_event", "hold", "post"]
    assert shown(entry, *small, *large, steps=2) == ["on_event", "post"]


def test_a_step_without_a_docstring_is_not_shown() -> None:
    assert shown((0, "wallet", "on_event"), (1, "stakes", "bare"), *[(2, "stakes", "bare")] * 9) == ["on_event"]


def test_every_entry_to_a_service_is_shown_however_small() -> None:
    asked = [(0, "wallet", "hold"), (1, "platform", "call"), (2, "lobby", "get_seat")]
    assert shown(*asked, *[(1, "ledger", "post")] * 9, (0, "wallet", "settled"), steps=1) == [
        "hold",
        "get_seat",
        "settled",
    ]


def test_a_summary_is_the_first_sentence() -> None:
    """The first sentence, although it
    has two lines. This one is left out."""
    expected = "The first sentence, although it has two lines."
    assert summary("tests/architecture/test_walk_pages.py", "test_a_summary_is_the_first_sentence") == expected
    assert summary("tests/architecture/test_walk_pages.py", "_all_have_docstrings") == ""


def test_every_walk_has_a_page() -> None:
    assert sorted(name for page in walk_pages.PAGES.values() for name in page.walks) == sorted(WALKS)


def test_the_pages_are_made_of_the_code_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert_none(
        [
            f"{path} is not what the code does now: make walks"
            for path, text in walk_pages.pages().items()
            if not (ROOT / path).is_file() or (ROOT / path).read_text(encoding="utf-8") != text
        ]
    )
