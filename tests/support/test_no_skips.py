"""A run that requires its services reports every skip as a failure; any other run leaves skips alone."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPING = {
    "in_a_test": "import pytest\ndef test_it():\n    pytest.skip('no broker')\n",
    "in_a_fixture": "import pytest\n@pytest.fixture\ndef f():\n    pytest.skip('no broker')\ndef test_it(f): ...\n",
    "by_a_mark": "import pytest\n@pytest.mark.skip(reason='no broker')\ndef test_it():\n    pass\n",
    "in_a_module": "import pytest\npytest.skip('no broker', allow_module_level=True)\n",
}
WELL = "import pytest\n@pytest.mark.xfail\ndef test_a():\n    assert False\ndef test_b():\n    pass\n"


def run(folder: Path, required: str, **sources: str) -> str:
    for name, source in sources.items():
        (folder / f"test_{name}.py").write_text(source)
    plugins = ["tests.support.no_skips", "no:cacheprovider", "no:pytest_nameko"]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--continue-on-collection-errors",
        *(f"-p{plugin}" for plugin in plugins),
    ]
    environment = os.environ | {"KAFENEIO_REQUIRE_SERVICES": required, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*command, str(folder)], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout


def test_every_skip_fails_where_services_are_required_and_nothing_else(tmp_path: Path) -> None:
    printed = run(tmp_path, "1", well=WELL, **SKIPPING)
    assert "1 failed, 1 passed, 1 xfailed, 3 errors" in printed
    summary = printed.rpartition("short test summary")[2]
    for name in SKIPPING:
        assert f"test_{name}.py" in summary
    assert printed.count("allows no skip: ") >= len(SKIPPING)
    assert "no broker" in printed


def test_a_skip_stays_a_skip_elsewhere(tmp_path: Path) -> None:
    assert f"{len(SKIPPING)} skipped" in run(tmp_path, "", **SKIPPING)
