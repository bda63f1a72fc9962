"""The template of secrets has what the manifests ask for, and is filled in once for all of them."""

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from deploy.generate.declared import processes
from deploy.secrets.__main__ import read
from deploy.secrets.filled import asked, filled
from services.platform.broker.permissions import PROCESSES
from services.platform.operations.encryption import Sealer
from tests.deploy.manifests import ROOT, SECRETS, kustomization, kustomizations, manifests, patch_files, yaml_documents

MADE_BY_OPERATORS = {f"broker-{process}-user-credentials" for process in PROCESSES} | {"kafeneio-letsencrypt"}
"""Secrets that operators make by themselves."""
FOR_A_PERSON = {"kafeneio-broker": {*processes()[0], *processes()[1], "bridge"}, "kafeneio-tls": {"tls.crt", "tls.key"}}
"""Keys that Kubernetes itself asks for, or that are there for a broker elsewhere alone."""
BY_NAME = {"passwordSecret": {"username", "password"}, "importCredentialsSecret": {"username", "password"}}
"""Fields of operators' objects that name a secret, and the keys that they take of it."""


def documents() -> Iterator[Any]:
    yield from (each.document for each in manifests())
    yield from patch_files()
    inline = [patch for folder in kustomizations() for patch in kustomization(folder).get("patches", [])]
    yield from (each for patch in inline if "patch" in patch for each in yaml_documents(patch["patch"]))


def references(value: Any) -> Iterator[tuple[str, str]]:
    """(secret, key) of whatever a document asks for, at any depth; the key is empty where the whole is meant."""
    if isinstance(value, list):
        for each in value:
            yield from references(each)
    if not isinstance(value, dict):
        return
    if value.keys() - {"optional"} == {"name", "key"}:
        yield value["name"], value["key"]
    for field, inner in value.items():
        if field.startswith("configMap"):
            continue
        if field == "secretName":
            yield inner, ""
        elif field in BY_NAME:
            yield from ((inner["name"], key) for key in BY_NAME[field])
        else:
            yield from references(inner)


def all_references() -> set[tuple[str, str]]:
    found = {each for document in documents() for each in references(document)}
    return {(name, key) for name, key in found if name not in MADE_BY_OPERATORS}


def test_every_secret_that_a_manifest_asks_for_is_in_the_template() -> None:
    missing = {(name, key) for name, key in all_references() if key not in SECRETS.get(name, set()) | {""}}
    assert missing == set()
    assert {name for name, _ in all_references()} == SECRETS.keys()


def test_every_key_of_the_template_is_asked_for() -> None:
    whole = {name for name, key in all_references() if not key}
    asked_for = {(name, key) for name, key in all_references()}
    unused = {
        (name, key)
        for name, keys in SECRETS.items()
        for key in keys - FOR_A_PERSON.get(name, set())
        if name not in whole and (name, key) not in asked_for
    }
    assert unused == set()


def test_what_is_random_is_the_same_wherever_it_stands_and_new_each_time() -> None:
    first, second = ({each["metadata"]["name"]: each["stringData"] for each in filled({}).secrets} for _ in range(2))
    password = first["kafeneio-owner-database"]["password"]
    assert len(password) > 24
    assert f":{password}@database-rw/" in first["kafeneio-wallet-database"]["migration_url"]
    assert first["kafeneio-broker-operator"]["password"] in first["kafeneio-broker"]["operator"]
    passwords = [data["password"] for data in first.values() if "password" in data]
    assert len(set(passwords)) == len(passwords) > 7
    assert password != second["kafeneio-owner-database"]["password"]


def test_passwords_stand_in_addresses_as_they_are() -> None:
    assert all(
        re.fullmatch(r"[\w+]+://\w+:[\w-]+@[\w-]+(:\d+)?/\w+", text)
        for each in filled({}).secrets
        for key, text in each["stringData"].items()
        if key.endswith("url") or key == "operator"
    )


def test_a_sealing_key_seals() -> None:
    data = {each["metadata"]["name"]: each["stringData"] for each in filled({}).secrets}["kafeneio-sealing"]
    sealer = Sealer(data["keys"])
    assert sealer.open(sealer.seal("hidden", "here"), "here") == "hidden"
    assert data["keys"] != data["tables_keys"]


def test_a_secret_that_lacks_what_only_you_know_is_left_out_and_named() -> None:
    made = filled({"smtp_password": "x", "backups_region": ""})
    names = [each["metadata"]["name"] for each in made.secrets]
    assert "kafeneio-mail" in names
    assert "kafeneio-backups" not in names
    assert made.missing["kafeneio-backups"] == [
        "backups_access_key_id", "backups_region", "backups_secret_access_key",
    ]  # fmt: skip


def test_optional_keys_are_left_out_alone() -> None:
    given = {"archive_access_key_id": "a", "archive_secret_access_key": "b", "archive_endpoint": "https://store"}
    data = {each["metadata"]["name"]: each["stringData"] for each in filled(given).secrets}
    assert data["kafeneio-journal-archive"].keys() == {"access_key_id", "secret_access_key", "endpoint"}


def test_no_secret_is_missing_when_all_values_are_there() -> None:
    made = filled(dict.fromkeys(asked("given") | asked("optional"), "x"))
    assert ({each["metadata"]["name"] for each in made.secrets}, made.missing) == (SECRETS.keys(), {})
    assert {name: set(each["stringData"]) for each in made.secrets for name in [each["metadata"]["name"]]} == SECRETS


def test_a_name_that_the_template_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="smtp_pasword"):
        filled({"smtp_pasword": "x"})


def test_values_are_read_from_lines_and_files(tmp_path: Any) -> None:
    (tmp_path / "ca.crt").write_text("-----\n", "utf-8")
    lines = ["# mail\n", "\n", "smtp_password=a=b\n", f"database_ca_crt=@{tmp_path}/ca.crt\n"]
    assert read(lines) == {"smtp_password": "a=b", "database_ca_crt": "-----\n"}


def test_the_command_prints_secrets_and_names_what_it_left_out() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "deploy.secrets"],
        cwd=ROOT, input="smtp_password=x\n", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert {each["kind"] for each in yaml_documents(done.stdout) if each} == {"Secret"}
    assert "kafeneio-backups: left out" in done.stderr
