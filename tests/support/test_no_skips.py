"""A run that requires its services reports every skip as a failure; any other run leaves skips alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SKIPPING = {
    "in a test": "import pytest\ndef test_it():\n    pytest.skip('no broker')\n",
    "in a fixture": "import pytest\n@pytest.fixture\ndef f():\n    pytest.skip('no broker')\ndef test_it(f): ...\n",
    "by a mark": "import pytest\n@pytest.mark.skip(reason='no broker')\ndef test_it():\n    pass\n",
    "in a module": "import pytest\npytest.skip('no broker', allow_module_level=True)\n",
}


def run(folder: Path, source: str, required: str) -> str:
    (folder / "test_it.py").write_text(source)
    plugins = ["tests.support.no_skips", "no:cacheprovider", "no:pytest_nameko"]
    command = [sys.executable, "-m", "pytest", *(f"-p{plugin}" for plugin in plugins), str(folder)]
    environment = os.environ | {"KAFENEIO_REQUIRE_SERVICES": required, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("source", SKIPPING.values(), ids=SKIPPING.keys())
def test_a_skip_fails_where_services_are_required(tmp_path: Path, source: str) -> None:
    printed = run(tmp_path, source, required="1")
    assert "no broker" in printed
    assert "allows no skip" in printed
    assert "1 failed" in printed or "1 error" in printed


def test_a_skip_stays_a_skip_elsewhere(tmp_path: Path) -> None:
    assert "1 skipped" in run(tmp_path, SKIPPING["in a fixture"], required="")


def test_what_passes_or_is_expected_to_fail_is_let_be(tmp_path: Path) -> None:
    source = "import pytest\n@pytest.mark.xfail\ndef test_a():\n    assert False\ndef test_b():\n    pass\n"
    assert "1 passed, 1 xfailed" in run(tmp_path, source, required="1")
