"""The broker's virtual host and users are lost and made again, by the very commands of the documents."""

import os
import re
import subprocess
from pathlib import Path

from bench.processes.members import ROOT
from bench.processes.whole_platform import Platform
from bench.robots.evening import say
from deploy.validate.render import K8S
from services.platform.broker.permissions import PROCESSES
from tests.support.broker_users import PASSWORD, remove_users, user_of

README, BROKER = K8S.parent / "README.md", K8S.parent / "RABBITMQ.md"
_TIMEOUT_S = 240


def commands_of(document: Path, heading: str) -> list[str]:
    """What the first block of code below a heading does at the broker, in its order."""
    text = document.read_text(encoding="utf-8").split(f"{heading}\n", 1)[1]
    block = re.search(r"```sh\n(.*?)```", text, re.DOTALL)
    assert block is not None
    lines = [line.partition("  #")[0].strip() for line in block[1].splitlines()]
    return [line for line in lines if line.startswith("rabbitmqctl ") or "users.sh" in line]


def make_broker_again(platform: Platform) -> None:
    """The virtual host is lost and comes back, then everything is lost and comes back. No process runs meanwhile."""
    operator = f"/api/users/{user_of(platform.vhost, 'operator')}"
    platform.rabbit.manage("PUT", operator, {"password": PASSWORD, "tags": ""})
    say("the virtual host is lost, and made again as deploy/README.md says")
    _run_all(platform, commands_of(README, "## After a restore"))
    say("users and virtual host are lost, and made again as deploy/RABBITMQ.md says")
    platform.rabbit.delete_vhost(platform.vhost)
    remove_users(platform.rabbit, platform.vhost)
    platform.rabbit.manage("DELETE", operator)
    _run_all(platform, commands_of(BROKER, "# The broker"))
    platform.rabbit.create_vhost(platform.vhost)  # it is there; the drill's own user gets its rights


def durable_queues(platform: Platform) -> set[str]:
    """The queues that stay when who declared them goes."""
    found = platform.rabbit.manage("GET", f"/api/queues/{platform.vhost}")
    return {each["name"] for each in found if each["durable"] and not each["exclusive"]}


def _run_all(platform: Platform, commands: list[str]) -> None:
    """One after the other, as an operator types them; whoever asks for a password is given the platform's."""
    folder = platform.folder / "operator"
    folder.mkdir(exist_ok=True)
    program = folder / "rabbitmqctl"
    node = platform.rabbit.environment()["RABBITMQ_NODENAME"]
    program.write_text(f'#!/bin/sh\nexec /usr/lib/rabbitmq/bin/rabbitmqctl -n {node} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (folder / "passwords").write_text(f"{PASSWORD}\n" * len(PROCESSES), encoding="utf-8")
    (folder / "deploy").unlink(missing_ok=True)
    (folder / "deploy").symlink_to(ROOT / "deploy")
    environment = {**platform.rabbit.environment(), "PATH": f"{folder}:{os.environ['PATH']}"}
    platform.rabbit.manage(
        "PUT", f"/api/users/{user_of(platform.vhost, 'operator')}", {"password": PASSWORD, "tags": ""}
    )
    for command in commands:
        if "add_user" in command:
            platform.rabbit.manage("DELETE", f"/api/users/{user_of(platform.vhost, 'operator')}")
        done = subprocess.run(
            ["bash", "-c", _here(platform, command)],
            cwd=folder,
            env=environment,
            input=f"{PASSWORD}\n",
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
        assert done.returncode == 0, (command, done.stdout, done.stderr)


def _here(platform: Platform, command: str) -> str:
    """A command with the platform's names of virtual host and users."""
    command = command.replace("kafeneio_", user_of(platform.vhost, ""))
    return re.sub(r"(?<![\w./-])kafeneio(?![\w./-])", platform.vhost, command)
