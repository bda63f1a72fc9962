"""Streams over HTTP, by which a program follows what happens without a socket: events about its player, and the frames
of one table. Each is opened again where it ended."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from typing import Any, cast
from urllib import error as errors
from urllib import request as requests
from urllib.parse import quote, urlencode

from kafeneio_client.errors import Refused
from kafeneio_client.generated.frames import TableFrame, UpdateFrame
from kafeneio_client.platform import Event
from kafeneio_client.rest import TRANSIENT, refusal_of, versioned

SILENT_S = 30.0
"""A stream has a line, if an empty one, every few seconds; one that is silent for so long is dead."""
_PAUSE_FIRST_S, _PAUSE_LONGEST_S = 0.5, 10.0
_COME_BACK = TRANSIENT | {"streams_busy", "table_unavailable"}
_OVER = frozenset({"closed", "stopped"})


async def stream_events(url: str, token: str, topics: Sequence[str] = (), after: str = "") -> AsyncIterator[Event]:
    """Events about the token's player, and those about nobody in particular, each once: after a cursor, or from now on.
    `topics`: which; none: all. It survives lost connections and restarts.

    Raises:
        Refused: `topic_invalid`, `cursor_invalid`, `cursor_expired`, `scope_missing`, `token_invalid` …
    """
    pause_s = _PAUSE_FIRST_S
    while True:
        asked = {"after": after, "topics": ",".join(topics)}
        try:
            async for line in _lines(url, f"/api/stream/events?{urlencode(asked)}", token):
                pause_s, after = _PAUSE_FIRST_S, line["cursor"]
                if "id" in line:
                    yield Event(after, line["id"], line["topic"], line["at_ms"], line["data"])
        except (Refused, OSError) as error:
            _come_back_or_raise(error)
        await asyncio.sleep(pause_s)
        pause_s = min(2 * pause_s, _PAUSE_LONGEST_S)


async def stream_table(url: str, token: str, table: str) -> AsyncIterator[TableFrame | UpdateFrame]:
    """What a table shows to the token's player, seated there or looking on, until it closes: `table` first, then
    `update`; after a lost connection `table` again. A seat counts as present while its stream is open.

    Raises:
        Refused: `table_unknown`, `spectators_off`, `already_seated` …
    """
    pause_s, is_known = _PAUSE_FIRST_S, False
    while True:
        try:
            async for line in _lines(url, f"/api/stream/table/{quote(table, safe='')}", token):
                pause_s, is_known = _PAUSE_FIRST_S, True
                yield cast(TableFrame | UpdateFrame, line)
                if line["view"]["phase"] in _OVER:
                    return
        except (Refused, OSError) as error:
            if is_known and isinstance(error, Refused) and error.code == "table_unknown":
                return  # it has closed meanwhile
            _come_back_or_raise(error)
        await asyncio.sleep(pause_s)
        pause_s = min(2 * pause_s, _PAUSE_LONGEST_S)


def _come_back_or_raise(error: Exception) -> None:
    if isinstance(error, Refused) and error.code not in _COME_BACK:
        raise error


async def _lines(url: str, path: str, token: str) -> AsyncIterator[dict[str, Any]]:
    """The lines of one stream, read, without the empty ones."""
    asked = requests.Request(url.rstrip("/") + versioned(path), headers={"Authorization": f"Bearer {token}"})
    try:
        answer = await asyncio.to_thread(requests.urlopen, asked, timeout=SILENT_S)
    except errors.HTTPError as error:
        raise refusal_of(error) from None
    with closing(answer):
        while line := await asyncio.to_thread(answer.readline):
            if line.strip():
                yield json.loads(line)
