"""A language is a folder: what the tool writes is all that accounts, mails and tools need to know it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from services.kernel.languages import ENGLISH, LANGUAGES
from tests.architecture.project import ROOT
from tools import new_language

PARTS = ("services", "tools", "clients/web/src/i18n", "clients/web/src/games")


def copied(root: Path) -> Path:
    for part in PARTS:
        shutil.copytree(ROOT / part, root / part)
    return root


def test_every_language_has_the_files_that_a_new_one_gets() -> None:
    for language in set(LANGUAGES) - {ENGLISH}:
        missing = [str(path) for path in new_language.files(language) if not (ROOT / path).exists()]
        assert missing == []


def test_the_folders_of_the_services_and_of_the_web_client_are_the_same_languages() -> None:
    assert sorted(path.parent.name for path in (ROOT / "clients/web/src/i18n").glob("*/index.ts")) == list(LANGUAGES)


def test_accounts_mails_and_games_know_a_language_as_soon_as_its_files_are_there(tmp_path: Path) -> None:
    new_language.write("zz", copied(tmp_path))
    asked = """
import msgspec
from services.contracts.lobby.accounts.accounts import Account
from services.lobby.accounts.terms.rules import FIRST, read_changes
from services.lobby.mails import letters
from tools.new_game import skeleton
account = msgspec.convert({"account": "a", "name": "n", "language": "zz", "created_at_ms": 1}, Account)
assert letters.write("confirm", account.language, "a@b", name="n", link="l").body and FIRST.changes["zz"]
assert "zz" in read_changes({"el": "e", "en": "e", "es": "e", "zz": "z"})
assert any(path.name == "zz.json" for path in skeleton("trial", "Trial"))
"""
    tried = subprocess.run(
        [sys.executable, "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": f"{tmp_path}:{ROOT}"},
    )  # fmt: skip
    assert tried.returncode == 0, tried.stderr


@pytest.mark.parametrize("tag", ["EN", "e", "../x", "", "eng"])
def test_a_tag_that_is_none_is_refused(tag: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="two small letters"):
        new_language.write(tag, tmp_path)


def test_nothing_that_exists_is_overwritten(tmp_path: Path) -> None:
    new_language.write("zz", copied(tmp_path))
    with pytest.raises(ValueError, match="already there"):
        new_language.write("zz", tmp_path)
