"""The runbook's commands, run against the fault that they are for (`make drill`).

The texts are those of deploy/observability/RUNBOOK.md, with the shell functions of its first block. `kubectl` and
`kafeneio` are small programs here: logs are those of the platform's processes, what is run in the broker's, the
database's and the toolbox's pod is run at the private servers. What only a cluster can do is listed with its reason.
"""

import json
import os
import re
import subprocess
import sys

from bench.processes.members import ROOT
from bench.processes.whole_platform import Platform
from deploy.validate.render import K8S
from tests.support.postgres import USER

RUNBOOK = K8S.parent / "observability/RUNBOOK.md"
NOT_RUN = {
    "kubectl -n kafeneio scale": "it changes Deployments, which only a cluster has",
    "kubectl -n kafeneio rollout": "it changes Deployments, which only a cluster has",
    "kubectl rollout restart": "it changes Deployments, which only a cluster has",
    "kubectl apply": "it makes pods, which only a cluster has",
    "kubectl -n kafeneio delete": "it deletes pods, which only a cluster has",
    "kubectl describe pod": "it shows a pod, which only a cluster has",
    "kubectl logs --previous": "only a cluster keeps the log of a pod that died apart",
    "kubectl -n kafeneio logs <pod>": "only a cluster keeps the log of a pod that died apart",
    "kubectl -n kafeneio logs job/": "only a cluster has Jobs: the drill runs their commands itself",
    "kubectl -n kafeneio get": "it shows objects that only a cluster has",
    "kubectl -n kafeneio exec broker-server-<n>": "the drill's broker has one node, which is in no quorum",
    "kubectl -n kafeneio create job": "only a cluster has Jobs: the drill runs their commands itself",
    "kubectl cnpg backup": "CloudNativePG makes it: the drill's backups are pg_basebackup's",
    "kafeneio boards close": "it needs a period that is over: tests/ranking closes some by hand",
    "kafeneio roles give": "it changes who is staff: the drill gives a role before it falsifies the audit log",
    "kafeneio recover --since 24h": "the drill runs it, with the time of its backup, when it restores the database",
    "errors bridge": "the drill has one cell, and so no bridge: tests/platform/test_cell_bridge.py cuts its links",
    "kafeneio cells check": "the drill has one cell: tests/lobby/visits/test_visit_settings.py",
    'sql "SELECT * FROM wallet.away_stakes': "the drill has one cell: tests/wallet/cells/test_statements.py",
    "kafeneio ledger writeoff": "it needs a payment that was taken back: tests/wallet writes debts off",
}
"""Beginnings of commands that the drill does not run, and why."""
_SERVICES = {"EventsParked": "wallet", "OrderUnanswered": "wallet", "MessagesRefused": "wallet"}
"""What `<service>` is for an alert, by the fault of the drill that causes it."""
_CODE = re.compile(r"```sh\n(?P<block>.*?)```|`(?P<inline>[^`]+)`", re.DOTALL)
_COMMAND = re.compile(r"(kafeneio|kubectl|errors|queues|sql|broker)( |$)")
_SHAPE = re.compile(r"^\w+ \"?…|<process>")
"""What only says how commands look."""
_TIMEOUT_S = 120
_FOUND_SOMETHING = 1
"""The exit code of a command that finds the fault."""


def sections() -> dict[str, str]:
    """The runbook's text of each alert."""
    parts = re.split(r"^### (\w+)\n", RUNBOOK.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {name: text.split("\n## ")[0] for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def functions() -> str:
    """The shell functions that the runbook defines at its beginning."""
    first = re.search(r"```sh\n(.*?)```", RUNBOOK.read_text(encoding="utf-8"), re.DOTALL)
    assert first is not None
    return "\n".join(line for line in first[1].splitlines() if re.match(r"\w+\(\) \{", line))


def commands(text: str) -> list[str]:
    """The commands in a part of the runbook, as they are written."""
    found = []
    for code in _CODE.finditer(text):
        lines = code["block"].splitlines() if code["block"] else [" ".join(code["inline"].split())]
        found += [line for line in lines if _COMMAND.match(line) and not _SHAPE.search(line)]
    return [each for each in found if each == "queues" or (" " in each and not re.match(r"\w+\(\) \{", each))]


def reason_not_to_run(command: str) -> str:
    """Why the drill does not run a command; empty if it does."""
    return next((why for beginning, why in NOT_RUN.items() if command.startswith(beginning)), "")


def commands_of(alert: str) -> list[str]:
    """What the drill runs of an alert's section, while its fault lasts."""
    filled = [each.replace("<service>", _SERVICES.get(alert, "wallet")) for each in commands(sections()[alert])]
    return list(dict.fromkeys(each for each in filled if not reason_not_to_run(each)))


class Shell:
    """Runs commands of the runbook at a platform."""

    def __init__(self, platform: Platform) -> None:
        """Writes the programs that stand for those of a cluster."""
        self._platform = platform
        self._folder = platform.folder / "shell"
        self._folder.mkdir()
        for name in ("kubectl", "kafeneio"):
            program = self._folder / name
            program.write_text(f'#!/bin/sh\nexec {sys.executable} -m bench.drill.shell {name} "$@"\n')
            program.chmod(0o755)

    def run(self, command: str) -> str | None:
        """Run one; returns what is wrong with how it went, None if nothing is."""
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail\n{functions()}\n{command}"],
            cwd=ROOT,
            env=os.environ | self._variables(),
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
        said = done.stdout + done.stderr
        raised = "Traceback" in said and not command.startswith(("errors", "kubectl"))  # of what they show
        if done.returncode not in (0, _FOUND_SOMETHING) or raised:
            return f"{command}: exit code {done.returncode}: {said[-300:]}"
        if not done.stdout.strip() and not command.startswith("errors"):  # a log may be without errors
            return f"{command} said nothing: {done.stderr[-300:]}"
        return None

    def _variables(self) -> dict[str, str]:
        platform = self._platform
        logs: dict[str, list[str]] = {}
        for name, path in platform.logs().items():
            logs.setdefault(platform.members[name].process, []).append(str(path))
        told = {
            "logs": logs,
            "vhost": platform.vhost,
            "node": platform.rabbit.environment()["RABBITMQ_NODENAME"],
            "broker": dict(platform.rabbit.environment()),
            "databases": platform.databases,
            "psql": ["psql", "-h", "127.0.0.1", "-p", str(platform.postgres.port), "-U", USER],
            "settings": platform.settings(),
        }
        path = self._folder / "platform.json"
        path.write_text(json.dumps(told), encoding="utf-8")
        return {"PATH": f"{self._folder}:{os.environ['PATH']}", "DRILL_PLATFORM": str(path)}
