"""A node starts of a release of links with only the plugins that it needs."""

from pathlib import Path

import pytest

from tests.support.rabbit import RabbitServer, find_rabbitmq
from tests.support.rabbit_home import lay_out, needed

NOTHING = "{application,%s,[{applications,[kernel,stdlib]}]}."


def make_release(folder: Path, described: dict[str, str]) -> Path:
    """A release with an application of each name and description."""
    for name in ("sbin", "escript"):
        (folder / name).mkdir(parents=True)
    for name, description in described.items():
        (folder / f"plugins/{name}-1.0.2/ebin").mkdir(parents=True)
        (folder / f"plugins/{name}-1.0.2/ebin/{name}.app").write_text(description)
    return folder


def test_plugins_have_all_that_they_depend_on_and_nothing_else(tmp_path: Path) -> None:
    described = {name: NOTHING % name for name in ("ra", "rabbit_common", "rabbitmq_shovel", "cowboy")}
    described["rabbit"] = (
        "{application,rabbit,[{applications,[kernel,\n rabbit_common]},{included_applications,[ra]}]}."
    )
    described["web"] = "{application,web,[{applications,[kernel, % not rabbitmq_shovel\n rabbit,cowboy]}]}."
    release = make_release(tmp_path / "release", described)
    assert lay_out(tmp_path / "home", release, ["web"]) == tmp_path / "home/sbin"
    linked = {path.name: path.resolve() for path in (tmp_path / "home/plugins").iterdir()}
    wanted = {f"{name}-1.0.2" for name in ("rabbit", "rabbit_common", "ra", "web", "cowboy")}
    assert linked == {name: release / "plugins" / name for name in wanted}


def test_dependencies_on_each_other_are_followed_once(tmp_path: Path) -> None:
    release = make_release(tmp_path, {"a": "{applications,[b]}", "b": "{applications,[a]}"})
    installed = {name: release / f"plugins/{name}-1.0.2/ebin/{name}.app" for name in "ab"}
    assert needed(["a"], installed) == {"a", "b"}


@pytest.mark.parametrize("there", [[], ["rabbit"], ["web"]])
def test_a_release_that_is_laid_out_otherwise_is_left_alone(tmp_path: Path, there: list[str]) -> None:
    release = make_release(tmp_path / "release", {name: NOTHING % name for name in there})
    assert lay_out(tmp_path / "home", release, ["web"]) is None
    assert not (tmp_path / "home").exists()


@pytest.mark.real
def test_a_node_runs_on_few_plugins_with_its_management(rabbit_server: RabbitServer) -> None:
    script = find_rabbitmq()
    assert script is not None
    environment = Path(f"/proc/{rabbit_server.pid}/environ").read_bytes().split(b"\0")
    offered = next(text for text in environment if text.startswith(b"ERL_LIBS="))
    plugins = {path.name for path in Path(offered.decode().removeprefix("ERL_LIBS=")).iterdir()}
    assert 0 < len(plugins) < len(list(script.resolve().parents[1].glob("plugins/*/ebin"))) / 2
    assert rabbit_server.manage("GET", "/api/overview")["node"].startswith("kafeneio-")
