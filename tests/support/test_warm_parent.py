"""A forked process of a service is one like any other: its own output, variables, folder, session and exit code."""

import signal
import subprocess
from functools import partial
from pathlib import Path

import pytest

from tests.load.members import bare_environment
from tests.support import processes
from tests.support.server import wait_until
from tests.support.warm_parent import ROOT, WarmParent


def settings(folder: Path) -> dict[str, str]:
    return bare_environment() | {"KAFENEIO_VAR_DIR": str(folder / "var")}


def names_the_broker(log: Path) -> bool:
    return log.exists() and "broker" in log.read_text()


def test_a_command_runs_in_its_folder_and_says_how_it_ended(warm_parent: WarmParent, tmp_path: Path) -> None:
    good = warm_parent.start(["migrate", "wallet"], settings(tmp_path), tmp_path)
    assert good.wait(120) == 0
    assert (tmp_path / "output.log").read_text().splitlines()[-1] == "wallet: schema is current"
    assert (tmp_path / "var").is_dir()
    wrong = warm_parent.start(["make", "coffee"], settings(tmp_path), tmp_path, "wrong.log")
    assert wrong.wait(120) == 2
    assert "usage: kafeneio" in (tmp_path / "wrong.log").read_text()


def test_a_service_that_waits_can_be_ended_by_a_signal(warm_parent: WarmParent, tmp_path: Path) -> None:
    nobody = {"KAFENEIO_BROKER_URL": "amqp://guest:guest@127.0.0.1:1//", "KAFENEIO_HEALTH_PORT": "0"}
    arguments = ["run", "wallet"]
    for sign, code in ((signal.SIGTERM, 0), (signal.SIGKILL, -signal.SIGKILL)):
        log = tmp_path / sign.name
        waiting = warm_parent.start(arguments, settings(tmp_path) | nobody, tmp_path, log.name)
        wait_until(partial(names_the_broker, log), 120, "its first line")
        assert waiting.poll() is None
        assert processes.family(waiting.pid) == [waiting.pid]
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(0.0)
        waiting.send_signal(sign)
        assert waiting.wait(120) == code
        waiting.send_signal(sign)  # nobody is there, and nothing happens


def test_only_commands_of_this_code_are_forked_and_only_in_the_suite(warm_parent: WarmParent) -> None:
    ours, other = {"PYTHONPATH": str(ROOT)}, {"PYTHONPATH": "/another/release"}
    assert warm_parent.can_start(["roles", "give", "ann", "operator"], ours)
    assert not warm_parent.can_start(["run", "wallet"], ours)
    assert not warm_parent.can_start(["migrate"], other)
    assert not WarmParent().can_start(["migrate"], ours)
