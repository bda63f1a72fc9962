"""No test starts an event loop in the thread of the tests, and each way to do so is found."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture import loops
from tests.architecture.project import ROOT, assert_none

RULES = (loops.only_the_helper_starts_loops, loops.no_test_is_a_coroutine, loops.only_the_helper_starts_playwright)


def complaints(root: Path, path: str, text: str) -> list[str]:
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)
    return [complaint for rule in RULES for complaint in rule(root)]


@pytest.mark.parametrize(
    "text",
    [
        "asyncio.run(play())\n",
        "thread.submit(uvloop.run, play())\n",
        "with asyncio.Runner() as runner:\n    runner.run(play())\n",
        "loop.run_until_complete(play())\n",
        "asyncio.new_event_loop().run_forever()\n",
        "from asyncio import run\n",
        "from uvloop import install\n",
        "async def test_a() -> None: ...\n",
        "from playwright.sync_api import sync_playwright\n",
    ],
)
@pytest.mark.parametrize("path", ["tests/wallet/test_a.py", "tests/wallet/helper.py", "tests/load/test_a.py"])
def test_a_loop_in_the_thread_of_the_tests_is_found(tmp_path: Path, path: str, text: str) -> None:
    found = complaints(tmp_path, path, text)
    assert found
    assert all(complaint.startswith(f"{path}:1: ") for complaint in found)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("tests/wallet/test_a.py", "loops.run(play())\n"),
        ("tests/wallet/test_a.py", "subprocess.run(['true'])\n"),
        ("tests/wallet/test_a.py", "from playwright.sync_api import Browser\n"),
        ("tests/wallet/test_a.py", "def test_a():\n    async def play(): ...\n    loops.run(play())\n"),
        ("bench/faults/chaos.py", "uvloop.run(play())\n"),
        (loops.HELPER, "asyncio.Runner()\n"),
        (loops.BROWSER_HELPER, "from playwright.sync_api import sync_playwright\n"),
    ],
)
def test_what_starts_none_there_is_let_be(tmp_path: Path, path: str, text: str) -> None:
    assert complaints(tmp_path, path, text) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_no_test_of_the_project_does(rule: Callable[[Path], list[str]]) -> None:
    assert_none(rule(ROOT))
