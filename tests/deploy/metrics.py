"""Which metrics there are, with which labels; and what a PromQL expression names."""

import importlib
import re
from functools import cache
from typing import NamedTuple

from prometheus_client import REGISTRY

from tests.deploy.manifests import ROOT, read

TARGET = {"job", "instance", "process", "family", "pod", "namespace"}
"""The labels that scraping adds (deploy/observability/prometheus/prometheus.yml)."""
ELSEWHERE: dict[str, set[str]] = {
    "up": set(),
    "barman_cloud_cloudnative_pg_io_last_available_backup_timestamp": set(),
    "kube_pod_status_ready": {"condition"},
    "kube_pod_status_phase": {"phase"},
    "kube_job_status_failed": {"job_name"},
    "kube_cronjob_created": {"cronjob"},
    "kube_cronjob_status_last_successful_time": {"cronjob"},
    "rabbitmq_detailed_queue_messages": {"queue", "vhost"},
    "rabbitmq_detailed_queue_consumers": {"queue", "vhost"},
    "rabbitmq_alarms_memory_used_watermark": set(),
    "rabbitmq_alarms_free_disk_space_watermark": set(),
    "kafeneio_broker_lost_peers": set(),
}
"""Metrics of others: Prometheus, kube-state-metrics, RabbitMQ 3.10 and newer, and deploy/rabbitmq/rejoin.sh."""
_SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "summary": ("_count", "_sum")}
_WORDS = frozenset(
    (
        *(
            "sum",
            "min",
            "max",
            "avg",
            "count",
            "topk",
            "time",
            "avg_over_time",
            "changes",
            "clamp_min",
            "label_replace",
            "resets",
            "rate",
            "increase",
            "abs",
            "absent",
            "histogram_quantile",
            "vector",
        ),
        *("and", "or", "unless", "offset", "label_values", "bool"),
    )
)
_LABELS_OF = re.compile(r"\b(?:by|on|without|ignoring|group_left|group_right)\s*\(([^)]*)\)")
_MATCHERS = re.compile(r"\{([^}]*)\}")
_NAME = re.compile(r"[a-z_][a-zA-Z0-9_:]*")
_STRING = re.compile(r'"[^"]*"')


class Named(NamedTuple):
    """What an expression names."""

    metrics: set[str]
    labels: set[str]


@cache
def known() -> dict[str, set[str]]:
    """Every series that there is → its labels: what processes offer (importing the modules of metrics declares it), and
    what our rules record."""
    for path in sorted([*ROOT.glob("services/**/metrics.py"), *ROOT.glob("gateway/metrics.py")]):
        importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    found: dict[str, set[str]] = {}
    for collector in list(REGISTRY._collector_to_names):
        for family in collector.collect():
            labels = {*getattr(collector, "_labelnames", ()), *getattr(family, "_labelnames", ())}
            labels |= {"le"} if family.type == "histogram" else set()
            for suffix in _SUFFIXES.get(family.type, ("",)):
                found[family.name + suffix] = labels
    for path in (ROOT / "deploy/observability/prometheus/rules").glob("*.yml"):
        rules = [rule for group in read(path)[0]["groups"] for rule in group["rules"]]
        found |= {rule["record"]: set(rule.get("labels", {})) for rule in rules if "record" in rule}
    return found


def named(expression: str) -> Named:
    """The metrics and labels that a PromQL expression names. Dashboard variables stand for values, not for names."""
    labels = {name for part in _LABELS_OF.findall(expression) for name in _NAME.findall(part)}
    metrics: set[str] = set()
    for part in _MATCHERS.findall(expression):
        found = set(_NAME.findall(_STRING.sub("", part)))
        if "__name__" in found:
            (pattern,) = re.findall(r'__name__=~"([^"]*)"', part)
            metrics |= {name for name in {**known(), **ELSEWHERE} if re.fullmatch(pattern, name)}
        labels |= found - {"__name__"}
    rest = _MATCHERS.sub(" ", _LABELS_OF.sub(" ", _STRING.sub(" ", expression)))
    rest = re.sub(r"\[[^\]]*\]|\boffset\s+\w+|\b\d+(\.\d+)?[a-z]*\b", " ", rest)
    metrics |= set(_NAME.findall(rest)) - _WORDS
    return Named(metrics, labels)


def complaints(where: str, expression: str) -> list[str]:
    """What an expression names that nobody offers."""
    offered = {**known(), **ELSEWHERE}
    found = named(expression)
    made = set(re.findall(r'label_replace\(.*?,\s*"(\w+)"', expression, flags=re.DOTALL))
    known_labels = TARGET.union(made, *(offered.get(metric, set()) for metric in found.metrics))
    return [
        *([] if found.metrics else [f"{where}: names no metric"]),
        *(f"{where}: no metric {metric}" for metric in sorted(found.metrics - offered.keys())),
        *(f"{where}: no label {label}" for label in sorted(found.labels - known_labels)),
    ]
