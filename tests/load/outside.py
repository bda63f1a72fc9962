"""The Python client from outside (`make try-clients`): installed with what it needs into an empty environment, it runs
a competition on the whole platform, every service a process of its own behind the gRPC front.

The last line of the output is what the client says of the competition; the exit code is 1 when it was not settled.
"""

import hashlib
import json
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.load.accounts import CHEAP_PASSWORDS, NO_ADDRESS_LIMITS, register_players
from tests.load.evening import say
from tests.load.members import ROOT
from tests.load.platform import Platform
from tests.support.ports import free_port
from tests.support.servers import PostgresServer, RabbitServer

CLIENT = ROOT / "clients" / "python"
TOKEN = "outside"
SCOPES = "tournaments.read+tournaments.play+tournaments.operate+events.subscribe"
PLAYERS = 4
TIMEOUT_S = 240


def main(_arguments: Sequence[str] | None = None) -> int:
    """Run it; 1 if the competition was not settled, or somebody has no place in it."""
    with TemporaryDirectory(prefix="kafeneio-client-") as folder:
        python = installed(Path(folder))
        with RabbitServer() as rabbit, PostgresServer() as postgres:
            platform = Platform(rabbit, postgres, settings=CHEAP_PASSWORDS | NO_ADDRESS_LIMITS)
            port = free_port()
            token = f"outside={hashlib.sha256(TOKEN.encode()).hexdigest()}:{SCOPES}"
            own = {"KAFENEIO_GRPC_PORT": str(port), "KAFENEIO_GRPC_TOKENS": token}
            platform.add("grpc", "other", ["run", "grpc"], "services", own)
            with platform:
                said = competition(platform, python, f"127.0.0.1:{port}")
    print(said)
    found = json.loads(said)
    return 0 if found["state"] == "settled" and len(found["standings"]) == PLAYERS else 1


def installed(folder: Path) -> Path:
    """The interpreter of an empty environment with the client and what it needs."""
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(CLIENT)], check=True, cwd=folder)
    say("the client is installed")
    return python


def competition(platform: Platform, python: Path, address: str) -> str:
    """What the client says at the end."""
    operator, *players = register_players(platform.rest_urls, PLAYERS + 1)
    platform.run_command("roles", "give", operator.name, "operator", "--by", "outside", "--reason", "runs competitions")
    who = [f"{player.account}:{player.token}" for player in players]
    command = [python, CLIENT / "examples" / "competition.py", address, TOKEN, platform.rest_urls[0]]
    done = subprocess.run(
        [*map(str, command), operator.account, *who],
        cwd=python.parent, capture_output=True, text=True, timeout=TIMEOUT_S, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    return done.stdout.splitlines()[-1]


if __name__ == "__main__":
    sys.exit(main())
