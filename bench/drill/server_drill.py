"""`make server-drill`: docs/one-server.md followed word by word on a fresh Debian, with a match, a fault and a restore.

The script is the page's own code blocks in their order, in one shell. What the page leaves to decide (its first block)
is decided here; anything else that had to be given would count in `unnamed_decisions`. Package indexes are replaced by
wheels that this machine has fetched with its own pip. The last line is JSON: `minutes` until the page is served by TLS
and the doctor finds no fault, `unnamed_decisions`, `paged` (the page that must come has come), `moves_lost`. Exit code
1 when anything is not as it should be.
"""

import argparse
import asyncio
import json
import os
import shutil
import socket
import ssl
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.drill import debian, page, wheels
from bench.drill.monitoring import Pager, wait_for
from bench.robots.evening import say

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/one-server.md"
PORTS = (80, 443, 4369, 5432, 5672, 8000, 9090, 9093, 15692, 50051, *range(8101, 8111))
MINUTES_MAX = 10.0
_BLOCK_WITHIN_S = 900.0
_PAGED_WITHIN_S = 300.0
_RECORDED_WITHIN_S = 60.0
_LOG_IN_EVERY_S = 4.0
"""The limit of logins that the page sets is twenty a minute."""
_SITE = "https://localhost"
_PASSWORD = "a long one for the drill 7"
_STAKE_CHIPS = 200


class Drill:
    """One run of the page."""

    page = PAGE
    authority = "usr/local/share/ca-certificates/caddy-local.crt"
    """Below the machine's root: whom to trust in a trial."""
    after_move: tuple[str, ...] = ("Start", "Look")
    """The sections with which the page goes on at the other server."""

    def __init__(self, machine: debian.Machine, pager: Pager, packages: str) -> None:
        """`packages`: the folder of the packages in the machine."""
        self.machine, self.pager = machine, pager
        self.values = {
            "DOMAIN": "localhost", "CADDY_OPTIONS": "local_certs", "ALERTS": f"http://127.0.0.1:{pager.port}",
            "MAIL": "", "PACKAGES": packages, "ADMINISTRATOR": "maria",
        }  # fmt: skip
        self.environment = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": f"{packages}/wheels", "LANG": "C.UTF-8"}
        """What the network of a server would have: an index of packages."""
        self.unnamed: list[str] = []
        self.faults: list[str] = []
        self.typed_s: dict[str, float] = {}
        self.figures: dict[str, Any] = {}
        self.match: dict[str, Any] = {}

    def run(self) -> None:
        """Follow the page to its end, or to what fails."""
        try:
            self.follow()
        except Exception as error:  # noqa: BLE001 whatever ends it is the finding
            self.faults.append(f"{type(error).__name__}: {error}"[:500])
            say(self.said()[-6000:])
        self.figures["seconds"] = {name: round(took_s, 1) for name, took_s in self.typed_s.items()}

    def follow(self) -> None:
        """Every section, and what happens after it."""
        (first, *rest) = page.sections(self.page)
        text, self.unnamed = page.decided(first.blocks[0], self.values)
        self._type(first.heading, text)
        for section in rest:
            if section.heading == "The first administrator":
                self._look_at_site()
                asyncio.run(self._register())
            if section.heading == "Back up":
                self._play_killed()
                self._fault()
            for number, block in enumerate(section.blocks):
                self.before(section.heading, number)
                self._type(section.heading, block)
            if section.heading == "Move to another server":
                again = {each.heading: each.blocks for each in rest}
                for block in (block for heading in self.after_move for block in again[heading]):
                    self._type(section.heading, block)
            if section.heading in ("Restore", "Upgrade", "Move to another server"):
                self._compare(section.heading)

    def before(self, _heading: str, _number: int) -> None:
        """What happens between two blocks of a section; `number`: of the one that comes next, from 0."""

    def _type(self, heading: str, block: str) -> None:
        began_s = time.monotonic()
        code, said = self.machine.type(block, self.environment, _BLOCK_WITHIN_S)
        took_s = time.monotonic() - began_s
        self.typed_s[heading] = self.typed_s.get(heading, 0.0) + took_s
        say(f"{heading}: {took_s:.0f} s{f', FAILED with {code}' if code else ''}")
        if code:
            say(said[-3000:])
            raise RuntimeError(f"{heading}: a command of the page ended with {code}")

    def _look_at_site(self) -> None:
        """The page by TLS, verified against Caddy's own authority."""
        minutes = sum(self.typed_s.values()) / 60
        os.environ["SSL_CERT_FILE"] = str(self.machine.root / self.authority)
        with urllib.request.urlopen(_SITE, timeout=10, context=ssl.create_default_context()) as answer:
            if b"<html" not in answer.read().lower():
                self.faults.append("the site does not serve the page")
        self.figures["minutes"] = round(minutes, 1)
        if minutes > MINUTES_MAX:
            self.faults.append(f"it took {minutes:.1f} minutes to the page")
        say(f"the page is served by TLS after {minutes:.1f} minutes of commands")

    async def _register(self) -> None:
        from kafeneio_client import Player

        self.players = []
        for name in ("maria", "nikos"):
            fields = {"username": name, "email": f"{name}@drill.example", "password": _PASSWORD}
            self.players.append(await Player.register(_SITE, birth_date="1990-01-31", **fields))

    def _play_killed(self) -> None:
        """A match for chips; in the middle of it every process is killed."""
        self.match = asyncio.run(self._play())
        lost = self._moves_lost()
        self.figures["moves_lost"] = lost
        say(f"played {self.match['moves']} moves over a kill of every process, lost {lost}")

    async def _play(self) -> dict[str, Any]:
        from kafeneio_client import Player, Refused

        moves = 0
        async with (
            await Player.log_in(_SITE, "maria", _PASSWORD) as one,
            await Player.log_in(_SITE, "nikos", _PASSWORD) as other,
        ):
            table = await one.create_table("tictactoe", stake_chips=_STAKE_CHIPS)
            joined = await other.join_table(table.id)
            await one.start_table(table)

            async def play(player: Player, mine: Any) -> None:
                nonlocal moves
                async for turn in player.turns(mine):
                    legal = await turn.legal_moves()
                    if not legal["moves"]:
                        continue
                    try:
                        await turn.move(legal["moves"][0])
                    except Refused as refused:
                        if refused.code not in ("stale", "match_over"):
                            raise
                        continue
                    moves += 1
                    if moves == 2:
                        say("killing every process of Kafeneio")
                        await asyncio.to_thread(self.kill)

            async with asyncio.timeout(180):
                await asyncio.gather(play(one, table), play(other, joined))
            view = table.view
            assert view is not None
            return {"moves": moves, "winners": view["result"]["winners"]}

    def _moves_lost(self) -> int:
        """Acknowledged moves that the match's recording does not have."""
        recording = self._recording()
        return max(0, int(self.match["moves"]) - int(recording))

    def _recording(self) -> int:
        """How many moves the recording of our match has, as its player receives it; 0: there is none."""
        from kafeneio_client import Player

        async def read() -> int:
            player = await Player.log_in(_SITE, "maria", _PASSWORD)
            lines = (await player.request("GET", "/api/recordings"))["recordings"]
            if not lines:
                return 0
            match = self.match.setdefault("match", lines[0]["match"])
            recording = await player.request("GET", f"/api/recordings/{match}")
            return sum(event["kind"] == "moved" for event in recording["events"])

        until_s, found, refused = time.monotonic() + _RECORDED_WITHIN_S, 0, None
        while time.monotonic() < until_s and found < self.match["moves"]:
            try:
                found, refused = asyncio.run(read()), None
            except Exception as error:  # noqa: BLE001 it may be on its way, or a service that was killed not back yet
                refused = error
            time.sleep(_LOG_IN_EVERY_S)
        if refused is not None:
            say(f"the recording could not be read: {type(refused).__name__}: {refused}")
        return found

    def _compare(self, after: str) -> None:
        """That the match is still there, and the ledger sums to zero."""
        lost = self._moves_lost()
        self.figures["moves_lost"] += lost
        ledger = json.loads(self.ledger())
        if lost or ledger["sum_chips"] != 0:
            self.faults.append(f"after {after}: {lost} moves lost, the ledger is {ledger}")
        say(f"{after}: {lost} moves lost, the ledger sums to {ledger['sum_chips']}")

    def _fault(self) -> None:
        """A process is missing: the page must come, and end."""
        self.figures["firing_before"] = sorted(self._firing() - {"Watchdog"})
        if self.figures["firing_before"]:
            self.faults.append(f"alerts fire though nothing is wrong: {self.figures['firing_before']}")
        began_s = time.monotonic()
        self.stop("ranking")
        took_s = wait_for(lambda: "ProcessMissing" in self.pager.named(began_s), _PAGED_WITHIN_S)
        self.figures["paged"] = took_s is not None
        self.start("ranking")
        if took_s is None:
            self.faults.append("nobody was paged about a process that is missing")
        else:
            say(f"paged after {took_s:.0f} s")

    def _firing(self) -> set[str]:
        answer = self.machine.run("curl", "--silent", "http://127.0.0.1:9090/api/v1/alerts")
        alerts = json.loads(answer)["data"]["alerts"]
        return {each["labels"]["alertname"] for each in alerts if each["state"] == "firing"}

    def kill(self) -> None:
        """Every process of Kafeneio, at once."""
        self.machine.run("systemctl", "kill", "--signal=KILL", "kafeneio@*")

    def stop(self, process: str) -> None:
        """One process."""
        self.machine.run("systemctl", "stop", f"kafeneio@{process}")

    def start(self, process: str) -> None:
        """One process."""
        self.machine.run("systemctl", "start", f"kafeneio@{process}")

    def ledger(self) -> str:
        """What `kafeneio ledger` says, beside the page's shell."""
        command = "set -a; . /etc/kafeneio/kafeneio.env; kafeneio ledger"
        return self.machine.run("bash", "-c", command, timeout_s=120).splitlines()[-1]

    def said(self) -> str:
        """What the machine's logs say when something has failed."""
        return self.machine.run("journalctl", "--no-pager", "--lines=60", "--output=cat", "--priority=warning")


def packages_into(root: Path) -> str:
    """Put what `make packages` makes, and the wheels it needs, where they would be copied to; returns the folder."""
    folder = root / "root/packages"
    (folder / "wheels").mkdir(parents=True, exist_ok=True)
    wheel = next((ROOT / "var/packages").glob("kafeneio-*.whl"), None)
    if wheel is None:
        raise FileNotFoundError("var/packages has no wheel of kafeneio: `make packages` makes it")
    shutil.copy(wheel, folder)
    shutil.copy(ROOT / "requirements.txt", folder)
    if any((folder / "wheels").iterdir()):
        return "/root/packages"
    wheels.download(folder / "wheels")
    return "/root/packages"


def in_use() -> list[int]:
    """Ports of a server that something on this machine has already."""
    found = []
    for port in PORTS:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                found.append(port)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Follow the page; returns the exit code."""
    parser = argparse.ArgumentParser(prog="server_drill", description="Follow docs/one-server.md on a fresh Debian.")
    parser.add_argument("--mmdebstrap", default="mmdebstrap", help="the program")
    parser.add_argument("--folder", type=Path, help="with the root of a drill that was kept: goes on with that")
    parser.add_argument("--keep", action="store_true", help="leave the root where it is, to look at it")
    args = parser.parse_args(arguments)
    if taken := in_use():
        say(f"these ports are taken: {taken}")
        return 2
    sys.path.insert(0, str(ROOT / "clients/python/src"))
    folder, pager = args.folder or Path(tempfile.mkdtemp(prefix="kafeneio-server-")), Pager()
    faults, figures, unnamed = [], {}, []
    try:
        with debian.booted(folder, args.mmdebstrap) as machine:
            drill = Drill(machine, pager, packages_into(machine.root))
            drill.run()
            faults, figures, unnamed = drill.faults, drill.figures, drill.unnamed
    except debian.CannotBoot as why:
        faults.append(str(why))
    finally:
        pager.close()
        if not args.keep:
            shutil.rmtree(folder, ignore_errors=True)
    return report(figures, unnamed, faults)


def report(figures: dict[str, Any], unnamed: list[str], faults: list[str]) -> int:
    """Print the last line; returns the exit code."""
    for fault in [*faults, *unnamed]:
        say(f"FAULT {fault}")
    usual = {"minutes": None, "paged": False, "moves_lost": None}
    print(json.dumps(usual | figures | {"unnamed_decisions": len(unnamed), "faults": faults}))
    return 1 if faults or unnamed else 0


if __name__ == "__main__":
    sys.exit(main())
