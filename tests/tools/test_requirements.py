"""What is installed is what was pinned: every requirement has hashes, and every installation asks for them."""

import re

import pytest

from tests.tools.machine import ROOT

_PIN = re.compile(r"^[\w.\[\]-]+==[^\s;]+", re.MULTILINE)
PINNED = sorted(ROOT.glob("requirements*.txt"))
_BLOCK = re.compile(
    r"^[\w.\[\]-]+==\S+(?: ; [^\n\\]+)? \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+", re.MULTILINE
)


@pytest.mark.parametrize("path", PINNED, ids=lambda path: path.name)
def test_every_requirement_is_pinned_with_hashes_and_nothing_else_is_said(path) -> None:
    text = path.read_text(encoding="utf-8")
    assert _BLOCK.findall(text), "there are some"
    assert _BLOCK.sub("", text) == ""


def test_there_are_pins_for_every_list_of_requirements() -> None:
    assert {path.stem for path in PINNED} == {path.stem for path in ROOT.glob("requirements*.in")}


def test_every_installation_of_requirements_asks_for_hashes() -> None:
    for name in ("Makefile", "Dockerfile", "tools/with-node.sh"):
        text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
        lines = [line for line in text.splitlines() if re.search(r"pip .*--requirement|install .*--requirement", line)]
        assert lines and all("--require-hashes" in line for line in lines), name


@pytest.mark.parametrize("path", PINNED, ids=lambda path: path.name)
def test_a_list_that_contains_another_has_its_pins(path) -> None:
    text = path.with_suffix(".in").read_text(encoding="utf-8")
    for name in re.findall(r"^-r (\S+)\.in$", text, re.MULTILINE):
        contained = (ROOT / f"{name}.txt").read_text(encoding="utf-8")
        own = set(_PIN.findall(path.read_text(encoding="utf-8")))
        assert [pin for pin in _PIN.findall(contained) if pin not in own] == [], f"pin {path.stem}.in again"
