"""A private RabbitMQ: its own node name, ports, folder and port mapper, so that it meets no other on the machine."""

import base64
import contextlib
import http.client
import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import amqp

from tests.support import processes
from tests.support.guard import GUARD
from tests.support.ports import free_ports
from tests.support.rabbit_home import lay_out
from tests.support.server import Server, ServerFailed, spawn, wait_until

USER = PASSWORD = "guest"

_CONFIG = """\
listeners.tcp.1 = 127.0.0.1:{amqp}
management.tcp.ip = 127.0.0.1
management.tcp.port = {management}
vm_memory_high_watermark.absolute = 1GB
disk_free_limit.absolute = 50MB
cluster_partition_handling = pause_minority
log.console = true
log.console.level = warning
log.file = false
"""
# One scheduler that does not spin: the broker shares a small machine with the tests. Short net ticks show a hung node.
_ERLANG = "-kernel inet_dist_use_interface {127,0,0,1} net_ticktime 4 +S 1:1 +sbwt none"


def find_rabbitmq(root: Path = Path("/")) -> Path | None:
    """The server's own start script. Not the packages' wrapper in /usr/sbin, which changes folder and user."""
    packaged = root / "usr/lib/rabbitmq/bin/rabbitmq-server"
    if packaged.exists():
        return packaged
    found = shutil.which("rabbitmq-server") if root == Path("/") else None
    return Path(found) if found else None


class RabbitServer(Server):
    """One RabbitMQ node with the management interface, user guest/guest."""

    name = "rabbitmq"

    def __init__(self, parent: Path | None = None) -> None:
        """`parent`: the folder to make its own in."""
        super().__init__(parent)
        self.port, self.management_port, self._dist_port, self._epmd_port = free_ports(4)
        self._epmd: subprocess.Popen[bytes] | None = None
        self._scripts: Path | None = None
        self._write_settings()

    def url(self, vhost: str = "/") -> str:
        """The AMQP address of a virtual host."""
        return f"amqp://{USER}:{PASSWORD}@127.0.0.1:{self.port}/{quote(vhost, safe='')}"

    def create_vhost(self, name: str) -> str:
        """Make a virtual host that its user may do everything in; answers its address."""
        self.manage("PUT", f"/api/vhosts/{quote(name, safe='')}")
        everything = {"configure": ".*", "write": ".*", "read": ".*"}
        self.manage("PUT", f"/api/permissions/{quote(name, safe='')}/{USER}", everything)
        return self.url(name)

    def delete_vhost(self, name: str) -> None:
        """Remove a virtual host with its queues; its connections are cut."""
        self.manage("DELETE", f"/api/vhosts/{quote(name, safe='')}")

    def has_on_disk(self, vhost: str, quorum_queue: str) -> bool:
        """Whether a new quorum queue would survive kill -9.

        RabbitMQ writes down that the queue exists up to half a second after it has answered the declaration; one
        killed in between comes back with a queue that times out on every use, for ever. Wait for this before `kill`.
        """
        lists = self.folder.glob("mnesia/*/quorum/*/names.dets")
        return any(f"{vhost}_{quorum_queue}".encode() in path.read_bytes() for path in lists)

    def manage(self, method: str, path: str, body: Any = None) -> Any:
        """One call of the management interface; answers its JSON, or None when it has nothing to say."""
        connection = http.client.HTTPConnection("127.0.0.1", self.management_port, timeout=60)
        secret = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        headers = {"Authorization": f"Basic {secret}", "Content-Type": "application/json"}
        with contextlib.closing(connection):
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            text = answer.read()
        if answer.status >= 300:
            raise ServerFailed(f"{method} {path}: {answer.status} {text.decode(errors='replace')}")
        return json.loads(text) if text else None

    def close(self) -> None:
        """End node and port mapper and remove the folder."""
        if self._epmd is not None:
            processes.kill_family(self._epmd.pid)
            self._epmd.wait()
            GUARD.forget(pid=self._epmd.pid)
            self._epmd = None
        super().close()

    def command(self) -> Sequence[str | Path]:
        """The start script."""
        script = find_rabbitmq()
        if script is None:
            raise ServerFailed("RabbitMQ is not installed (Debian: rabbitmq-server)")
        return [script]

    def environment(self) -> Mapping[str, str]:
        """Ours without other brokers' settings, plus everything that keeps this node to itself."""
        inherited = {name: text for name, text in os.environ.items() if not name.startswith(("RABBITMQ_", "ERL_"))}
        return inherited | {
            "HOME": str(self.folder),
            **({"RABBITMQ_SCRIPTS_DIR": str(self._scripts)} if self._scripts is not None else {}),
            "RABBITMQ_NODENAME": f"kafeneio-{self.port}@localhost",
            "RABBITMQ_MNESIA_BASE": str(self.folder / "mnesia"),
            "RABBITMQ_LOG_BASE": str(self.folder / "log"),
            "RABBITMQ_PID_FILE": str(self.folder / "pid"),
            "RABBITMQ_CONFIG_FILE": str(self.folder / "rabbitmq.conf"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.folder / "enabled_plugins"),
            "RABBITMQ_CONF_ENV_FILE": os.devnull,
            "RABBITMQ_DIST_PORT": str(self._dist_port),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": _ERLANG,
            "ERL_EPMD_PORT": str(self._epmd_port),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            # The script then becomes the node instead of its parent: our process is the one that serves.
            "RUNNING_UNDER_SYSTEMD": "true",
        }

    def prepare(self) -> None:
        """Start the port mapper ourselves: the one that a node starts would outlive it, as no child of ours."""
        if not (home := self.folder / "home").exists() and (script := find_rabbitmq()) is not None:
            plugins = re.findall(r"\w+", (self.folder / "enabled_plugins").read_text())
            self._scripts = lay_out(home, script.resolve().parents[1], plugins)
        if self._epmd is None:
            self._epmd = spawn(["epmd", "-port", str(self._epmd_port)], self.environment(), self.folder)
            GUARD.watch(pid=self._epmd.pid)
            wait_until(self._epmd_answers, 60, "the port mapper")

    def answers(self) -> bool:
        """Whether the AMQP handshake succeeds."""
        try:
            with amqp.Connection(f"127.0.0.1:{self.port}", USER, PASSWORD, connect_timeout=10, read_timeout=10):
                return True
        except (OSError, amqp.AMQPError):
            return False

    def _epmd_answers(self) -> bool:
        asked = subprocess.run(["epmd", "-port", str(self._epmd_port), "-names"], capture_output=True, check=False)
        return asked.returncode == 0

    def _write_settings(self) -> None:
        for name in ("mnesia", "log"):
            (self.folder / name).mkdir()
        cookie = self.folder / ".erlang.cookie"
        cookie.write_text("KAFENEIO")
        cookie.chmod(0o400)
        text = _CONFIG.format(amqp=self.port, management=self.management_port)
        (self.folder / "rabbitmq.conf").write_text(text)
        (self.folder / "enabled_plugins").write_text("[rabbitmq_management].\n")
