"""The public API is well formed, every word of it is explained, and its stubs are those that the protos make."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import grpc
import pytest

from gateway.grpc.calls.service_calls import status_of
from tools.protos import PROTOS, STUBS, generate

BUF = Path(sys.executable).parent / "buf"


def buf(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BUF, *arguments], cwd=PROTOS, capture_output=True, text=True, check=False)


def test_the_protos_pass_the_linter_which_asks_for_a_comment_on_everything() -> None:
    assert "- COMMENTS" in (PROTOS / "buf.yaml").read_text()
    found = buf("lint")
    assert (found.returncode, found.stdout + found.stderr) == (0, "")


def test_the_protos_are_formatted() -> None:
    assert buf("format", "--diff").stdout == ""


def test_a_proto_with_a_field_unexplained_would_not_pass(tmp_path: Path) -> None:
    (tmp_path / "buf.yaml").write_text((PROTOS / "buf.yaml").read_text())
    folder = tmp_path / "kafeneio" / "wallet" / "v1"
    folder.mkdir(parents=True)
    text = (PROTOS / "kafeneio/wallet/v1/wallet.proto").read_text()
    (folder / "wallet.proto").write_text(text.replace("  // Required. The account's id.\n", "", 1))
    found = subprocess.run([BUF, "lint"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode != 0
    assert "should have a non-empty comment" in found.stdout


STATUS = "|".join(code.name for code in grpc.StatusCode)


def documented(proto: Path) -> dict[tuple[str, str], str]:
    """Method and code of a refusal → the status that the comment of the method says."""
    found = {}
    for comment, method in re.findall(r"((?:^ *//.*\n)+) *rpc (\w+)", proto.read_text(), re.MULTILINE):
        words = " ".join(line.strip().removeprefix("//").strip() for line in comment.splitlines())
        words = re.sub(r"\(with the `\w+`\)", "", words)
        for status, codes in re.findall(rf"\b({STATUS})\b((?:(?!\b(?:{STATUS})\b)[^.])*)", words):
            found |= {(method, code): status for code in re.findall(r"`([a-z_]+)`", codes)}
    return found


@pytest.mark.parametrize("proto", sorted(PROTOS.rglob("*.proto")), ids=lambda path: path.stem)
def test_a_refusal_has_the_status_that_its_method_documents(proto: Path) -> None:
    said = documented(proto)
    assert said or proto.stem in ("webhooks",)
    assert said == {(method, code): status_of(code).name for method, code in said}


def test_no_caller_of_the_published_api_is_broken() -> None:
    found = buf("breaking", "--against", "published.bin")
    assert (found.returncode, found.stdout + found.stderr) == (0, "")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("  int64 chips = 2;", "  int32 chips = 2;", "changed type"),
        ("  string account = 1;", "  string account = 11;", "deleted"),
        ("rpc GetBalance(", "rpc FetchBalance(", "deleted"),
    ],
)
def test_a_change_that_would_break_callers_is_found(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    shutil.copytree(PROTOS, tmp_path, dirs_exist_ok=True)
    changed = tmp_path / "kafeneio/wallet/v1/wallet.proto"
    changed.write_text(changed.read_text().replace(old, new, 1))
    found = subprocess.run(
        [BUF, "breaking", "--against", "published.bin"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert found.returncode != 0
    assert complaint in found.stdout


def test_generating_again_gives_the_same_bytes(tmp_path: Path) -> None:
    made = {path.relative_to(tmp_path): path.read_bytes() for path in generate(tmp_path)}
    kept = {
        path.relative_to(STUBS): path.read_bytes()
        for path in STUBS.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert made.keys() == kept.keys()
    assert [name for name, data in made.items() if kept[name] != data] == []


@pytest.mark.parametrize(
    "service", ["wallet", "lobby", "tables", "ranking", "tournaments", "moderation", "accounts", "events"]
)
def test_every_service_has_a_first_version(service: str) -> None:
    assert (PROTOS / "kafeneio" / service / "v1" / f"{service}.proto").exists()
