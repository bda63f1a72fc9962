"""The runbook's commands, run against the fault that they are for (`make drill`).

The texts are those of deploy/observability/runbook, with the shell functions of RUNBOOK.md beside it: those of a
cluster, of one server and of one server in containers, one after the other. `kubectl`, `kafeneio`, `sudo`, `systemctl`,
`journalctl` and `docker` are small programs here: logs are those of the platform's processes, what is run in the
broker's, the database's and the toolbox's pod or container is run at the private servers. What only a cluster or a
server of its own can do is listed with the reason.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from bench.drill.shell import SETTINGS_FILE
from bench.processes.members import ROOT
from bench.processes.whole_platform import Platform
from deploy.validate.render import K8S
from tests.support.postgres import USER

RUNBOOK = K8S.parent / "observability/RUNBOOK.md"
"""How to use it: functions, whom to wake, and where each alert is."""
PAGES = RUNBOOK.parent / "runbook"
"""One page for each file of rules."""
LAYOUTS = ("cluster", "server", "containers")
"""Whose functions RUNBOOK.md defines, in its order."""
PARTS = ("What it means", "What players notice", "See that it is true", "Do", "Wake")
"""What each alert has, in this order."""

_A_CLUSTER = "only a cluster has pods, Deployments and Jobs: the drill has processes"
_A_SERVER = "only a server of its own has units and their journal: the drill has processes"
_ENDS = "the end of the fault starts again what it has stopped; `make chaos` restarts each process under play"
_NODES = "the drill's broker has one node, which has no majority to lose"
_NIGHT = "the drill runs the commands of nightly jobs itself, without CronJobs or timers"
NOT_RUN = {
    "restart ": _ENDS,
    "start ": _ENDS,
    "stop ": "what is stopped waits for its start, and robots play meanwhile: `make chaos` stops each process",
    "nightly": _NIGHT,
    "job ": _NIGHT,
    "job_log ": _NIGHT,
    "kubectl ": _A_CLUSTER,
    "systemctl ": _A_SERVER,
    "sudo ": _A_SERVER,
    "journalctl ": _A_SERVER,
    "timedatectl": "it shows the clock of a machine that runs systemd, which a container does not",
    "df -h /var/lib": "the drill's servers keep their files in folders of their own, and clear them away",
    "rabbitmqctl force_boot": _NODES,
    "broker rabbitmqctl forget_cluster_node": _NODES,
    "broker rabbitmq-queues grow": _NODES,
    "broker rabbitmq-plugins enable": "the drill's broker has the plugin from its beginning",
    "broker rabbitmqctl set_vm_memory_high_watermark": "the drill itself sets it, to cause and to end BrokerAlarm",
    'sql "SELECT pg_terminate_backend': "the drill cuts connections itself (CommitsFail), whatever their number is",
    "kafeneio sealing list": "the drill's platform has no keys: tests/wallet/test_sealing_commands.py has some",
    "kafeneio draws recount": "it counts all draws again; the drill's matches are too few to be wrong",
    "kafeneio verify": "it needs a recording that somebody has saved: tests/tables/history/test_verify.py has some",
    "kafeneio run tables": "it runs until it is stopped: the drill's own workers are run by it",
    "kafeneio migrate": "the drill's platform was begun with it, and a release's is tried in DatabaseDown",
    "kafeneio boards close": "it needs a period that is over: tests/ranking closes some by hand",
    "kafeneio roles give": "it changes who is staff: the drill gives a role before it falsifies the audit log",
    "kafeneio recover --since 24h": "the drill runs it, with the time of its backup, when it restores the database",
    "kafeneio tables annul": "it needs a round at a house-banked table, which the drill's workers do not have",
    "kafeneio ledger correct": "it needs a result that was paid and is wrong: tests/wallet/corrections",
    "kafeneio stakes release": "the drill's tables know all that is held: tests/kafeneio/test_stakes.py loses some",
    "kafeneio ledger takeback": "it needs a reward that was gained by misconduct: tests/wallet/corrections",
    "kafeneio ledger writeoff": "it needs a payment that was taken back: tests/wallet writes debts off",
    "kafeneio messages send": "it writes to all players of the drill: tests/moderation/test_shell_commands.py",
    "kafeneio service-accounts list": "the drill's partner has none: tests/moderation/test_shell_commands.py",
    "errors bridge": "the drill has one cell, and so no bridge: tests/platform/test_cell_bridge.py cuts its links",
    "kafeneio webhooks": "no other system takes webhooks in a drill: tests/moderation/test_shell_commands.py",
    "errors grpc": "the drill's front delivers no webhooks: tests/gateway/webhooks/test_deliverer.py reads its lines",
    "kafeneio cells check": "the drill has one cell: tests/lobby/visits/test_visit_settings.py",
    'sql "SELECT * FROM wallet.away_stakes': "the drill has one cell: tests/wallet/cells/test_statements.py",
}
"""Beginnings of commands that the drill does not run, and why."""
ONCE = ("kafeneio tables void", "kafeneio dead replay")
"""What changes something, and has nothing left to change the second time: run with the first layout's functions."""
_AWAY = {"BrokerDown": ("broker", "queues"), "DatabaseDown": ("sql", "slow")}
"""Fault → functions that ask the very server that is away, whose answer is that it is."""
_SERVICES = {"EventsParked": "wallet", "OrderUnanswered": "wallet", "MessagesRefused": "wallet"}
"""What `<service>` is for an alert, by the fault of the drill that causes it."""
WORDS = (
    "kafeneio", "processes", "logs", "errors", "queues", "broker", "sql", "slow", "restart", "stop", "start", "nightly",
    "job", "job_log",
)  # fmt: skip
"""The functions of RUNBOOK.md."""
_PROGRAMS = ("kubectl", "systemctl", "sudo", "journalctl", "timedatectl", "df", "top", "date", "rabbitmqctl")
_ALONE = ("queues", "processes", "slow", "nightly", "timedatectl")
"""What is a command without an argument, too."""
_CODE = re.compile(r"```sh\n(?P<block>.*?)```|`(?P<inline>[^`]+)`", re.DOTALL)
_COMMAND = re.compile(rf"({'|'.join((*WORDS, *_PROGRAMS))})( |$)")
_SHAPE = re.compile(r"^\w+ (<process>|<service>|<name>|\"?…)|^kafeneio [^-]*…")
"""What only says how commands look, or names a process that the page names."""
_STOPPED = ("table_stopped", "table_unloadable")
_TIMEOUT_S = 120
_MAY_BE_EMPTY = ("errors", "kafeneio cases list")
"""A log without errors, and no open case, are answers too."""
_FOUND_SOMETHING = 1
"""The exit code of a command that finds the fault."""


class Entry(NamedTuple):
    """What the runbook has about an alert."""

    page: str
    """Of its file, without its ending."""
    text: str


def entries() -> dict[str, Entry]:
    """Alert → what the runbook has about it."""
    found: dict[str, Entry] = {}
    for path in sorted(PAGES.glob("*.md")):
        parts = re.split(r"^### (\w+)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for name, text in zip(parts[1::2], parts[2::2], strict=True):
            assert name not in found, f"{name} is there twice"
            found[name] = Entry(path.stem, text)
    return found


def parts_of(text: str) -> dict[str, str]:
    """Name → text of the parts of an entry, in their order."""
    found = re.split(r"^- \*\*([^*]+)\.\*\*", text, flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def functions(layout: str) -> str:
    """The shell functions that the runbook defines for a layout."""
    blocks = re.findall(r"```sh\n(.*?)```", RUNBOOK.read_text(encoding="utf-8"), re.DOTALL)
    block = blocks[LAYOUTS.index(layout)]
    return "\n".join(line for line in block.splitlines() if re.match(r"\w+\(\) \{", line))


def commands(text: str) -> list[str]:
    """The commands in a part of the runbook, as they are written."""
    found = []
    for code in _CODE.finditer(text):
        lines = code["block"].splitlines() if code["block"] else [" ".join(code["inline"].split())]
        found += [line for line in lines if _COMMAND.match(line) and not _SHAPE.search(line)]
    return [each for each in found if each in _ALONE or (" " in each and not re.match(r"\w+\(\) \{", each))]


def reason_not_to_run(command: str) -> str:
    """Why the drill does not run a command; empty if it does."""
    return next((why for beginning, why in NOT_RUN.items() if command.startswith(beginning)), "")


def commands_of(alert: str) -> list[str]:
    """What the drill runs of an alert's entry, while its fault lasts."""
    filled = [each.replace("<service>", _SERVICES.get(alert, "wallet")) for each in commands(entries()[alert].text)]
    return list(dict.fromkeys(each for each in filled if not reason_not_to_run(each)))


def asks_what_is_away(fault: str, command: str) -> bool:
    """Whether a command can only answer that its server is away, which is the fault."""
    return command.split()[0] in _AWAY.get(fault, ())


def write_programs(folder: Path) -> None:
    """Write what stands for the programs of a cluster and of a server."""
    for name in ("kubectl", "kafeneio", "sudo", "setpriv", "systemctl", "journalctl", "docker"):
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec {sys.executable} -m bench.drill.shell {name} "$@"\n')
        program.chmod(0o755)


class Shell:
    """Runs commands of the runbook at a platform."""

    def __init__(self, platform: Platform) -> None:
        """Writes the programs that stand for those of a cluster and of a server."""
        self._platform = platform
        self._folder = platform.folder / "shell"
        self._folder.mkdir()
        write_programs(self._folder)

    def run(self, command: str, fault: str = "") -> list[str]:
        """Run one with the functions of each layout; what is wrong with how it went, if anything is."""
        filled = command.replace("<table>", self._stopped_table())
        layouts = LAYOUTS[:1] if command.startswith(ONCE) else LAYOUTS
        found = [self._run(filled, layout, asks_what_is_away(fault, command)) for layout in layouts]
        return [f"{layout}: {wrong}" for layout, wrong in zip(layouts, found, strict=True) if wrong]

    def _run(self, command: str, layout: str, away: bool) -> str | None:
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail\n{functions(layout)}\n{command}"],
            cwd=ROOT,
            env=os.environ | self._variables(),
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
        said = done.stdout + done.stderr
        if away:
            return None if said.strip() else f"{command} said nothing"
        raised = "Traceback" in said and not command.startswith(("errors", "kubectl"))  # of what they show
        if done.returncode not in (0, _FOUND_SOMETHING) or raised:
            return f"{command}: exit code {done.returncode}: {said[-300:]}"
        if not done.stdout.strip() and not command.startswith(_MAY_BE_EMPTY):
            return f"{command} said nothing: {done.stderr[-300:]}"
        return None

    def _stopped_table(self) -> str:
        """The table that a worker's log says has stopped; the placeholder, if there is none."""
        logs = [self._platform.members[name].log() for name in self._platform.names("worker")]
        lines = [json.loads(line) for log in logs for line in log.splitlines() if line.startswith("{")]
        stopped = [str(each["table"]) for each in lines if each.get("event") in _STOPPED]
        return stopped[-1] if stopped else "<table>"

    def _variables(self) -> dict[str, str]:
        platform = self._platform
        logs: dict[str, list[str]] = {}
        for name, path in platform.logs().items():
            logs.setdefault(platform.members[name].process, []).append(str(path))
        settings: Mapping[str, str] = platform.settings()
        environment = self._folder / "kafeneio.env"
        environment.write_text("".join(f"{name}={shlex.quote(text)}\n" for name, text in settings.items()))
        told = {
            "logs": logs,
            "running": sorted(name for name, member in platform.members.items() if member.running),
            "vhost": platform.vhost,
            "node": platform.rabbit.environment()["RABBITMQ_NODENAME"],
            "broker": dict(platform.rabbit.environment()),
            "databases": platform.databases,
            "psql": ["psql", "-h", "127.0.0.1", "-p", str(platform.postgres.port), "-U", USER],
            "settings": settings,
            SETTINGS_FILE: str(environment),
        }
        path = self._folder / "platform.json"
        path.write_text(json.dumps(told), encoding="utf-8")
        return {"PATH": f"{self._folder}:{os.environ['PATH']}", "DRILL_PLATFORM": str(path)}
