"""A program of a player's comes in with a personal token, by both client packages (services/lobby/RULES.md §12)."""

import json
import shutil
import sys
import urllib.request
from pathlib import Path
from typing import Any

from tests.e2e.house import House
from tests.e2e.test_clients import PASSWORD, PYTHON, TYPESCRIPT, VENV, WEB, registered, run, with_node

PYTHON_PROGRAM = """
import asyncio
import sys

from kafeneio_client import Player, Refused


async def main(url: str, token: str) -> None:
    async with await Player.resume(url, token) as me:
        await me.say("lobby", "hello from a program")
        print(me.room["me"]["scopes"])
        for asked in (me.create_table("tictactoe", bots=[1]), me.request("GET", "/api/me/companies")):
            try:
                await asked
            except Refused as refused:
                print(refused.code, refused.detail)


asyncio.run(main(*sys.argv[1:]))
"""
NODE_PROGRAM = """
import { Player } from "kafeneio-client";

const me = await Player.resume(process.argv[2], process.argv[3]);
console.log(me.session.account.scopes.join(" "));
for (const asked of [() => me.createTable("tictactoe", { bots: [1] }), () => me.rest.access(process.argv[3])]) {
  try {
    await asked();
  } catch (error) {
    console.log(error.error, JSON.stringify(error.detail));
  }
}
me.close();
"""


def ask(house: House, method: str, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    content = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(f"{house.url}{path}", content, headers, method=method)
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return json.loads(answer.read())


def made(house: House) -> str:
    """The token of a program whose owner has left."""
    name, password = registered(house)
    session = ask(house, "POST", "/api/login", {"username": name, "password": password})["token"]
    form = {"name": "Program", "scopes": ["read", "chat"], "days": 7, "password": PASSWORD}
    secret: str = ask(house, "POST", "/api/me/tokens", form, session)["secret"]
    ask(house, "POST", "/api/logout", token=session)
    return secret


def test_a_python_program_does_what_its_token_opens(house: House, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PYTHON_PROGRAM)
    command = [sys.executable, "program.py", house.url, made(house)]
    said = run(command, tmp_path, PYTHONPATH=str(PYTHON / "src")).splitlines()
    play, company = {"scopes": ["play"]}, {"scopes": ["company"]}
    assert said == ["['read', 'chat']", f"scope_missing {play}", f"scope_missing {company}"]


def test_a_node_program_does_what_its_token_opens(house: House, tmp_path: Path) -> None:
    package = tmp_path / "node_modules" / "kafeneio-client"
    compiler = WEB / "node_modules" / ".bin" / "tsc"
    run(with_node(compiler, "-p", "tsconfig.json", "--outDir", package / "dist"), TYPESCRIPT, **VENV)
    shutil.copy(TYPESCRIPT / "package.json", package)
    (tmp_path / "program.mjs").write_text(NODE_PROGRAM)
    command = with_node("node", "--experimental-websocket", "program.mjs", house.url, made(house))
    said = run(command, tmp_path, **VENV).splitlines()
    assert said == ["read chat", 'scope_missing {"scopes":["play"]}', 'scope_missing {"scopes":[]}']
