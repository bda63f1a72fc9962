"""What stands for the programs of a cluster and of a server in the shell in which `make drill` runs the runbook's
commands: `kubectl`, `kafeneio`, `sudo`, `setpriv`, `systemctl`, `journalctl` and `docker`."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import dropwhile
from pathlib import Path
from typing import Any

SETTINGS_FILE = "/etc/kafeneio/kafeneio.env"
"""Where a server has its settings; here a file of the drill's."""
_ONLY_A_CLUSTER, _ONLY_A_SERVER, _ONLY_CONTAINERS = 64, 65, 66
_NAME = "app.kubernetes.io/name="
_UNIT = "kafeneio@"
_BROKER_PROGRAMS = "/usr/lib/rabbitmq/bin/"


def main(arguments: Sequence[str]) -> int:
    """Do what the program does in a cluster or at a server; the exit code."""
    program, *rest = arguments
    platform = json.loads(Path(os.environ["DRILL_PLATFORM"]).read_text(encoding="utf-8"))
    if program == "kafeneio":
        return _kafeneio(platform, rest)
    if program == "kubectl":
        return _kubectl(platform, rest)
    if program == "docker":
        return _compose(platform, rest)
    return _at_a_server(platform, program, rest)


def _kubectl(platform: dict[str, Any], arguments: Sequence[str]) -> int:
    if "logs" in arguments and "-l" in arguments:
        return _logs(platform, arguments[arguments.index("-l") + 1].removeprefix(_NAME))
    if "exec" in arguments and "--" in arguments:
        return _exec(platform, arguments[arguments.index("--") + 1 :])
    if [*arguments][2:4] == ["get", "pods"]:
        return _list(platform)
    print(f"kubectl {' '.join(arguments)}: only a cluster can", file=sys.stderr)
    return _ONLY_A_CLUSTER


def _compose(platform: dict[str, Any], arguments: Sequence[str]) -> int:
    """`docker compose …`: the toolbox is run, other containers are entered."""
    compose, deed, *rest = arguments
    words = [each for each in rest if not each.startswith("-")]
    if (compose, deed) == ("compose", "run") and words[0] == "toolbox":
        return _kafeneio(platform, rest[rest.index("toolbox") + 1 :])
    if (compose, deed) == ("compose", "exec"):
        command = rest[rest.index(words[0]) + 1 :]
        return _exec(platform, _without_user(command) if command[0] == "psql" else command)
    if (compose, deed) == ("compose", "logs"):
        return _logs(platform, words[-1])
    if (compose, deed) == ("compose", "ps"):
        return _list(platform)
    print(f"docker {' '.join(arguments)}: only containers can", file=sys.stderr)
    return _ONLY_CONTAINERS


def _without_user(command: Sequence[str]) -> list[str]:
    """The command of psql as the user whom the drill has at its servers."""
    at = command.index("-U")
    return [*command[:at], *command[at + 2 :]]


def _at_a_server(platform: dict[str, Any], program: str, arguments: Sequence[str]) -> int:
    """`sudo` as whoever the drill runs as; units are the platform's processes."""
    if program == "sudo":
        command = [*arguments[2:]] if arguments[0] == "-u" else [*arguments]
        if command[0] == "sh":
            here = [each.replace(SETTINGS_FILE, platform[SETTINGS_FILE]) for each in command]
            return subprocess.run(here, check=False).returncode
        return _exec(platform, command)
    if program == "setpriv":  # the drill is one user
        return _exec(platform, [*dropwhile(lambda each: each.startswith("--"), arguments)])
    if program == "systemctl" and arguments[0] == "list-units":
        return _list(platform)
    if program == "journalctl":
        return _logs(platform, arguments[arguments.index("-u") + 1].removeprefix(_UNIT))
    print(f"{program} {' '.join(arguments)}: only a server of its own can", file=sys.stderr)
    return _ONLY_A_SERVER


def _kafeneio(platform: dict[str, Any], arguments: Sequence[str]) -> int:
    command = [sys.executable, "-W", "ignore", "-m", "kafeneio", *arguments]
    return subprocess.run(command, env=os.environ | platform["settings"], check=False).returncode


def _logs(platform: dict[str, Any], process: str) -> int:
    for path in platform["logs"].get(process, []):
        print(Path(path).read_text(encoding="utf-8", errors="replace"), end="")
    return 0


def _list(platform: dict[str, Any]) -> int:
    print("\n".join(f"{name}  Running" for name in platform["running"]))
    return 0


def _exec(platform: dict[str, Any], command: Sequence[str]) -> int:
    """A program in the pod of the broker, the database or the toolbox, or at the server that they share."""
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
