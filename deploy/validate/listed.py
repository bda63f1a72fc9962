"""The fields that we use of operators' objects of which nobody publishes a package with the schemas: RabbitMQ's two
operators, CloudNativePG's backup plugin, cert-manager."""

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
_KEY = {"name": str, "key": str}
_OTHERS: dict[str, Any] = {
    "ObjectStore": {
        "retentionPolicy": str,
        "instanceSidecarConfiguration": {"resources": {"requests": dict, "limits": dict}},
        "configuration": {
            "destinationPath": str,
            "endpointURL": str,
            "endpointCA": _KEY,
            "s3Credentials": dict.fromkeys(("accessKeyId", "secretAccessKey", "region", "sessionToken"), _KEY),
            "wal": {"compression": str, "maxParallel": int, "encryption": str},
            "data": {"compression": str, "jobs": int, "immediateCheckpoint": bool, "encryption": str},
        },
    },
    "Issuer": {
        "acme": {"server": str, "email": str, "privateKeySecretRef": _KEY, "solvers": list},
        "ca": {"secretName": str},
        "selfSigned": dict,
    },
    "Certificate": {
        "secretName": str,
        "dnsNames": list,
        "duration": str,
        "renewBefore": str,
        "issuerRef": {"kind": str, "name": str, "group": str},
    },
}
"""Of barmancloud.cnpg.io/v1 and cert-manager.io/v1, as in config/crd and deploy/crds of their repositories."""
API_VERSIONS = {
    **dict.fromkeys(_FIELDS, "rabbitmq.com/v1beta1"),
    "ObjectStore": "barmancloud.cnpg.io/v1",
    "Issuer": "cert-manager.io/v1",
    "Certificate": "cert-manager.io/v1",
}
"""Kind → the version in which its operator serves it."""
KINDS = frozenset(API_VERSIONS)


def listed_complaints(document: Mapping[str, Any]) -> list[str]:
    """Fields that there are not, or of another type; an object of the topology operator must name its cluster."""
    kind, spec = document["kind"], document["spec"]
    complaints = _compare("spec", spec, (_FIELDS | _OTHERS)[kind])
    if document["apiVersion"] != API_VERSIONS[kind]:
        complaints.append(f"is served as {API_VERSIONS[kind]}")
    if kind in _FIELDS and kind != "RabbitmqCluster" and "rabbitmqClusterReference" not in spec:
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
