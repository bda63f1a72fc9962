"""Whether a reader of Compose takes deploy/compose/compose.yaml, with what `kafeneio init --compose` writes.

The reader is podman-compose, which only wants a podman's version here: no container is made.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import yaml  # type: ignore[import-untyped]

from deploy.validate.tools import OPS, ROOT

_FOLDER = ROOT / "deploy/compose"
_PODMAN = "#!/bin/sh\necho 'podman version 4.3.1'\n"


def compose_complaints(folder: Path = _FOLDER) -> Iterator[str]:
    """What the reader says, and services that it has lost."""
    with tempfile.TemporaryDirectory() as name:
        here = Path(name)
        (here / "podman").write_text(_PODMAN, encoding="utf-8")
        (here / "podman").chmod(0o755)
        (here / "compose.yaml").write_text((folder / "compose.yaml").read_text(encoding="utf-8"), encoding="utf-8")
        init = [sys.executable, "-m", "kafeneio", "init", "--env", str(here / ".env"), "--compose"]
        subprocess.run([*init, "--domain", "localhost"], cwd=ROOT, check=True, capture_output=True, timeout=60)
        command = [str(OPS / "bin/podman-compose"), "--file", "compose.yaml", "config"]
        environment = os.environ | {"PATH": f"{here}:{os.environ['PATH']}"}
        done = subprocess.run(
            command, cwd=here, env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        if done.returncode:
            yield f"compose.yaml: {(done.stderr.strip().splitlines() or ['it cannot be read'])[-1]}"
            return
        read = set(yaml.safe_load(done.stdout)["services"])
        services = yaml.safe_load((here / "compose.yaml").read_text(encoding="utf-8"))["services"]
        wanted = {name for name, each in services.items() if not each.get("profiles")}
    yield from (f"compose.yaml: {name} is lost" for name in sorted(wanted - read))
