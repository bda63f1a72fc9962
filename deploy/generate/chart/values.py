"""The values of the chart: those of the overlay `prod` as defaults, what other overlays differ in, and their schema."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from deploy.generate import game_components
from deploy.generate.chart.objects import COMPONENTS, K8S, Document, Part, Reader, documents, kustomization, selected

OVERLAYS = K8S / "overlays"
_IMAGES = {"kafeneio": "kafeneio", "cloudnative-pg/postgresql": "database", "rabbitmq": "broker"}
_CHANGES: dict[str, dict[str, str]] = {
    "Deployment": {"/spec/replicas": "replicas", "/spec/template/spec/containers/0/resources/requests": "requests"},
    "HorizontalPodAutoscaler": {"/spec/minReplicas": "autoscaling.min", "/spec/maxReplicas": "autoscaling.max"},
    "RabbitmqCluster": {"/spec/replicas": "replicas", "/spec/resources/requests": "requests"},
    "Cluster": {"/spec/instances": "instances", "/spec/resources/requests": "requests"},
}
"""Kind → what an overlay's patch changes → the value that is changed. Anything else cannot be said by values."""


def overlays(read: Reader, parts: list[Part]) -> dict[str, Document]:
    """Overlay → all values with which the chart is that overlay."""
    root = Path(__file__).resolve().parents[3]
    names = sorted(path.name for path in (root / OVERLAYS).iterdir() if path.is_dir())
    return {name: _of_overlay(name, read, parts) for name in names}


def difference(values: Mapping[str, Any], usual: Mapping[str, Any]) -> Document:
    """What has to be said beside the usual values; a setting that is not wanted is null."""
    found: Document = {}
    unwanted = [key for key in usual if key not in values and key.startswith("KAFENEIO_")]
    for key in [*values, *unwanted]:
        value, before = values.get(key), usual.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            if inner := difference(value, before):
                found[key] = inner
        elif value != before:
            found[key] = value
    return found


def variables(path: Path, read: Reader) -> dict[str, str]:
    """The variables of a file of settings."""
    lines = (line for line in read(path).splitlines() if line and not line.startswith("#"))
    return dict(line.split("=", 1) for line in lines)


def _usual(read: Reader, parts: list[Part]) -> Document:
    """What manifests say without an overlay."""
    store = variables(K8S / "components/postgres/store.env", read)
    found = {(part.document["kind"], part.document["metadata"]["name"]): part.document for part in parts}
    broker, database = found["RabbitmqCluster", "broker"]["spec"], found["Cluster", "database"]["spec"]
    (ingress,) = documents(OVERLAYS / "prod/ingress/ingress.yaml", read)
    host = ingress["spec"]["rules"][0]["host"]
    (tables,) = [part.document for part in parts if part.template == "tables" and part.document["kind"] == "Deployment"]
    return {
        "only": "",
        "host": host,
        "grpcHost": found["GRPCRoute", "grpc"]["spec"]["hostnames"][0],
        "namespace": {"create": False},
        "images": {},
        "settings": variables(K8S / "base/settings.env", read),
        "components": dict.fromkeys(COMPONENTS.values(), False),
        "migration": {"enabled": True},
        "processes": dict(_processes(found)),
        "tables": {
            **_scaled(tables),
            "byFamily": False,
            "families": {
                game_components.name_in_cluster(family): {"games": ",".join(games)}
                for family, games in game_components.families().items()
            },
        },
        "ingress": {
            "enabled": False,
            "className": ingress["spec"]["ingressClassName"],
            "tlsSecret": ingress["spec"]["tls"][0]["secretName"],
            "annotations": ingress["metadata"]["annotations"],
        },
        "gatewayApi": {"parents": found["HTTPRoute", "gateway"]["spec"]["parentRefs"]},
        "certificate": {"email": found["Issuer", "letsencrypt"]["spec"]["acme"]["email"]},
        "monitoring": {"runbook": "https://runbook.kafeneio.example"},
        "broker": {
            "replicas": broker["replicas"],
            "storage": broker["persistence"]["storage"],
            "resources": broker["resources"],
        },
        "database": {
            "instances": database["instances"],
            "synchronous": True,
            "storage": database["storage"]["size"],
            "walStorage": database["walStorage"]["size"],
            "resources": database["resources"],
        },
        "backups": {"store": store["STORE"], "endpoint": store["ENDPOINT"]},
    }


def _processes(found: Mapping[tuple[str, str], Document]) -> Iterator[tuple[str, Document]]:
    for (kind, name), document in found.items():
        if kind == "Deployment" and name != "tables":
            values = _scaled(document)
            if scaler := found.get(("HorizontalPodAutoscaler", name)):
                values["autoscaling"] = {"min": scaler["spec"]["minReplicas"], "max": scaler["spec"]["maxReplicas"]}
            yield name, values


def _scaled(document: Document) -> Document:
    spec = document["spec"]
    replicas = spec.get("replicas")
    values = {} if replicas is None else {"replicas": getattr(replicas, "then", replicas)}
    return values | {"resources": spec["template"]["spec"]["containers"][0]["resources"]}


def _of_overlay(name: str, read: Reader, parts: list[Part]) -> Document:
    folder = OVERLAYS / name
    said = kustomization(folder, read)
    values: Document = json.loads(json.dumps(_usual(read, parts)))  # of its own: it is changed
    values["settings"] |= variables(folder / "settings.env", read)
    named = [*said["resources"], *said.get("components", [])]
    for component, key in COMPONENTS.items():
        values["components"][key] = f"../../components/{component}" in named
    values["tables"]["byFamily"] = "../../components/games" in named
    values["ingress"]["enabled"] = any(each.endswith("ingress") for each in named)
    for image in kustomization(folder / "release", read)["images"]:
        own = {"repository": image.get("newName", image["name"]), "tag": image["newTag"]}
        values["images"][_IMAGES[image["name"]]] = own | {"digest": image.get("digest", "")}
    for each in said.get("patches", []):
        _apply(each, values, parts)
    if "one-node" in named:
        for each in kustomization(folder / "one-node", read)["patches"]:
            _apply(each, values, parts)
    return values


def _apply(patch: Document, values: Document, parts: list[Part]) -> None:
    """A patch of an overlay, as the values that say the same."""
    for part in parts:
        if not selected(patch["target"], part.document):
            continue
        kind, name = part.document["kind"], part.document["metadata"]["name"]
        for change in yaml.load(patch["patch"], Loader=yaml.CSafeLoader):
            _set(values, kind, name, change)


def _set(values: Document, kind: str, name: str, change: Document) -> None:
    path = change["path"]
    if (name, path) == ("tables", "/spec/template/spec/containers/0/args"):
        return  # all games: that is what workers have without families
    if (kind, path, change["op"]) == ("Cluster", "/spec/postgresql/synchronous", "remove"):
        values["database"]["synchronous"] = False
        return
    own = values[name] if name in values else values["processes"].get(name)
    if own is None or change["op"] != "replace" or path not in _CHANGES.get(kind, {}):
        raise ValueError(f"no value of the chart says {change} of {kind} {name}")
    key = _CHANGES[kind][path]
    if key == "requests":
        own["resources"]["requests"] = change["value"]
    elif key.startswith("autoscaling."):
        own["autoscaling"][key.partition(".")[2]] = change["value"]
    else:
        own[key] = change["value"]


# --- schema ---

_STRINGS = {"type": "object", "additionalProperties": {"type": "string"}}
_AMOUNTS = {"type": "object", "additionalProperties": {"type": ["string", "integer"]}}
_RESOURCES = {"type": "object", "additionalProperties": False, "properties": {"requests": _AMOUNTS, "limits": _AMOUNTS}}
_FAMILY = {
    "type": ["object", "null"],
    "additionalProperties": False,
    "required": ["games"],
    "properties": {
        "games": {"type": "string", "pattern": "^[a-z0-9_]+(,[a-z0-9_]+)*$"},
        "replicas": {"type": "integer", "minimum": 0},
        "resources": _RESOURCES,
    },
}
_SETTINGS = {
    "type": "object",
    "propertyNames": {"pattern": "^KAFENEIO_[A-Z0-9_]+$"},
    "additionalProperties": {"type": ["string", "null"]},
}
_FIXED: dict[str, Document] = {
    "only": {"enum": ["", "servers", "toolbox"]},
    "settings": _SETTINGS,
    "resources": _RESOURCES,
    "families": {"type": "object", "additionalProperties": _FAMILY},
    "annotations": _STRINGS,
    "parents": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["name"]}},
    "digest": {"type": "string", "pattern": "^(sha256:[0-9a-f]{64})?$"},
    "host": {"type": "string", "format": "hostname", "minLength": 1},
    "grpcHost": {"type": "string", "format": "hostname", "minLength": 1},
    "storage": {"type": "string", "pattern": "^[0-9]+(Mi|Gi|Ti)$"},
    "walStorage": {"type": "string", "pattern": "^[0-9]+(Mi|Gi|Ti)$"},
}
"""Key → its schema, where its usual value does not say it."""


def schema(usual: Mapping[str, Any]) -> Document:
    """The JSON schema of all values: nothing unknown, and of the kinds that the usual ones have."""
    return {"$schema": "http://json-schema.org/draft-07/schema#"} | _schema("", usual)


def _schema(key: str, value: Any) -> Document:
    if key in _FIXED:
        return _FIXED[key]
    kinds: tuple[tuple[type, Callable[[], Document]], ...] = (
        (dict, lambda: _object(value)),
        (bool, lambda: {"type": "boolean"}),
        (int, lambda: {"type": "integer", "minimum": 0}),
        (str, lambda: {"type": "string"}),
    )
    return next(made() for kind, made in kinds if isinstance(value, kind))


def _object(value: Mapping[str, Any]) -> Document:
    properties = {key: _schema(key, inner) for key, inner in value.items()} | {"global": {"type": "object"}}
    if "only" not in value:
        del properties["global"]  # Helm gives it to the whole chart alone
    return {"type": "object", "additionalProperties": False, "properties": properties}


# --- the file ---

MEANINGS = {
    "only": "What is rendered: everything (empty), `servers` (broker, database, network policies), `toolbox` (a pod).",
    "host": "Where the site is reached; KAFENEIO_GATEWAY_HOME in `settings` is the same with its scheme.",
    "grpcHost": "Where other systems reach the gRPC front, with components.gatewayApi.",
    "namespace": "Whether the release's namespace is one of its objects. Helm itself cannot install into one that is.",
    "images": "Each by its digest: what a tag means, a registry may change. `database`, `broker`: with components.",
    "settings": "Every variable there is: deploy/local/settings.env. A changed one restarts all processes.",
    "components": "What an installation adds: deploy/README.md, Components.",
    "migration": "The schemas, brought to the release before its processes start (a hook of install and upgrade).",
    "processes": "Replicas, or bounds of the autoscaler, and resources of a process. `bridge`: with components.cells.",
    "tables": "Workers that play: a Deployment per family of games, or one for all of them (byFamily: false).",
    "ingress": "The way in by an Ingress. The certificate is in tlsSecret (components.certificate puts it there).",
    "gatewayApi": "The Gateways to which the routes of components.gatewayApi belong.",
    "certificate": "Where notices about the certificate go, with components.certificate.",
    "monitoring": "Where deploy/observability/runbook is served: alerts link to it, with components.monitoring.",
    "broker": "With components.rabbitmq.",
    "database": "With components.postgres. `synchronous`: a commit waits for a standby; needs two instances at least.",
    "backups": "The bucket of backups and its address, with components.postgres.",
}
"""Every value at the top, and what it says."""


def text(values: Mapping[str, Any], head: str, meanings: Mapping[str, str] = MEANINGS) -> str:
    """Values as a file."""
    lines = [f"# {line}" if line else "#" for line in head.splitlines()]
    for key, value in values.items():
        if key in meanings:
            lines += ["", f"# {meanings[key]}"]
        lines.append(re.sub(r"\n$", "", yaml.safe_dump({key: value}, sort_keys=False, width=1_000)))
    return "\n".join(lines) + "\n"
