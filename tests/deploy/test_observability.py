"""Alerts and dashboard ask for metrics that exist, every alert is tried out and explained."""

import json
import re
from typing import Any
from unittest.mock import patch

import pytest

from deploy.generate.dashboard import model
from deploy.generate.dashboards import all_dashboards
from deploy.generate.declared import processes
from deploy.generate.panel import Dashboard
from gateway.http.rest import Rest
from gateway.http.routes.exports import Exports
from gateway.metrics import counts
from gateway.settings import GatewaySettings
from gateway.ws.socket_server import SocketServer
from services.platform.process.settings import CommonSettings
from tests.architecture.project import assert_none
from tests.deploy import metrics
from tests.deploy.manifests import PART_OF, ROOT, manifests, of_kind, pod_labels, port_names, read

OBSERVABILITY = ROOT / "deploy/observability"
PROMETHEUS = OBSERVABILITY / "prometheus"
RUNBOOK = OBSERVABILITY / "runbook"


@pytest.fixture(scope="module", autouse=True)
def gauges_of_a_gateway() -> Any:
    """A gateway declares its gauges when it starts; here they are declared without one."""
    with patch.multiple(counts, gauges={}, limits=dict(counts.limits)):  # tests of gateways may have left some
        nobody: Any = None
        Rest(GatewaySettings(), nobody)
        Exports(nobody)
        SocketServer(CommonSettings(), GatewaySettings())._declare_metrics()
        metrics.known.cache_clear()
        yield
    metrics.known.cache_clear()


def rules() -> list[dict[str, Any]]:
    found = [group for path in sorted((PROMETHEUS / "rules").glob("*.yml")) for group in read(path)[0]["groups"]]
    return [rule for group in found for rule in group["rules"]]


def alerts() -> list[dict[str, Any]]:
    return [rule for rule in rules() if "alert" in rule]


DASHBOARDS = pytest.mark.parametrize("board", all_dashboards(), ids=lambda board: board.uid)


def by_name(alert: dict[str, Any]) -> str:
    return str(alert["alert"])


# --- what is asked for ---


@pytest.mark.parametrize("alert", alerts(), ids=by_name)
def test_an_alert_asks_for_what_there_is(alert: dict[str, Any]) -> None:
    if alert["alert"] != "Watchdog":  # it fires whatever there is
        assert_none(metrics.complaints(alert["alert"], alert["expr"]))


@pytest.mark.parametrize("rule", [rule for rule in rules() if "record" in rule], ids=lambda rule: rule["record"])
def test_a_recorded_series_asks_for_what_there_is(rule: dict[str, Any]) -> None:
    assert_none(metrics.complaints(rule["record"], rule["expr"]))


@DASHBOARDS
def test_a_dashboard_asks_for_what_there_is(board: Dashboard) -> None:
    queries = [(panel.title, query) for panel in board.panels() for query in panel.queries.values()]
    assert_none([each for title, query in queries for each in metrics.complaints(title, query)])


@DASHBOARDS
def test_every_panel_explains_itself(board: Dashboard) -> None:
    assert [panel.title for panel in board.panels() if len(panel.about.split()) < 3] == []
    assert len(board.about.split()) > 3


def test_legends_and_summaries_show_labels_that_are_kept() -> None:
    shown = [(a["alert"], a["expr"], text) for a in alerts() for text in a["annotations"].values()]
    panels = [panel for board in all_dashboards() for panel in board.panels()]
    shown += [(p.title, query, legend) for p in panels for legend, query in p.queries.items()]
    for where, expression, text in shown:
        labels = set(re.findall(r"\{\{\s*(?:\$labels\.)?([a-z]+)\s*\}\}", text))
        kept = re.findall(r"by \(([^)]*)\)", expression)
        for label in labels:
            assert all(label in part for part in kept), (where, label)
            assert kept or label in metrics.TARGET.union(*map(offered_labels, metrics.named(expression).metrics)), where


def offered_labels(metric: str) -> set[str]:
    return {**metrics.known(), **metrics.ELSEWHERE}.get(metric, set())


@pytest.mark.parametrize(
    ("expression", "complaint"),
    [
        ("max(kafeneio_ledger_imbalance) != 0", "no metric kafeneio_ledger_imbalance"),
        ("rate(kafeneio_events_parked[5m])", "no metric kafeneio_events_parked"),
        ("kafeneio_rpc_seconds > 1", "no metric kafeneio_rpc_seconds"),
        ("sum by (topic) (kafeneio_events_parked_total)", "no label topic"),
        ('kafeneio_gateway_limit{name="x"}', "no label name"),
        ("1 > 0", "names no metric"),
    ],
)
def test_a_metric_that_no_process_exports_is_noticed(expression: str, complaint: str) -> None:
    assert metrics.complaints("here", expression) == [f"here: {complaint}"]


def test_a_query_is_read_whole() -> None:
    text = (
        "histogram_quantile(0.99, sum by (le, queue) (rate(kafeneio_batch_size_bucket[$__rate_interval]))) > 6 * 3600"
        ' and on (pod) {__name__=~"rabbitmq_alarms_.*"} unless up{job="kafeneio"} offset 15m'
    )
    found = metrics.named(text)
    alarms = {"rabbitmq_alarms_memory_used_watermark", "rabbitmq_alarms_free_disk_space_watermark"}
    assert found == ({"kafeneio_batch_size_bucket", "up", *alarms}, {"le", "queue", "pod", "job"})


NOT_ON_A_PANEL: dict[str, str] = {}
"""Metrics that no dashboard shows, each with the reason."""


def test_every_metric_of_ours_is_on_a_panel_or_has_a_reason_not_to_be() -> None:
    boards = [panel for board in all_dashboards() for panel in board.panels()]
    shown = {name for panel in boards for query in panel.queries.values() for name in metrics.named(query).metrics}
    families: dict[str, set[str]] = {}
    for name in metrics.known():
        if name.startswith("kafeneio_"):
            families.setdefault(re.sub(r"_(total|bucket|count|sum)$", "", name), set()).add(name)
    missing = {family for family, series in families.items() if not series & shown}
    assert missing == set(NOT_ON_A_PANEL)
    assert all(len(reason.split()) > 2 for reason in NOT_ON_A_PANEL.values())


# --- alerts ---


def test_alerts_have_names_of_their_own_a_weight_and_a_text() -> None:
    found = alerts()
    assert len({alert["alert"] for alert in found}) == len(found) > 0
    for alert in found:
        weight = "none" if alert["alert"] == "Watchdog" else alert["labels"]["severity"]
        assert alert["labels"] == {"severity": weight}
        assert weight in ("page", "ticket", "none")
        assert alert["annotations"].keys() == {"summary", "runbook_url"}


def test_every_alert_leads_to_its_entry_in_the_runbook() -> None:
    for path in sorted((PROMETHEUS / "rules").glob("*.yml")):
        headings = re.findall(r"^### (\w+)$", (RUNBOOK / f"{path.stem}.md").read_text("utf-8"), flags=re.MULTILINE)
        found = [rule for group in read(path)[0]["groups"] for rule in group["rules"] if "alert" in rule]
        assert sorted(headings) == sorted(rule["alert"] for rule in found)
        addresses = [f"https://runbook.kafeneio.example/{path.stem}#{rule['alert'].lower()}" for rule in found]
        assert [rule["annotations"]["runbook_url"] for rule in found] == addresses
    assert {path.stem for path in RUNBOOK.glob("*.md")} == {path.stem for path in (PROMETHEUS / "rules").glob("*.yml")}


@pytest.mark.parametrize("rules", sorted((PROMETHEUS / "rules").glob("*.yml")), ids=lambda path: path.stem)
def test_every_alert_is_tried_out_firing_and_silent(rules: Any) -> None:
    (data,) = read(PROMETHEUS / "tests" / f"{rules.stem}.test.yml")
    assert data["rule_files"] == [f"../rules/{rules.name}"]
    tried: dict[str, set[bool]] = {}
    for case in data["tests"]:
        for check in case["alert_rule_test"]:
            tried.setdefault(check["alertname"], set()).add(bool(check["exp_alerts"]))
    ours = {rule["alert"] for group in read(rules)[0]["groups"] for rule in group["rules"] if "alert" in rule}
    assert tried == {name: {True} if name == "Watchdog" else {True, False} for name in ours}


def test_what_is_inhibited_are_alerts_that_there_are() -> None:
    (config,) = read(OBSERVABILITY / "alertmanager/alertmanager.yml")
    names = {alert["alert"] for alert in alerts()}
    patterns = [
        part
        for rule in config["inhibit_rules"]
        for matcher in (*rule["source_matchers"], *rule["target_matchers"])
        for part in re.sub(r'alertname=~?|"', "", matcher).split("|")
    ]
    assert [part for part in patterns if not any(re.fullmatch(part, name) for name in names)] == []


def test_a_process_that_is_missing_is_noticed_whichever_it_is() -> None:
    (alert,) = [each for each in alerts() if each["alert"] == "ProcessMissing"]
    services, fronts = processes()
    assert sorted(re.findall(r'absent\(up\{job="kafeneio", process="(\w+)"\}\)', alert["expr"])) == sorted(
        [*services, *fronts, "history"]
    )


def test_no_alert_fires_where_all_is_well_in_each_layout() -> None:
    """The file of unit tests that `make manifests` runs has all alerts, with and without a cluster's metrics."""
    (data,) = read(PROMETHEUS / "tests/all-well.test.yml")
    assert {path.rpartition("/")[2] for path in data["rule_files"]} == {
        p.name for p in (PROMETHEUS / "rules").glob("*")
    }
    layouts = {case["name"]: " ".join(each["series"] for each in case["input_series"]) for case in data["tests"]}
    assert {name: "kube_" in series for name, series in layouts.items()} == {"a cluster": True, "one server": False}
    for case in data["tests"]:
        quiet = [check["alertname"] for check in case["alert_rule_test"] if not check["exp_alerts"]]
        assert sorted(quiet) == sorted(alert["alert"] for alert in alerts() if alert["alert"] != "Watchdog")
        assert_none([each for s in case["input_series"] for each in metrics.complaints(case["name"], s["series"])])


# --- scraping ---


def test_the_pods_are_found_by_labels_and_ports_that_they_have() -> None:
    (config,) = read(PROMETHEUS / "prometheus.yml")
    jobs = {job["job_name"]: job for job in config["scrape_configs"]}
    keep, *_ = jobs["kafeneio"]["relabel_configs"]
    asked = [source.removeprefix("__meta_kubernetes_pod_") for source in keep["source_labels"]]
    assert asked == [f"label_{re.sub('[^a-z]', '_', PART_OF)}", "container_port_name"]
    part_of, port = keep["regex"].split(";")
    for each in of_kind(manifests(), "Deployment"):
        assert pod_labels(each)[PART_OF] == part_of
        assert port in port_names(each)


def test_scraping_gives_the_labels_that_alerts_and_dashboard_expect() -> None:
    (config,) = read(PROMETHEUS / "prometheus.yml")
    (job,) = [each for each in config["scrape_configs"] if each["job_name"] == "kafeneio"]
    given = {step["target_label"] for step in job["relabel_configs"] if "target_label" in step}
    assert given | {"job", "instance"} == metrics.TARGET
    own = {label for name, labels in metrics.known().items() for label in labels if name.startswith("kafeneio_")}
    assert not own & given


def test_the_rules_are_the_files_that_prometheus_reads() -> None:
    (config,) = read(PROMETHEUS / "prometheus.yml")
    assert [path for pattern in config["rule_files"] for path in PROMETHEUS.glob(pattern)]


# --- dashboards ---


def test_dashboards_have_addresses_and_titles_of_their_own() -> None:
    found = all_dashboards()
    assert len({board.uid for board in found}) == len({board.title for board in found}) == len(found)


@DASHBOARDS
def test_panels_have_ids_and_queries_of_their_own(board: Dashboard) -> None:
    panels = model(board)["panels"]
    ids = [panel["id"] for panel in panels]
    assert ids == list(range(1, len(ids) + 1))
    for panel in panels:
        if panel["type"] != "row":
            references = [target["refId"] for target in panel["targets"]]
            assert references == sorted(set(references)) != []
            assert all(target["expr"] for target in panel["targets"])


@DASHBOARDS
def test_panels_do_not_overlap_and_fit(board: Dashboard) -> None:
    taken: set[tuple[int, int]] = set()
    for panel in model(board)["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken
        assert all(0 <= x < 24 for x, _ in cells)
        taken |= cells


@DASHBOARDS
def test_variables_used_are_declared(board: Dashboard) -> None:
    text = json.dumps(model(board))
    declared = {variable["name"] for variable in model(board)["templating"]["list"]}
    used = set(re.findall(r"\$\{?([a-z]\w*)", text))
    assert used == declared


# --- the Prometheus operator's objects ---


def test_the_operator_s_rules_are_those_of_the_rule_files() -> None:
    found = {each.name: each.spec["groups"] for each in of_kind(manifests(), "PrometheusRule")}
    files = sorted((PROMETHEUS / "rules").glob("*.yml"))
    assert found == {f"kafeneio-{path.stem}": read(path)[0]["groups"] for path in files}


def test_the_operator_s_scraping_gives_the_same_labels() -> None:
    (monitor,) = [each for each in of_kind(manifests(), "PodMonitor") if each.name == "kafeneio"]
    (endpoint,) = monitor.spec["podMetricsEndpoints"]
    given = {step["targetLabel"] for step in endpoint["relabelings"] if "targetLabel" in step}
    assert given | {"job", "instance"} == metrics.TARGET
    assert monitor.spec["jobLabel"] == PART_OF


def operators_jobs() -> dict[str, dict[str, Any]]:
    """Job → the endpoint that the Prometheus operator scrapes for it."""
    found: dict[str, dict[str, Any]] = {}
    for monitor in of_kind(manifests(), "PodMonitor"):
        for endpoint in monitor.spec["podMetricsEndpoints"]:
            named = [step["replacement"] for step in endpoint["relabelings"] if step.get("targetLabel") == "job"]
            found[named[0] if named else monitor.name] = endpoint
    return found


def test_what_must_be_scraped_is_scraped_with_the_operator_and_without() -> None:
    """An alert that fires because a job is absent would fire for ever where nobody scrapes it."""
    (config,) = read(PROMETHEUS / "prometheus.yml")
    plain = {job["job_name"]: job for job in config["scrape_configs"]}
    wanted = {job for alert in alerts() for job in re.findall(r'absent\(up\{job="([^"]+)"', alert["expr"])}
    assert wanted == {"kafeneio", "rabbitmq", "rabbitmq-queues"}
    assert wanted <= plain.keys()
    assert wanted <= operators_jobs().keys()
    ours = operators_jobs()["rabbitmq-queues"]
    assert (ours["path"], ours["params"]) == (
        plain["rabbitmq-queues"]["metrics_path"],
        plain["rabbitmq-queues"]["params"],
    )


def test_pods_that_the_operator_scrapes_let_prometheus_in() -> None:
    ports = {"kafeneio": "health", "kafeneio-broker": 15692, "kafeneio-database": 9187}
    for monitor in of_kind(manifests(), "PodMonitor"):
        labels = monitor.spec["selector"]["matchLabels"]
        doors = [
            port["port"]
            for policy in of_kind(manifests(), "NetworkPolicy")
            if policy.spec["podSelector"].get("matchLabels") == labels
            for rule in policy.spec.get("ingress", [])
            if {"namespaceSelector": {"matchLabels": {"kafeneio/reaches-metrics": "true"}}} in rule["from"]
            for port in rule["ports"]
        ]
        assert doors == [ports[monitor.name]], monitor.name
