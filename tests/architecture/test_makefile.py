"""The Makefile says what it can do, and README and continuous integration name only what is there."""

import os
import re
import subprocess

from tests.architecture.project import ROOT

EXPECTED = {
    "help",
    "up",
    "web",
    "check",
    "manifests",
    "drill",
    "image-drill",
    "server-drill",
    "compose-drill",
    "test",
    "test-next",
    "test-slow-line",
    "engines",
    "fmt",
    "bench",
    "bench-games",
    "bench-bots",
    "bench-client",
    "bench-lobby",
    "bench-competition",
    "bench-cycle",
    "bench-wallet",
    "bench-farm",
    "bench-odds",
    "bench-replays",
    "bench-sanctions",
    "desk-day",
    "bench-push",
    "fuzz",
    "bench-ranking",
    "mutants",
    "sbom",
    "docs",
    "chaos",
    "release-api",
    "bench-grpc",
    "bench-takeover",
    "bench-scale",
    "capacity",
    "footprint",
    "try-clients",
    "clients",
    "packages",
    "rolling",
    "kills",
    "soak",
    "splits",
    "simulate",
    "walks",
    "protos",
    "types",
}


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    # Not as a part of the make that may be running these tests.
    environment = {
        name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    }
    return subprocess.run(["make", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def targets() -> dict[str, str]:
    """What `make help` says: target → sentence."""
    lines = (line.split(maxsplit=2) for line in make("help").stdout.splitlines())
    return {target: sentence for _make, target, sentence in lines}


def test_help_says_what_each_target_does() -> None:
    assert set(targets()) == EXPECTED
    assert all(len(sentence) > 10 for sentence in targets().values())


def test_make_alone_is_help() -> None:
    assert make().stdout == make("help").stdout


def test_every_target_is_a_plan_that_make_understands() -> None:
    for target in EXPECTED:
        assert make("--dry-run", "--always-make", target).returncode == 0


def test_documents_name_only_targets_that_are_there() -> None:
    named = {
        target
        for path in ROOT.glob("*.md")
        for target in re.findall(r"`make ([a-z-]+)", path.read_text(encoding="utf-8"))
    }
    assert {"up", "test"} <= named
    assert named <= EXPECTED


def test_continuous_integration_requires_every_server() -> None:
    script = (ROOT / ".ci/run").read_text()
    assert "export KAFENEIO_REQUIRE_SERVICES=1" in script
    assert script.splitlines()[-1].startswith("exec make check manifests test")
