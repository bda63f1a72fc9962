"""What is made from the code is up to date, and true."""

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from deploy.generate import declared, everything, game_components
from deploy.generate.declared import as_environment, database_variables, sections
from games import registry
from services.platform.process.settings import load, settings_structs
from tests.deploy.manifests import K8S, ROOT, container, kustomization, manifests, of_kind, variables, yaml_documents

SETTINGS = ROOT / "deploy/local/settings.env"
AGAIN = "run `python -m deploy.generate`"
MADE = everything.made()


@pytest.mark.parametrize("path", sorted(MADE), ids=str)
def test_a_file_made_from_the_code_is_current(path: Path) -> None:
    assert (ROOT / path).read_text(encoding="utf-8") == MADE[path], AGAIN


def test_nothing_is_left_of_families_that_are_gone() -> None:
    assert everything.left_over(ROOT) == [], AGAIN


def test_writing_brings_a_tree_up_to_date(tmp_path: Path) -> None:
    gone = tmp_path / everything.GAMES / "ludo"
    gone.mkdir(parents=True)
    (gone / "kustomization.yaml").touch()
    everything.write_all(tmp_path)
    assert {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()} == set(MADE)


# --- games ---


def test_every_game_has_workers_and_only_once() -> None:
    run = [each for games in game_components.families().values() for each in games]
    assert sorted(run) == sorted(game.id for game in registry.games())


@pytest.mark.parametrize("family", sorted(game_components.families()))
def test_a_family_s_component_makes_the_pattern_its_own(family: str) -> None:
    name = game_components.name_in_cluster(family)
    data = kustomization(K8S / "components/games" / name)
    ((pairs, selected),) = [(each["pairs"], each["includeSelectors"]) for each in data["labels"]]
    assert (pairs, selected, data["nameSuffix"]) == ({"kafeneio/games": name}, True, f"-{name}")
    ((change,),) = [yaml_documents(patch["patch"]) for patch in data["patches"]]
    assert change[0]["value"].split(",") == game_components.families()[family]


def test_the_pattern_names_no_game_and_its_place_is_the_one_that_is_replaced() -> None:
    (tables,) = [each for each in of_kind(manifests(), "Deployment") if each.name == "tables"]
    args = container(tables)["args"]
    assert args[:3] == ["run", "tables", "--games"]
    assert args[3] not in registry.entries()
    assert '"--games"' in (ROOT / declared.MAIN).read_text()


def test_no_more_workers_than_shards() -> None:
    shards = int(variables(K8S / "base/settings.env")["KAFENEIO_TABLE_SHARDS"])
    (tables,) = [each for each in of_kind(manifests(), "Deployment") if each.name == "tables"]
    assert tables.spec["replicas"] <= shards


# --- settings ---


def uncommented() -> list[str]:
    """Every line that sets a variable."""
    return [line[1:] for line in SETTINGS.read_text().splitlines() if line.startswith("#KAFENEIO_")]


def told() -> dict[str, str]:
    """Every variable of the file with its default, as if all lines were uncommented."""
    named = dict(line.split("=", 1) for line in uncommented())
    return {name: text[1:-1] if text.startswith("'") else text for name, text in named.items()}


def test_the_file_names_each_variable_once_and_sets_none() -> None:
    lines = SETTINGS.read_text().splitlines()
    named = Counter(line[1:].split("=")[0] for line in lines if line.startswith("#KAFENEIO_"))
    assert set(named.values()) == {1}
    assert all(line.startswith("#") for line in lines if line)


def test_the_file_names_every_variable_that_the_code_reads() -> None:
    known = {setting.name for section in sections(ROOT) for setting in section.settings}
    assert set(told()) == known | set(database_variables(ROOT))
    assert "KAFENEIO_BROKER_URL" in known


@pytest.mark.parametrize("kind", [kind for _, kind in settings_structs(ROOT)], ids=lambda kind: kind.__name__)
def test_the_defaults_in_the_file_are_the_defaults(kind: type) -> None:
    assert load(kind, told()) == load(kind, {})


def test_a_variable_that_several_read_has_one_default() -> None:
    found: dict[str, set[str]] = {}
    for section in sections(ROOT):
        for setting in section.settings:
            found.setdefault(setting.name, set()).add(setting.default)
    assert {name: defaults for name, defaults in found.items() if len(defaults) > 1} == {}


def test_a_shell_reads_an_uncommented_copy_as_it_is_meant(tmp_path: Path) -> None:
    copy = tmp_path / "my.env"
    copy.write_text("\n".join(uncommented()))
    command = ["bash", "-c", 'set -a; . "$1"; env -0', "-", str(copy)]
    done = subprocess.run(command, capture_output=True, check=True, env={"PATH": "/usr/bin:/bin"})
    read = dict(entry.decode().split("=", 1) for entry in done.stdout.split(b"\0") if entry)
    assert {name: text for name, text in read.items() if name.startswith("KAFENEIO_")} == told()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (0, "0"),
        (5.0, "5.0"),
        ("", ""),
        (["a", "b"], "a,b"),
        ((40, 20), "40,20"),
        ((), ""),
        (((200, 40), (500, 35)), "[[200,40],[500,35]]"),
        ({"a": 1}, '{"a":1}'),
    ],
)
def test_values_are_written_as_the_environment_says_them(value: object, text: str) -> None:
    assert as_environment(value) == text


def test_meanings_bounds_and_headings_come_from_the_code() -> None:
    found = {setting.name: setting for section in sections(ROOT) for setting in section.settings}
    port = found["KAFENEIO_GATEWAY_PORT"]
    assert (port.default, port.kind) == ("8000", "whole number from 0 to 65535")
    assert found["KAFENEIO_DRAIN_MS"].meaning.startswith("How long a process may take")
    assert found["KAFENEIO_GATEWAY_CONNECTIONS_MAX"].heading == "sockets"
