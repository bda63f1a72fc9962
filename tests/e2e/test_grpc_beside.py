"""`kafeneio up` serves gRPC in a process beside it: with the token that it names, calls, events and webhooks work at
once, and the front comes back when it dies."""

import base64
import contextlib
import json
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grpc
import pytest
from google.protobuf import json_format
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from websockets.sync.client import connect

from gateway.grpc.gen.kafeneio.accounts.v1 import accounts_pb2, accounts_pb2_grpc
from gateway.grpc.gen.kafeneio.events.v1 import events_pb2, events_pb2_grpc, webhooks_pb2, webhooks_pb2_grpc
from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2, lobby_pb2_grpc
from gateway.public_events.event_log import LoggedEvent
from gateway.webhooks.deliverer import message_of
from services.platform.outbound.door import Door
from tests.e2e.house import House, wait_until
from tests.e2e.test_clients import with_node
from tests.gateway.webhooks.receiver import Receiver, receiver
from tests.support import processes
from tests.support.ports import free_port

TOPIC = "lobby.registered"
ROOT = Path(__file__).resolve().parents[2]
PAGE, CLIENT = ROOT / "docs" / "first-call.md", ROOT / "clients" / "python" / "src"
PASSWORD = "plane tree over the square"


class _WithToken(grpc.StreamStreamClientInterceptor):
    def __init__(self, metadata: Any) -> None:
        self._metadata = metadata

    def intercept_stream_stream(self, continuation: Any, details: Any, requests: Any) -> Any:
        how = {"timeout": 60, "credentials": None, "wait_for_ready": None, "compression": None}
        return continuation(SimpleNamespace(method=details.method, metadata=self._metadata, **how), requests)


def rest(house: House, method: str, path: str, form: Any = None, session: str = "") -> Any:
    """What the site answers."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {session}"}
    body = None if form is None else json.dumps(form).encode()
    asked = urllib.request.Request(house.url + path, body, headers, method=method)
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return json.load(answer)


def enter(house: House, name: str) -> Any:
    """The session of a new player."""
    form = {"username": name, "email": f"{name}@example.org", "password": PASSWORD, "birth_date": "1990-01-01"}
    return rest(house, "POST", "/api/register", form)


def register(house: House, name: str) -> str:
    """The account of a new player."""
    return str(enter(house, name)["account"]["account"])


def token_of(house: House, session: str, *scopes: str) -> tuple[str, str]:
    """A personal token of a player's: its secret and its id."""
    form = {"name": "Laptop", "scopes": scopes, "days": 1, "password": PASSWORD}
    made = rest(house, "POST", "/api/me/tokens", form, session)
    return made["secret"], made["line"]["id"]


def front_of(house: House) -> int | None:
    """The process that serves gRPC."""
    for pid in processes.family(house.pid):
        with contextlib.suppress(OSError):
            if b"run\0grpc" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return pid
    return None


@pytest.fixture(scope="module")
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, port: int) -> Iterator[House]:
    settings = {"KAFENEIO_GRPC_PORT": str(port), "KAFENEIO_WEBHOOK_OWN_HOSTS": "127.0.0.1"}
    made = House(tmp_path_factory.mktemp("house"), settings=settings, serves_grpc=True)
    made.open()
    yield made
    made.kill()


def blocks(language: str) -> list[str]:
    """What the page has in a language."""
    found: list[str] = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(), re.DOTALL)
    return found


class Caller:
    """A program on the same machine."""

    def __init__(self, house: House, port: int) -> None:
        line = house.next_line()
        assert f"gRPC: 127.0.0.1:{port}" in line
        self.token = line.split("Bearer ")[1].strip()
        self.metadata = (("authorization", f"Bearer {self.token}"),)
        self.channel = grpc.insecure_channel(f"127.0.0.1:{port}")
        grpc.channel_ready_future(self.channel).result(60)
        self.accounts = accounts_pb2_grpc.AccountsServiceStub(self.channel)
        self.events = events_pb2_grpc.EventsServiceStub(self.channel)
        self.webhooks = webhooks_pb2_grpc.WebhooksServiceStub(self.channel)

    def channel_with_token(self) -> grpc.Channel:
        """The channel, whose calls bring the token by themselves."""
        return grpc.intercept_channel(self.channel, _WithToken(self.metadata))

    def how(self) -> dict[str, Any]:
        return {"metadata": self.metadata, "timeout": 60, "wait_for_ready": True}

    def lookup(self, name: str) -> str:
        found = self.accounts.LookupAccount(accounts_pb2.LookupAccountRequest(name=name), **self.how())
        return str(found.account.account)


@pytest.fixture(scope="module")
def caller(house: House, port: int) -> Caller:
    return Caller(house, port)


def test_a_player_is_found_by_the_token_that_was_named(house: House, caller: Caller) -> None:
    account = register(house, "maria")
    assert caller.lookup("maria") == account
    with pytest.raises(grpc.RpcError) as caught:
        caller.accounts.LookupAccount(accounts_pb2.LookupAccountRequest(name="maria"), timeout=60)
    assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED
    assert oct((house.folder / "var" / "grpc.token").stat().st_mode)[-3:] == "600"


def test_events_are_followed_and_sent_to_a_webhook(house: House, caller: Caller) -> None:
    server: Receiver
    with receiver() as server:
        asked = webhooks_pb2.CreateWebhookRequest(request_id="r-1", url=server.url, topics=[TOPIC], after_cursor="0.0")
        made = caller.webhooks.CreateWebhook(asked, **caller.how())
        server.secret = made.secret
        account = register(house, "nikos")
        request = events_pb2.SubscribeRequest(topics=[TOPIC], after_cursor="0.0")
        followed = next(
            each
            for each in caller.events.Subscribe(request, **caller.how())
            if each.id and each.data["account"] == account
        )
        wait_until(lambda: followed.id in [each.id for each in server.taken], "the webhook's event")
        same = next(each for each in server.taken if each.id == followed.id)
        assert (same.type, same.cursor) == (TOPIC, followed.cursor)
        listed = webhooks_pb2.ListWebhookDeliveriesRequest(webhook=made.webhook.webhook)
        wait_until(
            lambda: (
                followed.id
                in [each.event for each in caller.webhooks.ListWebhookDeliveries(listed, **caller.how()).deliveries]
            ),
            "the delivery in the list",
        )
        gone = webhooks_pb2.DeleteWebhookRequest(request_id="r-2", webhook=made.webhook.webhook)
        caller.webhooks.DeleteWebhook(gone, **caller.how())


def test_the_first_calls_of_the_page_work(house: House, caller: Caller, port: int, tmp_path: Path) -> None:
    given = {"GRPC": f"127.0.0.1:{port}", "TOKEN": caller.token, "SITE": house.url}
    environment = os.environ | given | {"PYTHONPATH": str(CLIENT)}
    program = blocks("python")[0]
    said = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60)
    assert said.returncode == 0, said.stderr
    games, event = said.stdout.splitlines()
    assert "tavli" in games
    assert "lobby.registered" in event
    (script,) = blocks("ts")
    command = with_node("node", "--input-type=module", "--eval", script)
    said = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert said.stdout.strip() == games, said.stderr


def test_the_calls_of_the_page_with_a_personal_token_work(house: House, port: int) -> None:
    secret, _ = token_of(house, enter(house, "eleni")["token"], "read")
    given = {"GRPC": f"127.0.0.1:{port}", "PERSONAL": secret}
    environment = os.environ | given | {"PYTHONPATH": str(CLIENT)}
    program = blocks("python")[1]
    said = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60)
    assert said.stdout == "I am eleni\nscope_missing\n", said.stderr


def test_a_revoked_token_ends_its_streams_and_a_foreign_account_is_refused(house: House, caller: Caller) -> None:
    session = enter(house, "petros")
    secret, token = token_of(house, session["token"], "read", "chat")
    how = {"metadata": (("authorization", f"Bearer {secret}"),), "timeout": 60}
    mine = caller.accounts.GetAccount(accounts_pb2.GetAccountRequest(), **how)
    assert mine.account.account == session["account"]["account"]
    other = register(house, "sofia")

    def refused(call: Any) -> str:
        with pytest.raises(grpc.RpcError) as caught:
            list(call() if callable(call) else call)
        return str(caught.value.details())

    account = accounts_pb2.GetAccountRequest(account=other)
    assert refused(lambda: caller.accounts.GetAccount(account, **how)) == "actor_not_own"
    lobby = lobby_pb2_grpc.LobbyServiceStub(caller.channel)
    words = lobby_pb2.WriteMessageRequest(request_id="w-1", player=other, text="hello")
    assert refused(lambda: lobby.WriteMessage(words, **how)) == "session_elsewhere", "the owner is here"
    rest(house, "POST", "/api/logout", {}, session["token"])
    assert refused(lambda: lobby.WriteMessage(words, **how)) == "message_not_friends"
    followed = caller.events.Subscribe(events_pb2.SubscribeRequest(), **how)
    assert refused(followed) == "topic_invalid"
    tables = lobby.WatchTables(lobby_pb2.WatchTablesRequest(), **how)
    assert next(tables).all
    again = rest(house, "POST", "/api/login", {"username": "petros", "password": PASSWORD})
    rest(house, "DELETE", f"/api/me/tokens/{token}", None, again["token"])
    began_s = time.monotonic()
    assert refused(tables) == "token_invalid"
    assert time.monotonic() - began_s < 5
    assert refused(lambda: caller.accounts.GetAccount(accounts_pb2.GetAccountRequest(), **how)) == "token_invalid"


def test_a_bot_opens_a_table_without_a_stake_and_none_for_chips(house: House, caller: Caller) -> None:
    session = enter(house, "stavros")["token"]
    bot = rest(house, "POST", "/api/me/bots", {"name": "by-grpc", "games": ["tictactoe"]}, session)["account"]
    form = {"name": "Bot", "scopes": ["play"], "days": 1, "password": PASSWORD, "bot": bot}
    secret = rest(house, "POST", "/api/me/tokens", form, session)["secret"]
    how = {"metadata": (("authorization", f"Bearer {secret}"),), "timeout": 60}
    lobby = lobby_pb2_grpc.LobbyServiceStub(caller.channel)

    def asked(number: int, **fields: Any) -> Any:
        request = lobby_pb2.CreateTableRequest(request_id=f"bot-{number}", name="Corner", game="tictactoe", **fields)
        return lobby.CreateTable(request, **how)

    for number, stake_chips, error in ((0, 50, "bot_forbidden"), (1, 0, "bots_not_allowed")):
        with pytest.raises(grpc.RpcError) as caught:
            asked(number, stake_chips=stake_chips)
        assert caught.value.details() == error
    with connect("ws" + house.url.removeprefix("http") + "/ws") as socket:
        socket.send(json.dumps({"t": "hello", "token": secret, "protocol": 1}))
        assert json.loads(socket.recv(60))["t"] == "room"
        table = asked(2, bots_allowed=True).table
        assert (table.organizer, table.stake_chips, table.bots_allowed) == (bot, 0, True)
        lobby.CloseTable(lobby_pb2.CloseTableRequest(request_id="bot-3", table=table.table), **how)
    with pytest.raises(grpc.RpcError) as caught:
        asked(4, account=enter(house, "vasso")["account"]["account"])
    assert caught.value.details() == "actor_not_own"


def test_the_calls_by_grpcurl_are_what_reflection_describes(house: House, caller: Caller) -> None:
    """Grpcurl itself is not there: the messages that it would make of the texts are made by the descriptors that the
    front shows it."""
    secret, _ = token_of(house, enter(house, "despina")["token"], "read")
    bearers = {"authorization: Bearer $TOKEN": caller.token, "authorization: Bearer $PERSONAL": secret}
    lines = [line for block in blocks("bash") for line in block.splitlines() if line.startswith("grpcurl")]
    assert len(lines) == 4
    pool = DescriptorPool(ProtoReflectionDescriptorDatabase(caller.channel_with_token()))
    for line in lines:
        words = shlex.split(line)
        assert words[:3] == ["grpcurl", "-plaintext", "-H"]
        metadata = (("authorization", f"Bearer {bearers[words[3]]}"),)
        assert words[4] == "-d"
        assert words[6] == "$GRPC"
        service, _, name = words[7].partition("/")
        method = pool.FindServiceByName(service).FindMethodByName(name)
        request = json_format.Parse(words[5], GetMessageClass(method.input_type)())
        call = caller.channel.unary_unary(
            f"/{words[7]}",
            request_serializer=lambda message: message.SerializeToString(),
            response_deserializer=GetMessageClass(method.output_type).FromString,
        )
        answer = call(request, **caller.how() | {"metadata": metadata})
        assert answer.ByteSize() or name == "ListTables", "there are no tables"


def test_the_notifier_keeps_and_says_each_event_once_and_takes_only_what_is_signed(tmp_path: Path) -> None:
    port, secret = free_port(), "whsec_" + base64.b64encode(b"k" * 32).decode()
    event = LoggedEvent("3.0", "e-1", TOPIC, 5, {"name": "maria"})
    command = [sys.executable, str(CLIENT.parent / "examples" / "notifier.py"), str(port), secret]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as notifier:
        try:
            door = Door(frozenset({"127.0.0.1"}))
            url = f"http://127.0.0.1:{port}/hook"

            def post(by: str, now_s: float) -> int:
                message = message_of(event, [by], now_s)
                with contextlib.suppress(ConnectionError):
                    return door.post(url, message.headers, message.body).status
                return 0

            wait_until(lambda: post("whsec_" + "A" * 43 + "=", time.time()) == 401, "the notifier")
            assert post(secret, time.time() - 3_600) == 401
            assert [post(secret, time.time()), post(secret, time.time())] == [204, 204]
        finally:
            notifier.kill()
        assert notifier.stdout is not None
        assert notifier.stdout.read() == '3.0 lobby.registered {"name": "maria"}\n'
    with contextlib.closing(sqlite3.connect(tmp_path / "events.db")) as database:
        kept = database.execute("SELECT id, cursor, topic, data, times FROM events").fetchall()
    assert kept == [("e-1", "3.0", TOPIC, '{"name": "maria"}', 2)], (
        "what was answered for is in the file, not only said"
    )


def test_metrics_are_on_the_port_of_the_page_on_this_machine(house: House) -> None:
    with urllib.request.urlopen(f"{house.url}/metrics", timeout=60) as page:
        assert b"kafeneio_build_info" in page.read()


def test_a_front_that_dies_comes_back(house: House, caller: Caller) -> None:
    front = front_of(house)
    assert front
    os.kill(front, signal.SIGKILL)
    wait_until(lambda: front_of(house) not in (None, front), "another front")
    assert caller.lookup("maria")


def test_it_goes_with_the_platform(house: House, caller: Caller) -> None:
    front = front_of(house)
    assert front
    assert caller.lookup("maria")
    assert house.close() == 0
    wait_until(lambda: not processes.is_running(front), "the front's end")
