"""The manifests keep every rule, and each rule notices what it is there for."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.architecture.project import assert_none
from tests.deploy import network, pods, references
from tests.deploy.manifests import Document, Manifest, container, manifests, pod

Rule = Callable[[list[Manifest]], list[str]]
RULES: list[Rule] = [
    rule
    for module in (pods, references, network)
    for name, rule in vars(module).items()
    if callable(rule) and not name.startswith("_") and rule.__module__ == module.__name__ and name != "quantity"
]


def name(value: object) -> str:
    return getattr(value, "__name__", str(value))


@pytest.fixture
def found() -> list[Manifest]:
    """A copy of all manifests, to be spoilt."""
    return copy.deepcopy(manifests())


@pytest.mark.parametrize("rule", RULES, ids=name)
def test_the_manifests_keep(rule: Rule) -> None:
    assert_none(rule(manifests()))


def the(found: list[Manifest], kind: str, called: str) -> Manifest:
    (only,) = [each for each in found if (each.kind, each.name) == (kind, called)]
    return only


class Fault:
    """A way to spoil the wallet's Deployment, or another object, at a path."""

    def __init__(self, rule: Rule, path: str, value: Any, of: tuple[str, str] = ("Deployment", "wallet")) -> None:
        self.rule, self.path, self.value, self.of = rule, path, value, of

    def __str__(self) -> str:
        return f"{self.rule.__name__}-{self.of[1]}-{self.path}"

    def plant(self, found: list[Manifest]) -> None:
        *way, last = self.path.split("/")
        place: Any = the(found, *self.of).document
        for step in way:
            place = place[int(step) if isinstance(place, list) else step.replace("~", "/")]
        last = last.replace("~", "/")
        if self.value is GONE:
            del place[last]
        elif isinstance(place, list):
            place[int(last)] = self.value
        else:
            place[last] = self.value


GONE = object()
POD = "spec/template/spec"
RUNS = f"{POD}/containers/0"
LABELS = "spec/template/metadata/labels"
PDB, SERVICE, POLICY = ("PodDisruptionBudget", "lobby"), ("Service", "gateway"), "NetworkPolicy"
JOB = ("Job", "migration")

FAULTS = [
    Fault(pods.resources_are_bounded, f"{RUNS}/resources/requests/cpu", "2"),
    Fault(pods.resources_are_bounded, f"{RUNS}/resources/requests/memory", "1Ti"),
    Fault(pods.resources_are_bounded, f"{RUNS}/resources/limits", GONE),
    Fault(pods.resources_are_bounded, f"{RUNS}/resources/limits/memory", "512m"),
    Fault(pods.volumes_are_bounded, f"{POD}/volumes/0/emptyDir", {}),
    Fault(pods.images_are_placeholders, f"{RUNS}/image", "kafeneio:latest"),
    Fault(pods.images_are_placeholders, f"{RUNS}/image", "kafeneio", JOB),
    Fault(pods.images_are_placeholders, f"{RUNS}/imagePullPolicy", "Always"),
    Fault(pods.pods_are_hardened, f"{POD}/securityContext/runAsNonRoot", False),
    Fault(pods.pods_are_hardened, f"{RUNS}/securityContext/readOnlyRootFilesystem", GONE),
    Fault(pods.pods_are_hardened, f"{RUNS}/securityContext/capabilities", {"drop": ["ALL"], "add": ["NET_RAW"]}),
    Fault(pods.pods_are_hardened, f"{POD}/automountServiceAccountToken", True, JOB),
    Fault(pods.pods_are_hardened, f"{POD}/hostNetwork", True),
    Fault(pods.pods_are_hardened, f"{POD}/volumes/0", {"name": "tmp", "hostPath": {"path": "/"}}),
    Fault(pods.service_links_are_off, f"{POD}/enableServiceLinks", GONE),
    Fault(pods.probes_ask_the_right_pages, f"{RUNS}/livenessProbe/httpGet/path", "/readyz"),
    Fault(pods.probes_ask_the_right_pages, f"{RUNS}/readinessProbe", GONE),
    Fault(pods.there_is_time_to_drain, f"{POD}/terminationGracePeriodSeconds", 20),
    Fault(pods.there_is_time_to_drain, f"{POD}/terminationGracePeriodSeconds", GONE),
    Fault(pods.who_is_balanced_pauses_before_the_end, f"{RUNS}/lifecycle", GONE, ("Deployment", "grpc")),
    Fault(pods.updates_take_nothing_away, "spec/strategy", {"type": "Recreate"}),
    Fault(pods.processes_are_alike, f"{RUNS}/livenessProbe/failureThreshold", 3),
    Fault(pods.processes_are_alike, f"{POD}/topologySpreadConstraints/0/maxSkew", 2),
    Fault(references.kinds_are_known, "apiVersion", "policy/v1beta1", PDB),
    Fault(references.kinds_are_known, "kind", "StatefulSet"),
    Fault(references.names_are_valid_and_unique, "metadata/name", "tables_"),
    Fault(references.names_are_valid_and_unique, "metadata/name", "lobby"),
    Fault(references.names_are_valid_and_unique, f"{LABELS}/kafeneio~needs-broker", True),
    Fault(references.selectors_select, "spec/selector/matchLabels/app.kubernetes.io~name", "walet"),
    Fault(references.selectors_select, f"{LABELS}/app.kubernetes.io~part-of", "kafenio"),
    Fault(
        references.selectors_select,
        f"{POD}/topologySpreadConstraints/1/labelSelector/matchLabels/app.kubernetes.io~name",
        "lobby",
    ),
    Fault(references.selectors_select, "spec/selector/app.kubernetes.io~name", "gatway", SERVICE),
    Fault(references.selectors_select, "spec/podSelector/matchLabels/kafeneio~needs-broker", "yes", (POLICY, "broker")),
    Fault(references.pods_have_one_budget, "spec/selector/matchLabels/app.kubernetes.io~name", "wallet", PDB),
    Fault(references.pods_have_one_budget, "spec/maxUnavailable", 0, PDB),
    Fault(references.ports_exist, f"{RUNS}/ports/0/name", "wellness"),
    Fault(references.ports_exist, f"{RUNS}/ports/0/containerPort", 81),
    Fault(references.ports_exist, f"{RUNS}/ports/0/name", GONE),
    Fault(references.ports_exist, "spec/ports/0/targetPort", "web", SERVICE),
    Fault(references.ports_exist, "spec/ingress/0/ports/0/port", "web", (POLICY, "gateway")),
    Fault(
        references.ports_exist,
        "spec/rules/0/http/paths/0/backend/service/port/name",
        "https",
        ("Ingress", "gateway"),
    ),
    Fault(references.configuration_exists, f"{RUNS}/envFrom/0/configMapRef/name", "settings"),
    Fault(references.configuration_exists, f"{RUNS}/env/0/valueFrom/secretKeyRef/key", "uri"),
    Fault(references.configuration_exists, f"{RUNS}/env/1/valueFrom/secretKeyRef/name", "wallet-database"),
    Fault(references.volumes_and_mounts_meet, f"{RUNS}/volumeMounts/0/name", "temp"),
    Fault(references.accounts_exist, f"{POD}/serviceAccountName", "kafenio"),
    Fault(references.variables_are_read, f"{RUNS}/env/0/name", "KAFENEIO_BROKER_URI"),
    Fault(references.variables_are_read, f"{RUNS}/env/0", {"name": "KAFENEIO_MIN_STAKE", "value": 200}),
    Fault(references.shared_variables_are_shared, f"{RUNS}/env/0", {"name": "KAFENEIO_TABLE_SHARDS", "value": "4"}),
    Fault(references.variables_begin_with_the_prefix, f"{RUNS}/env/0/name", "BROKER_URL"),
    Fault(references.every_process_runs_once, f"{RUNS}/args/1", "lobby"),
    Fault(references.every_process_runs_once, f"{RUNS}/env/0/name", "KAFENEIO_LOBBY_DB_URL", JOB),
    Fault(references.the_scaled_name_no_replicas, "spec/replicas", 3, ("Deployment", "gateway")),
    Fault(references.the_scaled_name_no_replicas, "spec/replicas", GONE),
    Fault(references.the_scaled_name_no_replicas, "spec/minReplicas", 0, ("HorizontalPodAutoscaler", "gateway")),
    Fault(network.nobody_reaches_anybody_by_default, "spec/policyTypes", ["Ingress"], (POLICY, "deny-all")),
    Fault(network.policies_say_what_they_do, "spec/policyTypes", ["Ingress"], (POLICY, "broker")),
    Fault(network.policies_say_what_they_do, "spec/ingress/0/from", GONE, (POLICY, "grpc")),
    Fault(network.policies_say_what_they_do, "spec/egress/0/ports", [], (POLICY, "database")),
    Fault(network.pods_reach_what_they_are_told_of, f"{LABELS}/kafeneio~needs-database", GONE),
    Fault(
        network.pods_reach_what_they_are_told_of, f"{LABELS}/kafeneio~needs-database", "true", ("Deployment", "grpc")
    ),
    Fault(network.services_know_their_own_database, f"{RUNS}/env/1/name", "KAFENEIO_LOBBY_DB_URL"),
    Fault(network.services_know_their_own_database, f"{RUNS}/env/1/valueFrom/secretKeyRef/key", "migration_url"),
    Fault(network.processes_are_their_own_user_at_the_broker, f"{RUNS}/env/0/valueFrom/secretKeyRef/key", "lobby"),
    Fault(network.databases_are_verified, f"{RUNS}/env/2/value", "prefer"),
    Fault(network.databases_are_verified, f"{RUNS}/env/3/name", "KAFENEIO_PGSSLROOTCERT"),
    Fault(network.offered_ports_may_be_reached, "spec/ingress", [], (POLICY, "metrics")),
]


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_fault_is_noticed(found: list[Manifest], fault: Fault) -> None:
    fault.plant(found)
    assert fault.rule(found)


def test_every_rule_has_a_fault_that_it_notices() -> None:
    assert {rule.__name__ for rule in RULES} == {fault.rule.__name__ for fault in FAULTS}


@pytest.mark.parametrize(
    ("less", "more"), [("100m", "1"), ("0.5", "1"), ("900Mi", "1Gi"), ("1M", "1Mi"), ("1k", "1Ki")]
)
def test_quantities_compare_as_kubernetes_compares_them(less: str, more: str) -> None:
    assert pods.quantity(less) < pods.quantity(more)


@pytest.mark.parametrize("text", ["", "1GB", "-1", "1 Gi", "m", None, "1Mb"])
def test_what_is_no_quantity_is_refused(text: str | None) -> None:
    with pytest.raises(ValueError, match="no quantity"):
        pods.quantity(text)


def every_value(document: Document) -> Iterator[Any]:
    waiting: list[Any] = [document]
    while waiting:
        value = waiting.pop()
        yield value
        waiting += value.values() if isinstance(value, dict) else value if isinstance(value, list) else []


def test_the_limits_of_an_address_are_counted_at_one_gateway() -> None:
    """Each gateway counts by itself: the way in leads an address always to the same one."""
    (ingress,) = [each for each in manifests() if each.kind == "Ingress"]
    annotations = ingress.document["metadata"]["annotations"]
    assert annotations == {"nginx.ingress.kubernetes.io/upstream-hash-by": "$binary_remote_addr"}


def test_no_manifest_holds_a_secret() -> None:
    assert not [each for each in manifests() if each.kind == "Secret"]
    public = ("PrometheusRule", "ScaledObject", "Issuer")  # they name runbook, Prometheus and authority
    # A copy of the database that was restored for a moment lets its own pod in without a password.
    found = [each for each in manifests() if each.kind not in public and each.name != "backup-check"]
    urls = [(str(each), value) for each in found for value in every_value(each.document) if "://" in str(value)]
    assert [place for place, value in urls if isinstance(value, str)] == []


def test_nothing_is_written_outside_of_what_is_mounted() -> None:
    written = {
        mount["mountPath"]
        for each in manifests()
        if each.kind == "Deployment"
        for mount in container(each)["volumeMounts"]
        if not mount.get("readOnly")
    }
    assert written == {"/tmp"}
    assert all(
        volume.keys() in ({"name", "emptyDir"}, {"name", "secret"})
        for each in manifests()
        if each.kind == "Deployment"
        for volume in pod(each)["volumes"]
    )
