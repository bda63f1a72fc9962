"""What stands for `kubectl` and `kafeneio` in the shell in which `make drill` runs the runbook's commands."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_ONLY_A_CLUSTER = 64
_NAME = "app.kubernetes.io/name="
_BROKER_PROGRAMS = "/usr/lib/rabbitmq/bin/"


def main(arguments: Sequence[str]) -> int:
    """Do what the program does in a cluster; the exit code."""
    program, *rest = arguments
    platform = json.loads(Path(os.environ["DRILL_PLATFORM"]).read_text(encoding="utf-8"))
    if program == "kafeneio":
        return _kafeneio(platform, rest)
    if "logs" in rest and "-l" in rest:
        return _logs(platform, rest[rest.index("-l") + 1].removeprefix(_NAME))
    if "exec" in rest and "--" in rest:
        return _exec(platform, rest[rest.index("--") + 1 :])
    print(f"kubectl {' '.join(rest)}: only a cluster can", file=sys.stderr)
    return _ONLY_A_CLUSTER


def _kafeneio(platform: dict[str, Any], arguments: Sequence[str]) -> int:
    command = [sys.executable, "-W", "ignore", "-m", "kafeneio", *arguments]
    return subprocess.run(command, env=os.environ | platform["settings"], check=False).returncode


def _logs(platform: dict[str, Any], process: str) -> int:
    for path in platform["logs"].get(process, []):
        print(Path(path).read_text(encoding="utf-8", errors="replace"), end="")
    return 0


def _exec(platform: dict[str, Any], command: Sequence[str]) -> int:
    """A program in the pod of the broker, the database or the toolbox."""
    program, *arguments = command
    if program == "kafeneio":
        return _kafeneio(platform, arguments)
    if program == "psql":  # one database in production; here each schema is in its own
        _database, *query = arguments
        schema = next((name for name in platform["databases"] if re.search(rf"\b{name}\.", query[-1])), "wallet")
        return subprocess.run([*platform["psql"], platform["databases"][schema], *query], check=False).returncode
    told = [platform["vhost"] if each == "kafeneio" else each for each in arguments]
    command = [_BROKER_PROGRAMS + program, "-n", platform["node"], *told]
    return subprocess.run(command, env=platform["broker"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
