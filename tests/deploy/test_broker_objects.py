"""In a cluster each process comes to the broker as its own user, with the rights of the code."""

from typing import Any

import pytest

from deploy.generate.broker_objects import OPERATOR, VHOST, credentials
from deploy.validate.listed import listed_complaints
from services.platform.broker.permissions import PROCESSES, permission, topic_permissions
from tests.deploy.manifests import K8S, Document, kustomization, read, yaml_documents

COMPONENT = K8S / "components/rabbitmq"
OBJECTS = read(COMPONENT / "users.yaml")


def of_kind(kind: str) -> list[Document]:
    return [each["spec"] for each in OBJECTS if each["kind"] == kind]


def test_every_process_and_no_other_has_a_broker_user_with_its_rights() -> None:
    users = {each["metadata"]["name"] for each in OBJECTS if each["kind"] == "User"}
    assert users == {f"broker-{process}" for process in (*PROCESSES, OPERATOR)}
    assert all(each["tags"] == [] for each in of_kind("User")), "none may use the management interface"
    rights = {each["userReference"]["name"]: each["permissions"] for each in of_kind("Permission")}
    assert {f"broker-{process}": permission(process)._asdict() for process in PROCESSES}.items() <= rights.items()
    assert rights.keys() == users
    topics = [(each["userReference"]["name"], each["permissions"]) for each in of_kind("TopicPermission")]
    assert topics == [(f"broker-{p}", topic._asdict()) for p in PROCESSES for topic in topic_permissions(p)]
    assert {each["vhost"] for kind in ("Permission", "TopicPermission", "Policy") for each in of_kind(kind)} == {VHOST}


def test_every_process_receives_its_own_user_and_password_and_an_address_made_of_them() -> None:
    patches = kustomization(COMPONENT)["patches"]
    assert [patch["target"]["name"].removesuffix(".*") for patch in patches] == list(PROCESSES)
    for process, patch in zip(PROCESSES, patches, strict=True):
        (change,) = yaml_documents(patch["patch"])
        *parts, address = change["spec"]["template"]["spec"]["containers"][0]["env"]
        assert {part["valueFrom"]["secretKeyRef"]["name"] for part in parts} == {credentials(process)}
        assert [(part["name"], part["valueFrom"]["secretKeyRef"]["key"]) for part in parts] == [
            ("BROKER_USER", "username"),
            ("BROKER_PASSWORD", "password"),
        ]
        assert address["value"] == f"amqp://$(BROKER_USER):$(BROKER_PASSWORD)@broker:5672/{VHOST}"
        assert address["valueFrom"] is None, "the base's secret is not asked for"


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("User", {"password": "x"}),
        ("User", {"tags": "administrator"}),
        ("Permission", {"permissions": {"writes": ".*"}}),
        ("TopicPermission", {"permissions": {"exchange": 5}}),
        ("Policy", {"definition": {"delivery_limit": 1}}),
        ("Vhost", {"rabbitmqClusterReference": {"cluster": "broker"}}),
    ],
)
def test_the_validator_finds_what_is_no_field(kind: str, change: dict[str, Any]) -> None:
    document = next(each for each in OBJECTS if each["kind"] == kind)
    assert listed_complaints(document) == []
    assert listed_complaints(document | {"spec": document["spec"] | change}) != []
    spec = {key: value for key, value in document["spec"].items() if key != "rabbitmqClusterReference"}
    assert listed_complaints(document | {"spec": spec}) != []
