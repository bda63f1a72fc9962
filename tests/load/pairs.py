"""Two robots and their table: opened in the lobby, started, played at, and opened again once it is over."""

import asyncio
from collections.abc import Awaitable, Callable

from tests.load.robots import Refused, Robot
from tests.load.wire import CreateTableFrame, JoinTableFrame, StartTableFrame

GAME = "tictactoe"
PAUSE_S = 0.2
TRIES_MAX = 150

PASSING = frozenset({"already_seated", "player_not_online", "table_unknown", "already_started", "insufficient_chips"})
"""Refusals that pass by themselves: the lobby or the wallet has not heard yet of what has just happened."""


class Pair:
    """An organizer and a guest; `number` is the table's place in the run."""

    def __init__(self, number: int, organizer: Robot, guest: Robot, stake_chips: int) -> None:
        """Both run already, or will."""
        self.number = number
        self.robots = (organizer, guest)
        self.stake_chips = stake_chips
        self.table = ""
        self.tables = 0
        self.trouble: list[str] = []
        """Refusals on the way to a table."""

    async def open(self) -> None:
        """Open a table and start it; both robots play as soon as it is shown.

        Raises:
            Refused: it did not work out for too long.
        """
        organizer, guest = self.robots
        await asyncio.gather(*(robot.greeted.wait() for robot in self.robots))
        line = await self._until_done(
            lambda: organizer.ask(
                CreateTableFrame(
                    id=organizer.new_id(),
                    name=f"Table {self.number}.{self.tables}",
                    game=GAME,
                    options={"size": 3},
                    stake_chips=self.stake_chips,
                )
            )
        )
        self.table = line["table"]
        self.tables += 1
        await self._until_done(lambda: guest.ask(JoinTableFrame(id=guest.new_id(), table=self.table)))
        await self._until_done(lambda: organizer.ask(StartTableFrame(id=organizer.new_id(), table=self.table)))
        for robot in self.robots:
            robot.sit(self.table)

    async def keep_playing(self, stopping: asyncio.Event) -> None:
        """Table after table until told to stop; returns when the last one is over."""
        while not stopping.is_set():
            await self.open()
            for robot in self.robots:
                await robot.away.wait()

    async def _until_done(self, ask: Callable[[], Awaitable[dict]]) -> dict:
        for attempt in range(TRIES_MAX):
            try:
                return await ask()
            except Refused as refusal:
                if refusal.error not in PASSING or attempt == TRIES_MAX - 1:
                    raise
                self.trouble.append(refusal.error)
            await asyncio.sleep(PAUSE_S)
        raise AssertionError("unreachable")
