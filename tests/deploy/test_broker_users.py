"""deploy/rabbitmq/users.sh makes users of the passwords that it is given, whatever rabbitmqctl does with its input."""

import os
import subprocess
from pathlib import Path

import pytest

from services.platform.broker.permissions import PROCESSES
from tests.deploy.manifests import ROOT


@pytest.fixture
def control(tmp_path: Path) -> Path:
    """A rabbitmqctl that reads all of its input, as the real one does, and notes what it is asked."""
    program = tmp_path / "rabbitmqctl"
    program.write_text(f'#!/bin/sh\ncat >/dev/null\necho "$@" >>{tmp_path}/asked\n', encoding="utf-8")
    program.chmod(0o755)
    return program


def made(control: Path, passwords: str) -> "subprocess.CompletedProcess[str]":
    """Run the script at a broker without users."""
    script = ROOT / "deploy/rabbitmq/users.sh"
    environment = os.environ | {"RABBITMQCTL": str(control), "PREFIX": "p_"}
    return subprocess.run([script], env=environment, input=passwords, capture_output=True, text=True, check=False)


def test_every_process_gets_its_own_line_as_password(control: Path) -> None:
    done = made(control, "".join(f"word-{number}\n" for number in range(len(PROCESSES))))
    asked = (control.parent / "asked").read_text(encoding="utf-8").splitlines()
    added = [line for line in asked if " add_user " in line]

    assert done.returncode == 0, done.stderr
    assert added == [f"--quiet add_user p_{process} word-{number}" for number, process in enumerate(PROCESSES)]


def test_a_password_too_few_is_an_error(control: Path) -> None:
    done = made(control, "only-one\n")

    assert done.returncode == 1
    assert "there is no password for p_ranking" in done.stderr
