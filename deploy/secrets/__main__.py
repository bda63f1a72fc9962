"""`python -m deploy.secrets < given`: prints the secrets of a cluster, for `kubectl apply -f -`.

`given`: lines `NAME=value` of what only you know, which deploy/secrets/template.yaml names; a value that begins with
`@` is the content of that file. Nothing is taken from the command line, which others could read.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from deploy.secrets.filled import filled
from services.platform.operations import console


def read(lines: Iterable[str]) -> dict[str, str]:
    """The values of lines `NAME=value`; comments and empty lines are none."""
    pairs = (line.strip().partition("=") for line in lines if line.strip() and not line.startswith("#"))
    return {name: Path(value[1:]).read_text("utf-8") if value.startswith("@") else value for name, _, value in pairs}


def main() -> int:
    """Print them; what was left out is named on standard error. Exit code 2: a name that nobody asks for."""
    try:
        made = filled(read(sys.stdin))
    except (ValueError, OSError) as error:
        console.error(str(error))
        return 2
    console.say(made.text())
    for name, lacking in made.missing.items():
        console.error(f"{name}: left out; it needs {', '.join(lacking)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
