"""Other players: friends, their cards, messages between friends, and invitations that wait (calls)."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

from kafeneio_client.generated.frames import PrivateMessageFrame, ToClient
from kafeneio_client.link import Link
from kafeneio_client.pushed import Pushed
from kafeneio_client.rest import Rest
from kafeneio_client.table import Table

Data = dict[str, Any]
"""An answer as the OpenAPI document has it."""


class People:
    """A player's dealings with others. All methods raise `Refused` with the codes that their operations document."""

    def __init__(self, account: str, link: Link, rest: Rest, sit: Callable[[str], Awaitable[Table]]) -> None:
        """Created by `Player`, whose `account` it is; `sit` gives the table of an id."""
        self._account = account
        self._link = link
        self._rest = rest
        self._sit = sit
        self._written: Pushed[PrivateMessageFrame] = Pushed()

    # --- cards and friends ---

    async def card(self, player: str) -> Data:
        """What one may see of a player (account or name), and do now: `may`."""
        return dict(await self._rest.ask("GET /api/players/{player}/card", player=player))

    async def badges(self, player: str) -> list[Data]:
        """The badges of a player (account or name), newest first: `badge`, `earned_at_ms`."""
        return list((await self._rest.ask("GET /api/players/{player}/badges", player=player))["badges"])

    async def own_badges(self) -> Data:
        """One's own badges, and the `goals` that are there to earn, with how much of each is `done`."""
        return dict(await self._rest.ask("GET /api/me/badges"))

    async def friends(self) -> Data:
        """One's friends, those who ask to be one, and those whom one has asked."""
        return dict(await self._rest.ask("GET /api/me/friends"))

    async def befriend(self, name: str) -> Data:
        """Ask a player to be friends; who has asked oneself becomes a friend at once."""
        return dict(await self._rest.ask("POST /api/me/friends", {"name": name}))

    async def answer_friend(self, player: str, accept: bool) -> Data:
        """Say yes or no to a player (an account) who asks."""
        return dict(await self._rest.ask("PUT /api/me/friends/{player}", {"accept": accept}, player=player))

    async def unfriend(self, player: str) -> Data:
        """Be friends with a player (an account) no more, or take a request back."""
        return dict(await self._rest.ask("DELETE /api/me/friends/{player}", player=player))

    async def challenge(self, name: str, game: str, **fields: Any) -> Table:
        """Open a table for two, and invite a player who is here (a name) to the other seat; `fields` as in
        `Player.create_table`. Without `stake_chips` nothing is staked."""
        frame = {"t": "create_table", "name": f"Table for {name}"[:40], "game": game, "mode": "invite"}
        answer = await self._link.command({**frame, "invite": {"1": name}, **fields})
        return await self._sit(answer["data"]["table"])

    # --- messages between friends ---

    async def write(self, player: str, text: str) -> Data:
        """Write to a friend (an account); returns the line."""
        answer = await self._link.command({"t": "write", "player": player, "text": text})
        return dict(answer["data"])

    async def read(self, player: str, up_to: int) -> None:
        """Mark a friend's lines up to this number as read."""
        await self._link.command({"t": "read", "player": player, "up_to": up_to})

    async def conversations(self) -> list[Data]:
        """One's conversations with friends, the newest first: the last line of each, and how many are not read."""
        return list((await self._rest.ask("GET /api/me/conversations"))["conversations"])

    async def lines(self, player: str) -> AsyncIterator[Data]:
        """What was written with a friend (an account), from the newest line back; older pages are asked for as they
        are needed."""
        before: int | None = None
        while True:
            query = {"before": before}
            page = await self._rest.ask("GET /api/me/conversations/{player}", query=query, player=player)
            for line in reversed(page["lines"]):
                yield line
            before = page["next_before"]
            if before is None:
                return

    async def messages(self) -> AsyncIterator[PrivateMessageFrame]:
        """What friends write while one is connected, each with its line and the writer's name. A line may come twice,
        under the same number; what was written during a cut is in `lines`."""
        async for frame in self._written:
            yield frame

    # --- calls: invitations to a free game that wait ---

    async def calls(self) -> Data:
        """One's calls and those of friends, newest first: `sent`, `received`."""
        return dict(await self._rest.ask("GET /api/me/calls"))

    async def call(
        self, game: str, *, friend: str | None = None, options: Mapping[str, Any] | None = None, hours: int = 24
    ) -> Data:
        """Call a friend (a name) who is away, or make a link for whoever has it: the address is `/i/` and the call's
        id. A new call to the same friend replaces the old."""
        body = {"game": game, "friend": friend, "options": dict(options or {}), "hours": hours}
        return dict(await self._rest.command("POST /api/me/calls", body))

    async def look_at_call(self, call: str) -> Data:
        """What the link of a call says to everybody: who calls, to what, and how it stands."""
        return dict(await self._rest.ask("GET /api/calls/{call}", call=call))

    async def take_call(self, call: str) -> Table:
        """Sit down at a table that is opened for the call."""
        answer = await self._rest.command("POST /api/calls/{call}/take", call=call)
        return await self._sit(answer["table"])

    async def withdraw_call(self, call: str) -> Data:
        """Take an own call back, or decline a friend's."""
        return dict(await self._rest.ask("DELETE /api/me/calls/{call}", call=call))

    # --- pushed frames ---

    def hear(self, frame: ToClient) -> None:
        """Keep what a friend has written."""
        if frame["t"] == "private_message" and frame["line"]["to"] == self._account:
            self._written.put(frame)
