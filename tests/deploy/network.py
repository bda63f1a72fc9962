"""Rules about who may reach whom. Each function answers complaints; none: all is well."""

from tests.deploy.manifests import (
    OF_THE_DATABASE,
    Manifest,
    container,
    environment,
    needs,
    of_kind,
    pod_labels,
    port_names,
    workloads,
)

NEEDS_BROKER = "kafeneio/needs-broker"
NEEDS_DATABASE = "kafeneio/needs-database"


def nobody_reaches_anybody_by_default(found: list[Manifest]) -> list[str]:
    """One policy chooses every pod, covers both directions and allows nothing."""
    nothing = {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    return [] if nothing in [each.spec for each in of_kind(found, "NetworkPolicy")] else ["nothing denies everything"]


def policies_say_what_they_do(found: list[Manifest]) -> list[str]:
    """A direction is listed exactly when rules for it follow, rules name ports, and whoever comes in is named."""
    complaints = []
    for each in of_kind(found, "NetworkPolicy"):
        rules = {key: each.spec[key] for key in ("ingress", "egress") if key in each.spec}
        listed = [kind.lower() for kind in each.spec["policyTypes"]]
        if each.name != "deny-all" and listed != list(rules):
            complaints.append(f"{each}: policyTypes {listed}, rules for {list(rules)}")
        complaints += [
            f"{each}: a rule without ports" for side in rules.values() for rule in side if not rule.get("ports")
        ]
        complaints += [f"{each}: lets anybody in" for rule in rules.get("ingress", []) if not rule.get("from")]
    return complaints


def pods_reach_what_they_are_told_of(found: list[Manifest]) -> list[str]:
    """Who has an address of the broker or a database may go there, and nobody else may."""
    complaints = []
    for each in workloads(found):
        told, labels = environment(each), pod_labels(each)
        broker, database = "KAFENEIO_BROKER_URL" in told, any(name.endswith("_DB_URL") for name in told)
        if (labels.get(NEEDS_BROKER) == "true") != broker:
            complaints.append(f"{each}: {NEEDS_BROKER}")
        if (labels.get(NEEDS_DATABASE) == "true") != database:
            complaints.append(f"{each}: {NEEDS_DATABASE}")
    return complaints


def services_know_their_own_database(found: list[Manifest]) -> list[str]:
    """A service gets the address of its own database, by its own secret, as a user who only reads and
    writes; fronts get none. The migration gets all of them, as their owner.
    """
    complaints = []
    for each in workloads(found):
        databases = {
            name: source["secretKeyRef"] for name, source in environment(each).items() if name.endswith("_DB_URL")
        }
        key = "migration_url" if each.name == "migration" else "url"
        complaints += [
            f"{each}: {name} from {secret}"
            for name, secret in databases.items()
            if secret != {"name": f"kafeneio-{_service(name)}-database", "key": key}
        ]
        own = [f"KAFENEIO_{name.upper()}_DB_URL" for name in container(each)["args"][1:2] if databases]
        if each.kind == "Deployment" and list(databases) != own:
            complaints.append(f"{each}: is told of {sorted(databases)}")
    return complaints


def processes_are_their_own_user_at_the_broker(found: list[Manifest]) -> list[str]:
    """Each process has its own address of the broker, with its own user and rights (deploy/rabbitmq/users.sh)."""
    return [
        f"{each}: {source}"
        for each in of_kind(found, "Deployment")
        if (source := environment(each).get("KAFENEIO_BROKER_URL"))
        and source["secretKeyRef"] != {"name": "kafeneio-broker", "key": container(each)["args"][1]}
    ]


def databases_are_verified(found: list[Manifest]) -> list[str]:
    """Every process with a database verifies that its certificate is of our authority and names its host."""
    complaints = []
    for each in workloads(found):
        told = environment(each)
        of_database = {name: value for name, value in told.items() if name in OF_THE_DATABASE}
        if of_database != (OF_THE_DATABASE if any(name.endswith("_DB_URL") for name in told) else {}):
            complaints.append(f"{each}: {of_database}")
    return complaints


def offered_ports_may_be_reached(found: list[Manifest]) -> list[str]:
    """For every port of every pod there is a policy that lets somebody in."""
    policies = [each.spec for each in of_kind(found, "NetworkPolicy")]
    return [
        f"{each}: nobody may reach {name}"
        for each in of_kind(found, "Deployment")
        for name in sorted(port_names(each))
        if not any(
            needs(pod_labels(each), policy["podSelector"].get("matchLabels", {}))
            and name in [port["port"] for rule in policy.get("ingress", []) for port in rule["ports"]]
            for policy in policies
        )
    ]


def _service(variable: str) -> str:
    return variable.removeprefix("KAFENEIO_").removesuffix("_DB_URL").lower()
