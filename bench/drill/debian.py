"""A fresh Debian that boots its systemd in namespaces of its own, and a shell in it.

It has files, processes, mounts and hostname of its own, and the network of this machine: what listens there must be
free. Needs root, mmdebstrap, and a kernel that lets the hierarchy `name=systemd` of control groups be mounted.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench.robots.evening import say

PACKAGES = ("ca-certificates", "dbus", "iproute2", "procps", "systemd", "systemd-sysv")
"""What a server of Debian has that is not essential; nothing of what the page installs."""
RELEASE = "bookworm"
_BOOTS_WITHIN_S = 60.0
_MAKES_WITHIN_S = 600.0
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_BOOT = """
set -e
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
mount -t proc proc "$ROOT/proc"
mount -t sysfs sysfs "$ROOT/sys"
mount -t tmpfs tmpfs "$ROOT/sys/fs/cgroup"
mkdir "$ROOT/sys/fs/cgroup/systemd"
mount -t cgroup -o none,name=systemd cgroup "$ROOT/sys/fs/cgroup/systemd"
mount -t tmpfs tmpfs "$ROOT/run"
mount -t tmpfs tmpfs "$ROOT/tmp"
mount --rbind /dev "$ROOT/dev"
hostname server-drill
# Not chroot alone, in which no unit could have users of its own (PrivateUsers=).
cd "$ROOT"
mkdir -p .outside
pivot_root . .outside
umount --lazy .outside
exec env -i container=drill PATH=/usr/sbin:/usr/bin chroot . /lib/systemd/systemd --log-target=null
"""


class CannotBoot(Exception):
    """This machine cannot boot another system; the message says why."""


def make_root(folder: Path, mmdebstrap: str) -> Path:
    """Debian's packages in a folder, with this machine's way to the network.

    Raises:
        CannotBoot: it could not be made.
    """
    root = folder / "root"
    folder.mkdir(parents=True, exist_ok=True)
    command = [mmdebstrap, "--variant=minbase", f"--include={','.join(PACKAGES)}", RELEASE, str(root)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=_MAKES_WITHIN_S, check=False)
    if done.returncode:
        raise CannotBoot(f"mmdebstrap: {done.stderr[-500:]}")
    (root / "etc/dpkg/dpkg.cfg.d/drill").write_text("force-unsafe-io\n")  # its disk is a folder of a busy machine
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    (root / "etc/hosts").write_text("127.0.0.1 localhost server-drill\n")
    (root / "etc/hostname").write_text("server-drill\n")
    return root


class Machine:
    """A system that has booted. A context manager: with it ends every process in it."""

    logs = "var/log"
    """Below the root: what is typed and printed."""

    def __init__(self, root: Path) -> None:
        """Not booted."""
        self.root = root
        self._boot: subprocess.Popen[bytes] | None = None
        self._init = 0
        self._shell: subprocess.Popen[str] | None = None

    def __enter__(self) -> "Machine":
        spaces = ["--pid", "--fork", "--kill-child", "--mount", "--uts", "--ipc", "--cgroup"]
        command = ["unshare", *spaces, "bash", "-c", _BOOT]
        self._boot = subprocess.Popen(command, env=os.environ | {"ROOT": str(self.root)}, stdin=subprocess.DEVNULL)
        until_s = time.monotonic() + _BOOTS_WITHIN_S
        while time.monotonic() < until_s:
            if self._boot.poll() is not None:
                raise CannotBoot(f"systemd ended with {self._boot.returncode}")
            with contextlib.suppress(OSError, ValueError, subprocess.TimeoutExpired):
                children = Path(f"/proc/{self._boot.pid}/task/{self._boot.pid}/children").read_text().split()
                self._init = int(children[0]) if children else 0
                if self._init and self.run("systemctl", "is-system-running") in ("running", "degraded"):
                    return self
            time.sleep(0.5)
        self.__exit__()
        raise CannotBoot(f"systemd was not up within {_BOOTS_WITHIN_S:.0f} s")

    def __exit__(self, *_: object) -> None:
        if self._shell is not None:
            self._shell.kill()
        if self._boot is not None and self._boot.poll() is None:
            if self._init:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self._init, signal.SIGKILL)  # with PID 1 ends everything in its namespace
            self._boot.kill()
            self._boot.wait()

    def run(self, *command: str, timeout_s: float = 60.0) -> str:
        """One command of the drill's own, beside the shell; returns what it printed, whatever its exit code is."""
        done = subprocess.run(
            [*self.inside(), *command], stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=timeout_s, check=False,
        )  # fmt: skip
        return (done.stdout + done.stderr).strip()

    def type(self, commands: str, environment: Mapping[str, str], timeout_s: float) -> tuple[int, str]:
        """Type commands into one shell that stays; returns the exit code of the first that failed, or 0, and what was
        printed. The environment is that of the shell's start."""
        output = self.root / self.logs / "drill.log"
        if self._shell is None:
            words = [f"{name}={value}" for name, value in environment.items()]
            command = [*self.inside(), *words, "bash", "--noprofile", "--norc", "-o", "pipefail"]
            self._shell = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True
            )
        assert self._shell.stdin is not None
        ended = self.root / self.logs / "drill.ended"
        ended.unlink(missing_ok=True)
        script = self.root / self.logs / "drill.sh"
        script.write_text(commands)
        # `source` in the same shell, so that variables stay; `set -e` inside it, so that the first failure ends it.
        self._shell.stdin.write(
            f"trap 'echo $? >/{self.logs}/drill.ended' EXIT; set -e\n"
            f"{{ . /{self.logs}/drill.sh; }} >/{self.logs}/{output.name} 2>&1 </dev/null\n"
            f"set +e; echo 0 >/{self.logs}/drill.ended\n"
        )
        self._shell.stdin.flush()
        until_s = time.monotonic() + timeout_s
        while time.monotonic() < until_s:
            with contextlib.suppress(OSError, ValueError):
                return int(ended.read_text()), output.read_text(errors="replace")
            time.sleep(0.1)
        return 124, output.read_text(errors="replace")

    def inside(self) -> list[str]:
        """What a command begins with to be run in it."""
        spaces = ["--pid", "--mount", "--uts", "--ipc", "--cgroup"]
        where = [f"--root=/proc/{self._init}/root", f"--wd=/proc/{self._init}/root"]
        return ["nsenter", f"--target={self._init}", *spaces, *where, "env", "-i", f"PATH={_PATH}", "HOME=/root"]


@contextlib.contextmanager
def booted(folder: Path, mmdebstrap: str) -> Iterator[Machine]:
    """A Debian that runs: a fresh one, unless the folder has one already."""
    root = folder / "root"
    if not root.exists():
        say("making a fresh Debian")
        make_root(folder, mmdebstrap)
    with Machine(root) as machine:
        say("it has booted")
        yield machine
