"""`kafeneio doctor`: whether one server has what it needs, in the order in which faults are mended.

Each check has a time limit and ends with a sentence that says what to do. A check whose ground is missing is skipped: a
database that does not answer has no schemas to look at.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from kafeneio.server import checks
from kafeneio.server.checks import Finding, Server

State = Literal["ok", "warning", "fault", "skipped"]
LIMIT_S = 15.0


class Check(NamedTuple):
    """One check: its name, what must have been right before it, and how it is made."""

    name: str
    needs: tuple[str, ...]
    look: Callable[[Server], Finding]


CHECKS: tuple[Check, ...] = (
    Check("settings", (), checks.settings),
    Check("database", ("settings",), checks.database),
    Check("schemas", ("database",), checks.schemas),
    Check("broker", ("settings",), checks.broker),
    Check("queues", ("broker",), checks.queues),
    Check("processes", ("settings",), checks.processes),
    Check("keys", ("settings",), checks.keys),
    Check("mail", ("settings",), checks.mail),
    Check("sign_in", ("settings",), checks.sign_in),
    Check("domain", ("settings",), checks.domain),
    Check("page", ("settings",), checks.page),
    Check("no_sandbox", ("settings",), checks.no_sandbox),
    Check("disk", (), checks.disk),
    Check("clock", (), checks.clock),
    Check("interpreter", (), checks.interpreter),
)
"""In the order to mend."""
OF_SANDBOX: tuple[Check, ...] = (
    Check("sandbox", (), checks.sandbox),
    Check("page", (), checks.page),
    Check("disk", (), checks.disk),
    Check("clock", (), checks.clock),
    Check("interpreter", (), checks.interpreter),
)
"""What a sandbox needs (`kafeneio up --sandbox`), which has no servers."""


class Outcome(NamedTuple):
    """What a check has found, and what to do about it: empty where nothing is wrong."""

    check: str
    state: State
    found: str
    deed: str


def examine(environ: Mapping[str, str], env_file: str = "", chosen: Sequence[Check] = CHECKS) -> list[Outcome]:
    """Make all checks. `environ`: the settings; `env_file`: where they are from, of which the mode is looked at."""
    server = Server(environ, env_file)
    outcomes: list[Outcome] = []
    faults: set[str] = set()
    for check in chosen:
        missing = [name for name in check.needs if name in faults]
        if missing:
            faults.add(check.name)
            outcomes.append(Outcome(check.name, "skipped", f"needs {missing[0]}", ""))
            continue
        finding = _within_limit(check, server)
        if finding.state == "fault":
            faults.add(check.name)
        outcomes.append(Outcome(check.name, finding.state, finding.found, finding.deed))
    return outcomes


def _within_limit(check: Check, server: Server) -> Finding:
    """The finding of a check; a fault if it takes too long, or cannot be made."""
    found: list[Finding] = []

    def look() -> None:
        try:
            found.append(check.look(server))
        except Exception as error:  # noqa: BLE001 whatever keeps a check from being made is its finding
            text = f"{type(error).__name__}: {error}".splitlines()[0][:200]
            found.append(Finding("fault", f"cannot be looked at: {text}", "mend what the message names"))

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    thread.join(LIMIT_S)
    if not found:
        return Finding(
            "fault", f"no answer within {LIMIT_S:.0f} s", "look at the network and at the load of the server"
        )
    return found[0]


def exit_code(outcomes: Sequence[Outcome]) -> int:
    """1: something is at fault; warnings are none."""
    return int(any(each.state in ("fault", "skipped") for each in outcomes))
