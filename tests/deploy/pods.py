"""Rules about pods: what each of them has, may and may not. The functions answer complaints; none: all is well."""

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from tests.deploy.manifests import Document, Manifest, container, drain_s, of_kind, pod, workloads

_WORKER_AND_RELAY_S = 15
"""What a tables worker may take after its RPC has drained: its loop, and the outbox."""
_UNITS: dict[str, int | Decimal] = {
    "": 1, "m": Decimal("0.001"), "k": 10**3, "M": 10**6, "G": 10**9, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30,
}  # fmt: skip
_QUANTITY = re.compile(r"(\d+(?:\.\d+)?)([A-Za-z]*)")
_OF_DATABASES = ("database-ca",)
_MAY_DIFFER = ("args", "env", "resources", "lifecycle", "ports")
_POD_SECURITY = {
    "runAsNonRoot": True,
    "runAsUser": 10001,
    "runAsGroup": 10001,
    "fsGroup": 10001,
    "seccompProfile": {"type": "RuntimeDefault"},
}
_CONTAINER_SECURITY = {
    "allowPrivilegeEscalation": False,
    "readOnlyRootFilesystem": True,
    "capabilities": {"drop": ["ALL"]},
}


def quantity(text: object) -> Decimal:
    """A Kubernetes quantity as a number; ValueError if it is none."""
    match = _QUANTITY.fullmatch(str(text))
    if match is None or match[2] not in _UNITS:
        raise ValueError(f"{text!r} is no quantity")
    try:
        return Decimal(match[1]) * _UNITS[match[2]]
    except InvalidOperation as error:
        raise ValueError(str(text)) from error


def resources_are_bounded(found: list[Manifest]) -> list[str]:
    """Requests and limits of processor and memory, all readable, no request above its limit."""
    complaints = []
    for each in workloads(found):
        resources = container(each).get("resources", {})
        for what in ("cpu", "memory"):
            try:
                request, limit = (quantity(resources.get(side, {}).get(what)) for side in ("requests", "limits"))
            except ValueError as error:
                complaints.append(f"{each}: {what}: {error}")
                continue
            if not 0 < request <= limit:
                complaints.append(f"{each}: {what}: requests {request}, limit {limit}")
    return complaints


def volumes_are_bounded(found: list[Manifest]) -> list[str]:
    """What can be written to has a size."""
    return [
        f"{each}: volume {volume['name']} has no sizeLimit"
        for each in workloads(found)
        for volume in pod(each).get("volumes", [])
        if "emptyDir" in volume and not quantity((volume["emptyDir"] or {}).get("sizeLimit", 0))
    ]


def images_are_placeholders(found: list[Manifest]) -> list[str]:
    """One image, whose name and tag the overlays set; never `latest`."""
    return [
        f"{each}: image {container(each)['image']}"
        for each in workloads(found)
        if container(each)["image"] != "kafeneio:set-by-overlay" or container(each)["imagePullPolicy"] != "IfNotPresent"
    ]


def pods_are_hardened(found: list[Manifest]) -> list[str]:
    """Kubernetes's restricted profile and more: no root, no capability, no writable root, no token of the cluster."""
    complaints = []
    for each in workloads(found):
        spec, process = pod(each), container(each)
        complaints += [
            f"{each}: {what}"
            for what, well in {
                "pod securityContext": spec.get("securityContext") == _POD_SECURITY,
                "container securityContext": process.get("securityContext") == _CONTAINER_SECURITY,
                "mounts a token": spec.get("automountServiceAccountToken") is False,
                "shares the node": not {"hostNetwork", "hostPID", "hostIPC"} & spec.keys(),
                "mounts the node": not any("hostPath" in volume for volume in spec.get("volumes", [])),
                "has a port on the node": not any("hostPort" in port for port in process.get("ports", [])),
            }.items()
            if not well
        ]
    return complaints


def service_links_are_off(found: list[Manifest]) -> list[str]:
    """For a Service kafeneio-x they would set KAFENEIO_X_PORT, which we would read as ours."""
    return [
        f"{each}: enableServiceLinks" for each in workloads(found) if pod(each).get("enableServiceLinks") is not False
    ]


def probes_ask_the_right_pages(found: list[Manifest]) -> list[str]:
    """Alive is /healthz, ready is /readyz. Never the other way: an absent broker must not restart everybody."""
    wanted = {"startupProbe": "/healthz", "livenessProbe": "/healthz", "readinessProbe": "/readyz"}
    return [
        f"{each}: {probe}"
        for each in of_kind(found, "Deployment")
        for probe, path in wanted.items()
        if container(each).get(probe, {}).get("httpGet") != {"path": path, "port": "health"}
    ]


def there_is_time_to_drain(found: list[Manifest]) -> list[str]:
    """The grace period is longer than pause, drain, and what a worker and the outbox may take after it, together."""
    return [
        f"{each}: terminationGracePeriodSeconds {pod(each).get('terminationGracePeriodSeconds')}"
        for each in of_kind(found, "Deployment")
        if pod(each).get("terminationGracePeriodSeconds", 30) <= _pause_s(each) + drain_s() + _WORKER_AND_RELAY_S
    ]


def who_is_balanced_pauses_before_the_end(found: list[Manifest]) -> list[str]:
    """Behind a Service a pod gets connections for a moment after its SIGTERM."""
    balanced = {each.name for each in of_kind(found, "Service")}
    return [
        f"{each}: no preStop pause"
        for each in of_kind(found, "Deployment")
        if (each.name in balanced) != (_pause_s(each) >= 5)
    ]


def updates_take_nothing_away(found: list[Manifest]) -> list[str]:
    """A new pod is ready before an old one goes."""
    wanted = {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}
    return [f"{each}: strategy" for each in of_kind(found, "Deployment") if each.spec.get("strategy") != wanted]


def processes_are_alike(found: list[Manifest]) -> list[str]:
    """Deployments differ in what they run, need and offer, and in nothing else."""
    deployments = of_kind(found, "Deployment")
    first = _common(deployments[0])
    return [f"{each}: is not like {deployments[0].name}" for each in deployments[1:] if _common(each) != first]


def _common(deployment: Manifest) -> Document:
    """What is left of a Deployment without what may differ, names replaced."""

    def without_name(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: without_name(inner) for key, inner in value.items() if not str(key).startswith("kafeneio/")}
        if isinstance(value, list):
            return [without_name(inner) for inner in value]
        return "NAME" if value == deployment.name else value

    process = {key: value for key, value in container(deployment).items() if key not in _MAY_DIFFER}
    spec = {key: value for key, value in pod(deployment).items() if key != "containers"}
    process["volumeMounts"] = [each for each in process["volumeMounts"] if each["name"] not in _OF_DATABASES]
    spec["volumes"] = [each for each in spec["volumes"] if each["name"] not in _OF_DATABASES]
    outer = {key: value for key, value in deployment.spec.items() if key not in ("template", "replicas")}
    common: Document = without_name({"process": process, "pod": spec, "deployment": outer})
    return common


def _pause_s(deployment: Manifest) -> int:
    command = container(deployment).get("lifecycle", {}).get("preStop", {}).get("exec", {}).get("command", [])
    return int(command[1]) if command[:1] == ["sleep"] else 0
