"""What a player's programs try over REST, sockets and streams, run by the interpreter of an empty environment
(`clients/packages.py`, `clients/under_kills.py`): they know the client package and nothing else of the project.

python clients/program_calls.py TRIAL JSON
"""

import asyncio
import json
import re
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import websockets
from kafeneio_client import Platform, Player, Refused, stream_events
from kafeneio_client.gen.kafeneio.events.v1 import webhooks_pb2
from kafeneio_client.rest import TRANSIENT, request
from kafeneio_client.table import Table

A = TypeVar("A")

CALL_S = 30.0
AT_ONCE = 8
PAUSE_S, TRIES = 0.5, 240
FRAME_PAUSE_S = 0.1
NOWHERE = "none"
NOT_LET_IN = ("scope_missing", "token_invalid", "internal_error")
AWAY = TRANSIENT | {"table_unavailable", "table_unknown"}
"""Refusals that say no more than to ask again: the process that would know is being started again."""
EVENTS = "CREATE TABLE IF NOT EXISTS events (id TEXT, cursor TEXT, topic TEXT, data TEXT)"


class Operation(NamedTuple):
    """An operation of REST. `kind`: of its body; `scopes`: of which one opens it to a token; none: closed to all."""

    method: str
    path: str
    kind: str
    body: bytes | None
    scopes: set[str]


# --- every scope of a personal token --------------------------------------------------------------------------------


async def tokens(
    url: str, session: str, password: str, scopes: list[str], frames: list[dict[str, Any]], opens: dict[str, list[str]]
) -> dict[str, Any]:
    """A token of each scope, for a person's account and for a bot's, is used for every operation of the site's own
    document and for every frame. `opens`: kind of frame → scopes of which one is needed; none: closed to tokens."""
    made, refused = await _made(url, session, password, scopes)
    await request(url, "POST", "/api/logout", {}, session)  # while its owner is here, a token stays outside
    operations = _operations(await request(url, "GET", "/api/openapi.json"))
    wrong = [line for name, token in made.items() for line in await _asked(url, name, token, operations)]
    for name, token in made.items():
        wrong += await _sent(url, name, token, frames, opens)
    return {
        "made": made,
        "not made": sorted(refused),
        "operations": len(operations),
        "frames": len(frames),
        "wrong": wrong,
    }


async def _made(url: str, session: str, password: str, scopes: list[str]) -> tuple[dict[str, str], list[str]]:
    """`person read`, `bot play` … → the token; and those that are not to be had."""
    bot = await request(url, "POST", "/api/me/bots", {"name": "of-scopes", "games": ["tictactoe"]}, session)
    made, refused = {}, []
    for who, account in (("person", None), ("bot", bot["account"])):
        for scope in scopes:
            body = {"name": scope, "scopes": [scope], "days": 1, "password": password, "bot": account}
            try:
                made[f"{who} {scope}"] = (await request(url, "POST", "/api/me/tokens", body, session))["secret"]
            except Refused as error:
                refused.append(f"{who} {scope}: {error.code}")
    return made, refused


def _operations(document: dict[str, Any]) -> list[Operation]:
    """Each operation that needs to know who asks, as the site's document has it."""
    found = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if not operation["security"]:
                continue
            asked = [each for each in operation["parameters"] if each["in"] == "query" and each.get("required")]
            query = urlencode({each["name"]: _value(each["schema"]) for each in asked})
            content = operation.get("requestBody", {}).get("content", {})
            kind = next(iter(content), "")
            example = json.dumps(content[kind]["example"]).encode() if "example" in content.get(kind, {}) else b"-"
            scopes = {scope for each in operation["security"] for scope in each.get("token", ())}
            address = f"{path}?{query}" if query else path
            found.append(Operation(method.upper(), address, kind, example if content else None, scopes))
    return found


def _value(schema: dict[str, Any]) -> Any:
    """Something that a parameter may be."""
    if "enum" in schema:
        return schema["enum"][0]
    return schema.get("minimum", 1) if schema.get("type") in ("integer", "number") else "none"


async def _asked(url: str, name: str, token: str, operations: list[Operation]) -> list[str]:
    limit = asyncio.Semaphore(AT_ONCE)

    async def one(asked: Operation) -> str:
        async with limit:
            code = await asyncio.to_thread(_code, url, asked, token)
        is_open = name.split()[1] in asked.scopes
        right = code not in NOT_LET_IN if is_open else code == "scope_missing"
        return "" if right else f"{name}: {asked.method} {asked.path}: {code or 'done'}"

    return [line for line in await asyncio.gather(*map(one, operations)) if line]


def _code(url: str, asked: Operation, token: str) -> str:
    """With which code an operation is refused; empty if it is answered, or its lines begin."""
    headers = {"Authorization": f"Bearer {token}"} | ({"Content-Type": asked.kind} if asked.kind else {})
    address = url + re.sub(r"{\w+}", NOWHERE, asked.path)
    try:
        with urlopen(Request(address, asked.body, headers, method=asked.method), timeout=CALL_S):
            return ""
    except HTTPError as error:
        return str(json.loads(error.read() or b"{}").get("error", error.code))


async def _sent(
    url: str, name: str, token: str, frames: list[dict[str, Any]], opens: Mapping[str, list[str]]
) -> list[str]:
    """What is wrong with the frames of one token. After each comes a question that is always refused: what is refused
    for want of a scope, is so before that."""
    found = []
    async with websockets.connect("ws" + url.removeprefix("http") + "/ws") as socket:
        await socket.send(json.dumps({"t": "hello", "token": token, "protocol": 1}))
        await _until(socket, lambda frame: frame["t"] == "room")
        for number, frame in enumerate(frames):
            mark = f"mark-{number}"
            await socket.send(json.dumps(frame))
            await socket.send(json.dumps({"t": "legal_moves", "id": mark, "table": NOWHERE}))
            heard = await _until(socket, lambda frame, mark=mark: frame.get("id") == mark)  # type: ignore[misc]
            missing = any(each["t"] == "refused" and each["error"] == "scope_missing" for each in heard[:-1])
            if missing == (name.split()[1] in opens.get(frame["t"], ())):
                found.append(f"{name}: frame {frame['t']}: {'scope_missing' if missing else 'taken'}")
            await asyncio.sleep(FRAME_PAUSE_S)
    return found


async def _until(socket: Any, holds: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    heard: list[dict[str, Any]] = []
    async with asyncio.timeout(CALL_S):
        while not heard or not holds(heard[-1]):
            heard.append(json.loads(await socket.recv()))
            if heard[-1]["t"] == "bye":
                raise Refused(heard[-1]["error"])
    return heard


# --- two bots that play while processes are killed ------------------------------------------------------------------


async def play(url: str, first: str, second: str, file: str, stop: str) -> None:
    """Two bots play match after match until the file `stop` is there. Each move that was acknowledged, and each match,
    is a line of `file`."""
    with Path(file).open("a", encoding="utf-8") as lines:

        def note(**what: Any) -> None:
            lines.write(json.dumps(what) + "\n")
            lines.flush()

        async with await Player.resume(url, first) as one, await Player.resume(url, second) as two:
            while not Path(stop).exists():
                await _match(one, two, note)


async def _match(one: Player, two: Player, note: Callable[..., None]) -> None:
    table = await _steadily(lambda: one.create_table("tictactoe", bots_allowed=True), one)
    seat = await _steadily(lambda: two.join_table(table.id), two)
    if seat.id == table.id:
        await _steadily(lambda: one.start_table(table), one)
        await asyncio.gather(_moves(one, table, note), _moves(two, seat, note))
        result = table.view["result"] if table.view is not None else None
        note(match=result and result["match"])
    for player, left in ((one, table), (two, seat)):
        await _steadily(left.leave, player)


async def _moves(player: Player, table: Table, note: Callable[..., None]) -> None:
    async for turn in player.turns(table):
        try:
            legal = await turn.legal_moves()
            if legal["moves"]:
                await turn.move(legal["moves"][0])
                note(played=turn.view["match"], move=legal["moves"][0])
        except Refused as refused:
            if refused.code not in AWAY | {"stale", "match_over"}:
                raise


async def _steadily(ask: Callable[[], Awaitable[A]], player: Player) -> A:
    """Asked again while a process is away. What was done though its answer was lost, is found done."""
    for _ in range(TRIES):
        try:
            return await ask()
        except Refused as refused:
            if refused.code == "already_seated" and (seat := await player.seat()) is not None:
                return seat  # type: ignore[return-value]
            if refused.code in ("already_started", "already_departed"):
                return None  # type: ignore[return-value]
            if refused.code not in AWAY | {"already_seated"}:
                raise
        await asyncio.sleep(PAUSE_S)
    raise TimeoutError("the platform stays away")


# --- events: by a stream of lines, by a webhook, and the log itself -------------------------------------------------


async def follow(url: str, token: str, file: str) -> None:
    """Keep every event about the token's player, with its cursor, until killed; begun anew, go on after the last."""
    with closing(sqlite3.connect(file)) as database:
        database.execute(EVENTS)
        row = database.execute("SELECT cursor FROM events ORDER BY rowid DESC LIMIT 1").fetchone()
        async for event in stream_events(url, token, after=row[0] if row else "0.0"):
            with database:
                line = (event.id, event.cursor, event.topic, json.dumps(event.data))
                database.execute("INSERT INTO events VALUES (?, ?, ?, ?)", line)


async def webhook(address: str, token: str, url: str, topics: list[str]) -> dict[str, str]:
    """Have events sent there from the log's first on; the secret that signs them."""
    async with Platform(address, token) as platform:
        asked = webhooks_pb2.CreateWebhookRequest(url=url, topics=topics, after_cursor="0.0", request_id="hook-1")
        made = await platform.call(platform.webhooks.CreateWebhook(asked))
        return {"secret": made.secret}


async def log(address: str, token: str, topics: list[str], silent_s: float) -> list[list[Any]]:
    """The platform's log of events, from its beginning until nothing has come for so long."""
    found: list[list[Any]] = []
    async with Platform(address, token) as platform:
        events: AsyncIterator[Any] = platform.events(topics, after="0.0")
        while True:
            try:
                event = await asyncio.wait_for(anext(events), silent_s)
            except TimeoutError:
                return found
            found.append([event.id, event.cursor, event.topic, event.data])


TRIALS: dict[str, Callable[..., Any]] = {
    "tokens": tokens, "play": play, "follow": follow, "webhook": webhook, "log": log,
}  # fmt: skip

if __name__ == "__main__":
    if (found := asyncio.run(TRIALS[sys.argv[1]](**json.loads(sys.argv[2])))) is not None:
        print(json.dumps(found))
