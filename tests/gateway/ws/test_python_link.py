"""The Python client's connection across cuts (python_link_program.py): commands come after the room, and tables from
which nothing comes any more are not asked for again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.protos import ROOT

PROGRAM = Path(__file__).with_name("python_link_program.py")


@pytest.mark.parametrize("case", ["commands", "tables"])
def test_after_a_cut_commands_wait_for_the_room_and_closed_tables_are_left_alone(case: str) -> None:
    path = os.pathsep.join(map(str, (ROOT / "clients" / "python" / "src", ROOT)))
    done = subprocess.run(
        [sys.executable, PROGRAM, case],
        env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
