"""The client packages from outside (`make try-clients`): installed with what they need into an empty environment, they
try the whole platform, every service a process of its own behind the gRPC front.

The Python one plays the README's bot, runs a competition, moderates, gives chips up to their limits, calls every method
with the right scope, a wrong one and none, every operation, frame and method with a personal token of each scope, is
killed 20 times while it follows events, and meets a front with TLS whose certificate changes. While bots play, and a
webhook and a stream bring their events, 20 processes are killed. The TypeScript one runs a competition over REST. The
page of the first bot is followed word by word. The last line is JSON; the exit code is 1 when something went wrong.
`--only NAME` chooses.
"""

import argparse
import hashlib
import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

from bench.clients import first_bot
from bench.clients.under_kills import (
    END_S,
    SILENT_S,
    TOPICS,
    Found,
    Received,
    UnderKills,
    check_events,
    check_log,
    check_moves,
    of_player,
)
from bench.processes.members import ROOT
from bench.processes.whole_platform import Platform
from bench.robots.accounts import CHEAP_PASSWORDS, NO_ADDRESS_LIMITS, post, register_players
from bench.robots.evening import say
from bench.robots.robots import Player
from gateway.grpc.access.personal_methods import ANYBODY, PERSONAL, Personal
from gateway.grpc.access.scopes import SCOPE_OF, SCOPES
from gateway.http.documents.examples import example_of
from services.contracts.client import frames, token_scopes
from tests.support.ports import free_port
from tests.support.server import ServerFailed, wait_until
from tests.support.servers import PostgresServer, RabbitServer

CLIENT = ROOT / "clients" / "python"
EXAMPLES = CLIENT / "examples"
CALLS = ROOT / "bench" / "clients" / "partner_calls.py"
PROGRAMS = ROOT / "bench" / "clients" / "program_calls.py"
PLAYERS = 4
TIMEOUT_S = 240
KILLS = 20
PASSWORD = "a cup without sugar 7"
LIMITS = {
    "KAFENEIO_PARTNER_CREDIT_DAY_CHIPS": "1000",
    "KAFENEIO_PARTNER_CREDIT_APPROVAL_CHIPS": "400",
    "KAFENEIO_BOT_GAMES_DAY_MAX": "100000",
    "KAFENEIO_WEBHOOK_OWN_HOSTS": "127.0.0.1",
    "KAFENEIO_GRPC_PERSONAL_CALLS_PER_S": "0",
    "KAFENEIO_GRPC_ADDRESS_CALLS_PER_S": "0",
    "KAFENEIO_GRPC_PERSONAL_COMPUTATIONS_PER_MIN": "0",
}
CALLERS = {
    "outside": "tournaments.read+tournaments.play+tournaments.operate+events.subscribe",
    "moderator": "moderation.read+moderation.file+moderation.mute+moderation.sanction+moderation.messages"
    "+moderation.audit",
    "rookie": "moderation.sanction",
    "colleague": "moderation.sanction",
    "shop": "wallet.read+wallet.credit+wallet.approve",
    "auditor": "wallet.approve",
    "hooks": "events.subscribe+events.webhooks",
}
"""Callers and their scopes; a caller's token and its service account have its name."""
LOG = [
    ["unblock", "service.colleague"],
    *([action, "service.moderator"] for action in ("block", "mute", "suspend", "card")),
]
"""What the audit log has of the trial of moderation, newest first."""


class Outside:
    """A platform, and an interpreter that knows nothing but the client."""

    def __init__(self, folder: Path, platform: Platform, python: Path) -> None:
        """`folder`: for files of the trials; adds two gRPC fronts to the platform, one of them with TLS."""
        self.folder, self.platform, self.python = folder, platform, python
        self.kills = KILLS
        self.figures: dict[str, Any] = {}
        """What the trials have counted and measured."""
        self._made: set[str] = set()
        self.plain, self.secure = (f"localhost:{free_port()}" for _ in range(2))
        lines = [token_line(name, scopes, name) for name, scopes in CALLERS.items()]
        lines += [token_line(f"only-{scope}", scope, "trial") for scope in SCOPES]
        lines += [token_line(f"but-{scope}", "+".join(sorted(SCOPES - {scope})), "trial") for scope in SCOPES]
        self._add("grpc", self.plain, {"KAFENEIO_GRPC_TOKENS": ",".join(lines)})
        for name in ("first", "second", "client"):
            certificate(folder, name)
        self.serve("first")
        files = {"CERTIFICATE": "used.pem", "KEY": "used.key", "CLIENT_AUTHORITY": "client.pem"}
        tls = {f"KAFENEIO_GRPC_TLS_{name}": str(folder / file) for name, file in files.items()}
        self._add("grpc-tls", self.secure, {"KAFENEIO_GRPC_TOKENS": token_line("reader", "read", "reader")} | tls)

    def _add(self, name: str, address: str, own: dict[str, str]) -> None:
        port = {"KAFENEIO_GRPC_PORT": address.rsplit(":", 1)[1]}
        self.platform.add(name, "other", ["run", "grpc"], "services", port | own)

    def serve(self, name: str) -> None:
        """Put one of the certificates where the front with TLS looks for its own."""
        for kind in ("pem", "key"):
            shutil.copy(self.folder / f"{name}.{kind}", self.folder / f"used.{kind}")

    def run(self, *command: str | Path) -> str:
        """What a program says that the empty environment runs."""
        done = subprocess.run(
            [self.python, *map(str, command)],
            cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT_S, check=False,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(done.stdout + done.stderr)
        return done.stdout

    def call(self, trial: str, **arguments: Any) -> Any:
        """What a trial of `clients/partner_calls.py` has found."""
        return self._told(CALLS, trial, arguments)

    def told(self, trial: str, **arguments: Any) -> Any:
        """The same of `clients/program_calls.py`."""
        return self._told(PROGRAMS, trial, arguments)

    def _told(self, calls: Path, trial: str, arguments: dict[str, Any]) -> Any:
        alone = shutil.copy(calls, self.folder)  # beside it are modules that would hide those of Python
        return json.loads(self.run(alone, trial, json.dumps(arguments)))

    def begin(self, *command: str | Path) -> "subprocess.Popen[str]":
        """A program that the empty environment goes on running."""
        line = [self.python, *map(str, command)]
        return subprocess.Popen(line, cwd=self.folder, stdout=subprocess.DEVNULL, text=True)

    # --- trials: each returns what went wrong ---

    def bot(self) -> list[str]:
        """The first example of the README plays a match."""
        found = re.search(r"```python\n(.*?)```", (CLIENT / "README.md").read_text(), re.DOTALL)
        assert found is not None
        (self.folder / "bot.py").write_text(found[1])
        self._register("bot")
        said = self.run(self.folder / "bot.py", self.platform.rest_urls[0], "bot", PASSWORD)
        return [] if re.fullmatch(r"winners: \[[01]?\] I sat on 0\n", said) else [said]

    def typescript(self) -> list[str]:
        """The other client, installed into an empty folder: its example runs a competition."""
        alone = self.folder / "typescript"
        subprocess.run(["make", "-s", "packages"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        alone.mkdir()
        (packed,) = (ROOT / "var" / "packages").glob("*.tgz")
        with_node = ROOT / "tools" / "with-node.sh"
        run = partial(subprocess.run, cwd=alone, capture_output=True, text=True, check=True, timeout=TIMEOUT_S)
        run([with_node, "npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", packed])
        shutil.copy(ROOT / "clients" / "typescript" / "examples" / "competition.mjs", alone)
        names = [f"ts-{number}" for number in range(PLAYERS + 1)]
        tokens = [self._register(name) for name in names]
        self._give_role(names[0], "operator")
        example = ["node", "--experimental-websocket", "competition.mjs", self.platform.rest_urls[0]]
        said = run([with_node, *example, tokens[0], PASSWORD, *names[1:]]).stdout
        found = json.loads(said)
        right = found["state"] == "settled" and len(found["standings"]) == PLAYERS
        return [] if right else [said]

    def competition(self) -> list[str]:
        """The example announces a competition, plays it and sees its prizes."""
        operator, *players = register_players(self.platform.rest_urls, PLAYERS + 1)
        self._make_service_account("outside", operator.name, "operator")
        who = [f"{player.account}:{player.token}" for player in players]
        arguments = [self.plain, "outside", self.platform.rest_urls[0], *who]
        found = json.loads(self.run(EXAMPLES / "competition.py", *arguments).splitlines()[-1])
        right = found["state"] == "settled" and len(found["standings"]) == PLAYERS
        return [*([] if right else [str(found)]), *self._report(operator, players)]

    def _report(self, staff: Player, players: Sequence[Player]) -> list[str]:
        """One player of the competition reports the others; the moderator finds one report and decides it."""
        self._make_service_account("moderator", staff.name, "administrator")
        accounts = [player.account for player in players]
        found = self.call("report", address=self.plain, token="moderator", players=accounts)
        return differences(found, {"filed": PLAYERS - 1, "waiting": 1, "decision": "ignore", "left": 0})

    def moderation(self) -> list[str]:
        """A card, a mute, a message, a block that somebody else takes back; nothing without a role or a reason; all of
        it in the audit log."""
        staff, other, player = register_players(self.platform.rest_urls, 3)
        self._give_role(staff.name, "administrator")
        self._make_service_account("moderator", staff.name, "administrator")
        self._make_service_account("rookie", staff.name)
        self._make_service_account("colleague", other.name, "administrator")
        who = {"rookie": "rookie", "colleague": "colleague", "staff": staff.account, "player": player.account}
        found = self.call("moderate", address=self.plain, token="moderator", **who)
        wanted = {
            "card": [True, True],
            "suspended": True,
            "taken back by who has decided": "conflict_of_interest",
            "without a reason": "reason_required",
            "without a role": "forbidden",
            "in another name": "actor_not_own",
            "log": LOG,
        }
        return differences(found, wanted)

    def money(self) -> list[str]:
        """Credits: once by their key, up to a limit a day, above another one with a second caller's approval."""
        player, first, second = register_players(self.platform.rest_urls, 3)
        self._make_service_account("shop", first.name)
        self._make_service_account("auditor", second.name)
        found = self.call("money", address=self.plain, shop="shop", auditor="auditor", account=player.account)
        wanted = {
            "first": 300,
            "again": [True, 300],
            "same id, other chips": "idempotency_conflict",
            "above the limit": "approval_needed",
            "approved by oneself": "approval_own",
            "waiting": [["shop", "c-2", 500]],
            "approved": 800,
            "beyond the day": "credit_limit_day",
            "balance without wallet.read": "scope_missing",
        }
        return differences(found, wanted)

    def scopes(self) -> list[str]:
        """Every method with the right scope, with all others, and without a token."""
        tokens = {method: [f"only-{scope}", f"but-{scope}"] for method, scope in SCOPE_OF.items()}
        found = self.call("scopes", address=self.plain, tokens=tokens)
        self._count(scopes=len(SCOPES))
        ours = [method for method in SCOPE_OF if not method.startswith("/grpc.")]
        missing = len(ours) - found["methods"]
        return [*found["wrong"], *([f"{missing} methods were not tried"] if missing else [])]

    def tokens(self) -> list[str]:
        """A personal token of each scope, of a person and of a bot, at every operation of REST, every frame and every
        method of gRPC."""
        session = self._register("of-tokens")
        opens = {kind: list(needs) for kind, needs in token_scopes.FRAMES.items()}
        asked = {"session": session, "password": PASSWORD, "scopes": token_scopes.SCOPES}
        url = self.platform.rest_urls[0]
        found = self.told("tokens", url=url, **asked, frames=examples_of_frames(), opens=opens)
        self._count(scopes=len(found["made"]), operations=found["operations"])
        say(f"{found['operations']} operations and {found['frames']} frames by each of {len(found['made'])} tokens")
        wanted = {
            "made": ["bot chat", "bot play", "bot read", "person chat", "person company", "person read"],
            "not made": ["bot company: token_scopes_invalid", "person play: token_scopes_invalid"],
        }
        over_grpc = self._personal(found["made"])
        return [*found["wrong"], *differences(found | {"made": sorted(found["made"])}, wanted), *over_grpc]

    def _personal(self, tokens: dict[str, str]) -> list[str]:
        """The same tokens at every method of gRPC; another account is refused; a revoked token ends its
        stream."""
        acting = [method for method, personal in PERSONAL.items() if personal.own]
        opens = {method: opened_by(PERSONAL.get(method)) for method in SCOPE_OF}
        found = self.call("personal", address=self.plain, tokens=tokens, opens=opens, acting=acting)
        missing = len([method for method in SCOPE_OF if not method.startswith("/grpc.")]) - found["methods"]
        self._count(grpc_methods=found["methods"])
        owner = {"username": "of-tokens", "password": PASSWORD}
        end = self.call("revoked", address=self.plain, url=self.platform.rest_urls[0], **owner)
        say(f"{found['methods']} methods by each of {len(tokens)} tokens, a stream ended after {end['took_s']} s")
        return [
            *found["wrong"],
            *([f"{missing} methods were not tried"] if missing else []),
            *differences(end, {"began": True, "end": "token_invalid", "in time": True}),
        ]

    def under_kills(self) -> list[str]:
        """Bots play, a stream and a webhook bring their events, and processes are killed (`clients/under_kills.py`)."""
        url = self.platform.rest_urls[0]
        bots = [self._bot(name) for name in ("first", "second")]
        port = free_port()
        hook = f"http://127.0.0.1:{port}/hook"
        secret = self.told("webhook", address=self.plain, token="hooks", url=hook, topics=TOPICS)["secret"]
        run = UnderKills(self.platform, self.folder, self.begin)
        ours = (self.folder / PROGRAMS.name,)
        play = {"url": url, "first": bots[0][1], "second": bots[1][1], "file": "played.jsonl", "stop": "stop"}
        follow = {"url": url, "token": bots[0][1], "file": "stream.sqlite3"}
        programs: dict[str, tuple[Any, ...]] = {
            "webhook": (EXAMPLES / "notifier.py", port, secret, "webhook.sqlite3"),
            "stream": (*ours, "follow", json.dumps(follow)),
            "play": (*ours, "play", json.dumps(play)),
        }
        try:
            run.run(programs, self.kills)
            found, figures = self._compared(run, bots[0][0])
        finally:
            run.close()
        self._count(**figures)
        return [*found.missed, *found.doubled, *found.wrong]

    def _compared(self, run: UnderKills, bot: str) -> tuple[Found, dict[str, int]]:
        """What has come, beside the log, once the last of it has come too."""
        told = self.told("log", address=self.plain, token="hooks", topics=TOPICS, silent_s=SILENT_S)
        log = [Received(*line) for line in told]
        parts = {"webhook": log, "stream": of_player(log, bot)}
        for name, wanted in parts.items():
            with suppress(ServerFailed):  # what is missing then is named below
                wait_until(lambda name=name, wanted=wanted: has_all(run.received(name), wanted), END_S, name)  # type: ignore[misc]
        found = Found()
        check_log(log, run.matches(), found)
        moves = check_moves(run.journal(), run.notes(), found)
        for name, wanted in parts.items():
            check_events(name, wanted, [each for each in run.received(name) if each.topic in TOPICS], found)
        hooked = run.received("webhook")
        again = sum(each.times - 1 for each in hooked)
        if again > run.kills.total():
            found.wrong.append(f"{again} events of the webhook came again, at {run.kills.total()} kills")
        say(
            f"{len(log)} events in the log, {moves} moves, {again} came again by the webhook, killed: {dict(run.kills)}"
        )
        figures = {"kills": run.kills.total(), "webhooks": len(hooked), "streamed": len(run.received("stream"))}
        counts = {"moves": moves, "missed": len(found.missed), "doubled": len(found.doubled), "sent_again": again}
        return found, figures | counts

    def _bot(self, name: str) -> tuple[str, str]:
        """A bot account of a new owner, and its token."""
        session = {"Authorization": f"Bearer {self._register(f'owner-{name}')}"}
        _, bot = post(self.platform.rest_urls[0], "/api/me/bots", {"name": name, "games": ["tictactoe"]}, session)
        asked = {"name": name, "scopes": ["read", "play"], "days": 1, "password": PASSWORD, "bot": bot["account"]}
        _, made = post(self.platform.rest_urls[0], "/api/me/tokens", asked, session)
        return bot["account"], made["secret"]

    def _count(self, **figures: int) -> None:
        for name, figure in figures.items():
            self.figures[name] = self.figures.get(name, 0) + figure

    def events(self) -> list[str]:
        """The example that follows events is killed 20 times; it has every event, each once, in order."""
        file = self.folder / "events.sqlite3"
        command = [self.python, EXAMPLES / "follow.py", self.plain, "outside", file, "lobby.registered"]
        registered: list[str] = []
        follower = subprocess.Popen(command, cwd=self.folder)
        try:
            # From now on means: from the moment the stream begins. The first event that is kept says that it has.
            wait_until(lambda: self._register_one() and kept(file) != [], TIMEOUT_S, "the first event")
            first = kept(file)[0]
            for _ in range(KILLS):
                before = len(kept(file))
                registered += [player.account for player in register_players(self.platform.rest_urls, 3)]
                wait_until(lambda before=before: len(kept(file)) > before, TIMEOUT_S, "an event")  # type: ignore[misc]
                follower.send_signal(signal.SIGKILL)
                follower.wait()
                follower = subprocess.Popen(command, cwd=self.folder)
            wait_until(lambda: set(registered) <= set(kept(file)), TIMEOUT_S, "the last event")
        finally:
            follower.kill()
            follower.wait()
        found = kept(file)
        twice = len(found) - len(set(found))
        say(f"{len(found)} events, the first is {first}, {KILLS} kills")
        return [f"{twice} events came twice"] if twice else []

    def tls(self) -> list[str]:
        """Clients need a certificate; the front's own may be replaced while it runs."""
        own = str(self.folder / "client")
        asked = {"address": self.secure, "token": "reader", "own": own}
        first, second = str(self.folder / "first"), str(self.folder / "second")
        before = self.call("tls", **asked, trusted=first)
        self.serve("second")
        after, old = self.call("tls", **asked, trusted=second), self.call("tls", **asked, trusted=first)
        wanted = {"with": True, "without": False}
        refused = {"with": False, "without": False}
        return [*differences(before, wanted), *differences(after, wanted), *differences(old, refused)]

    def _register(self, name: str) -> str:
        """A new account; its session's token."""
        body = {"username": name, "email": f"{name}@example.org", "password": PASSWORD, "birth_date": "1990-01-01"}
        status, answer = post(self.platform.rest_urls[0], "/api/register", body)
        if status >= 300:
            raise SystemExit(f"{name} was not registered: {status} {answer}")
        return str(answer["token"])

    def _register_one(self) -> bool:
        return bool(register_players(self.platform.rest_urls, 1))

    def _make_service_account(self, name: str, owner: str, *roles: str) -> None:
        """Once: another trial may have made it."""
        if name in self._made:
            return
        self._made.add(name)
        given = [word for role in roles for word in ("--role", role)]
        why = ("--by", "outside", "--reason", "tried from outside")
        self.platform.run_command("service-accounts", "add", name, "--owner", owner, *given, *why)

    def _give_role(self, name: str, role: str) -> None:
        self.platform.run_command("roles", "give", name, role, "--by", "outside", "--reason", "tried from outside")


TRIALS: dict[str, Callable[[Outside], list[str]]] = {
    each.__name__.replace("_", "-"): each
    for each in (
        *(Outside.bot, Outside.scopes, Outside.tokens, Outside.money, Outside.moderation),
        *(Outside.events, Outside.under_kills, Outside.tls, Outside.competition, Outside.typescript),
    )
}


FIVE_MINUTES = "five-minutes"
"""The trial that needs no platform of services: docs/first-bot.md is followed (`clients/first_bot.py`)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the trials; 1 if something went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=[*TRIALS, FIVE_MINUTES], action="append")
    parser.add_argument("--kills", type=int, default=KILLS, help="how many processes `under-kills` kills")
    asked = parser.parse_args(arguments)
    chosen, began_s = asked.only or [*TRIALS, FIVE_MINUTES], time.monotonic()
    wrong: dict[str, list[str]] = {}
    figures: dict[str, Any] = {}
    if FIVE_MINUTES in chosen:
        followed = first_bot.follow(first_bot.PAGE.read_text())
        wrong[FIVE_MINUTES] = followed.wrong
        figures["first_match_s"] = {each: round(took_s, 1) for each, took_s in followed.took_s.items()}
        figures["unnamed_inputs"] = len(followed.unnamed)
    if on_platform := [each for each in chosen if each != FIVE_MINUTES]:
        figures |= try_on_platform(on_platform, asked.kills, wrong)
    figures["seconds"] = round(time.monotonic() - began_s)
    print(json.dumps(figures | {"wrong": {name: lines for name, lines in wrong.items() if lines}}))
    return 1 if any(wrong.values()) else 0


def try_on_platform(chosen: Sequence[str], kills: int, wrong: dict[str, list[str]]) -> dict[str, Any]:
    """Run these trials on a platform; what they have counted. What goes wrong is put into `wrong`."""
    with TemporaryDirectory(prefix="kafeneio-client-") as name:
        folder = Path(name)
        python = installed(folder)
        with RabbitServer() as rabbit, PostgresServer() as postgres:
            platform = Platform(rabbit, postgres, settings=CHEAP_PASSWORDS | NO_ADDRESS_LIMITS | LIMITS)
            outside = Outside(folder, platform, python)
            outside.kills = kills
            with platform:
                for trial in chosen:
                    wrong[trial] = tried(outside, trial)
                    say(f"{trial}: {'; '.join(wrong[trial]) or 'as it should be'}")
            return outside.figures


def tried(outside: Outside, trial: str) -> list[str]:
    """What went wrong in a trial; one that broke off does not keep the others from being tried."""
    try:
        return TRIALS[trial](outside)
    except subprocess.CalledProcessError as error:
        return [f"{error}: {error.stdout}{error.stderr}"]
    except (Exception, SystemExit) as error:  # noqa: BLE001 whatever it was, it is what went wrong
        return [f"{type(error).__name__}: {error}"]


def opened_by(personal: Personal | None) -> list[str]:
    """The scopes of which one opens a method to a personal token; none: it is closed to all."""
    if personal is None:
        return []
    operation = ANYBODY if personal.public else personal.operation
    return [scope for scope in token_scopes.SCOPES if token_scopes.check_operation(operation, [scope]) is None]


def examples_of_frames() -> list[dict[str, Any]]:
    """A frame of each kind that clients send after `hello`."""
    kinds = [each for each in get_args(frames.FromClient) if each is not frames.Hello]
    return [example_of(each) | {"t": each.__struct_config__.tag} for each in kinds]


def has_all(received: Sequence[Received], wanted: Sequence[Received]) -> bool:
    """Whether every event has come."""
    return {each.id for each in wanted} <= {each.id for each in received}


def installed(folder: Path) -> Path:
    """The interpreter of an empty environment with the client and what it needs."""
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    source = shutil.copytree(CLIENT, folder / "source")
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(source)], check=True, cwd=folder)
    say("the client is installed")
    return python


def token_line(name: str, scopes: str, service_account: str) -> str:
    """A caller of the gRPC front, whose token is its name."""
    return f"{name}={hashlib.sha256(name.encode()).hexdigest()}:{scopes}@{service_account}"


def certificate(folder: Path, name: str) -> None:
    """Make a certificate of this host, and its key."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost",
         "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem"],
        check=True, capture_output=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def kept(file: Path) -> list[str]:
    """The accounts of the events that a follower has kept, in order."""
    if not file.exists():
        return []
    with closing(sqlite3.connect(file, timeout=30)) as database:
        try:
            rows = database.execute("SELECT data FROM events ORDER BY rowid").fetchall()
        except sqlite3.OperationalError:
            return []
    return [match[1] for row in rows if (match := re.search(r"'account': '([^']+)'", row[0]))]


def differences(found: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    """What is not as it should be."""
    return [f"{name}: {found.get(name)!r}, not {wanted[name]!r}" for name in wanted if found.get(name) != wanted[name]]


if __name__ == "__main__":
    sys.exit(main())
