"""Subjects of commits fit into a line, and a longer one is found."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.architecture.commits import SUBJECT_CHARACTERS_MAX, subjects_are_short
from tests.architecture.project import ROOT, assert_none

SINCE = "2030-01-01T00:00:00Z"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """An empty one."""
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    return tmp_path


def commit(repository: Path, subject: str, at: str = "2030-06-01T00:00:00Z") -> None:
    person = {f"GIT_{who}_{what}": "ann@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = os.environ | person | {"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at}
    command = ["git", "commit", "--quiet", "--allow-empty", "--no-verify", "--message", subject]
    subprocess.run(command, cwd=repository, env=environment, check=True)


def test_a_subject_of_72_characters_is_let_be_and_a_longer_one_found(repository: Path) -> None:
    commit(repository, "a" * SUBJECT_CHARACTERS_MAX + "\n\n" + "the body may be longer " * 9)
    assert subjects_are_short(repository, SINCE) == []
    commit(repository, "b" * (SUBJECT_CHARACTERS_MAX + 1))
    (complaint,) = subjects_are_short(repository, SINCE)
    assert "73 characters, 72 are allowed" in complaint


def test_older_subjects_stay_as_they_are(repository: Path) -> None:
    commit(repository, "c" * 100, at="2029-06-01T00:00:00Z")
    commit(repository, "Begin anew")
    assert subjects_are_short(repository, SINCE) == []


def test_the_subjects_of_the_project_are_short() -> None:
    assert_none(subjects_are_short(ROOT))
