"""Where manifests take what differs between installations from the values of the chart."""

from collections.abc import Callable
from functools import partial
from typing import Any

from deploy.generate.chart.nodes import Block, Expression, When
from deploy.generate.chart.objects import Document, Part, both

SERVERS = ("policies", "rabbitmq-", "postgres-")
"""Templates of what has to be there before the schemas: broker, database and the way to them."""

_BY_FAMILY = "$.Values.tables.byFamily"
_FAMILY = {"kafeneio/games": When(_BY_FAMILY, Expression("$family"))}
_SCALARS = {
    "kafeneio:set-by-overlay": 'include "kafeneio.image" $.Values.images.kafeneio',
    "cloudnative-pg/postgresql:set-by-overlay": 'include "kafeneio.image" $.Values.images.database',
    "rabbitmq:set-by-overlay": 'include "kafeneio.image" $.Values.images.broker',
    "kafeneio-settings": 'include "kafeneio.settingsName" $',
    "play.kafeneio.example": "$.Values.host | quote",
    "grpc.kafeneio.example": "$.Values.grpcHost | quote",
    "operator@kafeneio.example": "$.Values.certificate.email | quote",
}
"""Scalars of the manifests that stand for a value, wherever they are."""
_RUNBOOK = "https://runbook.kafeneio.example"
_AT: dict[tuple[str, str], dict[str, Any]] = {
    ("Ingress", "gateway"): {
        "metadata/annotations": Block("$.Values.ingress.annotations"),
        "spec/ingressClassName": Expression("$.Values.ingress.className | quote"),
        "spec/tls/0/secretName": Expression("$.Values.ingress.tlsSecret | quote"),
    },
    ("Certificate", "gateway"): {"spec/secretName": Expression("$.Values.ingress.tlsSecret | quote")},
    ("Issuer", "letsencrypt"): {
        "spec/acme/solvers/0/http01/ingress/ingressClassName": Expression("$.Values.ingress.className | quote")
    },
    ("RabbitmqCluster", "broker"): {
        "spec/replicas": Expression("$.Values.broker.replicas"),
        "spec/resources": Block("$.Values.broker.resources"),
        "spec/persistence/storage": Expression("$.Values.broker.storage"),
    },
    ("Cluster", "database"): {
        "spec/instances": Expression("$.Values.database.instances"),
        "spec/resources": Block("$.Values.database.resources"),
        "spec/storage/size": Expression("$.Values.database.storage"),
        "spec/walStorage/size": Expression("$.Values.database.walStorage"),
    },
    ("ObjectStore", "database"): {
        "spec/configuration/destinationPath": Expression("$.Values.backups.store | quote"),
        "spec/configuration/endpointURL": Expression("$.Values.backups.endpoint | quote"),
    },
    ("HTTPRoute", "gateway"): {"spec/parentRefs": Block("$.Values.gatewayApi.parents")},
    ("GRPCRoute", "grpc"): {"spec/parentRefs": Block("$.Values.gatewayApi.parents")},
}
"""(kind, name) → place in the document → what is taken from the values there."""


def opened(part: Part) -> Part:
    """A document with its holes."""
    document = _everywhere(part.document)
    kind, name = document["kind"], document["metadata"]["name"]
    if kind == "Namespace":
        document["metadata"]["name"] = Expression("$.Release.Namespace")
    else:
        document["metadata"] = {"name": name, "namespace": Expression("$.Release.Namespace")} | document["metadata"]
    for path, hole in _AT.get((kind, name), {}).items():
        _replace(document, path, partial(_instead, hole))
    if (kind, name) == ("Cluster", "database"):
        _replace(document, "spec/postgresql/synchronous", lambda old: When("$.Values.database.synchronous", old))
    if part.template == "tables":
        _of_family(document)
    elif kind == "Deployment":
        _of_process(document, f"$.Values.processes.{name}")
    elif kind == "HorizontalPodAutoscaler":
        own = f"$.Values.processes.{name}.autoscaling"
        document["spec"]["minReplicas"] = Expression(f"{own}.min")
        document["spec"]["maxReplicas"] = Expression(f"{own}.max")
    return part._replace(document=document, condition=both(_when_rendered(part), _own_condition(part, kind)))


def _when_rendered(part: Part) -> str:
    """Everything but the toolbox, or only the servers, or only the toolbox."""
    if part.template == "toolbox":
        return 'eq $.Values.only "toolbox"'
    if part.template.startswith(SERVERS):
        return 'ne $.Values.only "toolbox"'
    return 'eq $.Values.only ""'


def _own_condition(part: Part, kind: str) -> str:
    if kind == "Namespace":
        return "$.Values.namespace.create"
    if kind == "Ingress":
        return "$.Values.ingress.enabled"
    if part.template == "migration":
        return "$.Values.migration.enabled"
    if part.template == "keda-tables":
        family = part.document["metadata"]["name"].removeprefix("tables-")
        return both(part.condition, both(_BY_FAMILY, f'hasKey $.Values.tables.families "{family}"'))
    return part.condition


def _of_process(document: Document, own: str) -> None:
    """A process's replicas, unless something scales it, and its resources."""
    spec = document["spec"]
    if "replicas" in spec:
        _replace(spec, "replicas", lambda old: _inside(old, Expression(f"{own}.replicas")))
    _replace(spec, "template/spec/containers/0/resources", lambda _: Block(f"{own}.resources"))


def _of_family(document: Document) -> None:
    """Workers of a family, or of all games where there is one Deployment of workers alone."""
    suffix = f'ternary (printf "tables-%s" $family) "tables" {_BY_FAMILY}'
    document["metadata"]["name"] = Expression(suffix)
    spec = document["spec"]
    document["metadata"]["labels"] |= _FAMILY
    spec["selector"]["matchLabels"] |= _FAMILY
    if document["kind"] != "Deployment":
        return
    spec["template"]["metadata"]["labels"] |= _FAMILY
    pod = spec["template"]["spec"]
    for constraint in pod["topologySpreadConstraints"]:
        constraint["labelSelector"]["matchLabels"] |= _FAMILY
    (container,) = pod["containers"]
    run, tables, games, _, *rest = container["args"]
    named = [When(_BY_FAMILY, each) for each in (games, Expression("$own.games | quote"), *rest)]
    container["args"] = [run, tables, *named]
    container["resources"] = Block("$own.resources | default $.Values.tables.resources")
    replicas = Expression("$own.replicas | default $.Values.tables.replicas")
    spec["replicas"] = When(f"or ({spec['replicas'].condition}) (not {_BY_FAMILY})", replicas)


def _instead(new: Any, _: Any) -> Any:
    """The new value."""
    return new


def _inside(old: Any, new: Any) -> Any:
    """The new value under the condition of the old one."""
    return old._replace(then=new) if isinstance(old, When) else new


def _replace(document: Document, path: str, change: Callable[[Any], Any]) -> None:
    *way, last = path.split("/")
    place: Any = document
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[last] = change(place[last])


def _everywhere(node: Any) -> Any:
    """The same tree with the scalars that stand for values."""
    if isinstance(node, When):
        return node._replace(then=_everywhere(node.then), otherwise=_everywhere(node.otherwise))
    if isinstance(node, dict):
        return {key: _everywhere(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_everywhere(value) for value in node]
    if isinstance(node, str) and node in _SCALARS:
        return Expression(_SCALARS[node])
    if isinstance(node, str) and node.startswith(_RUNBOOK):
        return Expression(f'printf "%s{node.removeprefix(_RUNBOOK)}" $.Values.monitoring.runbook | quote')
    return node
