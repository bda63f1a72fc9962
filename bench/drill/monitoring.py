"""A real Prometheus and a real Alertmanager beside a platform, with deploy's rules and routes, and what they page."""

import http.server
import json
import os
import re
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from bench.processes.whole_platform import Platform
from deploy.validate.tools import ROOT, program
from tests.support.ports import free_port
from tests.support.rabbit import RabbitServer
from tests.support.server import Server

PROMETHEUS = ROOT / "deploy/observability/prometheus"
ALERTMANAGER = ROOT / "deploy/observability/alertmanager/alertmanager.yml"
SCRAPE_S = 1
BROKER_SCRAPE_S = 3
"""On a busy machine the broker needs seconds to say how all of its queues are."""
_DURATION = re.compile(r"(\[|\bfor: |\boffset )(\d+)([smhd])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_SHORTEST_S = 5
"""A range must hold some scrapes."""


def scaled(text: str, speed: float) -> str:
    """A rule file whose ranges and patience are shorter by this factor. Thresholds stay as they are."""

    def shorter(found: re.Match[str]) -> str:
        seconds = int(found[2]) * _SECONDS[found[3]] / speed
        return f"{found[1]}{max(_SHORTEST_S, round(seconds))}s"

    return _DURATION.sub(shorter, text)


class ScrapedRabbit(RabbitServer):
    """A broker with the plugin that Prometheus reads."""

    def _write_settings(self) -> None:
        super()._write_settings()
        self.scrape_port = free_port()
        with (self.folder / "rabbitmq.conf").open("a", encoding="utf-8") as settings:
            settings.write(f"prometheus.tcp.ip = 127.0.0.1\nprometheus.tcp.port = {self.scrape_port}\n")
        (self.folder / "enabled_plugins").write_text("[rabbitmq_management,rabbitmq_prometheus].\n")


class Prometheus(Server):
    """Scrapes every member of a platform and its broker once a second."""

    name = "prometheus"

    def __init__(
        self, platform: Platform, broker_port: int, cluster_port: int, alertmanager_port: int, speed: float
    ) -> None:
        super().__init__()
        self.port = free_port()
        for path in (PROMETHEUS / "rules").glob("*.yml"):
            (self.folder / path.name).write_text(scaled(path.read_text(encoding="utf-8"), speed), encoding="utf-8")
        settings = {
            "global": {"scrape_interval": f"{SCRAPE_S}s", "evaluation_interval": f"{SCRAPE_S}s"},
            "rule_files": [str(self.folder / "*.yml")],
            "alerting": {"alertmanagers": [{"static_configs": [{"targets": [f"127.0.0.1:{alertmanager_port}"]}]}]},
            "scrape_configs": _jobs(platform, broker_port, cluster_port),
        }
        (self.folder / "prometheus.yaml").write_text(yaml.safe_dump(settings), encoding="utf-8")

    def command(self) -> Sequence[str | Path]:
        """Debian's server."""
        return [
            program("prometheus"),
            f"--config.file={self.folder / 'prometheus.yaml'}",
            f"--storage.tsdb.path={self.folder / 'data'}",
            f"--web.listen-address=127.0.0.1:{self.port}",
        ]

    def answers(self) -> bool:
        """Whether it is ready."""
        return page_of(f"http://127.0.0.1:{self.port}/-/ready") is not None

    def query(self, expression: str) -> list[dict[str, Any]]:
        """The series that an expression has now."""
        asked = urllib.parse.urlencode({"query": expression})
        answer = json.loads(page_of(f"http://127.0.0.1:{self.port}/api/v1/query?{asked}") or b'{"data":{"result":[]}}')
        found: list[dict[str, Any]] = answer["data"]["result"]
        return found

    def firing(self) -> set[str]:
        """The alerts that fire now."""
        return {each["metric"]["alertname"] for each in self.query('ALERTS{alertstate="firing"}')}


class Alertmanager(Server):
    """Routes, groups and inhibits as in production, a little quicker; notifies a webhook of ours."""

    name = "alertmanager"

    def __init__(self, webhook_port: int) -> None:
        super().__init__()
        self.port = free_port()
        text = ALERTMANAGER.read_text(encoding="utf-8")
        text = text.replace("https://pages.kafeneio.example", f"http://127.0.0.1:{webhook_port}")
        text = re.sub(r"group_wait: \d+s", "group_wait: 3s", text)
        text = re.sub(r"group_interval: \d+m", "group_interval: 5s", text)
        (self.folder / "alertmanager.yml").write_text(text, encoding="utf-8")

    def command(self) -> Sequence[str | Path]:
        """Debian's server."""
        return [
            program("prometheus-alertmanager"),
            f"--config.file={self.folder / 'alertmanager.yml'}",
            f"--storage.path={self.folder / 'data'}",
            f"--web.listen-address=127.0.0.1:{self.port}",
            "--cluster.listen-address=",
        ]

    def answers(self) -> bool:
        """Whether it is ready."""
        return page_of(f"http://127.0.0.1:{self.port}/-/ready") is not None


class Pager:
    """Takes what Alertmanager sends: by receiver, one notice after the other."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        """Listening from now on."""
        self.notices: list[tuple[float, str, dict[str, Any]]] = []
        """When, to whom (`page`, `ticket`, `watchdog`), what."""
        pager = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                pager.notices.append((time.monotonic(), self.path.strip("/"), json.loads(body)))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_args: object) -> None:
                """Nothing."""

        self._server = http.server.ThreadingHTTPServer((host, 0), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def since(self, began_s: float, receiver: str = "page") -> list[dict[str, Any]]:
        """The notices to a receiver since then."""
        return [notice for at_s, to, notice in list(self.notices) if at_s >= began_s and to == receiver]

    def named(self, began_s: float, status: str = "firing") -> set[str]:
        """The alerts that were paged since then."""
        return {
            alert["labels"]["alertname"]
            for notice in self.since(began_s)
            for alert in notice["alerts"]
            if alert["status"] == status
        }

    def groups(self, began_s: float) -> set[str]:
        """The groups of pages since then."""
        return {notice["groupKey"] for notice in self.since(began_s)}

    def close(self) -> None:
        """Listen no more."""
        self._server.shutdown()


def wait_for(condition: Callable[[], bool], timeout_s: float) -> float | None:
    """How long it took until a condition held; None: it did not."""
    began_s = time.monotonic()
    while time.monotonic() - began_s < timeout_s:
        if condition():
            return time.monotonic() - began_s
        time.sleep(0.3)
    return None


def _jobs(platform: Platform, broker_port: int, cluster_port: int) -> list[Mapping[str, Any]]:
    """As in deploy/observability/prometheus/prometheus.yml, with fixed targets."""
    members = [
        _target(member.health_port, process=_process(name), pod=name, namespace="kafeneio")
        for name, member in platform.members.items()
    ]
    slower = {"scrape_interval": f"{BROKER_SCRAPE_S}s", "scrape_timeout": f"{BROKER_SCRAPE_S}s"}
    broker = {"static_configs": [{"targets": [f"127.0.0.1:{broker_port}"]}], **slower}
    families = {"family": ["queue_coarse_metrics", "queue_consumer_count"]}
    return [
        {"job_name": "kafeneio", "static_configs": members},
        {"job_name": "rabbitmq", **broker},
        {"job_name": "rabbitmq-queues", "metrics_path": "/metrics/detailed", "params": families, **broker},
        {"job_name": "kube-state-metrics", "honor_labels": True,
         "static_configs": [{"targets": [f"127.0.0.1:{cluster_port}"]}]},
    ]  # fmt: skip


def _target(port: int, **labels: str) -> dict[str, Any]:
    return {"targets": [f"127.0.0.1:{port}"], "labels": labels}


def _process(member: str) -> str:
    """The `process` label of a member: `worker-1` runs tables."""
    name = member.split("-")[0]
    return "tables" if name == "worker" else name


def page_of(url: str) -> bytes | None:
    """A page; None while nobody answers."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            found: bytes = answer.read()
            return found
    except OSError:
        return None


def tools_are_there() -> bool:
    """Whether `make manifests` has brought Prometheus and Alertmanager, or the system has them."""
    try:
        program("prometheus")
        program("prometheus-alertmanager")
    except FileNotFoundError:
        return False
    return os.name == "posix"
