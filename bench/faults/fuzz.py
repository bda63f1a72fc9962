"""Everything that is parsed from outside, with very many inputs: sound ones, changed ones, and noise (`make fuzz`).

What may come of an input is an answer or a documented code, never an exception: 0 crashes, 0 answers without a code. An
input that breaks this is printed with its target, and the run fails. The same seed makes the same inputs.
"""

import argparse
import logging
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import structlog
from google.protobuf.message import DecodeError

from gateway.grpc.gen.kafeneio.wallet.v1 import wallet_pb2
from gateway.http.app import make_app
from gateway.rpc import Cached
from gateway.settings import GatewaySettings
from gateway.ws.connection import frames
from gateway.ws.connection.codec import Parser
from services.contracts.lobby import open_tables as lobby
from services.kernel.refusal import Refusal
from services.platform.operations import console
from services.platform.process.health import Health
from services.wallet.payments.providers.stripe_provider import StripeProvider
from tests.gateway.fakes import masked, services

NOISE = bytes(range(256))
WORDS = [
    b"null", b"true", b"-1", b"1e999", b"18446744073709551616", b"NaN", b"\\u0000", b"\\ud800", b'""', b"[]", b"{}",
    b"[" * 40, b'{"a":' * 40, b"\xff\xfe", b"\xc0\x80", b"%00", b"../", b"\r\n", b"\x00", "\u202e".encode(), b"0" * 400,
]  # fmt: skip
FRAMES = [
    b'{"t":"hello","protocol":1,"token":"x"}',
    b'{"t":"beat"}',
    b'{"t":"say","id":"1","room":"lobby","text":"hi"}',
    b'{"t":"move","id":"1","table":"t","move":{"name":"play","card":[1,2,{"a":null}]}}',
    b'{"t":"create_table","id":"1","name":"A table","game":"tavli","stake_chips":500,"options":{"x":[5]}}',
]
BODIES = [
    ("POST", "/api/login", b'{"username":"ann","password":"correct horse battery"}'),
    ("POST", "/api/register", b'{"username":"ann","email":"a@b.c","password":"x","birth_date":"1990-12-31"}'),
    ("PUT", "/api/care/limits", b'{"name":"loss_day","value":5}'),
    ("POST", "/api/me/blocks", b'{"name":"ann"}'),
    ("POST", "/api/academy/study", b'{"match":"m","hand":1,"position":0,"steps":[{"move":{"name":"x"}}]}'),
    ("POST", "/api/payments", b'{"id":"1","pack":"pack_5000"}'),
    ("GET", "/api/recordings?before=1.a&limit=9", b""),
    ("GET", "/api/recordings/m/replay?hand=1&first=0&limit=5", b""),
]
NOTICE = b'{"type":"charge.refunded","data":{"object":{"id":"ch","amount_refunded":5,"metadata":{"payment":"p"}}}}'


class Broken(Exception):
    """An input was answered without a code."""


class Target(NamedTuple):
    """Something that parses. `share`: of all inputs; `feed` raises whatever breaks the promise."""

    name: str
    share: float
    feed: Callable[[random.Random], None]


def main() -> int:
    """Feed all targets; the exit code is 1 where one of them broke."""
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("--inputs", type=int, default=1_000_000)
    args.add_argument("--seed", type=int, default=1)
    chosen = args.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    failures = 0
    for target in targets():
        began_s, count = time.monotonic(), max(1, int(chosen.inputs * target.share))
        broken = list(run(target, count, chosen.seed))
        failures += len(broken)
        took_s = time.monotonic() - began_s
        console.say(f"{target.name}: {count:,} inputs, {len(broken)} broken, {took_s:.0f} s")
        for line in broken[:5]:
            console.say(f"  {line}")
    return 1 if failures else 0


def run(target: Target, count: int, seed: int) -> Iterator[str]:
    """What broke, as the number of the input and the exception; `random.Random(f"{name}{seed}{number}")` makes it
    again."""
    for number in range(count):
        chance = random.Random(f"{target.name}{seed}{number}")
        try:
            target.feed(chance)
        except Exception as error:  # noqa: BLE001 that is what is looked for
            yield f"{target.name} seed={seed} input={number}: {type(error).__name__}: {error}"


def targets() -> list[Target]:
    """All that is parsed."""
    rest, cookies = _rest()
    return [
        Target("websocket bytes", 0.30, _socket_bytes),
        Target("frames", 0.45, _frame),
        Target("webhooks", 0.10, _webhooks()),
        Target("grpc", 0.10, _grpc),
        Target("rest", 0.04, rest),
        Target("cookies", 0.01, cookies),
    ]


def mutated(sound: bytes, chance: random.Random) -> bytes:
    """A sound input with a few changes: bytes, pieces, words that are hard to read, or all of it noise."""
    found = bytearray(sound)
    for _ in range(chance.choice((0, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(found) + 1)
        match chance.randrange(5):
            case 0:
                found[at:at] = chance.choice(WORDS)
            case 1:
                del found[at : at + chance.randrange(1, 9)]
            case 2:
                found[at : at + 1] = bytes([chance.randrange(256)])
            case 3:
                found[at : at + chance.randrange(1, 6)] = chance.choice(WORDS)
            case _:
                found += bytes(chance.choices(NOISE, k=chance.randrange(12)))
    return bytes(found)


def _socket_bytes(chance: random.Random) -> None:
    """In pieces, as a socket brings them. What breaks the protocol has a reason that the close frame says."""
    payload = mutated(chance.choice(FRAMES), chance)
    data = mutated(masked(payload, chance.choice((0x81, 0x01, 0x80, 0x89, 0x88, 0x82, 0xC1))), chance)
    parser = Parser(16_384)
    for piece in (data[: len(data) // 2], data[len(data) // 2 :]):
        _messages, violation = parser.feed(piece)
        if violation is not None:
            if not violation.reason:
                raise Broken("a violation without a reason")
            return


def _frame(chance: random.Random) -> None:
    found = frames.read(mutated(chance.choice(FRAMES), chance))
    if isinstance(found, frames.BadFrame) and found.error not in ("bad_frame", "bad_id"):
        raise Broken(found.error)


def _webhooks() -> Callable[[random.Random], None]:
    provider = StripeProvider("sk_test", "whsec", 1.0, client=object())

    def feed(chance: random.Random) -> None:
        body = mutated(NOTICE, chance).decode(errors="replace")
        header = mutated(b"t=1700000000,v1=" + b"ab" * 32, chance).decode("latin-1")
        found = provider.read(body, header)
        if not (isinstance(found, Refusal) and found.error == "notice_invalid"):
            raise Broken(f"believed without a signature: {found}")

    return feed


def _grpc(chance: random.Random) -> None:
    """What the library refuses never reaches us; what it reads must be readable again."""
    sound = b"\x0a\x03ann\x10\x05\x1a\x04\x08\x01\x10\x02"
    kind = chance.choice([each for each in vars(wallet_pb2).values() if hasattr(each, "FromString")])
    try:
        found = kind.FromString(mutated(sound, chance))
    except DecodeError:
        return
    kind.FromString(found.SerializeToString())


def _rest() -> tuple[Callable[[random.Random], None], Callable[[random.Random], None]]:
    rpc = services()
    settings = GatewaySettings(
        gateway_web_dir="/nowhere", gateway_attempts_per_min=0, gateway_requests_per_s=0, gateway_computations_per_min=0
    )
    client = make_app(settings, rpc, Cached(rpc, lobby.ListTables(), 60), Health()).test_client()
    bearer = {"Authorization": "Bearer token-ann", "Content-Type": "application/json"}

    def check(answer: object) -> None:
        status, body = answer.status_code, answer.get_json(silent=True)  # type: ignore[attr-defined]
        if status >= 400 and not (isinstance(body, dict) and isinstance(body.get("error"), str)):
            raise Broken(f"{status} without a code")
        if status == 500:
            raise Broken("500")

    def rest(chance: random.Random) -> None:
        method, path, body = chance.choice(BODIES)
        if chance.random() < 0.3:
            path = "/" + mutated(path[1:].encode(), chance).decode("latin-1").replace("#", "").lstrip("/")
        check(client.open(path, method=method, data=mutated(body, chance), headers=bearer))

    def cookies(chance: random.Random) -> None:
        cookie = mutated(b"kafeneio_device=" + b"0123456789abcdef" * 2, chance).decode("latin-1")
        bearer_text = mutated(b"Bearer x", chance).decode("latin-1")
        client.delete_cookie("kafeneio_device")
        check(client.get("/api/me", headers={"Cookie": _header(cookie), "Authorization": _header(bearer_text)}))

    return rest, cookies


def _header(text: str) -> str:
    """Without what no server takes in a header."""
    return "".join(sign for sign in text if sign not in "\r\n\0")


if __name__ == "__main__":
    sys.exit(main())
