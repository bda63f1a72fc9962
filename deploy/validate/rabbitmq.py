"""The fields of RabbitmqCluster that we use: its operator publishes no package with the schema."""

from collections.abc import Mapping
from typing import Any

_FIELDS: dict[str, Any] = {
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
"""Of rabbitmq.com/v1beta1, as in config/crd of the operator's repository."""


def rabbitmq_complaints(document: Mapping[str, Any]) -> list[str]:
    """Fields that there are not, or of another type."""
    name = document["metadata"]["name"]
    return [f"RabbitmqCluster {name}: {complaint}" for complaint in _compare("spec", document["spec"], _FIELDS)]


def _compare(path: str, value: Any, wanted: Any) -> list[str]:
    if not isinstance(wanted, dict):
        return [] if type(value) is wanted else [f"{path} must be {wanted.__name__}"]
    if not isinstance(value, dict):
        return [f"{path} must be an object"]
    unknown = [f"{path}.{key} is no field" for key in value if key not in wanted]
    known = (_compare(f"{path}.{key}", inner, wanted[key]) for key, inner in value.items() if key in wanted)
    return unknown + [complaint for complaints in known for complaint in complaints]
