"""There is one place for a password and for a second factor; and another one would be found."""

from pathlib import Path

import pytest

from tests.architecture.project import ROOT, assert_none
from tests.architecture.secrets_checked import CHECKS, secrets_are_checked_in_one_place


@pytest.mark.parametrize(
    ("path", "text", "complaint"),
    [
        ("services/lobby/handlers/a.py", "def f(ports):\n    ports.passwords.check('x', None)\n", "reaches the hasher"),
        ("services/lobby/handlers/a.py", "def f(ports):\n    check = ports.passwords\n", "reaches the hasher"),
        ("services/lobby/handlers/a.py", "import pyotp\n", "uses pyotp itself"),
        ("services/wallet/a.py", "from argon2 import PasswordHasher\n", "uses argon2 itself"),
        ("gateway/http/a.py", "def f():\n    import argon2.low_level\n", "uses argon2 itself"),
        (
            "services/lobby/a.py",
            "from services.lobby.access.password_hashing import HashingWorkers\n",
            "reaches the hasher",
        ),
        (
            "services/lobby/handlers/a.py",
            "from services.lobby import factors\n\nfactors.take(None, '1', 2)\n",
            "takes a code itself",
        ),
        (
            "services/lobby/handlers/a.py",
            "from services.lobby.access.factor_codes import take\n",
            "takes a code itself",
        ),
    ],
)
def test_another_check_is_found(tmp_path: Path, path: str, text: str, complaint: str) -> None:
    target = tmp_path / path
    target.parent.mkdir(parents=True)
    target.write_text(text)
    assert {each.split(": ")[1] for each in secrets_are_checked_in_one_place(tmp_path)} == {complaint}


def test_the_one_place_is_let_be(tmp_path: Path) -> None:
    target = tmp_path / CHECKS
    target.parent.mkdir(parents=True)
    target.write_text((ROOT / CHECKS).read_text())
    assert secrets_are_checked_in_one_place(tmp_path) == []


def test_passwords_and_codes_are_compared_in_one_module() -> None:
    assert_none(secrets_are_checked_in_one_place(ROOT))
