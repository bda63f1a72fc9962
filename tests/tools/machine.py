"""A made-up machine for the set-up scripts: a folder of fake programs that is their whole PATH."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_REAL = ("bash", "env", "grep", "dirname", "cat", "sh")


class Machine:
    """Programs are shell scripts; what they were called with can be read afterwards."""

    def __init__(self, folder: Path) -> None:
        self.programs = folder / "bin"
        self.programs.mkdir(parents=True)
        self._calls = folder / "calls"
        self._calls.touch()
        for name in _REAL:
            (self.programs / name).symlink_to(Path("/usr/bin") / name)

    def install(self, name: str, script: str = "", where: Path | None = None) -> Path:
        """Add a program that notes its call and then runs the script."""
        path = (where or self.programs) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'#!/usr/bin/bash\necho "{name} $*" >> {self._calls}\n{script}\n')
        path.chmod(0o755)
        return path

    def run(self, *command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command that sees nothing but this machine."""
        environment = {"PATH": str(self.programs), "HOME": os.devnull} | variables
        return subprocess.run(
            command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )

    @property
    def calls(self) -> list[str]:
        """What was called, in order."""
        return self._calls.read_text().splitlines()
