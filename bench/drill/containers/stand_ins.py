"""Images of Debian's packages under the names that deploy/compose uses, where there is no registry.

One root has all of Debian's servers; each image adds what the published one does at its start: it reads the same
variables, keeps its files in the same place and takes the same commands. Versions are Debian's, not the published ones.
Grafana is not in Debian: its image only waits.
"""

import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from bench.robots.evening import say

BASE = "localhost/kafeneio-servers:drill"
PACKAGES = (
    "bash", "caddy", "ca-certificates", "postgresql", "procps", "prometheus", "prometheus-alertmanager",
    "rabbitmq-server",
)  # fmt: skip
INSTALL = "aardvark-dns buildah catatonit iproute2 iptables mmdebstrap netavark podman runc"
_PATH = "/usr/lib/postgresql/15/bin:/usr/lib/rabbitmq/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_MAKES_WITHIN_S = 1800.0

_POSTGRES = """#!/bin/bash
set -e
[ "${1:-postgres}" = postgres ] || exec "$@"
as() { setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/tmp "$@"; }
chown postgres:postgres "$PGDATA"
mkdir -p /var/run/postgresql
chown postgres:postgres /var/run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" >/tmp/password && chmod 644 /tmp/password
  as initdb --username "$POSTGRES_USER" --encoding UTF8 --auth-host scram-sha-256 --pwfile /tmp/password "$PGDATA"
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  as pg_ctl --pgdata "$PGDATA" --wait --options "-c listen_addresses=''" start
  as psql --username "$POSTGRES_USER" --dbname postgres --command "CREATE DATABASE $POSTGRES_DB"
  as pg_ctl --pgdata "$PGDATA" --wait stop
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups postgres -D "$PGDATA" -c listen_addresses='*'
"""
_RABBITMQ = """#!/bin/bash
set -e
cat >/etc/rabbitmq/rabbitmq.conf <<END
default_user = $RABBITMQ_DEFAULT_USER
default_pass = $RABBITMQ_DEFAULT_PASS
default_vhost = $RABBITMQ_DEFAULT_VHOST
END
echo '[rabbitmq_prometheus].' >/etc/rabbitmq/enabled_plugins
exec rabbitmq-server
"""
_CADDY = """#!/bin/bash
export XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
exec caddy run --config /etc/caddy/Caddyfile --adapter caddyfile
"""
_PROMETHEUS = """#!/bin/bash
exec prometheus --config.file=/etc/prometheus/prometheus.yml --storage.tsdb.path=/prometheus
"""
_ALERTMANAGER = """#!/bin/bash
options="--config.file=/etc/alertmanager/alertmanager.yml --storage.path=/alertmanager --cluster.listen-address="
exec prometheus-alertmanager $options
"""
_WAITS = """#!/bin/bash
exec sleep infinity
"""


class StandIn(NamedTuple):
    """What an image does at its start, and its environment."""

    starts: str
    environment: dict[str, str]


IMAGES = {
    "postgres:17": StandIn(_POSTGRES, {"PGDATA": "/var/lib/postgresql/data"}),
    "rabbitmq:4.1": StandIn(_RABBITMQ, {"HOME": "/var/lib/rabbitmq"}),
    "caddy:2": StandIn(_CADDY, {}),
    "prom/prometheus:v2.55.1": StandIn(_PROMETHEUS, {}),
    "prom/alertmanager:v0.27.0": StandIn(_ALERTMANAGER, {}),
    "grafana/grafana:11.6.0": StandIn(_WAITS, {}),
}
"""Name in deploy/compose/compose.yaml → what stands for it."""


def build(servers: Path | None = None) -> None:
    """Make all of them. `servers`: an archive of the root, made before; without it mmdebstrap makes one.

    Raises:
        RuntimeError: a step failed, with its last lines.
    """
    with tempfile.TemporaryDirectory(prefix="kafeneio-stand-ins-") as name:
        folder = Path(name)
        if not is_there(BASE):
            if servers is None:
                say("servers: Debian's packages")
                servers = folder / "servers.tar"
                _run("mmdebstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", "bookworm", str(servers))
            _run("podman", "import", "--change", f"ENV PATH={_PATH}", str(servers), BASE)
        for image, stand_in in IMAGES.items():
            _build(folder, image, stand_in)


def _build(folder: Path, image: str, stand_in: StandIn) -> None:
    say(f"image: {image}")
    (folder / "starts").write_text(stand_in.starts, encoding="utf-8")
    (folder / "starts").chmod(0o755)
    variables = "".join(f"ENV {name}={value}\n" for name, value in stand_in.environment.items())
    text = f'FROM {BASE}\n{variables}COPY starts /usr/local/bin/starts\nENTRYPOINT ["/usr/local/bin/starts"]\n'
    (folder / "Containerfile").write_text(text, encoding="utf-8")
    where = ["--file", str(folder / "Containerfile"), "--tag", f"localhost/{image}", str(folder)]
    _run("buildah", "bud", "--isolation", "chroot", "--pull-never", "--format", "docker", *where)


def is_there(image: str) -> bool:
    """Whether an image of an earlier run can be taken."""
    return subprocess.run(["podman", "image", "exists", image], check=False).returncode == 0


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=_MAKES_WITHIN_S, check=False)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
        raise RuntimeError(f"{' '.join(command[:3])} ended with {done.returncode}:\n{last}")
