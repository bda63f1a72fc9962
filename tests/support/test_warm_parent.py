"""A forked process of a service is one like any other: its own output, variables, folder, session and exit code."""

import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from bench.processes.members import bare_environment
from tests.platform.eventlet_process import Green
from tests.support import processes
from tests.support.ports import free_port
from tests.support.server import wait_until
from tests.support.warm_parent import KAFENEIO, ForkedProcess, Hub, WarmParent, hub_of

pytestmark = pytest.mark.waits

NOBODY = {"KAFENEIO_BROKER_URL": "amqp://guest:guest@127.0.0.1:1//", "KAFENEIO_HEALTH_PORT": "0"}
SCENES = "tests.support.scenes_forked"
EPOLL = "anon_inode:[eventpoll]"


def settings(folder: Path) -> dict[str, str]:
    return bare_environment() | {"KAFENEIO_VAR_DIR": str(folder / "var")}


def open_files(pid: int) -> list[str]:
    return [str(entry.readlink()) for entry in Path(f"/proc/{pid}/fd").iterdir()]


def parent_of(pid: int) -> int:
    status = processes.read_status(pid)
    assert status is not None
    return status.parent


def names_the_broker(log: Path) -> bool:
    return log.exists() and "broker" in log.read_text()


def test_a_command_runs_in_its_folder_and_says_how_it_ended(warm_parent: WarmParent, tmp_path: Path) -> None:
    good = warm_parent.start(["migrate", "wallet"], settings(tmp_path), tmp_path)
    assert good.wait(120) == 0
    assert (tmp_path / "output.log").read_text().splitlines()[-1] == "wallet: schema is current"
    assert (tmp_path / "var").is_dir()
    wrong = warm_parent.start(["make", "coffee"], settings(tmp_path), tmp_path, "wrong.log")
    assert wrong.wait(120) == 2
    assert "usage: kafeneio" in (tmp_path / "wrong.log").read_text()


def test_a_service_that_waits_can_be_ended_by_a_signal(warm_parent: WarmParent, tmp_path: Path) -> None:
    arguments = ["run", "wallet"]
    for sign, code in ((signal.SIGTERM, 0), (signal.SIGKILL, -signal.SIGKILL)):
        log = tmp_path / sign.name
        waiting = warm_parent.start(arguments, settings(tmp_path) | NOBODY, tmp_path, log.name)
        wait_until(partial(names_the_broker, log), 120, "its first line")
        assert waiting.poll() is None
        assert processes.family(waiting.pid) == [waiting.pid]
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(0.0)
        waiting.send_signal(sign)
        assert waiting.wait(120) == code
        waiting.send_signal(sign)  # nobody is there, and nothing happens


@pytest.mark.parametrize("hub", ["epoll", "asyncio"])
def test_a_parent_holds_no_loop_and_no_thread_that_its_children_would_share(warm_parent: WarmParent, hub: Hub) -> None:
    with Green(SCENES, asyncio=hub == "asyncio") as child:
        pid = warm_parent.parents[hub].pid
        assert pid is not None
        assert len(list(Path(f"/proc/{pid}/task").iterdir())) == 1
        assert EPOLL not in open_files(pid)
        assert child.call("kind_of_hub") == hub
        assert EPOLL in open_files(child.pid)


@pytest.mark.parametrize("hub", ["epoll", "asyncio"])
def test_children_wait_and_draw_chances_each_for_itself(warm_parent: WarmParent, hub: Hub) -> None:
    with ExitStack() as leaving:
        children = [leaving.enter_context(Green(SCENES, asyncio=hub == "asyncio")) for _ in range(3)]
        assert {warm_parent.parents[hub].pid} == {parent_of(child.pid) for child in children}
        for child in children:
            child.order("listen")
        ports = [child.answer() for child in children]
        for child in children:
            child.order("exchange", ports=ports, messages=20)
        assert [child.answer() for child in children] == [3 * 20] * 3
        assert len({child.call("chance") for child in children}) == 3
        assert [child.leave() for child in children] == [0] * 3


def test_a_gateway_is_forked_from_a_parent_without_loop_or_thread(warm_parent: WarmParent, tmp_path: Path) -> None:
    front = {"KAFENEIO_GATEWAY_PORT": str(free_port())}
    child = warm_parent.start(["run", "gateway"], settings(tmp_path) | NOBODY | front, tmp_path)
    wait_until(partial(names_the_broker, tmp_path / "output.log"), 120, "its first line")
    pid = warm_parent.parents["none"].pid
    assert pid is not None and parent_of(child.pid) == pid
    assert len(list(Path(f"/proc/{pid}/task").iterdir())) == 1
    assert EPOLL not in open_files(pid)
    child.terminate()
    assert child.wait(120) == 0


def test_a_child_has_its_own_pipes_and_variables(warm_parent: WarmParent, tmp_path: Path) -> None:
    environment = settings(tmp_path) | {"KAFENEIO_VERSION": "1.2.3-test"}
    with (tmp_path / "errors.log").open("wb") as errors:
        good = warm_parent.run_module(KAFENEIO, ["--version"], environment, stdout=subprocess.PIPE, stderr=errors)
        wrong = warm_parent.run_module(KAFENEIO, ["make", "coffee"], environment, stdout=errors, stderr=errors)
        assert isinstance(good, ForkedProcess) and good.stdout is not None
        with good.stdout as said:
            assert said.read() == b"kafeneio 1.2.3-test\n"
        assert (good.wait(60), wrong.wait(60)) == (0, 2)
    assert "usage: kafeneio" in (tmp_path / "errors.log").read_text()


def test_threads_that_look_at_once_see_the_same_end_of_a_child(warm_parent: WarmParent, tmp_path: Path) -> None:
    def looks_until_its_end(child: ForkedProcess) -> int | None:
        while child.poll() is None:
            pass
        return child.returncode

    for number in range(3):
        child = warm_parent.start(["--version"], settings(tmp_path), tmp_path, f"version-{number}.log")
        with ThreadPoolExecutor(8) as threads:
            assert list(threads.map(looks_until_its_end, [child] * 8)) == [0] * 8


def test_children_that_are_left_end_with_the_run(tmp_path: Path) -> None:
    mine = WarmParent()
    mine.allowed = True
    waiting = mine.start(["run", "wallet"], settings(tmp_path) | NOBODY, tmp_path, "wallet.log")
    wait_until(partial(names_the_broker, tmp_path / "wallet.log"), 120, "its first line")
    mine.close()
    assert processes.wait_gone([waiting.pid], 60) == []


def test_only_processes_of_this_code_are_forked_and_only_in_the_suite(warm_parent: WarmParent) -> None:
    ours = bare_environment()
    assert warm_parent.can_start(["roles", "give", "ann", "operator"], ours)
    assert warm_parent.can_start(["run", "wallet"], ours)
    assert not warm_parent.can_start(["run", "grpc"], ours)
    assert not warm_parent.can_start(["migrate"], bare_environment(Path("/another/release")))
    assert not warm_parent.can_start(["migrate"], ours | {"PYTHONHASHSEED": "7"})
    assert not WarmParent().can_start(["migrate"], ours)


def test_a_process_that_cannot_be_forked_starts_alone(tmp_path: Path) -> None:
    alone = WarmParent().run_module(KAFENEIO, ["--version"], settings(tmp_path), stdout=subprocess.PIPE)
    assert isinstance(alone, subprocess.Popen)
    assert alone.communicate(timeout=60)[0].startswith(b"kafeneio ")
    assert alone.returncode == 0


def test_the_hub_is_that_of_the_command() -> None:
    broker = {"KAFENEIO_BROKER_URL": "amqp://localhost/"}
    assert [hub_of(["up"], broker), hub_of(["run", "tables"], {})] == ["asyncio"] * 2
    assert [hub_of(["run", "tables"], broker), hub_of(["run", "wallet"], {})] == ["epoll"] * 2
    assert hub_of(["run", "gateway"], broker) == "none"
