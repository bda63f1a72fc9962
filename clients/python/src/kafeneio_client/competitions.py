"""Competitions: the calendar, one's own, and those that players make."""

from collections.abc import Mapping
from typing import Any, Literal

from kafeneio_client.rest import Rest

Data = dict[str, Any]
"""An answer as the OpenAPI document has it."""
Audience = Literal["all", "friends", "company"]


class Competitions:
    """Competitions, each named by its id. All methods raise `Refused` with the codes that their operations document,
    such as `competition_unknown`."""

    def __init__(self, rest: Rest) -> None:
        """Created by `Player`."""
        self._rest = rest

    async def calendar(self) -> list[Data]:
        """What is on and what comes, soonest first; `planned` is what a series will announce."""
        return list((await self._rest.ask("GET /api/calendar"))["lines"])

    async def past(self) -> list[Data]:
        """The last competitions, each with its `winners`."""
        return list((await self._rest.ask("GET /api/calendar/past"))["past"])

    async def own(self) -> list[Data]:
        """The competitions that one has entered, with one's `place` in those that are over."""
        return list((await self._rest.ask("GET /api/me/competitions"))["competitions"])

    async def invited(self) -> list[Data]:
        """Those of friends and companies that one may enter, and those that one has made."""
        return list((await self._rest.ask("GET /api/me/competitions/invited"))["competitions"])

    async def look(self, competition: str) -> Data:
        """A competition, its rules, and how one stands in it."""
        return dict(await self._rest.ask("GET /api/competitions/{competition}", competition=competition))

    async def make(self, name: str, game: str, starts_at_ms: int, audience: Audience = "friends", **how: Any) -> str:
        """Make a competition; returns its id. `how`: `options`, `players`, `minutes`, `games`, `places`, `company`."""
        body: Mapping[str, Any] = {
            "name": name, "game": game, "starts_at_ms": starts_at_ms, "audience": audience, **how,
        }  # fmt: skip
        return str((await self._rest.command("POST /api/competitions", body))["competition"])

    async def start(self, competition: str) -> None:
        """Start a competition of one's own now."""
        await self._rest.ask("POST /api/competitions/{competition}/start", competition=competition)

    async def call_off(self, competition: str) -> None:
        """Call a competition of one's own off, before its start."""
        await self._rest.ask("POST /api/competitions/{competition}/call-off", competition=competition)

    async def enter(self, competition: str) -> Data:
        """Buy an entry; one of a player's competition is free."""
        path = "POST /api/competitions/{competition}/entries"
        return dict(await self._rest.command(path, {}, competition=competition))

    async def withdraw(self, competition: str) -> None:
        """Give one's entries back, before the start."""
        await self._rest.ask("DELETE /api/competitions/{competition}/entries", competition=competition)

    async def ask_game(self, competition: str) -> Data:
        """Wait for a game; it begins with a table that one is sent to."""
        return dict(await self._rest.ask("POST /api/competitions/{competition}/waiting", competition=competition))

    async def feed(self) -> str:
        """Make a secret address at which other calendars read one's own; returns its path. The one before ends."""
        token = (await self._rest.ask("POST /api/me/calendar"))["token"]
        return f"/calendar/{token}.ics"

    async def end_feed(self) -> None:
        """End the secret address."""
        await self._rest.ask("DELETE /api/me/calendar")
