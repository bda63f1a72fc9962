"""No file says what it must not, and each thing that must not be said is found."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture import words
from tests.architecture.project import ROOT, assert_none, files

Rule = Callable[[Path, list[Path]], list[str]]
DOTS = ".."
FOUND: list[tuple[Rule, str, str]] = [
    (words.files_speak_of_the_project_alone, "README.md", f"see {DOTS}/shared/design.md"),
    (words.files_speak_of_the_project_alone, "a.py", "ROOT = '/" + "work/main'"),
    (words.files_speak_of_the_project_alone, "a.ts", "// fixes iss" + "ue #12"),
    (words.files_speak_of_the_project_alone, "a.ts", "// Iss" + "ue 7"),
    (words.no_registry_is_named, "Dockerfile", "RUN pip install -i mirror.pypi" + ".org/simple x"),
    (words.no_registry_is_named, "deploy/a.yaml", "image: ghcr" + ".io/kafeneio/gateway"),
    (words.no_registry_is_named, "a.html", "https://cdn.jsdelivr" + ".com/x.js"),
    (words.pins_tell_no_origin, "requirements.txt", "--index-url somewhere"),
    (words.pins_tell_no_origin, "requirements-dev.in", "x @ https://example/x.whl"),
    (words.pins_tell_no_origin, "web/package-lock.json", '{"resolved": "https://example/x.tgz"}'),
    (words.pins_tell_no_origin, "uv.lock", ""),
    (words.nothing_built_is_kept, "clients/web/dist/index.html", ""),
    (words.nothing_built_is_kept, "var/wallet.sqlite3", ""),
]
LET_BE: list[tuple[Rule, str, str]] = [
    (words.files_speak_of_the_project_alone, "a.py", "def work(shared): return 'a network/issue'"),
    (words.no_registry_is_named, "a.py", "email = 'ana@example.org'"),
    (words.pins_tell_no_origin, "requirements.txt", "nameko==2.14.1  # see https://example.org"),
    (words.pins_tell_no_origin, "web/package-lock.json", '{"funding": "https://example/x"}'),
    (words.nothing_built_is_kept, "services/dist.py", ""),
]


def name(value: object) -> str:
    return getattr(value, "__name__", str(value))


def complaints(root: Path, rule: Rule, path: str, text: str) -> list[str]:
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text + "\n")
    return rule(root, [target])


@pytest.mark.parametrize(("rule", "path", "text"), FOUND, ids=name)
def test_what_must_not_be_said_is_found(tmp_path: Path, rule: Rule, path: str, text: str) -> None:
    (complaint,) = complaints(tmp_path, rule, path, text)
    assert complaint.startswith(path)


@pytest.mark.parametrize(("rule", "path", "text"), LET_BE, ids=name)
def test_what_only_looks_like_it_is_let_be(tmp_path: Path, rule: Rule, path: str, text: str) -> None:
    assert complaints(tmp_path, rule, path, text) == []


@pytest.mark.parametrize("rule", dict.fromkeys(rule for rule, _, _ in FOUND), ids=name)
def test_no_file_of_the_project_says_it(rule: Rule) -> None:
    assert_none(rule(ROOT, files()))


def test_the_files_looked_at_are_those_that_git_keeps_or_would_keep(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    for path in ("tracked.py", "new.py", "ignored.log", ".gitignore"):
        (tmp_path / path).write_text("*.log\n")
    subprocess.run(["git", "add", "tracked.py"], cwd=tmp_path, check=True)
    assert [path.name for path in files(tmp_path)] == [".gitignore", "new.py", "tracked.py"]
