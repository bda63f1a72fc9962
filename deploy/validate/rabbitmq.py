"""The fields of RabbitMQ's objects that we use: their operators publish no package with the schemas."""

from collections.abc import Mapping
from typing import Any

_CLUSTER = {"name": str, "namespace": str, "connectionSecret": {"name": str}}
_USER = {"user": str, "userReference": {"name": str}, "vhost": str, "rabbitmqClusterReference": _CLUSTER}
_RABBITMQ_CLUSTER: dict[str, Any] = {
    "replicas": int,
    "image": str,
    "resources": {"requests": dict, "limits": dict},
    "persistence": {"storage": str, "storageClassName": str},
    "rabbitmq": {"additionalPlugins": list, "additionalConfig": str, "advancedConfig": str, "envConfig": str},
    "override": {"statefulSet": dict},
    "affinity": dict,
    "tolerations": list,
    "tls": {"secretName": str, "caSecretName": str, "disableNonTLSListeners": bool},
}
_FIELDS: dict[str, Any] = {
    "RabbitmqCluster": _RABBITMQ_CLUSTER,
    "Vhost": {"name": str, "rabbitmqClusterReference": _CLUSTER},
    "User": {"tags": list, "importCredentialsSecret": {"name": str}, "rabbitmqClusterReference": _CLUSTER},
    "Permission": _USER | {"permissions": {"configure": str, "write": str, "read": str}},
    "TopicPermission": _USER | {"permissions": {"exchange": str, "write": str, "read": str}},
    "Policy": {
        **dict.fromkeys(("name", "vhost", "pattern", "applyTo"), str),
        "priority": int,
        "definition": {"delivery-limit": int},
        "rabbitmqClusterReference": _CLUSTER,
    },
}
"""Of rabbitmq.com/v1beta1 by kind, as in config/crd of the repositories of cluster and messaging topology operator."""
KINDS = frozenset(_FIELDS)


def rabbitmq_complaints(document: Mapping[str, Any]) -> list[str]:
    """Fields that there are not, or of another type; an object of the topology operator must name its cluster."""
    kind, spec = document["kind"], document["spec"]
    complaints = _compare("spec", spec, _FIELDS[kind])
    if kind != "RabbitmqCluster" and "rabbitmqClusterReference" not in spec:
        complaints.append("spec.rabbitmqClusterReference is missing")
    return [f"{kind} {document['metadata']['name']}: {complaint}" for complaint in complaints]


def _compare(path: str, value: Any, wanted: Any) -> list[str]:
    if not isinstance(wanted, dict):
        return [] if type(value) is wanted else [f"{path} must be {wanted.__name__}"]
    if not isinstance(value, dict):
        return [f"{path} must be an object"]
    unknown = [f"{path}.{key} is no field" for key in value if key not in wanted]
    known = (_compare(f"{path}.{key}", inner, wanted[key]) for key, inner in value.items() if key in wanted)
    return unknown + [complaint for complaints in known for complaint in complaints]
