"""Code does not swallow, does not print, leaves no setting unexplained; and where it does, it is found."""

from pathlib import Path

import pytest

from tests.architecture import code, explained
from tests.architecture.project import ROOT, assert_none

TRY = "try:\n    play()\n"
SETTINGS = 'class S:\n    """All."""\n\n    wait_s: int = 3\n    """How long."""\n'


def complaints(root: Path, path: str, text: str) -> list[str]:
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)
    return [complaint.split(": ")[1] for rule in RULES for complaint in rule(root)]


RULES = (
    code.nothing_is_caught_unseen,
    code.nothing_is_printed,
    code.text_of_people_is_cleaned_in_one_place,
    code.tests_set_nothing_for_good,
    explained.every_setting_is_explained,
)


@pytest.mark.parametrize(
    ("path", "text", "complaint"),
    [
        ("services/a.py", TRY + "except:  # noqa: E722\n    raise\n", "catches everything"),
        ("gateway/a.py", TRY + "except Exception:  # noqa: BLE001\n    pass\n", "catches everything and does nothing"),
        ("services/wallet/a.py", "print('hello')  # noqa: T201\n", "prints"),
        ("services/wallet/a.py", "log = print\n", "prints"),
        ("gateway/settings.py", "class S:\n    wait_s: int = 3\n", "wait_s is not explained"),
        ("services/a/settings.py", SETTINGS + "    more: int\n", "more is not explained"),
        ("services/a/b.py", "kept = request.reason.strip()\n", "strips `reason` by itself"),
        ("tests/a/test_b.py", "from a import b\n\nb.WAIT_S = 0\n", "sets `b.WAIT_S` for all tests"),
    ],
)
def test_what_code_never_does_is_found(tmp_path: Path, path: str, text: str, complaint: str) -> None:
    assert complaints(tmp_path, path, text) == [complaint]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("services/a.py", TRY + "except ValueError:\n    pass\n"),
        ("services/a.py", TRY + "except Exception:\n    log.exception('play')\n"),
        ("services/a/settings.py", SETTINGS),
        ("tests/a/program.py", "from a import b\n\nb.WAIT_S = 0\n"),
        ("services/a/other.py", "class S:\n    wait_s: int = 3\n"),
        *((path, "print('hello')\n") for path in code.MAY_PRINT),
    ],
)
def test_what_is_well_is_let_be(tmp_path: Path, path: str, text: str) -> None:
    assert complaints(tmp_path, path, text) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_project_does_not(rule: object) -> None:
    assert callable(rule)
    assert_none(rule(ROOT))
