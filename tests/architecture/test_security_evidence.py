"""Every control that docs/SECURITY.md claims names a test that shows it, and so does every criterion of
docs/ACCESSIBILITY.md."""

import re

from tests.architecture.project import ROOT, assert_none

_ROW = re.compile(
    r"^\| (?P<chapter>(?:V\d+|\d\.\d[\d., A-Z]*) [^|]*) \|(?P<control>.*)\|(?P<evidence>[^|]*)\|$", re.MULTILINE
)
_TEST = re.compile(r"`(tests/[\w./]+)`")


def without_tests(text: str) -> list[str]:
    """The controls of the table whose evidence names no test."""
    return [found["chapter"] for found in _ROW.finditer(text) if not _TEST.search(found["evidence"])]


def test_every_control_names_its_test() -> None:
    text = (ROOT / "docs" / "SECURITY.md").read_text(encoding="utf-8")
    assert len(_ROW.findall(text)) > 20
    assert_none(without_tests(text))


def test_every_criterion_of_accessibility_names_its_test() -> None:
    text = (ROOT / "docs" / "ACCESSIBILITY.md").read_text(encoding="utf-8")
    assert len(_ROW.findall(text)) > 30
    assert_none(without_tests(text))


def test_a_control_without_a_test_is_found() -> None:
    planted = "| V3 Web | headers | `headers.py` |\n| V4 API | routes | `tests/gateway/test_a.py` |"
    assert without_tests(planted) == ["V3 Web"]
