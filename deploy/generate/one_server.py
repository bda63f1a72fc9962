"""What Prometheus scrapes on one server: as units of systemd, and as containers of Compose."""

from collections.abc import Callable

from kafeneio.processes import HEALTH_PORTS, ON_ONE_SERVER

_HEAD = """\
# Prometheus beside Kafeneio on one server, {layout}. Written for Prometheus 2.42 and newer.
# Made from the code by `python -m deploy.generate`: do not edit
#
# Alerts of `rules/` that ask a cluster (metrics kube_… and cnpg_…) never fire here; `server/` has those of one server.
global:
  scrape_interval: 15s
  evaluation_interval: 15s

rule_files:
  - rules/*.yml
  - server/*.yml

alerting:
  alertmanagers:
    - static_configs:
        - targets: [{alertmanager}]

scrape_configs:
  - job_name: kafeneio
    static_configs:
"""
_TARGET = """\
      - targets: [{address}:{port}]
        labels: {{process: {name}, pod: {name}, namespace: kafeneio, family: ""}}
"""
_BROKER = """\

  # The broker: totals, and by queue only what alerts and dashboard need (everything by queue is slow).
  - job_name: rabbitmq
    static_configs: &broker
      - targets: [{rabbitmq}]
  - job_name: rabbitmq-queues
    metrics_path: /metrics/detailed
    params:
      family: [queue_coarse_metrics, queue_consumer_count]
    static_configs: *broker
"""


def units() -> str:
    """`prometheus-server.yml`: everything is on this machine."""
    return _text("where processes are units of systemd", lambda _name: "127.0.0.1", "127.0.0.1", "127.0.0.1")


def containers() -> str:
    """`deploy/compose/prometheus.yml`: every process is a host of its name."""
    return _text("where processes are containers", lambda name: name, "rabbitmq", "alertmanager")


def _text(layout: str, address: Callable[[str], str], rabbitmq: str, alertmanager: str) -> str:
    targets = [_TARGET.format(address=address(name), port=HEALTH_PORTS[name], name=name) for name in ON_ONE_SERVER]
    head = _HEAD.format(layout=layout, alertmanager=f"{alertmanager}:9093")
    return head + "".join(targets) + _BROKER.format(rabbitmq=f"{rabbitmq}:15692")
