"""Builds the image without a registry, on a base of Debian's packages, in a clean copy of what is committed.

The base is as the Dockerfile demands it (Python 3.11 with venv and pip), made by mmdebstrap; Python's packages are the
pinned wheels of `requirements.txt`; the web client is what `make web` has left. Needs root and Debian's buildah and
mmdebstrap.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from bench.drill import wheels
from bench.robots.evening import say

ROOT = Path(__file__).resolve().parents[2]
BASE = "localhost/kafeneio-base:drill"
IMAGE = "localhost/kafeneio:drill"
PACKAGES = ("python3-minimal", "python3-venv", "python3-pip", "passwd", "ca-certificates")
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_INSTALL = "apt-get install --no-install-recommends buildah mmdebstrap podman runc"
_TIMEOUT_S = 900.0
CONTAINERS_CONF = """
[containers]
default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
"""
"""Settings of podman where no systemd looks after containers."""


def build(folder: Path) -> str:
    """Build base and image; returns the image's name.

    Raises:
        FileNotFoundError: a program or the web client is missing; RuntimeError: a step failed, with its last lines.
    """
    for name in ("buildah", "mmdebstrap"):
        if shutil.which(name) is None:
            raise FileNotFoundError(
                f"{name} is missing: apt-get install --no-install-recommends buildah mmdebstrap podman runc"
            )
    client = ROOT / "clients/web/dist"
    if not (client / "index.html").exists():
        raise FileNotFoundError(f"{client} is missing: `make web` builds it")
    base(folder)
    return _image(folder / "source")


def base(folder: Path) -> None:
    """Make the base, unless it is there.

    Raises:
        RuntimeError: a step failed, with its last lines.
    """
    if (
        subprocess.run(["buildah", "inspect", "--type", "image", BASE], capture_output=True, check=False).returncode
        == 0
    ):
        return
    say("base: Debian's packages")
    files = folder / "base.tar"
    _run("mmdebstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", "bookworm", str(files))
    container = _run("buildah", "from", "scratch").strip()
    try:
        _run("buildah", "add", container, str(files), "/")
        _run("buildah", "config", "--env", f"PATH={_PATH}", container)
        _run("buildah", "commit", container, BASE)
    finally:
        _run("buildah", "rm", container)
        files.unlink()


def copy_source(source: Path) -> None:
    """A clean copy of what is committed, with the web client that `make web` has left."""
    _run("git", "clone", "--quiet", "--depth", "1", ROOT.as_uri(), str(source))
    shutil.copytree(ROOT / "clients/web/dist", source / "clients/web/dist")


def _image(source: Path) -> str:
    say("image: what is committed, the built web client, pinned wheels")
    copy_source(source)
    wheels.download(source / "var/wheels", source / "requirements.txt")
    values = {"WEB": "ready", "PIP_NO_INDEX": "1", "BASE": BASE}
    options = [word for name, value in values.items() for word in ("--build-arg", f"{name}={value}")]
    options += ["--pull-never", "--network", "host", "--tag", IMAGE]
    isolation = {"BUILDAH_ISOLATION": "chroot", "BUILDAH_FORMAT": "docker"}
    _run("buildah", "bud", *options, ".", inside=source, extra=isolation)
    return IMAGE


def _run(*command: str, inside: Path = ROOT, extra: Mapping[str, str] | None = None) -> str:
    environment = os.environ | (extra or {})
    done = subprocess.run(
        command, cwd=inside, env=environment, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
    )
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
        raise RuntimeError(f"{' '.join(command[:3])} ended with {done.returncode}:\n{last}")
    return done.stdout
