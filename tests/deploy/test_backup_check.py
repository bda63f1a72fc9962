"""The nightly check of backups: it restores a real backup with the commands of its CronJob, and finds broken ones."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.manifests import K8S, ROOT, kustomization, read, variables
from tests.support.backup_check import MANIFEST, check_backup, take_backup
from tests.support.commands import kafeneio
from tests.support.postgres import USER, PostgresServer, find_postgres
from tests.support.server import in_memory
from tests.wallet.wallets import Wallet, asked, finished

_OF_THE_STORE = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION")


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """A database as deploy/postgres makes it, in which people have played."""
    if find_postgres() is None:
        pytest.skip("PostgreSQL is not installed (Debian: postgresql)")
    with PostgresServer(in_memory()) as started:
        started.create_database("kafeneio")
        with started.connect("kafeneio") as connection:
            connection.execute((ROOT / "deploy/postgres/databases.sql").read_bytes())
        address = started.url("kafeneio")
        owner = address.replace(f"{USER}@", "kafeneio_owner@")
        (migrated,) = kafeneio({"KAFENEIO_WALLET_DB_URL": owner}, ["migrate", "wallet"])
        assert migrated.code == 0, migrated.stderr
        wallet = Wallet(address.replace(f"{USER}@", "kafeneio_wallet@"))
        wallet.registered("ana", "ben")
        wallet.asked(asked("m1", "ana", "ben"))
        wallet.finished(finished("m1", "ana", "ben"))
        wallet.database.engine.dispose()
        yield started


@pytest.fixture
def backup(server: PostgresServer, tmp_path: Path) -> Iterator[Path]:
    """A base backup that the server's user may read."""
    target = take_backup(server, server.folder / "backup")
    yield target
    shutil.rmtree(target)


@pytest.mark.real
def test_a_good_backup_is_restored_and_its_ledger_is_sound(server: PostgresServer, backup: Path) -> None:
    outcome = check_backup(server, backup)

    assert outcome.succeeded, outcome.said
    assert '"sound":true' in outcome.said
    assert '"transfers":0' not in outcome.said


@pytest.mark.real
def test_a_backup_without_its_wal_and_one_with_a_bad_page_are_not_restored(
    server: PostgresServer, backup: Path
) -> None:
    wal = backup / "pg_wal"
    kept = wal.rename(server.folder / "kept-wal")
    wal.mkdir(mode=0o700)
    shutil.chown(wal, *([server.user()] * 2 if server.user() else [None, None]))
    without_wal = check_backup(server, backup)
    wal.rmdir()
    kept.rename(wal)
    (backup / _file_of(server, "wallet.transfers")).write_bytes(b"\xff" * 8192)
    with_bad_page = check_backup(server, backup)

    assert not without_wal.succeeded
    assert "could not locate" in without_wal.said
    assert not with_bad_page.succeeded
    assert "transfers" in with_bad_page.said


@pytest.mark.real
def test_a_backup_of_a_changed_history_is_restored_and_is_not_sound(server: PostgresServer) -> None:
    change = (
        "UPDATE wallet.transfers SET amount_chips = amount_chips + %s WHERE id = (SELECT min(id) FROM wallet.transfers)"
    )
    with server.connect("kafeneio") as connection:
        connection.execute("ALTER TABLE wallet.transfers DISABLE TRIGGER ALL")
        connection.execute(change, [7])
    backup = take_backup(server, server.folder / "changed")
    with server.connect("kafeneio") as connection:
        connection.execute(change, [-7])
        connection.execute("ALTER TABLE wallet.transfers ENABLE TRIGGER ALL")
    outcome = check_backup(server, backup)
    shutil.rmtree(backup)

    assert not outcome.succeeded
    assert '"sound":false' in outcome.said


def test_the_check_reads_what_the_database_writes() -> None:
    """Store, credentials and name are those of the Cluster's backups."""
    documents = read(K8S / "components/postgres/database.yaml")
    (cluster,) = [each for each in documents if each["kind"] == "Cluster"]
    (store,) = [each for each in documents if each["kind"] == "ObjectStore"]
    (plugin,) = cluster["spec"]["plugins"]
    assert plugin["parameters"] == {"barmanObjectName": store["metadata"]["name"]}
    credentials = store["spec"]["configuration"]["s3Credentials"]
    spec = read(MANIFEST)[0]["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    for container in spec["initContainers"]:
        given = {each["name"]: each.get("value", each.get("valueFrom")) for each in container["env"]}
        assert container["image"] == cluster["spec"]["imageName"], "another major version cannot restore it"
        places = {name: given[name]["configMapKeyRef"]["key"] for name in ("STORE", "ENDPOINT")}
        assert places == {"STORE": "STORE", "ENDPOINT": "ENDPOINT"}
        assert given["SERVER"] == cluster["metadata"]["name"]
        secrets = [given[name]["secretKeyRef"] for name in _OF_THE_STORE]
        assert secrets == [credentials[name] for name in ("accessKeyId", "secretAccessKey", "region")]


def test_the_database_writes_where_store_env_says() -> None:
    data = kustomization(MANIFEST.parent)
    places = {
        each["source"]["fieldPath"]: each["targets"][0]["fieldPaths"]
        for each in data["replacements"]
        if each["source"]["name"] == "kafeneio-backup-store"
    }
    assert places == {
        "data.STORE": ["spec.configuration.destinationPath"],
        "data.ENDPOINT": ["spec.configuration.endpointURL"],
    }
    assert variables(MANIFEST.with_name("store.env")).keys() == {"STORE", "ENDPOINT"}


@pytest.mark.real
def test_a_store_that_has_an_address_of_its_own_is_read_there(server: PostgresServer, backup: Path) -> None:
    """The little program that stands for Barman's fails without the address."""
    asked = 'case "$*" in *"--endpoint-url https://"*) ;; *) exit 9 ;; esac; '
    assert check_backup(server, backup, before_listing=asked).succeeded


def test_every_container_of_the_check_is_hardened_and_has_limits() -> None:
    spec = read(MANIFEST)[0]["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    assert spec["securityContext"]["runAsNonRoot"]
    assert spec["automountServiceAccountToken"] is False
    for container in [*spec["initContainers"], *spec["containers"]]:
        context = container["securityContext"]
        assert context["readOnlyRootFilesystem"]
        assert not context["allowPrivilegeEscalation"]
        assert context["capabilities"] == {"drop": ["ALL"]}
        assert container["resources"].keys() == {"requests", "limits"}


def test_the_script_is_one_that_bash_reads() -> None:
    subprocess.run(["bash", "-n", ROOT / "deploy/postgres/restore-backup.sh"], check=True)


def _file_of(server: PostgresServer, table: str) -> str:
    with server.connect("kafeneio") as connection:
        row = connection.execute("SELECT pg_relation_filepath(%s)", [table]).fetchone()
    assert row is not None
    return str(row[0])
