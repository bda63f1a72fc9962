"""Rules about names: whatever a manifest names exists. Each function answers complaints; none: all is well."""

import re
from collections.abc import Iterator
from typing import Any

from deploy.generate.declared import PREFIX, database_variables, processes, sections
from deploy.validate.listed import API_VERSIONS
from tests.deploy.manifests import (
    GENERATED_CONFIG,
    NAME,
    OF_THE_DATABASE,
    PART_OF,
    ROOT,
    SECRETS,
    Manifest,
    container,
    cron_jobs,
    environment,
    needs,
    of_kind,
    patch_files,
    patched_template,
    pod,
    pod_labels,
    port_names,
    workloads,
)

KINDS = {
    "Deployment": "apps/v1",
    "Job": "batch/v1",
    "Service": "v1",
    "ServiceAccount": "v1",
    "Namespace": "v1",
    "Ingress": "networking.k8s.io/v1",
    "NetworkPolicy": "networking.k8s.io/v1",
    "PodDisruptionBudget": "policy/v1",
    "HorizontalPodAutoscaler": "autoscaling/v2",
    "CronJob": "batch/v1",
    "PersistentVolumeClaim": "v1",
    "Pod": "v1",
    "PodMonitor": "monitoring.coreos.com/v1",
    "HTTPRoute": "gateway.networking.k8s.io/v1",
    "GRPCRoute": "gateway.networking.k8s.io/v1",
    "ScaledObject": "keda.sh/v1alpha1",
    **API_VERSIONS,
    "Cluster": "postgresql.cnpg.io/v1",
    "ScheduledBackup": "postgresql.cnpg.io/v1",
    "PrometheusRule": "monitoring.coreos.com/v1",
}
"""The kinds that we use, each in its settled version."""
_DNS_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")
_LABEL_VALUE = re.compile(r"([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?")
_PORT_NAME = re.compile(r"(?=.*[a-z])[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?")


def kinds_are_known(found: list[Manifest]) -> list[str]:
    """Each kind in the version that clusters serve; a new kind comes into the list by hand."""
    return [
        f"{each}: {each.document['apiVersion']}"
        for each in found
        if KINDS.get(each.kind) != each.document["apiVersion"]
    ]


def names_are_valid_and_unique(found: list[Manifest]) -> list[str]:
    """Names and label values that the API server takes; text is text (YAML reads a bare `true` as something else)."""
    complaints = [f"{each}: name" for each in found if not _DNS_LABEL.fullmatch(each.name)]
    for each in found:
        labels = each.document["metadata"].get("labels", {})
        inner = pod_labels(each) if each.kind in ("Deployment", "Job") else {}
        for key, value in (*labels.items(), *inner.items()):
            if not isinstance(value, str) or not _LABEL_VALUE.fullmatch(value):
                complaints.append(f"{each}: label {key}: {value!r}")
    seen: set[tuple[str, str]] = set()
    for each in found:
        complaints += [f"{each}: twice"] if (each.kind, each.name) in seen else []
        seen.add((each.kind, each.name))
    return complaints


def selectors_select(found: list[Manifest]) -> list[str]:
    """A workload selects and spreads its own pods; whatever else selects finds somebody, and not by name alone."""
    complaints = []
    for each in of_kind(found, "Deployment"):
        own = [each.spec["selector"]["matchLabels"]]
        own += [spread["labelSelector"]["matchLabels"] for spread in pod(each)["topologySpreadConstraints"]]
        complaints += [f"{each}: selects {each_}" for each_ in own if not needs(pod_labels(each), each_)]
        complaints += [
            f"{each}: selects {each_}" for each_ in own if each_ != own[0] or not {NAME, PART_OF} <= each_.keys()
        ]
    pods = (
        [pod_labels(each) for each in [*workloads(found), *cron_jobs(found)]]
        + _pods_of_operators(found)
        + [_patched_labels()]
    )
    for each, labels in _selectors(found):
        if not any(needs(other, labels) for other in pods):
            complaints.append(f"{each}: selects nobody with {labels}")
    return complaints


def pods_have_one_budget(found: list[Manifest]) -> list[str]:
    """Each Deployment has a PodDisruptionBudget of its own that lets a node be emptied."""
    budgets = of_kind(found, "PodDisruptionBudget")
    complaints = [
        f"{each}: {len(own)} budgets"
        for each in of_kind(found, "Deployment")
        if len(own := [b for b in budgets if b.spec["selector"] == each.spec["selector"]]) != 1
    ]
    return complaints + [f"{each}: maxUnavailable" for each in budgets if each.spec.get("maxUnavailable") != 1]


def ports_exist(found: list[Manifest]) -> list[str]:
    """Ports have names and fit; what is named (probes, Services, policies, Ingress) is there."""
    complaints = []
    for each in workloads(found):
        ports = container(each).get("ports", [])
        numbers = [port["containerPort"] for port in ports]
        complaints += [f"{each}: port {p}" for p in ports if not _PORT_NAME.fullmatch(str(p.get("name", "")))]
        complaints += [f"{each}: port {n}" for n in numbers if not 1024 <= n <= 65535 or numbers.count(n) > 1]
        probes = (container(each)[key]["httpGet"]["port"] for key in container(each) if key.endswith("Probe"))
        complaints += [f"{each}: no port {name}" for name in probes if name not in port_names(each)]
    for each, labels, name in _named_ports(found):
        chosen = [
            other for other in workloads(found) if needs(pod_labels(other), labels) and other.kind == "Deployment"
        ]
        complaints += [f"{each}: {other.name} has no port {name}" for other in chosen if name not in port_names(other)]
    return complaints + _ingresses_lead_somewhere(found)


def configuration_exists(found: list[Manifest]) -> list[str]:
    """Config maps are made by the base, secrets and their keys are those that the README names."""
    complaints = []
    for each in workloads(found):
        maps = [entry["configMapRef"]["name"] for entry in container(each).get("envFrom", [])]
        complaints += [f"{each}: config map {name}" for name in maps if name != GENERATED_CONFIG]
        for variable, source in environment(each).items():
            reference = source.get("secretKeyRef", {}) if isinstance(source, dict) else {}
            if isinstance(source, dict) and reference.get("key") not in SECRETS.get(reference.get("name", ""), set()):
                complaints.append(f"{each}: {variable} from {source}")
    return complaints


def volumes_and_mounts_meet(found: list[Manifest]) -> list[str]:
    """Every mount has a volume, every volume is mounted."""
    return [
        f"{each}: volumes {sorted(volumes)}, mounts {sorted(mounts)}"
        for each in workloads(found)
        if (volumes := {v["name"] for v in pod(each).get("volumes", [])})
        != (mounts := {m["name"] for m in container(each).get("volumeMounts", [])})
    ]


def accounts_exist(found: list[Manifest]) -> list[str]:
    """A pod's account is one of ours."""
    accounts = {each.name for each in of_kind(found, "ServiceAccount")}
    named = ((each, pod(each).get("serviceAccountName")) for each in workloads(found))
    return [f"{each}: account {name}" for each, name in named if name is not None and name not in accounts]


def variables_are_read(found: list[Manifest]) -> list[str]:
    """Every variable that is set is one that some process reads, and is text."""
    known = {setting.name for section in sections(ROOT) for setting in section.settings} | set(database_variables(ROOT))
    known |= OF_THE_DATABASE.keys()
    return [
        f"{each}: {name}={value!r}"
        for each in workloads(found)
        for name, value in environment(each).items()
        if name not in known or not isinstance(value, str | dict)
    ]


def shared_variables_are_shared(found: list[Manifest]) -> list[str]:
    """What several processes read is set for all of them, so that they agree; the rest of it comes from secrets."""
    readers: dict[str, int] = {}
    for section in sections(ROOT):
        for setting in section.settings:
            readers[setting.name] = readers.get(setting.name, 0) + 1
    return [
        f"{each}: {name} is read by others too"
        for each in workloads(found)
        for name, value in environment(each).items()
        if readers.get(name, 0) > 1 and not isinstance(value, dict)
    ]


def every_process_runs_once(found: list[Manifest]) -> list[str]:
    """One Deployment for each thing that `kafeneio run` can run, called like it, and `history` for requests of tables,
    `bridge` where there are several cells; the migration migrates."""
    services, fronts = processes()
    runs = {each.name: container(each)["args"][:2] for each in of_kind(found, "Deployment")}
    wanted = {name: ["run", name] for name in (*services, *fronts)} | {
        "history": ["run", "tables"],
        "bridge": ["run", "bridge"],
    }
    complaints = [f"{name}: runs {runs.get(name)}" for name in sorted(wanted) if runs.get(name) != wanted[name]]
    complaints += [f"{name}: is no process" for name in sorted(runs.keys() - wanted.keys())]
    migrations = {
        each.name: (container(each)["args"], environment(each).keys() - OF_THE_DATABASE.keys())
        for each in of_kind(found, "Job")
    }
    well = migrations == {"migration": (["migrate"], set(database_variables(ROOT)))}
    return complaints if well else [*complaints, f"migrations: {migrations}"]


def the_scaled_name_no_replicas(found: list[Manifest]) -> list[str]:
    """What an autoscaler scales names no number, or each deployment would take back what it did; the others do."""
    scaled = {each.spec["scaleTargetRef"]["name"]: each for each in of_kind(found, "HorizontalPodAutoscaler")}
    deployments = {each.name: each for each in of_kind(found, "Deployment")}
    complaints = [f"{each}: scales nobody" for name, each in scaled.items() if name not in deployments]
    complaints += [
        f"{each}: {e['minReplicas']} to {e['maxReplicas']}"
        for each in scaled.values()
        if not 2 <= (e := each.spec)["minReplicas"] <= e["maxReplicas"]
    ]
    return complaints + [
        f"{each}: replicas {each.spec.get('replicas')}"
        for name, each in deployments.items()
        if ("replicas" in each.spec) == (name in scaled) or each.spec.get("replicas", 2) < 2
    ]


def _pods_of_operators(found: list[Manifest]) -> list[dict[str, str]]:
    """The labels of pods that operators make of their resources."""
    brokers = [{NAME: each.name} for each in of_kind(found, "RabbitmqCluster")]
    solvers = [{"acme.cert-manager.io/http01-solver": "true"} for _ in of_kind(found, "Issuer")]
    return brokers + solvers + [{"cnpg.io/cluster": each.name} for each in of_kind(found, "Cluster")]


def _patched_labels() -> dict[str, str]:
    """The labels that components add to pods."""
    labels: dict[str, str] = {}
    for patch in patch_files():
        labels |= patched_template(patch).get("metadata", {}).get("labels", {})
    return labels


def _selectors(found: list[Manifest]) -> Iterator[tuple[Manifest, dict[str, str]]]:
    for each in found:
        if each.kind == "Service":
            yield each, each.spec["selector"]
        elif each.kind == "PodDisruptionBudget":
            yield each, each.spec["selector"]["matchLabels"]
        elif each.kind == "NetworkPolicy":
            yield each, each.spec["podSelector"].get("matchLabels", {})


def _named_ports(found: list[Manifest]) -> Iterator[tuple[Manifest, dict[str, str], Any]]:
    """Who names a port of whom: (manifest, labels of the pods, port)."""
    for each in of_kind(found, "Service"):
        yield from ((each, each.spec["selector"], port.get("targetPort")) for port in each.spec["ports"])
    for each in of_kind(found, "NetworkPolicy"):
        labels = each.spec["podSelector"].get("matchLabels", {})
        for rule in each.spec.get("ingress", []):
            yield from ((each, labels, port["port"]) for port in rule.get("ports", []))


def _ingresses_lead_somewhere(found: list[Manifest]) -> list[str]:
    services = {each.name: {port["name"] for port in each.spec["ports"]} for each in of_kind(found, "Service")}
    return [
        f"{each}: leads to {backend}"
        for each in of_kind(found, "Ingress")
        for rule in each.spec["rules"]
        for path in rule["http"]["paths"]
        if (backend := path["backend"]["service"])["port"].get("name") not in services.get(backend["name"], set())
        or path["pathType"] not in ("Prefix", "Exact")
    ]


def variables_begin_with_the_prefix(found: list[Manifest]) -> list[str]:
    """All that we set is ours, but for the database library's."""
    return [
        f"{each}: {name}"
        for each in workloads(found)
        for name in environment(each).keys() - OF_THE_DATABASE.keys()
        if not name.startswith(PREFIX)
    ]
