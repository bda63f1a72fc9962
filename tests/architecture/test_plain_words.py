"""Clean packages stay clean: a private word in a docstring or a name is found."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture import plain_words
from tests.architecture.project import ROOT, assert_none

RULES = (
    plain_words.text_is_plain,
    plain_words.names_are_plain,
    plain_words.names_of_tests_are_plain,
    plain_words.typescript_is_plain,
)


def complaints(root: Path, path: str, text: str) -> list[str]:
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)
    return [complaint for rule in RULES for complaint in rule(root)]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("services/platform/b.py", '"""What viewers are told."""\n'),
        ("services/tables/table/a.py", 'def view() -> None:\n    """The game hears of it."""\n'),
        ("services/tables/actions/a.py", 'class A:\n    left: int\n    """As the sheet has it."""\n'),
        ("services/platform/a.py", 'def rows() -> None:\n    """Insert rows; answers how many."""\n'),
        ("services/tables/history/shelf.py", ""),
        ("services/tables/history/a.py", "class NewsKeeper: ...\n"),
        ("services/platform/a.py", "def forget_told() -> None: ...\n"),
        ("tests/wallet/test_a.py", "def test_who_leaves_pays() -> None: ...\n"),
        ("tests/lobby/a/test_a.py", "def test_the_event_is_told() -> None: ...\n"),
        ("tests/web/a.py", 'def show() -> None:\n    """What a page is told."""\n'),
        ("clients/web/src/a.ts", "/** What the browser tells. */\n"),
        ("clients/web/src/a.tsx", "/**\n * A table of the\n * house.\n */\n"),
        ("clients/typescript/src/a.ts", "const a = 1; // what was heard\n"),
        ("clients/web/src/a.ts", "export async function forgetTold() {}\n"),
        ("clients/web/src/useNews.ts", ""),
        ("clients/web/src/a.test.ts", 'it("counts who is there", () => {});\n'),
    ],
)
def test_a_private_word_is_found(tmp_path: Path, path: str, text: str) -> None:
    found = complaints(tmp_path, path, text)
    assert found
    assert all(complaint.startswith(f"{path}:") for complaint in found)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("services/tables/table/a.py", '"""A house-banked table; the answers of services come later."""\n'),
        ("services/tables/actions/a.py", "told = 1\n"),
        ("services/contracts/a.py", "class Told: ...\n"),
        ("services/tables/table/a.py", '"""The field `told` of a study."""\n'),
        ("clients/web/src/a.ts", 'const told = "https://the.house"; // the code `told` of a frame\n'),
        ("clients/web/src/generated/a.ts", "/** What was told. */\nexport interface Told {}\n"),
        ("clients/web/src/a.test.ts", 'it("answers a command that is given", () => {});\n'),
        ("tests/games/test_a.py", "def test_a_house_banked_game_shows_the_whole_table() -> None: ...\n"),
    ],
)
def test_other_text_is_accepted(tmp_path: Path, path: str, text: str) -> None:
    assert complaints(tmp_path, path, text) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_clean_packages_have_no_private_words(rule: Callable[[Path], list[str]]) -> None:
    assert_none(rule(ROOT))
