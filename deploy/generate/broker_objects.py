"""deploy/k8s/components/rabbitmq: a user of the broker for each process as objects of RabbitMQ's messaging topology
operator, which makes the users with passwords of its own, and patches that let each process come as its user."""

from collections.abc import Iterator
from typing import Any

import yaml  # type: ignore[import-untyped]

from services.platform.broker.permissions import PROCESSES, permission, topic_permissions

VHOST = "kafeneio"
OPERATOR = "operator"
OPERATOR_SECRET = "kafeneio-broker-operator"
"""Name and password of the operator's user, which an installation makes itself (deploy/secrets)."""
_MADE = "# Made from the code by `python -m deploy.generate`: do not edit\n"
_KUSTOMIZATION = """\
{made}#
# The broker beside the platform: three nodes by RabbitMQ's cluster operator (2.7 or newer), and a user for each process
# by its messaging topology operator (1.13 or newer), which keeps their passwords in secrets of its own; the
# operator's is `kafeneio-broker-operator`. Processes take these instead of the secret `kafeneio-broker`; the rights are
# those of deploy/RABBITMQ.md.
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources:
  - broker.yaml
  - network.yaml
  - users.yaml
patches:
"""
_PATCH = """\
  - target:
      kind: Deployment
      name: {name}
      labelSelector: app.kubernetes.io/part-of=kafeneio
    patch: |-
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: each
      spec:
        template:
          spec:
            containers:
              - name: kafeneio
                env: # what the address is made of stands before it
                  - name: BROKER_USER
                    valueFrom:
                      secretKeyRef:
                        name: {secret}
                        key: username
                  - name: BROKER_PASSWORD
                    valueFrom:
                      secretKeyRef:
                        name: {secret}
                        key: password
                  - name: KAFENEIO_BROKER_URL
                    value: amqp://$(BROKER_USER):$(BROKER_PASSWORD)@broker:5672/{vhost}
                    valueFrom: null
"""


def kustomization() -> str:
    """The component: its objects, and a patch for each process. Workers of tables have a Deployment a family."""
    patches = (
        _PATCH.format(name="tables.*" if process == "tables" else process, secret=credentials(process), vhost=VHOST)
        for process in PROCESSES
    )
    return _KUSTOMIZATION.format(made=_MADE) + "".join(patches)


def credentials(process: str) -> str:
    """The secret in which the operator keeps name and password of a process's user."""
    return f"broker-{process}-user-credentials"


def users() -> str:
    """The virtual host, the users with their rights, and how often a dead letter may be listed."""
    return _MADE + yaml.safe_dump_all(_objects(), sort_keys=False, width=1_000)


def _objects() -> Iterator[dict[str, Any]]:
    yield _object("Vhost", VHOST, {"name": VHOST})
    yield _object(
        "Policy",
        "dead-letters",
        {
            "name": "dead",
            "vhost": VHOST,
            "pattern": r"^dead\.",
            "applyTo": "queues",
            "definition": {"delivery-limit": 1_000_000},
        },
    )
    everything = {"configure": ".*", "write": ".*", "read": ".*"}
    yield from _user(OPERATOR, everything)
    for process in PROCESSES:
        yield from _user(process, permission(process)._asdict())
        for topic in topic_permissions(process):
            what = topic.exchange.rpartition(".")[2].rpartition("-")[2]
            allowed = {"vhost": VHOST, "userReference": {"name": f"broker-{process}"}, "permissions": topic._asdict()}
            yield _object("TopicPermission", f"broker-{process}-{what}", allowed)


def _user(process: str, rights: dict[str, str]) -> Iterator[dict[str, Any]]:
    name = f"broker-{process}"
    # An operator's password is known before there is a broker, so that the toolbox's address can be written with it.
    known = {"importCredentialsSecret": {"name": OPERATOR_SECRET}} if process == OPERATOR else {}
    yield _object("User", name, {"tags": [], **known})
    yield _object("Permission", name, {"vhost": VHOST, "userReference": {"name": name}, "permissions": rights})


def _object(kind: str, name: str, spec: dict[str, Any]) -> dict[str, Any]:
    return {
        "apiVersion": "rabbitmq.com/v1beta1",
        "kind": kind,
        "metadata": {"name": name, "labels": {"app.kubernetes.io/part-of": "kafeneio-broker"}},
        "spec": spec | {"rabbitmqClusterReference": {"name": "broker"}},
    }
