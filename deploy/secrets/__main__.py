"""`python -m deploy.secrets [--from-server FILE] < given`: prints the secrets of a cluster, for `kubectl apply -f -`.

`given`: lines `NAME=value` of what only you know, which deploy/secrets/template.yaml names; a value that begins with
`@` is the content of that file. Nothing secret is taken from the command line, which others could read. The file of
settings of one server that becomes this cluster gives the keys of what it has encrypted (docs/to-a-cluster.md).
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from deploy.secrets.filled import filled
from kafeneio.server import environment_file
from services.platform.operations import console


def read(lines: Iterable[str]) -> dict[str, str]:
    """The values of lines `NAME=value`; comments and empty lines are none."""
    pairs = (line.strip().partition("=") for line in lines if line.strip() and not line.startswith("#"))
    return {name: Path(value[1:]).read_text("utf-8") if value.startswith("@") else value for name, _, value in pairs}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print them; what was left out is named on standard error. Exit code 2: a name that nobody asks for, a file that
    cannot be read, or a server without its keys."""
    parser = argparse.ArgumentParser(prog="deploy.secrets", description="Print the secrets of a cluster.")
    parser.add_argument("--from-server", type=Path, metavar="FILE", help="settings of one server, whose keys stay")
    args = parser.parse_args(arguments)
    try:
        of_server = None
        if args.from_server is not None:
            of_server = environment_file.parsed(args.from_server.read_text("utf-8"), str(args.from_server))
        made = filled(read(sys.stdin), of_server)
    except (ValueError, OSError) as error:
        console.error(str(error))
        return 2
    console.say(made.text())
    for name, lacking in made.missing.items():
        console.error(f"{name}: left out; it needs {', '.join(lacking)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
