"""A process that has imported every service, and forks for each command that it is asked to run (`warm_parent`).

It starts nothing itself: no thread, no connection, no event loop, so that a child begins as a process of its own would
after its imports. Requests are lines of JSON on standard input; each is answered by a line with a number.
"""

import gc
import importlib
import json
import os
import sys
from collections.abc import Iterator

# The system's own, before `services.main` puts those of green threads into their place.
from os import dup2, fork, read, waitpid, waitstatus_to_exitcode, write
from types import ModuleType
from typing import Any

SERVICES = ("wallet", "ranking", "moderation", "lobby", "tournaments", "tables")
"""What is imported for commands: their use cases are those of the services."""
_PLUMBING = ("database", "health", "host", "metrics", "migrations", "rpc_client")


def _import_everything() -> ModuleType:
    """Import what operators' commands use; returns the module of `kafeneio`."""
    sys.argv = ["kafeneio", "run"]  # it patches the process by its arguments, at the import
    command = importlib.import_module("services.main")
    for name in _PLUMBING:
        importlib.import_module(f"services.plumbing.{name}")
    for name in SERVICES:
        importlib.import_module(f"services.{name}.service")
    gc.collect()
    gc.freeze()
    return command


def _requests() -> Iterator[dict[str, Any]]:
    waiting = b""
    while piece := read(0, 65_536):
        *lines, waiting = (waiting + piece).split(b"\n")
        yield from map(json.loads, lines)


def _become(request: dict[str, Any]) -> list[str]:
    """Make this process, just forked, the one that was asked for; returns its arguments."""
    os.setsid()
    os.chdir(request["folder"])
    nothing = os.open(os.devnull, os.O_RDONLY)
    dup2(nothing, 0)
    for name, descriptor in ((request["output"], 1), (request["errors"], 2)):
        dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644), descriptor)
    os.environ.clear()
    os.environ.update(request["environment"])
    arguments: list[str] = request["arguments"]
    sys.argv = ["kafeneio", *arguments]
    return arguments


def main() -> int:
    """Serve requests until the asking process is gone; in a child: run the command, and return its exit code."""
    command = _import_everything()
    for request in _requests():
        if ended := request.get("ended"):
            answer = waitstatus_to_exitcode(waitpid(ended, 0)[1])
        elif (answer := fork()) == 0:
            return int(command.main(_become(request)))
        write(1, b"%d\n" % answer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
