"""A program follows its player's match over HTTP: what a socket is sent of the table, to the end; then the event."""

import sys
from pathlib import Path

from tests.e2e.house import House
from tests.e2e.test_clients import PYTHON, registered, run

PROGRAM = """
import asyncio
import sys

from kafeneio_client import Player, stream_events, stream_table


async def main(url: str, username: str, password: str) -> None:
    async with await Player.log_in(url, username, password) as me:
        token = me._link.token
        table = await me.create_table("tictactoe", bots=[1])
        by_socket, by_stream = {}, {}
        table.receive = note(table.receive, by_socket)

        async def follow():
            async for frame in stream_table(url, token, table.id):
                by_stream[frame["version"]] = frame["view"]

        following = asyncio.create_task(follow())
        while not by_stream:
            await asyncio.sleep(0.05)
        async for turn in me.turns(table):
            await turn.move((await turn.legal_moves())["moves"][-1])
        await table.leave()
        await following  # it ends with the table
        both = by_socket.keys() & by_stream.keys()
        print(len(both) > 3, all(plain(by_socket[each]) == plain(by_stream[each]) for each in both))
        print(by_stream[max(by_stream)]["phase"], by_stream[max(by_stream)]["you"])
        async for event in stream_events(url, token, ["tables.match_finished"], after="0.0"):
            print(event.topic, event.data["table"] == table.id, me.account in event.data["accounts"])
            break


def note(receive, found):
    def noted(version, view):
        found[version] = view
        receive(version, view)

    return noted


def plain(view):
    '''Without what is left of times, which goes on between two frames.'''
    return {name: each for name, each in view.items() if not name.endswith("_left") and name not in ("due", "seats")}


asyncio.run(main(*sys.argv[1:]))
"""


def test_a_program_sees_by_http_what_its_player_s_socket_is_sent(house: House, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, "program.py", house.url, *registered(house)]
    said = run(command, tmp_path, PYTHONPATH=str(PYTHON / "src")).splitlines()
    assert said == ["True True", "closed 0", "tables.match_finished True True"]
