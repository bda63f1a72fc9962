"""deploy/observability/prometheus/tests/all-well.test.yml: all is well, in each layout, and no alert fires.

`promtool test rules` (`make manifests`) runs it: an alert that fires by design, because it asks for something that a
layout does not have, is found there.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from deploy.generate.declared import processes

RULES = Path("deploy/observability/prometheus/rules")
_MADE = (
    "# Made from the code by `python -m deploy.generate`: do not edit. A house in which all is well: no alert fires.\n"
)
_ALWAYS = "Watchdog"
_HOURS = 2
_STEADY = f"1x{_HOURS * 60}"


def text(root: Path) -> str:
    """The unit tests of both layouts."""
    files = sorted((root / RULES).glob("*.yml"))
    alerts = [
        rule["alert"]
        for path in files
        for group in yaml.safe_load(path.read_text(encoding="utf-8"))["groups"]
        for rule in group["rules"]
        if "alert" in rule and rule["alert"] != _ALWAYS
    ]
    quiet = [{"eval_time": f"{_HOURS}h", "alertname": alert, "exp_alerts": []} for alert in alerts]
    layouts = {"a cluster": {**_everywhere(), **_in_a_cluster()}, "one server": _everywhere()}
    tests = [
        {"name": name, "interval": "1m", "input_series": _series(values), "alert_rule_test": quiet}
        for name, values in layouts.items()
    ]
    document = {"rule_files": [f"../rules/{path.name}" for path in files], "evaluation_interval": "1m", "tests": tests}
    return _MADE + yaml.dump(document, Dumper=_Plain, sort_keys=False, width=1_000)


class _Plain(yaml.SafeDumper):
    """Writes what stands twice twice: promtool and people read it."""

    def ignore_aliases(self, data: Any) -> bool:
        """Always."""
        return True


def _series(values: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"series": series, "values": value} for series, value in values.items()]


def _everywhere() -> dict[str, str]:
    """What each layout has: all processes, the broker, counters that stand still, moves that are quick."""
    services, fronts = processes()
    names = [*services, *fronts, "history"]
    found = {f'up{{job="kafeneio", process="{name}", pod="{name}-1"}}': _STEADY for name in names}
    found |= {f'up{{job="{job}", instance="broker"}}': _STEADY for job in ("rabbitmq", "rabbitmq-queues")}
    for name in names:
        labels = f'process="{name}", pod="{name}-1"'
        found[f'kafeneio_broker_up{{{labels}, link="publisher"}}'] = _STEADY
        found[f'process_start_time_seconds{{job="kafeneio", {labels}}}'] = _STEADY
        found[f'process_open_fds{{job="kafeneio", {labels}}}'] = f"100x{_HOURS * 60}"
        found[f'process_max_fds{{job="kafeneio", {labels}}}'] = f"10000x{_HOURS * 60}"
    found |= {f'kafeneio_database_up{{service="{name}", pod="{name}-1"}}': _STEADY for name in services}
    still = (
        "kafeneio_ledger_imbalance_chips", "kafeneio_ledger_escrow_mismatch_chips",
        "kafeneio_ledger_oldest_hold_seconds", "kafeneio_outbox_oldest_seconds", "kafeneio_tournaments_overdue",
        "kafeneio_moderation_chain_broken",
    )  # fmt: skip
    found |= {f'{name}{{pod="wallet-1"}}': f"0x{_HOURS * 60}" for name in still}
    found['kafeneio_tables_journal_days_ahead{pod="tables-1"}'] = f"7x{_HOURS * 60}"
    found['rabbitmq_detailed_queue_messages{queue="tables.tavli.0"}'] = f"0x{_HOURS * 60}"
    found['rabbitmq_detailed_queue_consumers{queue="tables.tavli.0"}'] = _STEADY
    return found | dict(_moves())


def _moves() -> Iterator[tuple[str, str]]:
    """Sixty moves a minute, all of them acknowledged in time."""
    for suffix in ('_bucket{le="0.25"}', '_bucket{le="+Inf"}', "_count"):
        yield f"kafeneio_tables_command_seconds{suffix}", f"0+60x{_HOURS * 60}"


def _in_a_cluster() -> dict[str, str]:
    """What kube-state-metrics and CloudNativePG report: ready pods, Jobs that succeeded, a backup."""
    found = {'up{job="kube-state-metrics", instance="it"}': _STEADY}
    for pod in ("wallet-1", "lobby-1"):
        labels = f'namespace="kafeneio", pod="{pod}"'
        found[f'kube_pod_status_ready{{{labels}, condition="false"}}'] = f"0x{_HOURS * 60}"
        found[f'kube_pod_status_phase{{{labels}, phase="Running"}}'] = _STEADY
    for job in ("heads", "ledger-audit", "forget", "backup-check"):
        found[f'kube_job_status_failed{{namespace="kafeneio", job_name="{job}-1"}}'] = f"0x{_HOURS * 60}"
        found[f'kube_cronjob_status_last_successful_time{{namespace="kafeneio", cronjob="{job}"}}'] = _STEADY
    found['barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{pod="database-1"}'] = _STEADY
    return found
