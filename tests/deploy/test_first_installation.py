"""What stopped those who installed into an empty cluster: each has what it needs, in the order of deploy/README.md."""

import re
from pathlib import Path
from typing import Any

import pytest

from deploy.secrets.filled import TEMPLATE
from deploy.validate.render import targets
from services.lobby.settings import LobbySettings
from services.platform.process.settings import load
from tests.deploy.manifests import (
    K8S,
    ROOT,
    Manifest,
    kustomization,
    manifests,
    of_kind,
    patch_files,
    read,
    settings_of,
)

OVERLAYS = pytest.mark.parametrize("overlay", ["prod", "small"])
README = (ROOT / "deploy/README.md").read_text(encoding="utf-8")
_SUBMISSION = {465: "tls", 587: "starttls"}


def components(overlay: str) -> set[Path]:
    return {(K8S / "overlays" / overlay / path).resolve() for path in of(overlay)["components"]}


def of(overlay: str, below: str = "") -> dict[str, Any]:
    return kustomization(K8S / "overlays" / overlay / below)


def the_only(kind: str) -> Manifest:
    (found,) = of_kind(manifests(), kind)
    return found


@OVERLAYS
def test_mails_have_settings_a_password_and_a_way_out(overlay: str) -> None:
    assert K8S / "components/mail" in components(overlay)
    found = load(LobbySettings, settings_of(overlay))
    assert found.mail_transport == "smtp"
    assert found.mail_link_home.startswith("https://")
    (policy,) = [each for each in of_kind(manifests(), "NetworkPolicy") if each.name == "mail"]
    ports = {port["port"] for rule in policy.spec["egress"] for port in rule["ports"]}
    assert ports == set(_SUBMISSION)
    assert found.smtp_port in ports
    assert found.smtp_security == _SUBMISSION[found.smtp_port]
    (lobby,) = [
        each for each in patch_files() if policy.spec["podSelector"]["matchLabels"].items() <= labels(each).items()
    ]
    assert lobby["metadata"]["name"] == "lobby"


def labels(patch: dict[str, Any]) -> dict[str, str]:
    template = patch["spec"].get("template", {})
    return dict(template.get("metadata", {}).get("labels", {}))


@OVERLAYS
def test_staff_have_a_second_factor(overlay: str) -> None:
    assert settings_of(overlay)["KAFENEIO_GATEWAY_STAFF_SECOND_FACTOR"] == "true"


@OVERLAYS
def test_broker_and_database_can_come_before_everything_else_with_names_and_rules_of_the_network(overlay: str) -> None:
    servers = K8S / "overlays" / overlay / "servers"
    assert servers in targets(), "make manifests renders it"
    data = of(overlay, "servers")
    named = {(servers / path).resolve() for path in (*data["resources"], *data["components"])}
    wanted = {K8S / "base/network", K8S / "components/rabbitmq", K8S / "components/postgres"}
    assert wanted | {K8S / "overlays" / overlay / "release"} <= named
    assert data["components"][-1] == "../release", "it names the images of all others"
    assert named - wanted - {K8S / "overlays" / overlay / name for name in ("release", "one-node")} == set()


def test_the_servers_of_small_are_as_small_when_they_come_alone() -> None:
    beside = {(K8S / "overlays/small/servers" / each).resolve() for each in of("small", "servers")["components"]}
    assert K8S / "overlays/small/one-node" in components("small") & beside


def test_the_page_has_servers_before_schemas_and_schemas_before_everything() -> None:
    first = README.partition("## First time")[2].partition("## Upgrade")[0]
    upgrade = README.partition("## Upgrade")[2].partition("## Keys")[0]
    assert first.index("kubectl apply -f secrets.yaml") < first.index('kubectl apply -k "$OVERLAY/servers"')
    assert first.index("cluster/database") < first.index("### 7. Schemas, then everything")
    assert upgrade.index('kubectl apply -k "$OVERLAY/migration"') < upgrade.index('kubectl apply -k "$OVERLAY"\n')


def test_addresses_in_the_template_name_the_servers_of_the_components() -> None:
    hosts = set(re.findall(r"@([\w-]+)[:/]", TEMPLATE.read_text(encoding="utf-8")))
    assert hosts == {f"{the_only('Cluster').name}-rw", the_only("RabbitmqCluster").name}
    assert all(f"`{host}`" in README for host in hosts)


def test_the_operator_s_user_at_the_broker_is_known_before_there_is_a_broker() -> None:
    (user,) = [each for each in of_kind(manifests(), "User") if each.name == "broker-operator"]
    secrets = {each["metadata"]["name"]: each["stringData"] for each in read(TEMPLATE)}
    known = secrets[user.spec["importCredentialsSecret"]["name"]]
    assert secrets["kafeneio-broker"]["operator"].startswith(f"amqp://{known['username']}:{known['password']}@")


def test_roles_of_the_database_have_the_names_and_secrets_of_their_addresses() -> None:
    secrets = {each["metadata"]["name"]: each for each in read(TEMPLATE)}
    for role in the_only("Cluster").spec["managed"]["roles"]:
        secret = secrets[role["passwordSecret"]["name"]]
        data = secret["stringData"]
        assert (secret["type"], data["username"]) == ("kubernetes.io/basic-auth", role["name"])
        assert "url" not in data or data["url"].partition("//")[2].startswith(f"{role['name']}:{data['password']}@")


def test_backups_go_through_the_plugin_alone() -> None:
    cluster = the_only("Cluster")
    assert "backup" not in cluster.spec, "the in-tree store is deprecated"
    (plugin,) = cluster.spec["plugins"]
    schedule = the_only("ScheduledBackup")
    assert plugin["isWALArchiver"]
    assert schedule.spec["method"] == "plugin"
    assert schedule.spec["pluginConfiguration"]["name"] == plugin["name"]
    (at_once,) = read(K8S.parent / "postgres/backup-now.yaml")
    assert at_once["kind"] == "Backup"
    same = ("method", "pluginConfiguration", "cluster")
    assert {name: at_once["spec"][name] for name in same} == {name: schedule.spec[name] for name in same}


def test_no_command_needs_a_plugin_of_kubectl_that_the_page_does_not_install() -> None:
    pages = [README, *(path.read_text("utf-8") for path in (ROOT / "deploy/observability").rglob("*.md"))]
    own = (
        "annotate|apply|create|delete|drain|exec|get|describe|kustomize|label|logs|port-forward|rollout|scale|top|wait"
    )
    used = {word for text in pages for word in re.findall(r"kubectl (?:-n \S+ )?([a-z][\w-]*)", text)}
    assert used - {*own.split("|"), "sends"} == set()


def test_python_commands_of_the_page_come_after_what_makes_their_python() -> None:
    first_time = README.partition("## First time")[2]
    assert "make .venv/.has-run" in first_time
    assert first_time.index("make .venv/.has-run") < first_time.index("python -m ")


def test_the_certificate_is_the_one_that_the_ingress_names() -> None:
    certificate, ingress = the_only("Certificate"), the_only("Ingress")
    (tls,) = ingress.spec["tls"]
    assert (certificate.spec["secretName"], certificate.spec["dnsNames"]) == (tls["secretName"], tls["hosts"])
    assert certificate.spec["issuerRef"] == {"kind": "Issuer", "name": the_only("Issuer").name}
    (solver,) = the_only("Issuer").spec["acme"]["solvers"]
    assert solver["http01"]["ingress"]["ingressClassName"] == ingress.spec["ingressClassName"]
